# fails regular-grid/
# The quotient that says in which chunk an element is gets rounded up.
s/coordinate\/chunkShape\[d\]/(coordinate+chunkShape[d]-1)\/chunkShape[d]/
