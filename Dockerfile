# syntax=docker/dockerfile:1
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# Also puts src/ into dist/. No dependency runs an install script that downloads: docs/decisions/0023-packages.md.
RUN npm ci && npm prune --omit=dev
# Builds of native parts for other platforms, and the demonstration model, which is for a clone.
RUN arch="$(node -p process.arch)" \
  && find node_modules/onnxruntime-node/bin/napi-v6 -mindepth 2 -maxdepth 2 -type d ! -path "*/linux/$arch" -exec rm -r {} + \
  && find node_modules -path "node_modules/@node-llama-cpp/*" -prune ! -name "linux-$arch" -exec rm -r {} + \
  && rm -r models/smollm2

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
  SEXTANT_HOST=0.0.0.0 \
  SEXTANT_PORT=8180 \
  SEXTANT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/openapi.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/models models
COPY --from=build /app/dist dist
# The only place that is written to. A new volume takes its owner from here.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8180
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SEXTANT_PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/cli/main.js"]
CMD ["serve"]
