#!/usr/bin/env bash
# Builds the image as it is committed and checks what docs/container.md promises, one line a check:
#   test/image/check-image.sh [podman|docker] [BUILD_BASE] [RUN_BASE]
# FROTA_IMAGE_BUILD_ARGS and FROTA_IMAGE_RUN_ARGS are added to every build and run; a machine that
# needs its own network or certificates to reach the package registry says so there.
set -uo pipefail

engine=${1:-docker}
build_base=${2:-}
run_base=${3:-${2:-}}
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
tag="frota:check-$$"
volume="frota-check-$$"
night="frota-check-night-$$"
read -ra build_extra <<<"${FROTA_IMAGE_BUILD_ARGS:-}"
read -ra run_extra <<<"${FROTA_IMAGE_RUN_ARGS:-}"
hardened=(--user 10001:10001 --read-only --tmpfs /tmp --cap-drop ALL --network none
  --security-opt no-new-privileges --init --memory 512m "${run_extra[@]}")
# Engine starts are slow on some machines; none of these waits ends early by luck.
READY_SECONDS_MAX=120
STOP_SECONDS=10
. "$here/test/image/checks.sh"

finish() {
  "$engine" rm -f "$night" >/dev/null 2>&1
  "$engine" volume rm "$volume" >/dev/null 2>&1
  [ -n "${FROTA_IMAGE_KEEP:-}" ] || "$engine" rmi "$tag" >/dev/null 2>&1
  rm -rf "$work"
}
trap finish EXIT

# The last command's output is in $work/out and $work/err, its exit code in $code.
frota() {
  "$engine" run --rm "${hardened[@]}" -v "$volume:/var/lib/frota" "${mounts[@]}" "$tag" "$@" \
    >"$work/out" 2>"$work/err"
  code=$?
}
inside() {
  "$engine" run --rm "${hardened[@]}" -v "$volume:/var/lib/frota" --entrypoint "$1" "$tag" "${@:2}"
}
mounts=()

# What is committed is what is built, and a canary shows what the ignore file keeps out.
git -C "$here" archive HEAD | tar -x -C "$work" --one-top-level=clone
mkdir -p "$work/clone/secrets" "$work/clone/data"
canary="canary-$RANDOM$RANDOM$RANDOM"
for file in secrets/api-key .env src/.env data/secret.json src/private.key; do
  echo "$canary" >"$work/clone/$file"
done
arguments=()
[ -n "$build_base" ] && arguments+=(--build-arg "BUILD_BASE=$build_base")
[ -n "$run_base" ] && arguments+=(--build-arg "RUN_BASE=$run_base")
# Podman's own format has no place for a health check.
[ "$(basename "$engine")" = podman ] && arguments+=(--format docker)
"$engine" build "${arguments[@]}" "${build_extra[@]}" -t "$tag" "$work/clone" >"$work/build" 2>&1
code=$?
check 'the image builds from the committed Dockerfile' "$code" 0
[ "$code" -eq 0 ] || { tail -n 20 "$work/build"; exit 1; }

setting() { "$engine" image inspect --format "$1" "$tag"; }
check 'the user is a number, not root' "$(setting '{{.Config.User}}')" 10001:10001
check 'the stop signal is SIGTERM' "$(setting '{{.Config.StopSignal}}')" SIGTERM
check 'the command is nightly' "$(setting '{{index .Config.Cmd 0}}')" nightly
check 'the volume is declared' "$(setting '{{json .Config.Volumes}}' | tr -d '{}: ')" \
  '"/var/lib/frota"'
check 'the log is at info' "$(setting '{{json .Config.Env}}' | grep -o 'LOG_LEVEL=[a-z]*')" \
  LOG_LEVEL=info
bytes=$(setting '{{.Size}}')
[ -n "$run_base" ] && base_bytes=$("$engine" image inspect --format '{{.Size}}' "$run_base")
echo "      size: $((bytes / 1000000)) MB, $(((bytes - ${base_bytes:-0}) / 1000000)) MB without base"

# Every layer, also those whose files a later one hides: a saved image holds one archive for each.
mkdir "$work/saved" "$work/layers"
"$engine" save -o "$work/image.tar" "$tag" >/dev/null 2>&1
tar -x -C "$work/saved" -f "$work/image.tar"
rm -f "$work/image.tar"
number=0
while IFS= read -r layer; do
  case $(head -c 512 "$layer" | od -An -tx1 -j257 -N5 | tr -d ' ') in 7573746172) ;; *) 
    gzip -t "$layer" 2>/dev/null || continue ;; esac
  number=$((number + 1))
  mkdir "$work/layers/$number"
  tar -x -C "$work/layers/$number" --no-same-owner --exclude='dev/*' -f "$layer" 2>/dev/null
done < <(find "$work/saved" -type f -size +511c)
echo "      layers: $number"
found() { find "$work/layers" "$@" | sed "s#$work/layers/##" | sort | head -n 5 | tr '\n' ' '; }
check 'at least one layer was searched' "$([ "$number" -gt 0 ] && echo yes)" yes
# History and settings are beside the layers, so they are searched too.
check 'no layer holds the canary secret' "$(grep -rl "$canary" "$work/saved" "$work/layers")" ''
check 'no layer holds an environment or key file of ours' \
  "$(found -path '*/app/*' -not -path '*/node_modules/*' \
    \( -name '.env*' -o -name '*.key' -o -name '*.pem' -o -name 'secret.json' \))" ''
