# fails transpose/
# The order is applied the other way round, in encoding and in decoding.
s/order\[i\] = axis/order[axis] = i/
