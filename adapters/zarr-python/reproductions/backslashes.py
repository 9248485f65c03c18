import pathlib
import zarr

zarr.create_group("group.zarr", zarr_format=3, overwrite=True)
child = pathlib.Path("group.zarr", "a\\b")
child.mkdir()
child.joinpath("zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
group = zarr.open_group("group.zarr", mode="r+", zarr_format=3)
if dict(group.members()):
    raise SystemExit("no longer shows: the child is listed")
print(f"children: {dict(group.members())}; created under the name: {group.create_group('a\\b').path}")
