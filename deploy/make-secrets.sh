#!/bin/sh
# Makes the secrets that compose.yaml hands to the containers, once; what is there stays. Those of other
# services (payments, mail, Discord) are left empty, to be filled in.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# Containers read their files as users of their own; nobody else of this machine gets past the folder.
chmod 700 secrets
cd secrets

make() { [ -s "$1" ] || { printf '%s' "$2" >"$1" && echo "made deploy/secrets/$1"; }; }
hex() { openssl rand -hex "$1"; }

make postgres_password "$(hex 24)"
make database_url "postgres://guilda:$(cat postgres_password)@postgres:5432/guilda"
make token_secret "$(openssl rand -base64 48 | tr -d '\n')"
make backup_key "$(openssl rand -base64 32 | tr -d '\n')"
make s3_access_key_id "GK$(hex 12)"
make s3_secret_access_key "$(hex 32)"
make garage_rpc "$(hex 32)"
# The store takes the keys of its first start from variables alone.
make garage.env "GARAGE_DEFAULT_BUCKET=guilda
GARAGE_DEFAULT_ACCESS_KEY=$(cat s3_access_key_id)
GARAGE_DEFAULT_SECRET_KEY=$(cat s3_secret_access_key)"

for name in smtp_url discord_client_secret discord_bot_token mercado_pago_access_token \
  mercado_pago_webhook_secret; do
  [ -e "$name" ] || : >"$name"
done
chmod 644 ./*
for name in *; do [ -s "$name" ] || echo "still empty: deploy/secrets/$name"; done
# The store refuses a key that others may read; it runs as root in its container.
chmod 600 garage_rpc garage.env
