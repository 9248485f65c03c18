#!/bin/bash -eu
# Builds every target with its seeds, its dictionary and its limits into $OUT, from $SRC/zarr-conform, where
# OSS-Fuzz calls it in the image of the Dockerfile. The sanitizer is that of project.yaml.
cd "$SRC/zarr-conform/fuzz"

cargo fuzz build -O
built=${CARGO_TARGET_DIR:-target}/$(rustc -vV | sed -n 's/^host: //p')/release

corpus=$(mktemp -d)
./seeds "$corpus"
for source in fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "$built/$target" "$OUT/"
    (cd "$corpus/$target" && zip --quiet --recurse-paths "$OUT/${target}_seed_corpus.zip" .)
    cp zarr.dict "$OUT/$target.dict"
    cat >"$OUT/$target.options" <<OPTIONS
[libfuzzer]
max_len = 16384
timeout = 10
OPTIONS
done
rm -rf "$corpus"
