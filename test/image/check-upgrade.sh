#!/usr/bin/env bash
# The image of the commit before the newest migration works a night; the image of what is committed now
# goes on with the same volume; the older one then refuses it. One line a check:
#   eval "$(.ci/engine)"; test/image/check-upgrade.sh [OLDER_COMMIT]
set -uo pipefail

here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
. "$here/test/image/checks.sh"
volume="frota-upgrade-$$"
# The newest commit whose migrations are the first of HEAD's; some were edited before a test forbade it.
before_migration() {
  local files=('src/ledger/migrations/*.sql' 'src/service/migrations/*.sql') commit
  for commit in $(git -C "$here" log --format=%H^ -- "${files[@]}"); do
    [ "$(git -C "$here" diff --no-renames --name-status "$commit" HEAD -- "${files[@]}" |
      cut -c1 | sort -u)" = A ] && echo "$commit" && return
  done
}
older=${1:-$(before_migration)}
chmod 755 "$work"

finish() {
  podman volume rm -f "$volume" >/dev/null 2>&1
  podman rmi "frota:old-$$" "frota:new-$$" >/dev/null 2>&1
  rm -rf "$work"
}
trap finish EXIT

# A health check that reads the volume would be a second process on it.
# frota old|new WORDS: the output is in $work/out and $work/err, the exit code in $code.
frota() {
  podman run --rm --init --no-healthcheck --network none --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges --memory 512m -v "$volume:/var/lib/frota" \
    -v "$work/fleet.csv:/import/fleet.csv:ro" "frota:$1-$$" "${@:2}" >"$work/out" 2>"$work/err"
  code=$?
}
# What must not change: which debts there are, with their amounts, of two vehicles that were asked.
facts() {
  local plate
  for plate in CHA0A00 CHA0A07; do
    frota "$1" debts "$plate" --json
    grep -E '"(id|plate|renavam|amountCents|owedCents|dueDate)"' "$work/out" | sort
  done
}

if ! git -C "$here" cat-file -e "$older^{commit}" 2>/dev/null; then
  echo "upgrade: this clone lacks the commit before the newest migration, so nothing was checked"
  exit 1
fi
build "$older" "$work/old" "frota:old-$$" && build HEAD "$work/new" "frota:new-$$"
check "the images of $(git -C "$here" rev-parse --short "$older") and of HEAD are built" "$?" 0
[ "$failed" -eq 0 ] || exit 1
node "$here/test/image/fleet.mjs" 24 >"$work/fleet.csv"
podman volume create "$volume" >/dev/null

frota old reconcile /import/fleet.csv
check 'the older image imports and asks' "$code" 0
facts old >"$work/before"
check 'and has debts' "$([ "$(grep -c amountCents "$work/before")" -gt 1 ] && echo yes)" yes

facts new >"$work/after"
check 'the new image migrates the volume at its first command, with the same debts' \
  "$(diff "$work/before" "$work/after")" ''
frota new nightly --simulated --for 60s
check 'and works a night on it' "$code" 0
[ "$code" -eq 0 ] || cat "$work/err"
frota new runs --json
check 'after the run of the older one' \
  "$(grep -o '"command": "[a-z]*"' "$work/out" | sort -u | tr '\n' ' ')" \
  '"command": "nightly" "command": "reconcile" '

frota old nightly --simulated --for 60s
check 'the older image refuses the migrated volume' "$code" 2
check 'with one sentence that names the cure' \
  "$(grep -v '^time=\|^{' "$work/err" | wc -l) $(has 'mais nova\|newer' "$work/err")" '1 yes'
[ "$failed" -eq 0 ] || cat "$work/err"
check 'and no stack trace' "$(has '^ *at .*:[0-9]' "$work/err")" no
facts new >"$work/again"
check 'and has changed nothing' "$(diff "$work/before" "$work/again")" ''
summary
