import z5py

outside = z5py.File("outside.zarr", "w", zarr_format=3)
outside.attrs["of"] = "the folder above"
z5py.File("outside.zarr/inside.zarr", "w", zarr_format=3)
try:
    found = dict(z5py.File("outside.zarr/inside.zarr", "r")[".."].attrs)
except Exception as error:
    raise SystemExit(f"no longer shows: {error}")
print(f"the node .. of a store has the attributes {found}")
