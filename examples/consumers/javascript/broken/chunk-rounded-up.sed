# fails regular-grid/
# The quotient that says in which chunk an element is gets rounded up.
s/c \/ chunkShape\[d\]\)/(c + chunkShape[d] - 1n) \/ chunkShape[d])/
