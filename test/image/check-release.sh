#!/usr/bin/env bash
# What `npm run release` has put into dist/: contents of each archive, and the one for Linux x64 in a
# bare Debian without Node, one line a check. `--again` releases a second time, elsewhere and in
# another zone, and compares the bytes.
set -uo pipefail

here=$(cd "$(dirname "$0")/../.." && pwd)
dist="$here/dist"
work=$(mktemp -d)
. "$here/test/image/checks.sh"
READY_SECONDS_MAX=120
STOP_SECONDS_MAX=30
started=
finish() {
  [ -n "$started" ] && kill -KILL "$started" 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/package.json")
(cd "$dist" && sha256sum --quiet -c SHA256SUMS) >/dev/null 2>&1
check 'the sums are those of the files' "$?" 0
check 'four archives, four lists and the sums are there' "$(ls "$dist" | wc -l)" 9

# The first bytes of a program say for which machine it is.
magic() { head -c 20 "$1" | od -An -tx1 | tr -d ' \n'; }
kind_of() {
  case $(magic "$1") in
    7f454c4602*3e00*) echo linux-x64 ;;
    7f454c4602*b700*) echo linux-arm64 ;;
    cffaedfe0c000001*) echo macos-arm64 ;;
    4d5a*) echo windows-x64 ;;
    *) echo unknown ;;
  esac
}
# Asked of the lockfile: what must not be there, and what must be listed if it is there.
of_lockfile() {
  node -e '
    const [, lockfile, kind] = process.argv
    for (const [path, { dev, optional, devOptional, version }] of Object.entries(require(lockfile).packages))
      if (path && (dev || optional || devOptional ? "unwanted" : "wanted") === kind)
        console.log(path, path.slice(path.lastIndexOf("node_modules/") + 13) + "@" + version)' \
    "$here/package-lock.json" "$1"
}
of_lockfile unwanted >"$work/unwanted"
of_lockfile wanted >"$work/wanted"
for platform in linux-x64 linux-arm64 macos-arm64 windows-x64; do
  name="frota-$version-$platform"
  folder="$work/$name"
  start=frota.sh
  node=node
  case $platform in
    macos*) start=frota.command ;;
    windows*) start=frota.cmd node=node.exe ;;
  esac
  if [ -f "$dist/$name.zip" ]; then
    python3 -m zipfile -e "$dist/$name.zip" "$work"
  else
    tar -xzf "$dist/$name.tar.gz" -C "$work"
  fi
  check "$platform: one folder with the program, its packages, Node and texts, nothing else" \
    "$(ls "$folder" | LC_ALL=C sort | tr '\n' ' ')" \
    "CHANGELOG.md LEIA-ME.txt LICENSE bin docs $start jobs node node_modules package.json src start.mjs "
  check "$platform: Node is that machine's" "$(kind_of "$folder/node/$node")" "$platform"
  check "$platform: each page of docs/ that the program names is there" \
    "$(grep -rhoE 'docs/[a-z/-]+\.md' "$folder/src" "$folder/LEIA-ME.txt" | sort -u |
      while read -r page; do [ -f "$folder/$page" ] || echo "$page"; done)" ''
  check "$platform: no development or optional package" \
    "$(while read -r path _; do [ -e "$folder/$path" ] && echo "$path"; done <"$work/unwanted")" ''
  check "$platform: no secret, setting or test" \
    "$(find "$folder" -not -path '*/node_modules/*' \( -name '.*' -o -name '*.key' \
      -o -name '*.pem' -o -name '*.test.ts' -o -name 'secret.json' \) | head -n 3)" ''
  node -e 'const { components } = JSON.parse(require("node:fs").readFileSync(process.argv[1]))
    for (const { group, name, version } of components)
      console.log((group ? group + "/" : "") + name + "@" + version)' \
    "$dist/$name.cdx.json" >"$work/listed"
  check "$platform: each production package is there and listed" \
    "$(while read -r path package; do
      [ -f "$folder/$path/package.json" ] && grep -qxF "$package" "$work/listed" || echo "$package"
    done <"$work/wanted")" ''
done

# A newcomer's machine: Debian's minimal packages, no Node, a browser that only notes the address.
bare="$work/root"
"$here/.ci/debian" "$bare" || exit 1
mkdir -p "$bare/home/ana"
tar -xzf "$dist/frota-$version-linux-x64.tar.gz" -C "$bare/home/ana"
printf '#!/bin/sh\nprintf %%s "$1" >/home/ana/opened\n' >"$bare/usr/local/bin/xdg-open"
chmod 755 "$bare/usr/local/bin/xdg-open"
cat >"$bare/home/ana/go" <<EOF
cd / && exec /home/ana/frota-$version-linux-x64/frota.sh "\$@"
EOF
in_bare=(chroot "$bare" env -i HOME=/home/ana PATH=/usr/local/bin:/usr/bin:/bin sh /home/ana/go)
check 'bare Linux: there is no Node' "$(chroot "$bare" sh -c 'command -v node')" ''
check 'bare Linux: --version says the version of package.json' "$("${in_bare[@]}" --version)" "$version"
"${in_bare[@]}" >"$work/console" 2>&1 &
started=$!
until_true "$READY_SECONDS_MAX" [ -s "$bare/home/ana/opened" ]
check 'bare Linux: the start file opens the browser' "$?" 0
address=$(cat "$bare/home/ana/opened")
check 'bare Linux: the console answers there' \
  "$(curl -sS -L -c "$work/cookies" -o "$work/page" -w '%{http_code}' "$address")" 200
check 'bare Linux: with a page' "$(has '</html>' "$work/page")" yes
check 'bare Linux: data are in the own folder' "$(ls "$bare/home/ana/frota")" data
kill -TERM "$started"
until_true "$STOP_SECONDS_MAX" sh -c "! kill -0 $started 2>/dev/null"
wait "$started"
check 'bare Linux: SIGTERM ends it in order' "$?" 0
started=

if [ "${1:-}" = --again ]; then
  cp "$dist/SHA256SUMS" "$work/sums"
  git clone -q "$here" "$work/elsewhere"
  (cd "$work/elsewhere" && umask 027 && ln -s "$here/node_modules" node_modules &&
    TZ=Asia/Tokyo npm run --silent release) >"$work/again" 2>&1 || cat "$work/again"
  check 'a second release of the same commit has the same bytes' \
    "$(diff "$work/sums" "$work/elsewhere/dist/SHA256SUMS")" ''
fi
summary
