# Sourced by the scripts beside it: one line a check, and the last line `N passed, M failed`.
passed=0
failed=0

# check NAME ACTUAL EXPECTED: both are texts; the line shows them only when they differ, and then what
# the last command said.
check() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
    echo "ok    $1"
  else
    failed=$((failed + 1))
    echo "FAIL  $1: expected '$3', found '$2'"
    [ ! -s "${work:-}/err" ] || tail -n 3 "$work/err"
  fi
}

has() { grep -q -- "$1" "$2" && echo yes || echo no; }

# until_true SECONDS COMMAND...: asks each second; ends with 1 when the time is over.
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 1
  done
}

# build COMMIT FOLDER TAG: podman's image of what was committed; its clone stays in the folder.
build() {
  local extra
  read -ra extra <<<"${FROTA_IMAGE_BUILD_ARGS:-}"
  mkdir -p "$2" && chmod 755 "$2"
  git -C "$here" archive "$1" | tar -x -C "$2" || return 1
  podman build --format docker --build-arg "BUILD_BASE=$FROTA_BUILD_BASE" \
    --build-arg "RUN_BASE=$FROTA_RUN_BASE" "${extra[@]}" -t "$3" "$2" >"$2.log" 2>&1 ||
    { tail -n 20 "$2.log"; return 1; }
}

summary() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
