# fails bytes/lengths/
# What is missing from an encoded chunk is not noticed.
/^enum status decode/,/^}/s/length != chain->size/length > chain->size/
