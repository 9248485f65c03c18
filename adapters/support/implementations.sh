# shellcheck shell=bash
# Sourced by adapters/run and adapters/check, in the root of the repository: what both do with each
# implementation. An implementation is a folder of adapters with `install` and `run`.

conform=$PWD/target/release/conform
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

prepare() {
    cargo build --quiet --release --locked
    mkdir -p "$reports"
}

install_implementation() {
    local name=$1
    if [ ! -x "adapters/$name/install" ] || [ ! -x "adapters/$name/run" ]; then
        failed+=("$name is no folder of adapters with install and run")
        return 1
    fi
    if ! "adapters/$name/install"; then
        failed+=("$name could not be installed")
        return 1
    fi
    installed+=("$name")
}

# Judges, with further options of conform; gives conform's exit code. The report is removed first, so
# that an old one cannot be taken for what was found now.
judge() {
    local name=$1
    shift
    rm -f "$reports/$name.jsonl"
    "$conform" --impl "adapters/$name/run" --json "$reports/$name.jsonl" "$@"
}

# Who reads whose data, of all that could be installed. The old answer is removed first.
make_matrix() {
    local name arguments=()
    rm -f "$reports/matrix.json"
    if [ ${#installed[@]} -eq 0 ]; then
        return 0
    fi
    for name in "${installed[@]}"; do
        arguments+=(--impl "$name=adapters/$name/run")
    done
    printf '\n== Who reads whose data\n'
    if ! "$conform" matrix "${arguments[@]}" --json "$reports/matrix.json"; then
        failed+=("who reads whose data")
        rm -f "$reports/matrix.json"
    fi
}

# The page of all reports, if this conform can write one.
write_page() {
    if [ -z "$(compgen -G "$reports/*.jsonl")" ] ||
        ! "$conform" report --help 2>/dev/null | grep --quiet -e --html; then
        return 0
    fi
    local matrix=()
    if [ -s "$reports/matrix.json" ]; then
        matrix=(--matrix "$reports/matrix.json")
    fi
    "$conform" report "$reports"/*.jsonl ${matrix[@]+"${matrix[@]}"} --html "$reports/site" ||
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
