# fails regular-grid/
# The quotient that says in which chunk an element is gets rounded up.
s/\[c \/\/ n for/[-(-c \/\/ n) for/
