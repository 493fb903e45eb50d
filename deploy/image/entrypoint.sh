#!/bin/sh
# The command of the image: "api", "worker", "health", or a command of `outdial`, such as "admin setup".
set -eu
cd /app
case "${1:-}" in
  api)
    exec node dist/api.js
    ;;
  worker)
    # The options of `npm run start:worker`.
    exec node --max-semi-space-size=8 --heap-growing-percent=40 --v8-pool-size=1 dist/worker.js
    ;;
  health)
    # Liveness of the process in this container. The image has no curl.
    exec node --eval "fetch('http://127.0.0.1:' + process.env.METRICS_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"
    ;;
  *)
    exec node dist/outdial.js "$@"
    ;;
esac
