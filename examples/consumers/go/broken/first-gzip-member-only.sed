# fails gzip/damaged/valid-of-two-members
# Members of gzip behind the first are ignored.
s/data, err := io\.ReadAll/reader.Multistream(false)\n\tdata, err := io.ReadAll/
