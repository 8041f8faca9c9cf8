# shellcheck shell=bash disable=SC2034 # some names are for who sources this
# What the stories of the command line share. Each drives the release build from outside and ends with the first thing that is
# not as it should be. Sourced, never run.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${BALCAO_BINARY:-$PWD/build/release/server/balcao}
work=$(mktemp -d "${TMPDIR:-/tmp}/balcao-long.XXXXXX")
server='' clusters=() mounted=()
readonly email=maria@example.com password='quatro gatos pretos dormem'

export BALCAO_LISTEN=127.0.0.1 BALCAO_WEB_DIR=$PWD/api/tests/fixtures/web BALCAO_SIMULATOR_URL=off BALCAO_TEST_PASSWORDS=quick
BALCAO_SECRET_KEY=$(printf 'balcao%.0s' {1..6} | head -c 32 | base64) # the same for all databases of a story
export BALCAO_SECRET_KEY

clean_up() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    for cluster in "${clusters[@]}"; do scripts/postgres stop "$cluster" 2>/dev/null || true; done
    for folder in "${mounted[@]}"; do umount --lazy "$folder"; done
    rm -rf "$work"
}
trap clean_up EXIT

step() { printf '%s\n' "$*" >&2; }
fail() {
    step "NOT SO: $*"
    exit 1
}

free_port() {
    local port
    for _ in {1..50}; do
        port=$((20000 + RANDOM % 12000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
            echo "$port"
            return
        }
    done
    fail "no free port"
}

# use_database ENGINE NAME: an empty database and data folder of that name, for all that follows.
use_database() {
    export BALCAO_DATA_DIR=$work/$1-$2
    mkdir -p "$BALCAO_DATA_DIR"
    if [ "$1" = sqlite ]; then
        export BALCAO_DATABASE_URL=sqlite:$BALCAO_DATA_DIR/balcao.db
    else
        ((${#clusters[@]})) || clusters=("$(scripts/postgres start fsync=off)")
        BALCAO_DATABASE_URL=$(scripts/postgres url "${clusters[0]}" "$2")
        export BALCAO_DATABASE_URL
    fi
}

start_server() {
    BALCAO_PORT=$(free_port)
    export BALCAO_PORT
    address=http://127.0.0.1:$BALCAO_PORT
    "$program" serve >>"$work/log" 2>&1 &
    server=$!
    for _ in {1..300}; do
        curl --silent --fail --output /dev/null "$address/readyz" && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    tail -n 20 "$work/log" >&2
    fail "the server is not ready"
}
stop_server() {
    local began=$SECONDS
    kill "$server"
    wait "$server" || fail "the server ended with an error"
    server=''
    ((SECONDS - began <= 12)) || fail "the server took $((SECONDS - began)) s to stop"
}

# call METHOD PATH STATUS [JSON]: prints the answer.
call() {
    local answer
    answer=$(curl --silent --show-error --cookie "$work/cookies" --cookie-jar "$work/cookies" --request "$1" \
        ${4:+--header 'Content-Type: application/json' --data "$4"} --write-out '\n%{http_code}' "$address$2")
    [ "${answer##*$'\n'}" = "$3" ] || fail "$1 $2 is answered ${answer##*$'\n'}, not $3: $(head -c 400 <<<"$answer")"
    printf '%s' "${answer%$'\n'*}"
}
# field NAME: of the JSON object that is read.
field() { node -e 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8"))[process.argv[1]])' "$1"; }
