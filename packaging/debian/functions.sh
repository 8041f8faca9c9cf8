# shellcheck shell=sh disable=SC2034 # not every script uses every name
# What the maintainer scripts share; scripts/package puts it at the head of each.
set -eu

lib=/usr/lib/balcao       # program/: this package's; previous/: the one before, during an update; current: the one in use
data=/var/lib/balcao
backups=/var/backups/balcao
marker=/run/balcao-update # while it exists balcao.service waits with its start
noted=$lib/update.backup  # its line: the backup that was made before this update
faults=$lib/update.faults  # numbers were missing before this update already: no reason against it
interrupted=$lib/update.interrupted # previous/ was in use before this update, too: program/ may not be whole
failed=$data/atualizacao.falhou # the installed version could not be used, previous/ is; the bell says it

say() { printf 'balcao: %s\n' "$*" >&2; }
has_systemd() { [ -d /run/systemd/system ]; }
is_running() { has_systemd && systemctl is-active --quiet balcao.service; }
# Which program the link `current` names; at no moment there is none.
use() {
    ln -sfn "$1" "$lib/current.new"
    mv -T "$lib/current.new" "$lib/current"
}
# as_balcao PROGRAM ARGS…: with the installation's settings, as its user.
as_balcao() {
    (cd / && setpriv --reuid=balcao --regid=balcao --init-groups --reset-env env BALCAO_CONFIG=/etc/balcao/balcao.conf "$@")
}
# secure VERSION: stops the server, so that nothing is recorded from here on, and makes a checked backup if there are data.
secure() {
    : >"$marker"
    if is_running; then systemctl --quiet stop balcao.service; fi
    has_data=$(as_balcao "$lib/current/balcao" update has-data) || return
    rm -f "$noted" "$faults"
    [ "$has_data" = yes ] || return 0
    as_balcao "$lib/current/balcao" receipts check >/dev/null 2>&1 || : >"$faults"
    file=$backups/antes-de-$1-$(date --utc +%Y%m%dT%H%M%SZ).backup
    as_balcao "$lib/current/balcao" backup "$file" >&2 || return
    printf '%s\n' "$file" >"$noted"
}
start() {
    rm -f "$marker"
    has_systemd || return 0
    systemctl daemon-reload
    systemctl start balcao.socket
    systemctl restart balcao.service
}
