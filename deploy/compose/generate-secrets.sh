#!/bin/sh
# Writes the secrets of compose.yaml beside it, once: what exists stays as it is, because data is sealed with it. Keep a copy of
# secrets/master.key elsewhere: without it the database is unreadable.
#   deploy/compose/generate-secrets.sh [FOLDER]
set -eu
umask 077
folder=${1:-$(dirname "$0")}
secrets=$folder/secrets
mkdir -p "$secrets"
# Containers read the files as users of their own. Other users of this machine cannot enter the folder.
chmod 700 "$secrets"

# An interrupted run leaves no file that looks complete.
create() {
  printf '%s\n' "$2" > "$1.new"
  chmod "$3" "$1.new"
  mv "$1.new" "$1"
  echo "created $1"
}

[ -s "$secrets/master.key" ] || create "$secrets/master.key" "$(openssl rand -base64 32)" 444
[ -s "$secrets/bootstrap.key" ] || create "$secrets/bootstrap.key" "$(openssl rand -hex 24)" 444
[ -s "$secrets/mongodb.password" ] || create "$secrets/mongodb.password" "$(openssl rand -hex 24)" 444
[ -s "$secrets/mongodb.service.password" ] || create "$secrets/mongodb.service.password" "$(openssl rand -hex 24)" 444
[ -s "$secrets/mongodb.keyfile" ] || create "$secrets/mongodb.keyfile" "$(openssl rand -base64 96 | tr -d '\n')" 444
[ -s "$secrets/grafana.password" ] || create "$secrets/grafana.password" "$(openssl rand -hex 12)" 444
uri="mongodb://outdial:$(cat "$secrets/mongodb.service.password")@mongodb:27017/?replicaSet=outdial&authSource=admin"
[ -s "$secrets/mongodb.uri" ] || create "$secrets/mongodb.uri" "$uri" 444
# Temporal reads its password from the environment only.
[ -s "$folder/.env" ] || create "$folder/.env" "POSTGRES_PASSWORD=$(openssl rand -hex 24)" 600
