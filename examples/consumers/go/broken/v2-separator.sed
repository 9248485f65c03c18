# fails chunk-key-encoding/v2/
# The separator of v2 keys is that of default keys where none is given.
s/separator = "\."/separator = "\/"/
