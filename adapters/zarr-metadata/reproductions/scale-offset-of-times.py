import json
from zarr_metadata.model import ZarrV3ArrayMetadata

document = {"zarr_format": 3, "node_type": "array", "shape": [1], "fill_value": 0}
document["data_type"] = {"name": "numpy.datetime64", "configuration": {"unit": "s", "scale_factor": 1}}
document["chunk_grid"] = {"name": "regular", "configuration": {"chunk_shape": [1]}}
document["chunk_key_encoding"] = {"name": "default"}
scale_offset = {"name": "scale_offset", "configuration": {"scale": 2}}
document["codecs"] = [scale_offset, {"name": "bytes", "configuration": {"endian": "little"}}]
try:
    array = ZarrV3ArrayMetadata.from_key_value({"zarr.json": json.dumps(document).encode()})
except ValueError as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"moments are to be multiplied by 2, and what is not known is {array.unclaimed_fields}")
