# fails bytes/
# Bytes are little endian whatever endian says.
s/return endian == "big", nil/return false, nil/
