# One image for every command; `nightly` unless another is named. The image's own Node runs it, so
# the packaged Node of the lockfile's optional dependencies stays out.
ARG BUILD_BASE=node:24-bookworm-slim
ARG RUN_BASE=node:24-bookworm-slim

FROM ${BUILD_BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional

FROM ${RUN_BASE}
ENV NODE_ENV=production \
    LOG_LEVEL=info \
    TZ=America/Sao_Paulo \
    FROTA_DATA_DIR=/var/lib/frota/data \
    FROTA_REPORTS_DIR=/var/lib/frota/reports
RUN mkdir -p /var/lib/frota && chown 10001:10001 /var/lib/frota
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY jobs jobs
COPY src src
# Numbers, so that an orchestrator can see that it is not root.
USER 10001:10001
VOLUME /var/lib/frota
STOPSIGNAL SIGTERM
# Reads through whoever holds the data directory: healthy means that the ledger answers. The service
# is not asked, which may be away, and need not be asked every minute.
HEALTHCHECK --interval=1m --timeout=15s --start-period=30s \
  CMD ["node", "/app/bin/frota.mjs", "status", "--stored", "--json"]
ENTRYPOINT ["node", "/app/bin/frota.mjs"]
CMD ["nightly"]
