import tensorstore

spec = {
    "driver": "zarr3",
    "kvstore": "memory://",
    "metadata": {"shape": [1], "data_type": "float8_e8m0fnu", "fill_value": 1.0},
}
array = tensorstore.open(spec, create=True).result()
found = array[0].read().result()
if found == 1:
    raise SystemExit("no longer shows")
print(f"the fill value 1.0 reads as {float(found)}, with the bits 0x{found.tobytes().hex()} in place of 0x7f")
