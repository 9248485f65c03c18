import tensorstore

transpose = {"name": "transpose", "configuration": {"order": "F"}}
bytes_codec = {"name": "bytes", "configuration": {"endian": "little"}}
metadata = {"shape": [2, 3], "data_type": "uint8", "codecs": [transpose, bytes_codec]}
spec = {"driver": "zarr3", "kvstore": "memory://", "metadata": metadata}
try:
    array = tensorstore.open(spec, create=True).result()
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f'order "F" is accepted: {array.spec().to_json()["metadata"]["codecs"][0]}')
