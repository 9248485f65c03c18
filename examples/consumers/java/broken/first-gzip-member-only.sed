# fails gzip/damaged/valid-of-two-members
# Members of gzip behind the first are ignored.
s/GZIPInputStream stream = new GZIPInputStream\(new ByteArrayInputStream\(encoded\)\)/var stream = new java.util.zip.InflaterInputStream(new ByteArrayInputStream(encoded, 10, encoded.length - 10), new java.util.zip.Inflater(true))/
