#!/usr/bin/env bash
# compose.yaml as docs/container.md tells it, both profiles, with the simulated service: what is
# confined, what can be reached, a night alone on its volume, a worker that is killed, an order to stop,
# and a backup that another volume and the server take over. One line a check:
#   eval "$(.ci/engine)"; test/image/check-compose.sh
set -uo pipefail

here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
. "$here/test/image/checks.sh"
READY_SECONDS_MAX=180
STOP_SECONDS_MAX=10
port=$((20000 + RANDOM % 10000))
export COMPOSE_PROJECT_NAME="frota-check-$$"

# The image is built by podman itself, because Compose would ask a builder that podman does not have.
compose() { (cd "$work/clone" && docker-compose -f compose.yaml -f simulated.yaml "$@"); }
night() { compose --profile night run --rm -T "$@" >"$work/out" 2>"$work/err"; code=$?; }
office() { compose --profile office "$@"; }
# The servers run already; an older Compose would link to what runs, and podman knows no links.
frota() { office run --rm --no-deps -T "$@" >"$work/out" 2>"$work/err"; code=$?; }
containers() { podman ps -q --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" "$@"; }
of_service() { containers --filter "label=com.docker.compose.service=$1"; }

finish() {
  office --profile night down --volumes --timeout 1 >/dev/null 2>&1
  podman rmi "$COMPOSE_PROJECT_NAME" >/dev/null 2>&1
  rm -rf "$work"
}
trap finish EXIT

chmod 755 "$work"
build HEAD "$work/clone" "$COMPOSE_PROJECT_NAME"
check 'the image is built' "$?" 0
[ "$failed" -eq 0 ] || exit 1

# What docs/container.md asks of the operator: a file of settings and three secrets.
install -d -m 711 "$work/clone/secrets"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext \
  subjectAltName=DNS:localhost -keyout "$work/tls.key" -out "$work/tls.crt" 2>/dev/null
echo unused >"$work/api-key"
install -m 400 -o 10001 "$work/api-key" "$work/clone/secrets/api-key"
install -m 400 -o 10001 "$work/tls.crt" "$work/clone/secrets/tls.crt"
install -m 400 -o 10001 "$work/tls.key" "$work/clone/secrets/tls.key"
printf '%s\n' POSTGRES_PASSWORD=letters7 "FROTA_HTTPS_PORT=$port" FROTA_FRESHNESS=9 TZ=UTC \
  "FROTA_CONSOLE_ORIGIN=https://localhost:$port" >"$work/clone/.env"
node "$here/test/image/fleet.mjs" 24 >"$work/clone/fleet.csv"
chmod 644 "$work/clone/fleet.csv"
cat >"$work/clone/simulated.yaml" <<EOF
x-image: &image
  image: $COMPOSE_PROJECT_NAME
  pull_policy: never
  volumes: ['frota:/var/lib/frota', './fleet.csv:/import/fleet.csv:ro', 'backup:/backup']
services:
  frota: { <<: *image }
  console: { <<: *image }
  worker: { <<: *image, command: ['worker', '--simulated'] }
volumes:
  backup:
EOF

# The profile `night`: one container, its volume, the line of the host's cron.
night frota reconcile /import/fleet.csv
check 'night: the first import works within its limits' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
compose --profile night run -d --name "$COMPOSE_PROJECT_NAME-night" frota \
  nightly --simulated --for 6h >/dev/null 2>&1
running() { night frota status --json && grep -q '"state": "running"' "$work/out"; }
until_true "$READY_SECONDS_MAX" running
check 'night: it runs while the quota makes it wait' "$?" 0
night frota nightly --simulated --for 60s
check 'night: a second one on the volume exits 75' "$code" 75
began=$SECONDS
podman stop -t "$STOP_SECONDS_MAX" "$COMPOSE_PROJECT_NAME-night" >/dev/null 2>&1
check 'night: SIGTERM ends it in order' \
  "$(podman inspect --format '{{.State.ExitCode}}' "$COMPOSE_PROJECT_NAME-night")" 0
echo "      stop: $((SECONDS - began)) s, engine included"
podman rm "$COMPOSE_PROJECT_NAME-night" >/dev/null 2>&1
night frota nightly --simulated --for 60s
check 'night: the next one goes on' "$code" 0

night --entrypoint sh frota -c 'echo "$FROTA_FRESHNESS $TZ"'
check 'night: each setting of .env is in the container' "$(cat "$work/out")" '9 UTC'

# A backup between containers: the volume's data go, another volume takes them over.
night --user 0:0 --entrypoint chown frota 10001:10001 /backup
night frota debts CHA0A00 --json
cp "$work/out" "$work/before"
night frota backup /backup/night
check 'backup: into another volume' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
# A backup does not hold the secret, which an operator keeps apart.
night --entrypoint sh frota -c 'cd /var/lib/frota && cp -p data/secret.json /backup/ &&
  rm -rf data reports && mkdir -m 700 data && cp -p /backup/secret.json data/'
night frota restore /backup/night
check 'restore: in a new container, onto an empty volume' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
night frota debts CHA0A00 --json
check 'restore: the same debts' "$(diff "$work/before" "$work/out")" ''

# The profile `office`, which needs a person before its console starts.
office up -d postgres redis >"$work/up" 2>&1
ready() {
  office exec -T postgres pg_isready -h localhost -U frota >/dev/null 2>&1 &&
    office exec -T redis redis-cli ping >/dev/null 2>&1
}
until_true "$READY_SECONDS_MAX" ready
# The volume holds the ledger of the nights, so the server's empty one is refused until they are moved.
frota console people add 'Ana Souza' --role admin
check 'office: an empty database beside the ledger of nights is refused, with the cure' \
  "$code $(has 'frota restore' "$work/err")" '2 yes'
frota console restore /backup/night
check 'office: the backup of the nights moves to the server' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
frota console debts CHA0A00 --json
check 'office: with the same debts' "$(diff "$work/before" "$work/out")" ''
frota console people add 'Ana Souza' --role admin
check 'office: a person is added and gets a link to the proxy' \
  "$code $(has "https://localhost:$port/" "$work/out")" '0 yes'
[ "$code" -eq 0 ] || cat "$work/err"
frota worker reconcile /import/fleet.csv
check 'office: the first import works within its limits' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
office up -d >"$work/up" 2>&1
code=$?
check 'office: every container starts' "$code" 0
[ "$code" -eq 0 ] || tail -n 20 "$work/up"
confined() {
  podman inspect --format '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.Memory}} {{.Config.User}}' \
    "$(of_service "$1" | head -n 1)"
}
check 'office: two workers run' "$(of_service worker | wc -l)" 2
for name in worker console; do
  check "office: a $name is read-only, within 384 MB and not root" "$(confined "$name")" \
    'true 402653184 10001:10001'
done
fetch() { curl -sS --cacert "$work/tls.crt" -o "$work/page" -w '%{http_code}' -L "$1"; }
answers() { [ "$(fetch "https://localhost:$port/")" = 200 ]; }
until_true "$READY_SECONDS_MAX" answers
check 'office: the console answers behind TLS' "$? $(has '</html>' "$work/page")" '0 yes'
check 'office: only the proxy can be reached from outside' \
  "$(podman ps --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" \
    --format '{{.Ports}}' | grep -c .)" 1

holder() { podman logs "$1" 2>&1 | grep -c '"lease taken"'; }
first=$(of_service worker | head -n 1)
second=$(of_service worker | tail -n 1)
[ "$(holder "$second")" -gt 0 ] && { other=$first first=$second second=$other; }
check 'office: one worker schedules' "$(holder "$first") $(holder "$second")" '1 0'
podman kill -s KILL "$first" >/dev/null 2>&1
taken() { [ "$(holder "$second")" -gt 0 ]; }
until_true "$READY_SECONDS_MAX" taken
check 'office: the other one schedules after the first was killed' "$?" 0
echo "      memory of a worker at its peak: $(podman exec "$second" sh -c \
  'cat /sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes' 2>/dev/null |
  head -n 1) bytes"

began=$SECONDS
office stop --timeout "$STOP_SECONDS_MAX" worker console >/dev/null 2>&1
echo "      stop: $((SECONDS - began)) s, engine included"
check 'office: SIGTERM ends worker and console in order' \
  "$(podman inspect --format '{{.State.ExitCode}}' "$second" \
    "$(containers -a --filter label=com.docker.compose.service=console)" | tr '\n' ' ')" '0 0 '
summary
