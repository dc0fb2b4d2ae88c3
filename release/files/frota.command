#!/bin/sh
# Without words: the console, in the browser. With words: that command, as ./frota.command status
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/node/node" "$here/start.mjs" "$@"
