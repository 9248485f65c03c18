# fails bytes/lengths/
# What is missing from an encoded chunk is not noticed.
s/byte\[\] elements = new byte\[checkedLength\(encoded\)\];/encoded = java.util.Arrays.copyOf(encoded, size.intValue());\n            byte[] elements = new byte[encoded.length];/
