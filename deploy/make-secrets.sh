#!/bin/sh
# Creates the secrets of compose.yaml; existing ones are kept. Secrets of external services (payments, mail, Discord)
# are left empty, to be filled in if used: an empty file counts as not set.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets/guilda
# Containers read the files with their own users; other users of this machine cannot enter the folder.
chmod 700 secrets
chmod 755 secrets/guilda
cd secrets

# Earlier versions kept these files beside the folder: hard links let both versions find them.
for name in *; do
  case $name in guilda | postgres_password | garage_rpc | garage.env) continue ;; esac
  [ ! -e "$name" ] || [ -e "guilda/$name" ] || ln "$name" "guilda/$name"
done

make() { [ -s "$1" ] || { printf '%s' "$2" >"$1" && echo "made deploy/secrets/$1"; }; }
hex() { openssl rand -hex "$1"; }

make postgres_password "$(hex 24)"
make guilda/database_url "postgres://guilda:$(cat postgres_password)@postgres:5432/guilda"
make guilda/token_secret "$(openssl rand -base64 48 | tr -d '\n')"
make guilda/backup_key "$(openssl rand -base64 32 | tr -d '\n')"
make guilda/s3_access_key_id "GK$(hex 12)"
make guilda/s3_secret_access_key "$(hex 32)"
make garage_rpc "$(hex 32)"
# The store only takes its initial keys from variables.
make garage.env "GARAGE_DEFAULT_BUCKET=guilda
GARAGE_DEFAULT_ACCESS_KEY=$(cat guilda/s3_access_key_id)
GARAGE_DEFAULT_SECRET_KEY=$(cat guilda/s3_secret_access_key)"

for name in smtp_url mercado_pago_access_token mercado_pago_webhook_secret stripe_secret_key \
  mercado_pago_payout_access_token mercado_pago_payout_private_key mercado_pago_payout_webhook_secret \
  stripe_webhook_secret discord_client_secret discord_bot_token; do
  [ -e "guilda/$name" ] || : >"guilda/$name"
done
chmod 644 postgres_password guilda/*
for name in guilda/*; do [ -s "$name" ] || echo "still empty: deploy/secrets/$name"; done
# The store refuses a key that others can read; it runs as root in its container.
chmod 600 garage_rpc garage.env
