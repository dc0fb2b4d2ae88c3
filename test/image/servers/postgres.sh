#!/bin/sh
# As the public image: makes the database that POSTGRES_* names in an empty volume, then serves it.
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  chown postgres "$data"
  as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  chmod 644 /tmp/password
  as initdb -D "$data" -U "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  as pg_ctl -D "$data" -o "-c listen_addresses=''" -w start
  as createdb -U "$POSTGRES_USER" "$POSTGRES_DB" || true
  as pg_ctl -D "$data" -w stop
fi
exec setpriv --reuid postgres --regid postgres --clear-groups \
  postgres -D "$data" -c "listen_addresses=*" -c unix_socket_directories=/tmp
