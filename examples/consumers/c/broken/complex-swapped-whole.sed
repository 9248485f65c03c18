# fails bytes/
# The bytes of a complex number are reversed as if it were one number.
s/"complex64", 8, 4/"complex64", 8, 8/
s/"complex128", 16, 8/"complex128", 16, 16/
