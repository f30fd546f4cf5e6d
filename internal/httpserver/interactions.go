package httpserver

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"time"

	"chess960bot/internal/recent"
)

// An Answerer answers an interaction, given as JSON, with a body and its content type.
// arrived is when the request came in: Discord waits three seconds from then. A
// status other than 200 says why there is no answer.
type Answerer func(ctx context.Context, raw []byte, arrived time.Time) (contentType string, body []byte, status int)

const (
	bodyLimit  = 256 << 10       // bytes; the press of a button contains the whole message
	skewLimit  = 5 * time.Minute // largest difference between a request's timestamp and the clock
	bodyTime   = 3 * time.Second // how long Discord waits
	mostBodies = 128             // read at the same time; each may keep bodyLimit bytes in memory
	signatures = 1 << 15         // how many requests are remembered, to refuse repeated ones
)

// Interactions serves the interactions that Discord sends over HTTP, signed with the
// application's key. The answer to an interaction is the response to its request, so
// any number of processes can share one address behind a load balancer.
//
//	200  the answer; also to Discord's PING
//	202  the answer goes by a request of its own
//	400  an unknown kind of interaction, or no interaction
//	401  not signed by Discord, or not within the last five minutes: Discord tests
//	     whether forged requests are refused
//	408  the body arrives too slowly
//	409  the same request was sent before
//	413  longer than any interaction
//	503  dropped, or no answer within Discord's three seconds
func Interactions(key ed25519.PublicKey, answer Answerer, log *slog.Logger) http.Handler {
	e := &endpoint{key: key, answer: answer, log: log, reading: newWaitingRoom(mostBodies)}
	e.seen.Size = signatures
	return e
}

type endpoint struct {
	key     ed25519.PublicKey
	answer  Answerer
	log     *slog.Logger
	reading *waitingRoom // requests whose body has not arrived
	seen    recent.Set   // signatures of interactions
}

var (
	errForged   = errors.New("not signed with the key of DISCORD_PUBLIC_KEY")
	errUntimely = errors.New("its timestamp differs from this machine's clock by more than 5 minutes")
	errRepeated = errors.New("the same request was sent before")
)

// ServeHTTP implements [http.Handler].
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const ping = 1
	arrived := time.Now()
	raw, signature, err := e.read(w, r, arrived.Add(bodyTime))
	var kind struct{ Type int }
	contentType, body, status := "application/json", []byte(`{"type":1}`), http.StatusOK // PONG
	switch {
	case err != nil:
	case json.Unmarshal(raw, &kind) == nil && kind.Type == ping: // harmless if repeated
	case e.seen.Add(string(signature)):
		err = errRepeated
	default:
		contentType, body, status = e.answer(r.Context(), raw, arrived)
	}
	if err != nil {
		e.log.Debug("refused a request", "reason", err)
		status = statusOf(err)
	}
	if status == http.StatusAccepted {
		w.WriteHeader(status)
		return
	}
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) // an error means that Discord has closed the connection
}

// read returns the request's body and signature if Discord has signed the body
// together with a current timestamp. It verifies the signature before anything in
// the body is decoded.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request, deadline time.Time) (raw, signature []byte, err error) {
	timestamp := r.Header.Get("X-Signature-Timestamp")
	signature, err = hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, nil, errForged
	}
	if seconds, err := strconv.ParseInt(timestamp, 10, 64); err != nil || time.Since(time.Unix(seconds, 0)).Abs() > skewLimit {
		return nil, nil, errUntimely
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(deadline) // drops bodies slower than Discord's deadline
	e.reading.enter(r, r.RemoteAddr, func() { control.SetReadDeadline(time.Now()) })
	raw, err = io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	if !e.reading.leave(r) {
		panic(http.ErrAbortHandler) // closes at once: after an answer the connection would linger
	}
	if err != nil {
		return nil, nil, err
	}
	if !ed25519.Verify(e.key, append([]byte(timestamp), raw...), signature) {
		return nil, nil, errForged
	}
	w.Header().Del("Connection") // stays open for Discord's next request
	return raw, signature, nil
}

// statusOf returns the status for a refused request.
func statusOf(err error) int {
	_, tooLong := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errForged), errors.Is(err, errUntimely):
		return http.StatusUnauthorized
	case errors.Is(err, errRepeated):
		return http.StatusConflict
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout
	case tooLong:
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}
