# fails bytes/
# Bytes are little endian whatever endian says.
s/return configuration\.endian === "big";/return false;/
