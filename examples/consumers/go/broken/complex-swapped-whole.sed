# fails bytes/
# The bytes of a complex number are reversed as if it were one number.
s/return element, element \/ 2, nil/return element, element, nil/
