FROM rust:1.95-slim-bookworm AS build
WORKDIR /pegout
COPY Cargo.toml Cargo.lock ./
COPY engine engine
COPY api api
COPY web web
COPY openapi openapi
COPY tests/http tests/http
COPY tests/page tests/page
COPY tests/postgres tests/postgres
COPY tests/load/src tests/load/src
RUN cargo build --release --locked --package pegout

FROM debian:bookworm-slim
RUN install --directory --owner 10001 --group 10001 /data
COPY --from=build /pegout/target/release/pegout /usr/local/bin/pegout
# The authorities by which the receivers of webhooks are known.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
USER 10001:10001
ENV PEGOUT_LISTEN=0.0.0.0:8080 PEGOUT_DATABASE=/data/pegout.db
VOLUME /data
EXPOSE 8080
# By readiness: a service that cannot store is of no use. A first start with a large database of before takes its time.
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s CMD ["pegout", "healthcheck"]
ENTRYPOINT ["pegout"]
