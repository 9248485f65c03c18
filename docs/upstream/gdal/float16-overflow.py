# With the Python bindings of GDAL: nothing is stored, so the element is the fill value.
import pathlib
from osgeo import gdal

pathlib.Path("array.zarr").mkdir()
pathlib.Path("array.zarr/zarr.json").write_text("""{
    "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float16", "fill_value": 65519.99,
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
    "chunk_key_encoding": {"name": "v2"},
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""")
array = gdal.OpenEx("array.zarr", gdal.OF_MULTIDIM_RASTER).GetRootGroup().OpenMDArray("array")
print("expected 65504, found", array.ReadAsArray()[0])
