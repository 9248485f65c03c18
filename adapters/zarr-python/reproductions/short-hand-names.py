import json, pathlib
import zarr

zarr.create_array("array.zarr", shape=(1,), dtype="uint8", overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["codecs"] = ["bytes"]
document["chunk_key_encoding"] = "default"
path.write_text(json.dumps(document))
try:
    zarr.open_array("array.zarr", mode="r")
except (TypeError, ValueError) as error:
    print(f"short-hand names are refused: {error}")
else:
    raise SystemExit("no longer shows")
