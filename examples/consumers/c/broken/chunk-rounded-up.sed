# fails regular-grid/
# The quotient that says in which chunk an element is gets rounded up.
s/coordinates->lengths\[d\] \/ chunk_shape->lengths\[d\]/(coordinates->lengths[d] + chunk_shape->lengths[d] - 1) \/ chunk_shape->lengths[d]/
