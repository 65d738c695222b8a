#!/bin/sh
# Runs a command of the program with the settings and as the user of guilda.service, such as
# `sh deploy/run.sh scripts/ledger-check.ts`. Needs root, which alone can read the secrets. Unlike the unit it also
# runs with missing secrets. With `--root` first it stays root, for `scripts/drill.ts --at`: only root can read Guilda's
# files and also run pgBackRest and PostgreSQL as postgres.
set -eu
as_guilda='setpriv --reuid=guilda --regid=guilda --init-groups'
if [ "${1:-}" = --root ]; then
  as_guilda=
  shift
fi
settings=/etc/guilda/guilda.env
for file in /etc/guilda/secrets/*; do
  # Empty files are not filled in yet.
  [ -s "$file" ] || continue
  name=$(basename "$file" | tr a-z A-Z)
  # Skips backup files of editors, such as smtp_url~.
  case $name in *[!A-Z0-9_]*) continue ;; esac
  export "$name=$(cat "$file")"
done
export NODE_ENV=production
# Settings come first, as in the unit.
grep -qs '^DATA_DIR=' "$settings" || export DATA_DIR=/var/lib/guilda
# Node reads this setting only from the environment that it is started with, not from --env-file.
certificates=$(sed -n 's/^NODE_EXTRA_CA_CERTS=//p' "$settings" 2>/dev/null | tail -n 1 | tr -d "\"'")
[ -z "$certificates" ] || export NODE_EXTRA_CA_CERTS="$certificates"
cd "$(dirname "$0")/.."
exec $as_guilda node_modules/node/bin/node --env-file-if-exists="$settings" "$@"
