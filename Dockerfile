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
COPY CHANGELOG.md LICENSE NOTICE.md tsconfig.json ./
COPY migrations migrations
COPY packages packages
COPY src src
COPY scripts/admin.ts scripts/build.mjs scripts/built.mjs scripts/migrate.ts scripts/one-byte.mjs scripts/verifier.ts scripts/
COPY deploy/image deploy/image
RUN node packages/dashboard/build.ts
# Which commit this is, for /health/version, metrics and the start's line; there is no history in here.
ARG COMMIT=
ARG COMMIT_DATE=
RUN node scripts/build.mjs service make-bucket=deploy/image/make-bucket.mjs && cp deploy/image/health.mjs deploy/image/secrets.mjs service/
RUN mkdir -p /out/data && strip -o /out/node "$(ls node_modules/node-linux-*/bin/node)" && chmod 755 /out/node
RUN rm -r packages/lab && node --experimental-import-meta-resolve deploy/image/prune.mjs
# What is in the image, and no source: a start of just this, as far as it comes without a database.
RUN mkdir -p /out/app/packages/dashboard/src/design /out/app/packages/verify/dist \
  && cp -r node_modules migrations service package.json CHANGELOG.md LICENSE NOTICE.md /out/app/ \
  && find packages/dashboard/src -name 'help.*.md' -exec cp --parents -t /out/app/ {} + \
  && cp -r packages/dashboard/dist packages/dashboard/package.json /out/app/packages/dashboard/ \
  && cp packages/dashboard/src/design/tokens.css /out/app/packages/dashboard/src/design/ \
  && (cd packages/verify/dist && sha256sum -c ../SHA256SUMS) \
  && cp packages/verify/dist/verify.html packages/verify/dist/verify.mjs /out/app/packages/verify/dist/ \
  && find /out/app/node_modules -xtype l -delete \
  && cd /out/app/service && PORT=none node main.mjs 2>&1 | grep "^PORT takes" && node admin.mjs --help > /out/help

FROM ${BASE}
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data TMPDIR=/data ADMIN_URL=http://127.0.0.1:3000
WORKDIR /app/service
COPY --from=build /out/node /usr/local/bin/node
COPY --from=build --chown=10001:10001 /out/data /data
# What no signed-in person can write to: the files are root's.
COPY --from=build /out/app /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "health.mjs"]
ARG COMMIT=
ARG COMMIT_DATE=
LABEL org.opencontainers.image.title=offboarding-service \
  org.opencontainers.image.revision=${COMMIT} org.opencontainers.image.created=${COMMIT_DATE}
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--no-allocation-site-pretenuring"]
CMD ["main.mjs"]
