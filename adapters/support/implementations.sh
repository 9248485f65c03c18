# shellcheck shell=bash
# Sourced by adapters/run and adapters/check, in the root of the repository: what both do with each
# implementation. An implementation is a folder of adapters with `install` and `run`.

# The program is where cargo builds, which CARGO_TARGET_DIR and configuration decide.
conform=$PWD/target/debug/conform
reports=reports

# What went wrong, a line each. Nothing stops the implementations that follow.
failed=()

# The implementations that could be installed.
installed=()

# The implementations named, or all.
implementations() {
    if [ $# -gt 0 ]; then
        printf '%s\n' "$@"
        return
    fi
    for folder in adapters/*/; do
        folder=${folder%/}
        if [ -x "$folder/install" ] && [ -x "$folder/run" ]; then
            basename "$folder"
        fi
    done
}

# What is done next, and how long it took: a line before, and a line after.
step() { printf '\n== %s\n' "$1" && began=$SECONDS; }
took() { printf -- '-- %s: %d s\n' "$1" $((SECONDS - began)); }

# CONFORM names a program that is built already.
prepare() {
    mkdir -p "$reports"
    if [ -n "${CONFORM:-}" ]; then
        conform=$CONFORM
        return
    fi
    step "Building conform"
    cargo build --quiet --locked
    conform=$(cargo metadata --format-version 1 --no-deps --locked |
        sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')/debug/conform
    took "Building conform"
}

# Takes steps, such as "install test", with the implementations named, side by side, and shows what they
# said, one after the other. What is compiled takes the longest and begins first.
side_by_side() {
    local steps=$1 folder name kind line names=() able=()
    shift
    # What cannot be installed is said before the others are, which takes minutes.
    for name in "$@"; do
        if line=$(adapters/support/toolchain "$name"); then
            able+=("$name")
        else
            failed+=("$line")
            printf '%s\n' "$line"
        fi
    done
    set -- ${able[@]+"${able[@]}"}
    if [ $# -eq 0 ]; then
        return 0
    fi
    for kind in compiled other; do
        for name in "$@"; do
            if [ -e "adapters/$name/Cargo.toml" ]; then line=compiled; else line=other; fi
            if [ "$line" = "$kind" ]; then names+=("$name"); fi
        done
    done
    folder=$(mktemp -d)
    step "Side by side: $steps"
    .ci/side-by-side adapters/support/steps "$folder" "$steps" -- "${names[@]}" || true
    took "Side by side: $steps"
    for name in "$@"; do
        if [ -e "$folder/$name.installed" ]; then
            installed+=("$name")
        fi
        if [ -e "$folder/$name.failed" ]; then
            while read -r line; do failed+=("$line"); done <"$folder/$name.failed"
        elif [ ! -e "$folder/$name.done" ]; then
            failed+=("$name did not come to its end")
        fi
    done
    rm -r "$folder"
}

# Judges, with further options of conform; gives conform's exit code. The report is removed first, so
# that an old one cannot be confused with what was found now.
judge() {
    local name=$1
    shift
    rm -f "$reports/$name.jsonl"
    "$conform" --impl "adapters/$name/run" --json "$reports/$name.jsonl" "$@"
}

# Who reads whose data, of all that could be installed, with further options of conform. The old answer is removed
# first.
make_matrix() {
    local name arguments=()
    rm -f "$reports/matrix.json"
    if [ ${#installed[@]} -eq 0 ]; then
        return 0
    fi
    for name in "${installed[@]}"; do
        arguments+=(--impl "$name=adapters/$name/run")
    done
    step "Who reads whose data, of ${#installed[@]} implementations, each with each"
    if ! "$conform" matrix "${arguments[@]}" --json "$reports/matrix.json" "$@"; then
        failed+=("who reads whose data")
        rm -f "$reports/matrix.json"
    fi
    took "Who reads whose data"
}

# reports/differences.json: who does what in random variants of the open facts, where there are two at least.
make_differences() {
    local name arguments=()
    rm -f "$reports/differences.json"
    if [ ${#installed[@]} -lt 2 ]; then
        return 0
    fi
    for name in "${installed[@]}"; do
        arguments+=(--impl "$name=adapters/$name/run")
    done
    step "Who does what in open places, of ${#installed[@]} implementations"
    # What a case finds does not matter here.
    "$conform" fuzz --cases 1 --seed 15 --quiet "${arguments[@]}" --differences "$reports/differences.json" ||
        [ $? -eq 1 ] || failed+=("who does what in open places")
    took "Who does what in open places"
}

# Which vectors a file of events is about.
vectors_of() { head -n 1 "$1" | grep --only-matching '"vectors_sha256":"[0-9a-f]*"' || true; }

# The files of events that can be believed; others, such as one that was cut off, are told at the end. What was judged by
# other vectors than the newest file is of an earlier day, and left out.
whole_reports() {
    local events said newest=
    whole=()
    for events in "$reports"/*.jsonl; do
        if [ -z "$newest" ] || [ "$events" -nt "$newest" ]; then newest=$events; fi
    done
    for events in "$reports"/*.jsonl; do
        if [ "$(vectors_of "$events")" != "$(vectors_of "$newest")" ]; then
            echo "$events is left out of the page: it is about other vectors"
            continue
        fi
        # 1 says that some checks failed.
        if said=$("$conform" report "$events" --quiet 2>&1 >/dev/null) || [ $? -eq 1 ]; then
            whole+=("$events")
        else
            failed+=("$events is left out of the page: ${said%%$'\n'*}")
        fi
    done
}

# The page of all reports, if this conform can write one.
write_page() {
    if [ -z "$(compgen -G "$reports/*.jsonl")" ] ||
        ! "$conform" report --help 2>/dev/null | grep --quiet -e --html; then
        return 0
    fi
    local whole
    whole_reports
    if [ ${#whole[@]} -eq 0 ]; then
        return 0
    fi
    local matrix=()
    if [ -s "$reports/matrix.json" ]; then
        matrix=(--matrix "$reports/matrix.json")
    fi
    local differences=()
    if [ -s "$reports/differences.json" ]; then
        differences=(--differences "$reports/differences.json")
    fi
    # An implementation has the name of its folder.
    local events name lists=()
    for events in "${whole[@]}"; do
        name=$(basename "$events" .jsonl)
        if [ -e "adapters/$name/expected.toml" ]; then
            lists+=(--expect "$name=adapters/$name/expected.toml")
        fi
    done
    "$conform" report "${whole[@]}" ${matrix[@]+"${matrix[@]}"} ${lists[@]+"${lists[@]}"} \
        ${differences[@]+"${differences[@]}"} --findings docs/findings.toml --html "$reports/site" ||
        failed+=("the page of all reports")
}

# Ends the script: with 1 if anything went wrong.
tell_failures() {
    if [ ${#failed[@]} -gt 0 ]; then
        printf '\n%s:\n' "$1"
        printf '  %s\n' "${failed[@]}"
        exit 1
    fi
    exit 0
}
