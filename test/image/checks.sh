# Sourced by the scripts beside it: one line a check, and the last line `N passed, M failed`.
passed=0
failed=0

# check NAME ACTUAL EXPECTED: both are texts; the line shows them only when they differ.
check() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
    echo "ok    $1"
  else
    failed=$((failed + 1))
    echo "FAIL  $1: expected '$3', found '$2'"
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

summary() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
