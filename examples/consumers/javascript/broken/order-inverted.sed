# fails transpose/
# The order is applied the other way round, in encoding and in decoding.
s/return order\.map\(Number\);/return order.map((_, i) => order.indexOf(BigInt(i)));/