check 'no layer holds npm settings or its cache' \
  "$(found \( -path '*/app/.npmrc' -o -path '*/root/.npmrc' -o -path '*/root/.npm/*' \))" ''
check 'no layer holds a test, a fixture or a document' \
  "$(found \( -path '*/app/test' -o -path '*/app/fixtures' -o -path '*/app/docs' \
    -o -path '*/app/bench' -o -path '*/app/.git' -o -path '*/app/.ci' \))" ''
check 'the program holds only what it needs' \
  "$(find "$work"/layers/*/app -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -u | tr '\n' ' ')" \
  'bin jobs node_modules package.json src '
# Asked of the lockfile: packages that only development or this machine's own Node needs.
node_names='require("/clone/package-lock.json").packages'
unwanted=$("$engine" run --rm "${run_extra[@]}" -v "$work/clone:/clone:ro" --entrypoint node "$tag" \
  -e "const { existsSync } = require('node:fs')
    for (const [path, { dev, optional, devOptional }] of Object.entries($node_names)) {
      if (path && (dev || optional || devOptional) && existsSync('/app/' + path)) console.log(path)
    }" 2>"$work/err" | tr '\n' ' ')
check 'no development or optional package is installed' "$unwanted" ''

# What a person meets first: nothing configured, nothing imported.
frota nightly
check 'nightly without a service exits 2' "$code" 2
check 'and names the cure' "$(has 'FROTA_API_URL.*--simulated' "$work/err")" yes
frota status --json
check 'a health check before the first import succeeds' "$code" 0
frota nightly --simulated --for 60s
check 'a night without a fleet ends in order' "$code" 0

# One fleet larger than the quota, so that a night has something to wait for.
node "$here/test/image/fleet.mjs" 24 >"$work/fleet.csv"
chmod 755 "$work"
chmod 644 "$work/fleet.csv"
mounts=(-v "$work/fleet.csv:/import/fleet.csv:ro")
frota reconcile /import/fleet.csv
check 'reconcile works non-root, read-only, without capabilities' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
mounts=()
check 'data and reports are in the volume' \
  "$(inside sh -c 'ls /var/lib/frota; ls /var/lib/frota/reports/latest/summary.html' \
    2>/dev/null | tr '\n' ' ')" 'data reports /var/lib/frota/reports/latest/summary.html '
probe="const fs = require('node:fs')
  const status = fs.readFileSync('/proc/self/status', 'utf8')
  const read = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)[1]
  let root = 'writable'
  try { fs.writeFileSync('/app/x', '') } catch (error) { root = error.code }
  const zone = new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset()
  console.log(process.getuid(), read('CapEff'), read('NoNewPrivs'), root, zone)"
check 'user, capabilities, privileges, root file system, offset of the time zone' \
  "$(inside node -e "$probe" 2>/dev/null)" '10001 0000000000000000 1 EROFS 180'

# A night in the middle of its work: healthy, alone in its volume, and ended in order by SIGTERM.
# The first slot of a full hour is longer away than a short night, which would end at once.
start_night() {
  "$engine" run -d --name "$night" "${hardened[@]}" -v "$volume:/var/lib/frota" "$tag" \
    nightly --simulated --for 6h >/dev/null 2>&1
  local deadline=$((SECONDS + READY_SECONDS_MAX))
  until [ "$SECONDS" -ge "$deadline" ]; do
    "$engine" exec "$night" node /app/bin/frota.mjs status --json >"$work/out" 2>/dev/null
    [ "$(has '"state": "running"' "$work/out")" = yes ] && return 0
    sleep 1
  done
  return 1
}
exit_code() { "$engine" inspect --format '{{.State.ExitCode}}' "$night"; }
start_night
check 'a night runs while the quota makes it wait' "$?" 0
declared=$(setting '{{json .Config.Healthcheck.Test}}')
check 'the health check is the one that is tried here' "$declared" \
  '["CMD","node","/app/bin/frota.mjs","status","--stored","--json"]'
"$engine" exec "$night" node /app/bin/frota.mjs status --stored --json >/dev/null 2>&1
check 'the health check succeeds inside the running container' "$?" 0
frota status --json
check 'status from another container goes through the holder' \
  "$code $(has '"state": "running"' "$work/out")" '0 yes'
frota nightly --simulated --for 60s
check 'a second container on the volume exits 75' "$code" 75
check 'and names the holder' "$(has 'frota nightly' "$work/err")" yes
began=$SECONDS
"$engine" stop -t "$STOP_SECONDS" "$night" >/dev/null 2>&1
took=$((SECONDS - began))
check 'SIGTERM in the middle ends with exit code 0, not by force' "$(exit_code)" 0
echo "      stop: ${took} s, engine included"
"$engine" rm -f "$night" >/dev/null 2>&1

# A killed container leaves a note whose process id, 1 or 2, is alive in every other container.
start_night
"$engine" kill -s KILL "$night" >/dev/null 2>&1
"$engine" rm -f "$night" >/dev/null 2>&1
frota nightly --simulated --for 1s
check 'after a kill the next container takes over at once' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
frota runs --json
check 'and the killed run is closed as interrupted' "$(grep -c '"interrupted"' "$work/out")" 1
check 'no run is left open' "$(grep -c '"running"' "$work/out")" 0

summary
