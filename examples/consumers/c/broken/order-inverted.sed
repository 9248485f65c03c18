# fails transpose/
# The order is applied the other way round, in encoding and in decoding.
s/order\[i\] = \(size_t\)axis/order[axis] = i/
