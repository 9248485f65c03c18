# fails gzip/chains/
# What is written lacks the last byte. The encoding is free, so only decoding it again shows that.
s/writer\.Write\(data\)/writer.Write(data[:max(len(data), 1)-1])/
