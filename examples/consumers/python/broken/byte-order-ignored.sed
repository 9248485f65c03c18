# fails bytes/
# Bytes are little endian whatever endian says.
s/return ">"/return "<"/
