# Any image with Node 24, npm and Debian's packages; and any with glibc, libstdc++ and the authorities' certificates. The second
# needs no shell. The program's own Node is the one of package-lock.json.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12

FROM ${BUILD_IMAGE} AS packages
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/charts/package.json packages/charts/
COPY packages/cli/package.json packages/cli/
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
COPY packages/dashboard/package.json packages/dashboard/
COPY packages/lab/package.json packages/lab/
COPY packages/verify/package.json packages/verify/
RUN npm ci --omit=dev --no-audit --no-fund

FROM packages AS build
COPY CHANGELOG.md LICENSE tsconfig.json ./
COPY docs/help docs/help
COPY migrations migrations
COPY packages packages
COPY src src
COPY scripts/admin.ts scripts/migrate.ts scripts/
COPY deploy/image deploy/image
RUN node packages/dashboard/build.ts
RUN mkdir -p /out/data && strip -o /out/node "$(ls node_modules/node-linux-*/bin/node)" && chmod 755 /out/node
RUN rm -r packages/lab && node --experimental-import-meta-resolve deploy/image/prune.mjs && PORT=none node src/main.ts 2>&1 | grep "^PORT takes"

FROM ${BASE}
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TMPDIR=/data NODE_COMPILE_CACHE=/data/compile-cache ADMIN_URL=http://127.0.0.1:3000
WORKDIR /app
COPY --from=build /out/node /usr/local/bin/node
# What no signed-in person can write to: the files are root's.
COPY --from=build --chown=10001:10001 /out/data /data
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/docs docs
COPY --from=build /app/migrations migrations
COPY --from=build /app/deploy/image deploy/image
COPY --from=build /app/packages packages
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
COPY --from=build /app/package.json /app/package-lock.json /app/CHANGELOG.md /app/LICENSE ./
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/image/health.mjs"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning"]
CMD ["src/main.ts"]
