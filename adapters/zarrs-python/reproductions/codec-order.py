import json, pathlib
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
array = zarr.create_array("array.zarr", shape=(4, 6), shards=(4, 6), chunks=(2, 3), dtype="int16", overwrite=True)
array[...] = 1
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
transpose = {"name": "transpose", "configuration": {"order": [1, 0]}}
document["codecs"][0]["configuration"]["codecs"].insert(1, transpose)
path.write_text(json.dumps(document))
try:
    zarr.open_array("array.zarr", mode="r+")[...] = 2
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print("transpose after bytes, within sharding_indexed, is accepted")
