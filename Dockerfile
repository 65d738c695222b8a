# syntax=docker/dockerfile:1@sha256:ecfaec9ed6d810b56388c508f4121597bfbba70d41a6dfeee4d8cad5f295fc32
# Guilda for production: see docs/operations.md, "Installing".

FROM node:24-trixie-slim@sha256:6950b66b4c0cb0151ce89fa75074673850763d096b044f422c6729b588dd4956 AS build
WORKDIR /app
# Manifests first, so that installed packages are cached while they do not change.
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/design/package.json packages/design/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/media-metadata/package.json packages/media-metadata/
COPY packages/sandboxes/package.json packages/sandboxes/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY packages/e2e/package.json packages/e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The commit is passed in because the build has no git.
ARG GUILDA_COMMIT=unknown
RUN npm run build
# Reinstall without build dependencies, then remove files that are never run.
RUN rm -rf node_modules packages/*/node_modules bench/node_modules \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    -w @guilda/contract -w @guilda/design -w @guilda/media-metadata -w @guilda/server -w @guilda/web \
  && node scripts/bundle/prune.ts \
  && mv packages/web/build/sbom.cdx.json . \
  && rm -rf package-lock.json tsconfig.base.json \
  && mkdir /data

# Node with libraries and certificates only: no shell, no package manager, an unprivileged user.
FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:9eeb7f5887d0e239e78264b06f7f11d2e14be534050481803a9e4728fcdd278e
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=65532:65532 /data /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# As in deploy/guilda.service.
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# Volume for running uploads; everything else can be read-only (`--read-only --tmpfs /tmp`).
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "scripts/healthy.ts"]
# The program handles SIGTERM itself; start it with `--init` to reap its child processes.
CMD ["scripts/serve.ts"]
