# fails bytes/
# The bytes of a complex number are reversed as if it were one number.
s/dataType\.startsWith\("complex"\) \? element \/ 2 : element/element/
