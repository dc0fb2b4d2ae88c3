#!/bin/sh
# Without words: the console, in the browser. With words: that command, as ./frota.sh status
here=$(dirname "$(readlink -f "$0")")
exec "$here/node/node" "$here/start.mjs" "$@"
