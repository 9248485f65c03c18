# fails bytes/lengths/
# What is missing from an encoded chunk is not noticed.
/encoded\.length\) !== representations/d
