package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discordapi"
	"chess960bot/internal/metrics"
)

const (
	bodyLimit = 256 << 10       // bytes; an interaction brings the message whose button was pressed along
	skewLimit = 5 * time.Minute // by which a request's timestamp may differ from our clock
)

// Interactions serves the requests by which Discord brings interactions over
// HTTP, signed with the application's key. The answer to an interaction is the
// response to its request, so nothing is kept between requests, and any number
// of processes may stand behind one address. The bot must be running.
//
//	200  the answer; also to Discord's PING
//	400  no interaction that we know
//	401  not signed by Discord, or not within the last five minutes: Discord tries
//	     whether forged requests are refused
//	413  longer than any interaction
//	503  too many at the same time, or no answer within Discord's three seconds
func (b *Bot) Interactions(key ed25519.PublicKey) http.Handler {
	return &endpoint{bot: b, key: key, places: make(chan struct{}, workers+queueSize)}
}

type endpoint struct {
	bot    *Bot
	key    ed25519.PublicKey
	places chan struct{} // one for each request that is being read or answered
}

// ServeHTTP implements [http.Handler].
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	select {
	case e.places <- struct{}{}:
		defer func() { <-e.places }()
	default:
		e.bot.shed.Add(1)
		e.bot.metrics.Answered(metrics.Other, metrics.Shed, 0)
		refuse(w, http.StatusServiceUnavailable)
		return
	}
	// Who sends no faster than that sends nothing that could be answered in time.
	http.NewResponseController(w).SetReadDeadline(arrived.Add(discordgo.InteractionDeadline))
	raw, err := e.read(w, r)
	switch {
	case errors.Is(err, errForged), errors.Is(err, errUntimely):
		e.bot.log.Debug("refused a request", "reason", err)
		refuse(w, http.StatusUnauthorized)
	case err != nil:
		e.bot.log.Debug("cannot read a request", "error", err)
		refuse(w, statusOf(err))
	default:
		e.serve(w, r, raw, arrived)
	}
}

var (
	errForged   = errors.New("not signed with the key of DISCORD_PUBLIC_KEY")
	errUntimely = errors.New("its time is more than 5 minutes off this machine's clock")
)

// read returns the request's body if Discord has signed it together with a
// timestamp of now. Nothing of a body is looked at before.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	timestamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, errForged
	}
	if !current(timestamp) {
		return nil, errUntimely
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	if err != nil {
		return nil, err
	}
	if !ed25519.Verify(e.key, append([]byte(timestamp), raw...), signature) {
		return nil, errForged
	}
	return raw, nil
}

// current reports whether a timestamp, in seconds since 1970, is about now.
func current(timestamp string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= skewLimit
}

// statusOf is the status for a body that could not be read.
func statusOf(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusBadRequest
}

// serve answers what Discord has signed.
func (e *endpoint) serve(w http.ResponseWriter, r *http.Request, raw []byte, arrived time.Time) {
	var kind struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if err := json.Unmarshal(raw, &kind); err == nil && kind.Type == discordgo.InteractionPing {
		pong, _ := discordapi.Encode(callback{Type: discordgo.InteractionResponsePong})
		reply(w, pong)
		return
	}
	i, ok := readInteraction(raw)
	if !ok {
		e.bot.log.Debug("refused an interaction that cannot be read")
		refuse(w, http.StatusBadRequest)
		return
	}
	i.arrived = arrived
	if answer, ok := e.await(r.Context(), i); ok {
		reply(w, answer)
		return
	}
	refuse(w, http.StatusServiceUnavailable)
}

// await has the interaction answered in its turn like any other. ok is false if
// there is no answer while Discord waits for it.
func (e *endpoint) await(ctx context.Context, i *interaction) (answer discordapi.Body, ok bool) {
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(discordgo.InteractionDeadline))
	defer cancel()
	answers := make(chan discordapi.Body)
	i.deliver = func(_ context.Context, answer discordapi.Body) error {
		select {
		case answers <- answer:
			return nil
		case <-ctx.Done(): // or Discord has hung up, which comes to the same
			return context.DeadlineExceeded
		}
	}
	if !e.bot.admit(i) {
		return discordapi.Body{}, false
	}
	select {
	case answer := <-answers:
		return answer, true
	case <-ctx.Done():
		return discordapi.Body{}, false
	}
}

func reply(w http.ResponseWriter, answer discordapi.Body) {
	w.Header().Set("Content-Type", answer.ContentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(answer.Bytes)))
	w.Write(answer.Bytes) // if Discord hangs up meanwhile, nobody waits for it
}

func refuse(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }
