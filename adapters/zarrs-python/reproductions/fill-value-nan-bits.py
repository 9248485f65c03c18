import json, pathlib
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
zarr.create_array("array.zarr", shape=(1,), dtype="float64", fill_value=0, overwrite=True)
path = pathlib.Path("array.zarr/zarr.json")
document = json.loads(path.read_text())
document["fill_value"] = "0x7ff80000000007a2"
path.write_text(json.dumps(document))
found = int(zarr.open_array("array.zarr", mode="r")[...].view("uint64")[0])
if found == 0x7FF80000000007A2:
    raise SystemExit("no longer shows")
print(f"the fill value is 0x7ff80000000007a2, read {found:#x}")
