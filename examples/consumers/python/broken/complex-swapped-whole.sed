# fails bytes/
# The bytes of a complex number are reversed as if it were one number.
s/^    encoded = array\.astype\(array\.dtype\.newbyteorder\(endian\)\)\.tobytes\(order="C"\)/    step = 1 if endian == "<" else -1\n    data = numpy.frombuffer(array.tobytes(), "u1").reshape(-1, array.itemsize)\n    encoded = data[:, ::step].tobytes()/
