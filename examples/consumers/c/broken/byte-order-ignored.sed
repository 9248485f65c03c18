# fails bytes/
# Bytes are little endian whatever endian says.
s/chain->is_big \? from\[/false ? from[/
