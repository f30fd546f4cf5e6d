package bot

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discordapi"
)

const (
	bodyLimit  = 256 << 10       // bytes; an interaction brings the message whose button was pressed along
	skewLimit  = 5 * time.Minute // greatest difference between a request's timestamp and our clock
	signatures = 1 << 15         // last requests whose repetition is refused
)

// Interactions serves the requests by which Discord brings interactions over
// HTTP, signed with the application's key. The answer to an interaction is the
// response to its request, so nothing has to be shared between processes, and any
// number of them may stand behind one address. The bot must be running.
//
//	200  the answer; also to Discord's PING
//	400  not an interaction that the bot knows
//	401  not signed by Discord, or not within the last five minutes: Discord tests
//	     whether forged requests are refused
//	408  the body arrives too slowly
//	409  a request that was sent before
//	413  longer than any interaction
//	503  dropped, or no answer within Discord's three seconds
func (b *Bot) Interactions(key ed25519.PublicKey) http.Handler {
	e := &endpoint{bot: b, key: key}
	e.seen.size = signatures
	return e
}

type endpoint struct {
	bot     *Bot
	key     ed25519.PublicKey
	readers readers
	seen    recent[struct{}] // signatures of interactions
}

var (
	errForged   = errors.New("not signed with the key of DISCORD_PUBLIC_KEY")
	errUntimely = errors.New("its time is more than 5 minutes off this machine's clock")
)

// ServeHTTP implements [http.Handler].
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrived := time.Now()
	raw, signature, err := e.read(w, r, arrived.Add(discordgo.InteractionDeadline))
	if err != nil {
		e.bot.log.Debug("refused a request", "reason", err)
		refuse(w, statusOf(err))
		return
	}
	var kind struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if err := json.Unmarshal(raw, &kind); err == nil && kind.Type == discordgo.InteractionPing {
		pong, _ := discordapi.Encode(callback{Type: discordgo.InteractionResponsePong})
		reply(w, pong)
		return
	}
	i, ok := readInteraction(raw)
	switch {
	case !ok:
		e.bot.log.Debug("refused an interaction that cannot be read")
		refuse(w, http.StatusBadRequest)
		return
	case repeated(&e.seen, string(signature)):
		e.bot.log.Debug("refused a repeated request", "interaction", i.ID)
		refuse(w, http.StatusConflict)
		return
	}
	i.arrived = arrived
	answer, ok := e.await(r.Context(), i)
	if !ok {
		refuse(w, http.StatusServiceUnavailable)
		return
	}
	reply(w, answer)
}

// read returns the request's body and signature, if Discord has signed it together
// with a timestamp of now. Nothing in a body is looked at before.
func (e *endpoint) read(w http.ResponseWriter, r *http.Request, deadline time.Time) (raw, signature []byte, err error) {
	timestamp := r.Header.Get("X-Signature-Timestamp")
	signature, err = hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize {
		return nil, nil, errForged
	}
	if !current(timestamp) {
		return nil, nil, errUntimely
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(deadline) // drops bodies slower than Discord's deadline
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	one := &reader{address: address, giveUp: func() { control.SetReadDeadline(time.Now()) }}
	e.readers.add(one)
	raw, err = io.ReadAll(http.MaxBytesReader(w, r.Body, bodyLimit))
	e.readers.remove(one)
	if err != nil {
		return nil, nil, err
	}
	if !ed25519.Verify(e.key, append([]byte(timestamp), raw...), signature) {
		return nil, nil, errForged
	}
	return raw, signature, nil
}

// current reports whether a timestamp, in seconds since 1970, is about now.
func current(timestamp string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	return err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= skewLimit
}

// statusOf is the status for a request that could not be read.
func statusOf(err error) int {
	_, tooLong := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errForged), errors.Is(err, errUntimely):
		return http.StatusUnauthorized
	case tooLong:
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// await has the interaction answered in its turn, as one of the gateway is. ok is
// false if it is dropped, or there is no answer while Discord waits.
func (e *endpoint) await(ctx context.Context, i *interaction) (answer discordapi.Body, ok bool) {
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(discordgo.InteractionDeadline))
	defer cancel()
	answers := make(chan discordapi.Body)
	i.deliver = func(_ context.Context, answer discordapi.Body) error {
		select {
		case answers <- answer:
			return nil
		case <-ctx.Done(): // the time is over, or Discord has closed the connection
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
	w.Write(answer.Bytes) // an error means that Discord has closed the connection
}

func refuse(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }
