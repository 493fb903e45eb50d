# The image of the API, the workers and the operator's commands: docs/container.md. Build it with
#   docker build --tag outdial .
# Both base images can be replaced, such as by a digest of them or by a mirror.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

# What npm installs depends on these files only, so that a change of the sources repeats no download.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/console/package.json apps/console/
COPY packages/client/package.json packages/client/

# No package needs its install script: those that run are another way in for an attacker.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build \
 && find dist -name '*.js.map' -delete \
 && npm sbom --omit dev --package-lock-only --sbom-format cyclonedx > sbom.cdx.json

# Temporal's SDK brings its native part for five platforms; the image runs on one.
FROM manifests AS packages
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root --workspace apps/cli --workspace packages/client \
 && case "$(uname -m)" in x86_64) keep=x86_64-unknown-linux-gnu ;; *) keep=aarch64-unknown-linux-gnu ;; esac \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$keep" -exec rm -r {} + \
 && rm -rf node_modules/.bin node_modules/.package-lock.json node_modules/@outdial node_modules/esbuild node_modules/@esbuild

# Debian with node alone: without npm, compilers and sources there is less to attack, and less to update.
FROM ${BASE_IMAGE} AS runtime
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Outdial" \
      org.opencontainers.image.description="Places automated outbound voice calls, durably." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates libstdc++6 tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && mkdir --mode 0700 /data \
 && chown 10001:10001 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/packages/client/package.json node_modules/@outdial/client/package.json
COPY --from=build /app/packages/client/dist node_modules/@outdial/client/dist
COPY --from=build /app/dist dist
COPY --from=build /app/package.json /app/LICENSE /app/sbom.cdx.json ./
COPY deploy/image/entrypoint.sh /usr/local/bin/outdial

# The root can be read-only: only the volume is written, and by workers alone (the audio of calls until it is stored).
USER 10001:10001
VOLUME /data
ENV NODE_ENV=production \
    OUTDIAL_DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=8080 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9464
# The API, and the metrics with the probes; workers also serve the audio of their calls on the port that WORKER_MEDIA_PORT selects.
EXPOSE 8080 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["/usr/local/bin/outdial", "health"]
# Docker stops a container after ten seconds: give workers longer (docs/operations.md).
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/outdial"]
CMD ["api"]
