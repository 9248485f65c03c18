# fails regular-grid/
# The quotient that says in which chunk an element is gets rounded up.
s/coordinates\.get\(d\)\.divide\(chunkShape\.get\(d\)\)/coordinates.get(d).add(chunkShape.get(d)).subtract(BigInteger.ONE).divide(chunkShape.get(d))/
