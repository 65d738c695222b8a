#!/bin/sh
# Runs a command of the program with the settings and as the user of guilda.service, such as
# `sh deploy/run.sh scripts/ledger-check.ts`. As root: only it reads the secrets. Unlike the unit it also runs
# while some of them are missing.
set -eu
settings=/etc/guilda/guilda.env
for file in /etc/guilda/secrets/*; do
  # Empty ones are still to be filled in.
  [ -s "$file" ] || continue
  name=$(basename "$file" | tr a-z A-Z)
  # What editors leave beside a file, such as smtp_url~, is no secret of ours.
  case $name in *[!A-Z0-9_]*) continue ;; esac
  export "$name=$(cat "$file")"
done
export NODE_ENV=production
# The settings come first, as they do for the unit.
grep -qs '^DATA_DIR=' "$settings" || export DATA_DIR=/var/lib/guilda
cd "$(dirname "$0")/.."
exec setpriv --reuid=guilda --regid=guilda --init-groups \
  node_modules/node/bin/node --env-file-if-exists="$settings" "$@"
