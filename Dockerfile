# syntax=docker/dockerfile:1@sha256:ecfaec9ed6d810b56388c508f4121597bfbba70d41a6dfeee4d8cad5f295fc32
# Guilda for production: see docs/operations.md, "Installing".

FROM node:24-trixie-slim@sha256:6950b66b4c0cb0151ce89fa75074673850763d096b044f422c6729b588dd4956 AS build
WORKDIR /app
# Manifests first: while they stay, the installed packages come from the cache.
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY packages/e2e/package.json packages/e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What it is built from: an image's build sees no git.
ARG GUILDA_COMMIT=unknown
RUN npm run build
# Once more without what only builds need, then without what nothing runs.
RUN rm -rf node_modules packages/*/node_modules bench/node_modules \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    -w @guilda/contract -w @guilda/server -w @guilda/web \
  && node scripts/prune.ts \
  && mv packages/web/build/sbom.cdx.json . \
  && rm -rf package-lock.json tsconfig.base.json \
  && mkdir /data

# Node, its libraries and certificates: no shell, no package manager, and a user without rights.
FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:9eeb7f5887d0e239e78264b06f7f11d2e14be534050481803a9e4728fcdd278e
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# Uploads in flight; all else may be read-only (`--read-only --tmpfs /tmp`).
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "scripts/healthy.ts"]
# The program ends itself at SIGTERM; start it with `--init`, so that nothing it started stays behind.
CMD ["scripts/serve.ts"]
