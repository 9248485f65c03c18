# fails bytes/lengths/
# What is missing from an encoded chunk is not noticed.
/Decode gives/,/^}/s/uint64\(len\(encoded\)\) != chain\.size/false/
s/elements := make\(\[\]byte, len\(encoded\)\)/elements := make([]byte, chain.size)\n\tencoded = append(slices.Clone(encoded), elements...)/
