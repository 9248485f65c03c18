import zarr

zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"})
big = {"name": "bytes", "configuration": {"endian": "big"}}
array = zarr.create_array(
    "array.zarr", shape=(3,), chunks=(3,), dtype="complex64", serializer=big, overwrite=True
)
array[...] = [1 + 2j, 3 + 4j, 5 + 6j]
whole, part = array[...][1], array[1:2][0]
if whole == part:
    raise SystemExit("no longer shows")
print(f"array[...][1] is {whole}, array[1:2][0] is {part}")
