#!/bin/sh
# As the official image does: a cluster at the first start, with the one user and database that the environment names.
set -eu
data=/var/lib/postgresql/18
bin=/opt/postgres/bin
export LD_LIBRARY_PATH=/opt/postgres/lib
if [ ! -e "$data/PG_VERSION" ]; then
  "$bin/initdb" --pgdata "$data" --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth scram-sha-256 --encoding UTF8 --locale C.UTF-8
  echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | "$bin/postgres" --single -D "$data" postgres
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
