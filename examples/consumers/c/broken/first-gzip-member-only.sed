# fails gzip/members/
# Members of gzip behind the first are ignored.
s/while \(result == Z_STREAM_END .*;/while (false);/
