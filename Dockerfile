# A static binary in an image without shell or package manager, run by a user
# without rights. The bot writes nothing, so the root file system may be
# read-only: docker run --read-only --env-file .env chess960bot
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /chess960bot .

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /chess960bot /chess960bot
ENTRYPOINT ["/chess960bot"]
