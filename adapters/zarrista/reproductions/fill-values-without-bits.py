import json, pathlib
from zarrista import Array
from zarrista.store import FilesystemStore

pathlib.Path("array.zarr").mkdir()
document = {"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float4_e2m1fn", "fill_value": "NaN",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
            "chunk_key_encoding": {"name": "default"}, "codecs": ["bytes"]}
pathlib.Path("array.zarr/zarr.json").write_text(json.dumps(document))
# Raises when the fill value is refused.
found = bytes(Array.open(FilesystemStore("array.zarr"))[...].buffer())
print(f"NaN is accepted for float4_e2m1fn, and read as 0x{found.hex()}, which is -0")
