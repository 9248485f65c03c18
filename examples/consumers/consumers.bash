# What `run` and `prove` know of the consumers. To be sourced, in the folder of this file.
# shellcheck shell=bash

# shellcheck disable=SC2034
consumers=(python javascript go c java)
PATH=$PATH:/usr/local/go/bin

# Says on standard output what a consumer lacks, if anything.
lacks() {
    case $1 in
    python) command -v python3 >/dev/null || echo python3 ;;
    javascript) command -v node >/dev/null || echo node ;;
    go) command -v go >/dev/null || echo go ;;
    c)
        command -v make >/dev/null || echo make
        if ! command -v cc >/dev/null; then
            echo cc
        else
            has_header json-c/json.h || echo "json-c (libjson-c-dev)"
            has_header zlib.h || echo "zlib (zlib1g-dev)"
        fi
        ;;
    java)
        command -v javac >/dev/null || echo javac
        command -v mvn >/dev/null || echo mvn
        ;;
    esac
}

has_header() { echo "#include <$1>" | cc -E - >/dev/null 2>&1; }

has_libraries() { has_header json-c/json.h && has_header zlib.h; }

# Installs what can be installed. Maven and go fetch what they need themselves.
prepare() {
    case $1 in
    python)
        command -v python3 >/dev/null || return 0
        cmp -s python/requirements.txt python/.venv/installed-requirements.txt && return 0
        python3 -m venv python/.venv
        python/.venv/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
        cp python/requirements.txt python/.venv/installed-requirements.txt
        ;;
    c)
        if command -v cc >/dev/null && ! has_libraries && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -qq -y --no-install-recommends libjson-c-dev zlib1g-dev >/dev/null
        fi
        ;;
    esac
}

# The file that `broken` changes.
implementation() {
    case $1 in
    python) echo zarr_codecs.py ;;
    javascript) echo codecs.js ;;
    go) echo codecs.go ;;
    c) echo codecs.c ;;
    java) echo src/main/java/consumer/Codecs.java ;;
    esac
}

# Runs the tests of consumer $1 in the folder $2, everything they say going to the file $3. Writes
# "passed ID", "skipped ID" or "failed ID" for each test and returns what the test runner returned.
# A fact that is not of level must and does not hold is skipped.
results() {
    local status=0
    case $1 in
    python)
        "$PWD/python/.venv/bin/python" -m pytest -v -p no:cacheprovider --color=no --rootdir="$2" "$2" >"$3" 2>&1 || status=$?
        sed -nE 's/^.*::test_fact\[(.*)\] (PASSED|SKIPPED|XFAIL|FAILED).*/\2 \1/p' "$3" |
            sed -E 's/^PASSED/passed/; s/^(SKIPPED|XFAIL)/skipped/; s/^FAILED/failed/'
        ;;
    javascript)
        (cd "$2" && node --test --test-reporter=tap) >"$3" 2>&1 || status=$?
        tap "$3"
        ;;
    go)
        (cd "$2" && GOTOOLCHAIN=local go test -count=1 -v) >"$3" 2>&1 || status=$?
        sed -nE 's/^ +--- PASS: TestFacts\/([^ ]+) .*/passed \1/p; s/^ +--- SKIP: TestFacts\/([^ ]+) .*/skipped \1/p
            s/^ +--- FAIL: TestFacts\/([^ ]+) .*/failed \1/p' "$3"
        ;;
    c)
        make --silent -C "$2" test >"$3" 2>&1 || status=$?
        tap "$3"
        ;;
    java)
        # Offline where everything was fetched before, which is faster. What runs for seconds is not worth optimising.
        (cd "$2" && MAVEN_OPTS=-XX:TieredStopAtLevel=1 mvn --batch-mode --quiet ${maven_offline:+--offline} \
            -DargLine=-XX:TieredStopAtLevel=1 test) >"$3" 2>&1 || status=$?
        awk -F'"' '/<testcase /  { if (id != "") print result, id; result = "passed"; id = $2; sub(/^.*\) /, "", id) }
                   /<skipped/    { result = "skipped" }
                   /<(failure|error)/ { result = "failed" }
                   END           { if (id != "") print result, id }' "$2"/target/surefire-reports/TEST-*.xml 2>/dev/null || true
        ;;
    esac
    return "$status"
}

tap() {
    sed -nE 's/^(not )?ok [0-9]+ - ([^ ]+) # (SKIP|TODO).*/skipped \2/p
        s/^ok [0-9]+ - ([^ ]+)$/passed \1/p; s/^not ok [0-9]+ - ([^ ]+)$/failed \1/p' "$1"
}

count() { grep -c "^$1 " "$2" || true; }

fail() {
    echo "$*" >&2
    exit 1
}

# Packs the vectors of the program $1 and unpacks those of edition 3.1 below the folder $2; sets
# ZARR_VECTORS.
unpack() {
    local conform=$1 folder=$2 archives
    [ -x "$conform" ] || fail "There is no $conform. Build it with: cargo build"
    "$conform" vectors pack --out "$folder/archives" >/dev/null
    archives=("$folder"/archives/*-edition-3.1.tar.gz)
    mkdir "$folder/unpacked"
    tar -xzf "${archives[0]}" -C "$folder/unpacked"
    ZARR_VECTORS=$(echo "$folder"/unpacked/*)
    export ZARR_VECTORS
    (cd "$ZARR_VECTORS" && sha256sum --check --quiet SHA256SUMS) || fail "The sums of the archive are wrong."
}
