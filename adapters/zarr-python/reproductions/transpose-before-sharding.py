import zarr

try:
    zarr.create_array(
        "array.zarr",
        shape=(4, 6),
        chunks=(4, 6),
        dtype="int32",
        filters=[zarr.codecs.TransposeCodec(order=(1, 0))],
        serializer=zarr.codecs.ShardingCodec(chunk_shape=(3, 2)),
        compressors=None,
    )
except ValueError as error:
    print(f"inner chunks of (3, 2) in a transposed shard of (6, 4) are refused: {error}")
else:
    raise SystemExit("no longer shows")
