# fails bytes/lengths/
# What is missing from an encoded chunk is not noticed.
/stored\.length\) !== product/d
