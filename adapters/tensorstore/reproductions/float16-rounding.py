import tensorstore

spec = {
    "driver": "zarr3",
    "kvstore": "memory://",
    "metadata": {"shape": [1], "data_type": "float16", "fill_value": 1.000488281250001},
}
array = tensorstore.open(spec, create=True).result()
# The neighbours 1 and 1.0009765625 have 1.00048828125 in the middle, and the fill value is above.
found = float(array[0].read().result())
if found == 1.0009765625:
    raise SystemExit("no longer shows")
print(f"the fill value 1.000488281250001 is nearest to 1.0009765625, and reads as {found}")
