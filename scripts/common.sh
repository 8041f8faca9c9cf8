# shellcheck shell=bash disable=SC2034 # the lists of packages are for who sources this
# What ./run, ./test and bench/run share: packages, Node, the builds. Sourced, never run.
# Everything here is idempotent, prints to standard error only, and ends the caller with a sentence when it fails.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p .cache

readonly node_version=20.20.2 npm_version=11.19.1

build_packages=(
    ca-certificates ccache cmake fonts-dejavu-core fonts-inter fonts-liberation g++ ninja-build pkg-config tzdata
    libboost-json1.81-dev libboost1.81-dev libcairo2-dev libcli11-dev libcsv-dev libcurl4-openssl-dev libfmt-dev libgdk-pixbuf-2.0-dev
    libhowardhinnant-date-dev liboath-dev libpango1.0-dev libpq-dev libqrencode-dev librsvg2-dev libseccomp-dev libsodium-dev
    libsqlite3-dev libssl-dev libsystemd-dev libutf8proc-dev libxlsxwriter-dev libxml2-dev libzip-dev libzxcvbn-dev prometheus-cpp-dev
)
unit_test_packages=(libgmock-dev libgtest-dev librapidcheck-dev mold)
test_packages=(
    "${unit_test_packages[@]}"
    chromium-headless-shell clang-format-19 libfaketime libxml2-utils openssl poppler-utils postgresql-15 shellcheck sqlite3 xmlsec1 zbar-tools
)
full_test_packages=(chromium clang-19 clang-tidy-19 libclang-rt-19-dev llvm-19)
bench_packages=(chromium curl nginx-light postgresql-15 procps sqlite3 wrk)

say() { printf 'balcao: %s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

# Waits for another ./run or ./test that is installing or building in this folder; release_lock before anything that stays.
take_lock() {
    exec 9>.cache/lock
    flock --nonblock 9 && return
    say "another ./run or ./test is building here; waiting for it"
    flock 9
}
release_lock() { exec 9>&-; }

# need_packages NAME…: installs the missing Debian packages in one go.
need_packages() {
    command -v dpkg-query >/dev/null || die "this needs Debian 12 (no dpkg-query found); install by hand: $*"
    local missing
    missing=$(comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' | sort -u))
    [ -n "$missing" ] || return 0
    # shellcheck disable=SC2086 # one name per word
    set -- $missing
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "$# packages are missing; as root: apt-get install --no-install-recommends $*"
        as_root=(sudo)
    fi
    say "installing $# Debian packages: $*"
    quietly "${as_root[@]}" apt-get update -q \
        || die "apt-get update failed (above); check the network and /etc/apt/sources.list, then try again"
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" \
        || die "apt-get install failed (above); mend that, then try again"
}

# quietly COMMAND…: shows the command's output only when it fails.
quietly() {
    local output
    output=$(mktemp)
    if "$@" >"$output" 2>&1; then
        rm -f "$output"
        return 0
    fi
    tail -n 60 "$output" >&2
    rm -f "$output"
    return 1
}

node_is_new_enough() {
    local version major minor
    version=$("$1" --version 2>/dev/null) || return 1
    IFS=. read -r major minor _ <<<"${version#v}"
    ((major > 20 || (major == 20 && minor >= 19)))
}

# Puts a Node of at least 20.19 on PATH: the system's, else a pinned one from npm in ./.tools.
need_node() {
    if command -v node >/dev/null && command -v npm >/dev/null && node_is_new_enough node; then
        return
    fi
    local bin=$PWD/.tools/node_modules/.bin
    if ! node_is_new_enough "$bin/node"; then
        command -v npm >/dev/null || need_packages nodejs npm
        say "installing Node $node_version in .tools"
        mkdir -p .tools
        quietly npm install --prefix .tools --no-save --no-audit --no-fund "node@$node_version" "npm@$npm_version" \
            || die "Node $node_version could not be installed from npm (above); check the network, or install Node 20.19 or newer"
        node_is_new_enough "$bin/node" || die "the Node in .tools does not run; remove .tools and try again"
    fi
    export PATH=$bin:$PATH
}

# Hash of the content of files below the given paths, without what is generated.
content_hash() {
    find "$@" \( -name node_modules -o -name dist -o -name results -o -name coverage \) -prune -o -type f ! -name schema.d.ts -print0 \
        | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
}

# need_modules FOLDER: npm ci when its lock file is not the one installed.
need_modules() {
    [ -f "$1/package-lock.json" ] || die "$1/package-lock.json is missing"
    local stamp=$1/node_modules/.installed-lock
    cmp -s "$1/package-lock.json" "$stamp" && return
    say "installing npm packages of $1"
    quietly npm ci --prefix "$1" --no-audit --no-fund \
        || die "npm ci in $1 failed (above); check the network, then try again"
    cp "$1/package-lock.json" "$stamp"
}

# Builds web/dist when web/ or the contract changed.
need_web() {
    [ -f web/package.json ] || die "web/package.json is missing"
    local hash
    hash=$(content_hash web api/openapi.yaml)
    if [ "$hash" = "$(cat .cache/web 2>/dev/null)" ] && [ -f web/dist/index.html ]; then
        return
    fi
    need_node
    need_modules web
    say "building the web application"
    quietly npm run --prefix web build || die "the web application does not build (above)"
    printf '%s\n' "$hash" >.cache/web
}

build_options=() # further ones of CMake, for ./test
# need_build PRESET TARGET…: configures when the preset (or, for the release, the commit) changed, then builds.
need_build() {
    local preset=$1 folder=build/$1 commit='' wanted
    shift
    if [ "$preset" = release ] || [ "$preset" = package ]; then commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true); fi
    wanted="$(sha256sum <CMakePresets.json) $commit ${build_options[*]}"
    if [ ! -f "$folder/build.ninja" ] || [ "$wanted" != "$(cat "$folder/configured" 2>/dev/null)" ]; then
        quietly cmake --preset "$preset" -DBALCAO_COMMIT="$commit" "${build_options[@]}" || die "cmake could not configure the build $preset (above)"
        printf '%s\n' "$wanted" >"$folder/configured"
    fi
    [ "$preset" = sanitize ] || [ "$preset" = threads ] || ln -sfn "$folder/compile_commands.json" compile_commands.json # for editors
    say "building what changed ($preset)"
    quietly cmake --build "$folder" --target "$@" --parallel "$(nproc)" || die "the $preset build failed (above)"
}
