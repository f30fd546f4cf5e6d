# A static binary in an image without a shell or package manager, run by an unprivileged
# user. The bot writes only the database in /data, so the root file system may be
# read-only:
# docker run --read-only --env-file .env -v chess960bot:/data chess960bot
#
# The compiler runs on the platform of the build machine, also for other platforms:
# docker build --platform linux/arm64 --build-arg VERSION=v1.2.3 -t chess960bot .
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -ldflags="-s -w -X main.version=$VERSION" -o /chess960bot . && mkdir /data

FROM gcr.io/distroless/static-debian13:nonroot
COPY --from=build /chess960bot /src/LICENSE /src/THIRD_PARTY_NOTICES /
COPY --from=build --chown=nonroot:nonroot /data /data
ENV DATABASE_URL=sqlite:/data/chess960.db HTTP_ADDR=127.0.0.1:8080
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/chess960bot", "-healthcheck"]
ENTRYPOINT ["/chess960bot"]
