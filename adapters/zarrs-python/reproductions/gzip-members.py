import gzip, pathlib
import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
array = zarr.create_array(
    "array.zarr", shape=(4,), chunks=(4,), dtype="uint8", compressors=zarr.codecs.GzipCodec(), overwrite=True
)
array[...] = 1
pathlib.Path("array.zarr/c/0").write_bytes(gzip.compress(b"\1\2") + gzip.compress(b"\3\4"))
try:
    found = array[...]
except Exception as error:
    print(f"two gzip members are refused: {error}")
else:
    raise SystemExit(f"no longer shows: {found}")
