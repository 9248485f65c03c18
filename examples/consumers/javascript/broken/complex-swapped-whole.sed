# fails bytes/
# The bytes of a complex number are reversed as if it were one number.
s/number: dataType\.startsWith\("complex"\) \? bytes \/ 2 : bytes/number: bytes/
