#!/bin/bash -eu
# Builds every target with its seeds, its dictionary and its limits into $OUT, from $SRC/zarr-conform. OSS-Fuzz
# calls it in the image of the Dockerfile and says by CARGO_FUZZ_OPTIONS nothing, so that the sanitizer is the
# one of project.yaml.
cd "$SRC/zarr-conform/fuzz"

# shellcheck disable=SC2086 # several options
cargo fuzz build -O ${CARGO_FUZZ_OPTIONS:-}
host=$(rustc -vV | sed -n 's/^host: //p')

corpus=$(mktemp -d)
./seeds "$corpus"
for source in fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    cp "target/$host/release/$target" "$OUT/"
    (cd "$corpus/$target" && zip --quiet --recurse-paths "$OUT/${target}_seed_corpus.zip" .)
    cp zarr.dict "$OUT/$target.dict"
    cat >"$OUT/$target.options" <<OPTIONS
[libfuzzer]
max_len = 16384
timeout = 10
OPTIONS
done
rm -rf "$corpus"
