# A static binary in an image without shell or package manager, run by a user
# without rights. All it writes is the database in /data, so the root file system
# may be read-only:
# docker run --read-only --env-file .env -v chess960bot:/data chess960bot
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /chess960bot . && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /chess960bot /chess960bot
COPY --from=build --chown=nonroot:nonroot /data /data
ENV DATABASE_URL=sqlite:/data/chess960.db
VOLUME /data
ENTRYPOINT ["/chess960bot"]
