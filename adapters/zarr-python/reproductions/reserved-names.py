import pathlib
import zarr

zarr.create_group("group.zarr", zarr_format=3, overwrite=True)
child = pathlib.Path("group.zarr/__x")
child.mkdir()
child.joinpath("zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
group = zarr.open_group("group.zarr", mode="r", zarr_format=3)
found = [name for name, _ in group.members()]
if found != ["__x"]:
    raise SystemExit(f"no longer shows: the children are {found}")
print(f"the group has the children {found}, and {group['__x']} is opened")
