# fails transpose/
# The order is applied the other way round, in encoding and in decoding.
s/^    return order$/    return [order.index(axis) for axis in range(rank)]/
