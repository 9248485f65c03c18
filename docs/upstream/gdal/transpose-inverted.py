# With the Python bindings of GDAL. decoded[i, j, k] is encoded[j, k, i], so the first row is [0, 2, 4, 6].
import pathlib
from osgeo import gdal

pathlib.Path("array.zarr").mkdir()
pathlib.Path("array.zarr/zarr.json").write_text("""{
    "zarr_format": 3, "node_type": "array", "shape": [2, 3, 4], "data_type": "uint8", "fill_value": 0,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3, 4]}},
    "chunk_key_encoding": {"name": "v2"},
    "codecs": [{"name": "transpose", "configuration": {"order": [1, 2, 0]}}, {"name": "bytes"}]}""")
pathlib.Path("array.zarr/0.0.0").write_bytes(bytes(range(24)))
array = gdal.OpenEx("array.zarr", gdal.OF_MULTIDIM_RASTER).GetRootGroup().OpenMDArray("array")
print("expected [0, 2, 4, 6], found", array.ReadAsArray()[0, 0].tolist())
