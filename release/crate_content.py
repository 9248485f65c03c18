"""Checks what is in the packages of the crates, unpacked side by side: no other files than expected, what a
registry shows of a crate, and the vectors.

    python release/crate_content.py FOLDER
"""

import re
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
# Patterns of what may be in a package. `*` is any path.
EXPECTED = [
    ".cargo_vcs_info.json",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "build.rs",
    "src/*",
]
EXPECTED_OF = {
    "zarr-conform": ["CHANGELOG.md", "release/about.md", "vectors/schema/*.json"],
    "zarr-conform-embedded": ["vectors/*"],
}
# What crates.io takes.
LARGEST = 10 * 1024 * 1024


def files(folder: Path) -> dict[str, bytes]:
    """What is below a folder, by path."""
    paths = sorted(it for it in folder.rglob("*") if it.is_file())
    return {it.relative_to(folder).as_posix(): it.read_bytes() for it in paths}


def mistakes(folder: Path) -> list[str]:
    """What is wrong with an unpacked package, in words."""
    content = files(folder)
    package = tomllib.loads(content["Cargo.toml"].decode())["package"]
    expected = EXPECTED + EXPECTED_OF.get(package["name"], [])
    found = [f"{it} is not expected" for it in content if not any(fnmatch(it, pattern) for pattern in expected)]
    for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
        if content.get(licence) != (REPOSITORY / licence).read_bytes():
            found.append(f"{licence} is missing, or is not that of this repository")
    for member in ("description", "license", "readme", "keywords", "categories", "rust-version"):
        if not package.get(member):
            found.append(f"Cargo.toml has no {member}")
    readme = content.get(package.get("readme", ""), b"").decode()
    if not readme.startswith(f"# {package['name']}\n"):
        found.append("the readme is missing, or its title is not the name of the crate")
    # Registries show it by itself, where no file is beside it.
    found += [f"the link to {it} of the readme leads nowhere" for it in re.findall(r"\]\((?!https://)([^)]*)", readme)]
    if package["name"] == "zarr-conform-embedded":
        packed = {it.removeprefix("vectors/"): data for it, data in content.items() if it.startswith("vectors/")}
        if packed != files(REPOSITORY / "vectors"):
            found.append("the vectors are not those of this repository")
    return [f"{folder.name}: {it}" for it in found]


def unpublished(names: set[str]) -> list[str]:
    """Crates of this repository that are not packed, and do not say that they should not be."""
    manifests = [REPOSITORY / "Cargo.toml", *REPOSITORY.glob("crates/*/Cargo.toml")]
    packages = [tomllib.loads(it.read_text())["package"] for it in manifests]
    expected = {it["name"] for it in packages if it.get("publish", True)}
    return [f"{it} is not packed" for it in sorted(expected - names)] + [
        f"{it} is packed, though it should not be published" for it in sorted(names - expected)
    ]


if __name__ == "__main__":
    folders = sorted(it.parent for it in Path(sys.argv[1]).glob("*/Cargo.toml"))
    wrong = [it for folder in folders for it in mistakes(folder)]
    wrong += unpublished({it.name.rsplit("-", 1)[0] for it in folders})
    packed = sorted((REPOSITORY / "target/package").glob("*.crate"))
    too_large = [it.name for it in packed if it.stat().st_size > LARGEST]
    wrong += [f"{it} has more than the {LARGEST} bytes that crates.io takes" for it in too_large]
    for mistake in wrong:
        print(f"error: {mistake}", file=sys.stderr)
    sys.exit(1 if wrong else 0)
