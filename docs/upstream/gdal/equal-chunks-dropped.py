# With the Python bindings of GDAL: writes a NaN with a payload where the fill value is the usual NaN.
import pathlib
import numpy
from osgeo import gdal

pathlib.Path("array.zarr").mkdir()
pathlib.Path("array.zarr/zarr.json").write_text("""{
    "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "float32", "fill_value": "NaN",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
    "chunk_key_encoding": {"name": "v2"},
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""")
flags = gdal.OF_MULTIDIM_RASTER | gdal.OF_UPDATE
with gdal.OpenEx("array.zarr", flags) as dataset:
    array = dataset.GetRootGroup().OpenMDArray("array")
    array.Write(numpy.array([0x7FC007A2], "uint32").view("float32"))
    del array
print("expected the chunk 0 to be stored, found", sorted(it.name for it in pathlib.Path("array.zarr").iterdir()))
