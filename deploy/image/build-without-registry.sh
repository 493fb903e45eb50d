#!/bin/sh
# Builds the image where no registry of images can be reached, as root on Debian 12: it makes the two base images of the Dockerfile from
# Debian's packages and npm's, under their own names, and builds the unchanged Dockerfile on them. Needs mmdebstrap, buildah and npm.
#   deploy/image/build-without-registry.sh [TAG]
set -eu

tag=${1:-localhost/outdial:latest}
# The newest 24 at the time of writing, as in node:24-bookworm-slim, and the newest npm of its series.
node_version=24.21.0
npm_version=11.21.2
case "$(uname -m)" in x86_64) platform=x64 ;; aarch64) platform=arm64 ;; *) echo "There is no node for $(uname -m)." >&2; exit 1 ;; esac
export BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base=docker.io/library/debian:bookworm-slim
node=docker.io/library/node:24-bookworm-slim

if ! buildah images --quiet "$base" > /dev/null 2>&1; then
  mmdebstrap --variant=minbase --include=ca-certificates bookworm "$work/root.tar"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/root.tar" / > /dev/null
  buildah commit --quiet --rm "$container" "$base"
fi

if ! buildah images --quiet "$node" > /dev/null 2>&1; then
  (cd "$work" && npm pack --silent "node-linux-$platform@$node_version" "npm@$npm_version" > /dev/null)
  mkdir -p "$work/files/bin" "$work/files/lib/node_modules/npm"
  tar -xzf "$work/node-linux-$platform-$node_version.tgz" -C "$work/files" --strip-components=1 package/bin/node
  tar -xzf "$work/npm-$npm_version.tgz" -C "$work/files/lib/node_modules/npm" --strip-components=1
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/files/bin/npm"
  container=$(buildah from --pull-never "$base")
  buildah run --network host "$container" -- sh -c 'apt-get update && apt-get install --yes --no-install-recommends libstdc++6' > /dev/null
  buildah copy --quiet "$container" "$work/files" /usr/local > /dev/null
  # Mirrors of npm are often behind a certificate of the company's own.
  buildah copy --quiet "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt > /dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    --env "npm_config_registry=$(npm config get registry)" "$container"
  buildah commit --quiet --rm "$container" "$node"
fi

buildah build --pull-never --network host --layers --tag "$tag" \
  --build-arg "REVISION=$(git -C "$root" rev-parse HEAD 2> /dev/null || echo unknown)" \
  --format docker --file "$root/Dockerfile" "$root"
