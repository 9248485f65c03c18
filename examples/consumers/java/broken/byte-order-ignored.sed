# fails bytes/
# Bytes are little endian whatever endian says.
s/return "big"\.equals\(endian\);/return false;/
