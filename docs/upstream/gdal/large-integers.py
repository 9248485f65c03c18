# With the Python bindings of GDAL: nothing is stored, so the element is the fill value.
import pathlib
from osgeo import gdal

pathlib.Path("array.zarr").mkdir()
for data_type, fill_value in [("uint64", 2**64 - 1), ("float64", 10**20)]:
    pathlib.Path("array.zarr/zarr.json").write_text("""{
        "zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "%s", "fill_value": %d,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
        "chunk_key_encoding": {"name": "v2"},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}""" % (data_type, fill_value))
    array = gdal.OpenEx("array.zarr", gdal.OF_MULTIDIM_RASTER).GetRootGroup().OpenMDArray("array")
    print(f"{data_type}: expected {fill_value}, found", array.ReadAsArray()[0])
