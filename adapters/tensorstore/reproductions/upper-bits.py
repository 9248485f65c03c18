import pathlib
import tensorstore

spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": "array.zarr"}}
metadata = {"shape": [1], "data_type": "float4_e2m1fn", "codecs": [{"name": "bytes"}]}
array = tensorstore.open({**spec, "metadata": metadata}, create=True, delete_existing=True).result()
array.write(1.0).result()
pathlib.Path("array.zarr/c/0").write_bytes(b"\x12")
found = tensorstore.open(spec).result()[0].read().result()
if float(found) == 1:
    raise SystemExit("no longer shows")
print(f"the byte 0x12, whose lowest four bits are 1.0, reads as {float(found)}")
