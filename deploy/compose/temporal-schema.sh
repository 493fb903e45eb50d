#!/bin/sh
# Creates or updates the tables of Temporal in PostgreSQL. Repeating it changes nothing.
set -eu
schema=/etc/temporal/schema/postgresql/v12
for database in temporal temporal_visibility; do
  folder=$([ "$database" = temporal ] && echo temporal || echo visibility)
  sql() { temporal-sql-tool --plugin postgres12 --ep postgresql --port 5432 --user temporal --db "$database" "$@"; }
  sql create
  sql setup-schema --version 0.0
  sql update-schema --schema-dir "$schema/$folder/versioned"
done
