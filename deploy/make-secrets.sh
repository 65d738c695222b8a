#!/bin/sh
# Makes the secrets of compose.yaml, once; what is there stays. Those that others give out (payments, mail,
# Discord) are left empty, to be filled in where they are used: an empty file counts as not given.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets/guilda
# Containers read their files as users of their own; nobody else of this machine gets past the folder.
chmod 700 secrets
chmod 755 secrets/guilda
cd secrets

# What earlier versions kept beside the folder: the same files by a second name, so that these still run.
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
# The store takes the keys of its first start from variables alone.
make garage.env "GARAGE_DEFAULT_BUCKET=guilda
GARAGE_DEFAULT_ACCESS_KEY=$(cat guilda/s3_access_key_id)
GARAGE_DEFAULT_SECRET_KEY=$(cat guilda/s3_secret_access_key)"

for name in smtp_url mercado_pago_access_token mercado_pago_webhook_secret stripe_secret_key \
  stripe_webhook_secret discord_client_secret discord_bot_token; do
  [ -e "guilda/$name" ] || : >"guilda/$name"
done
chmod 644 postgres_password guilda/*
for name in guilda/*; do [ -s "$name" ] || echo "still empty: deploy/secrets/$name"; done
# The store refuses a key that others may read; it runs as root in its container.
chmod 600 garage_rpc garage.env
