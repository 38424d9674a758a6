#!/bin/sh
# A PostgreSQL server of its own for tests: in a temporary folder, on a free port of 127.0.0.1, for
# nobody but the user of the test. Prints "PORT FOLDER", then obeys commands on standard input, a line
# each, and answers each with "ok"; ends, and removes all, when that ends.
#
#     down    stop at once, as a crash     stop    SIGSTOP to all its processes
#     up      start again                  go      SIGCONT
#
# PostgreSQL refuses to run as root; root runs it as the user "postgres".
set -eu

binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
folder=$(mktemp -d "${TMPDIR:-/tmp}/fencewatch-postgresql.XXXXXX")
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$folder"
    as() { su postgres -s /bin/sh -c "$1"; }
else
    as() { sh -c "$1"; }
fi
start() {
    as "$binaries/pg_ctl -D '$folder/data' -l '$folder/log' -w -t 60 start" >/dev/null 2>&1 || {
        cat "$folder/log" >&2
        exit 1
    }
}
halt() { as "$binaries/pg_ctl -D '$folder/data' -m immediate -w -t 20 stop" >/dev/null 2>&1 || true; }
signal() {
    main=$(head -n 1 "$folder/data/postmaster.pid")
    # shellcheck disable=SC2046 # a list of numbers
    kill "-$1" "$main" $(ps -o pid= --ppid "$main") 2>/dev/null || true
}
finish() {
    signal CONT
    halt
    rm -rf "$folder"
}
trap finish EXIT

as "$binaries/initdb -D '$folder/data' -U tester -A trust -E UTF8 --no-sync" >/dev/null
cat >> "$folder/data/postgresql.conf" <<CONFIGURATION
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
fsync = off
shared_buffers = 16MB
CONFIGURATION
start
echo "$port $folder"
while read -r command; do
    case $command in
    down) halt ;;
    up) start ;;
    stop) signal STOP ;;
    go) signal CONT ;;
    *)
        echo "unknown command: $command"
        continue
        ;;
    esac
    echo ok
done
