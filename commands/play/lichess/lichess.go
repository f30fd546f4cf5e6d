// Package lichess opens games on lichess, the free chess server. A game is open to the first
// two players who follow its links:
//
//	client := lichess.New(lichess.Options{URL: base, Log: log})
//	game, err := client.Open(ctx, lichess.Asker{Person: id, Server: guildID}, online.Challenge{Position: p, Time: time, Name: "SP 518"})
//
// A request needs no account, and says nothing about a person: only the position, the time
// control and the name. lichess asks every client to make one request at a time, and to wait
// a minute after a 429. The client does so, and keeps further limits: see [Client.Open].
//
// Source: POST /api/challenge/open of lichess's API, version 2.0.165.
package lichess

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"chess960bot/internal/online"
	"chess960bot/internal/outbox"
	"chess960bot/internal/recent"
)

const (
	requestTime   = 5 * time.Second // for a request, unless its context ends earlier
	pause         = time.Minute     // after a 429
	longestName   = 200             // characters of a name
	longestAnswer = 64 << 10        // bytes
	longestLink   = 64              // bytes; an answer has 36 links
)

// The errors of [Client.Open], besides *[WaitError].
var (
	ErrBusy        = errors.New("too many games are being opened")
	ErrRefused     = errors.New("lichess refused the game")
	ErrUnavailable = errors.New("lichess does not answer")
	ErrStrange     = errors.New("lichess sent an answer that cannot be read")
)

// A WaitError says when a game may be opened again.
type WaitError struct {
	Until time.Time
	Of    Limit
}

// A Limit says whose limit keeps a game from being opened.
type Limit string

// The limits.
const (
	OfLichess Limit = "lichess" // lichess has asked for a pause
	OfPerson  Limit = "person"
	OfServer  Limit = "server"
	OfAll     Limit = "all" // of all processes that share the slots, for everybody together
)

// Error says how long to wait.
func (e *WaitError) Error() string { return "wait until " + e.Until.String() }

// Options configure a Client.
type Options struct {
	URL   *url.URL // of lichess, such as https://lichess.org
	Log   *slog.Logger
	Now   func() time.Time // the clock; nil for time.Now
	Slots outbox.Slots     // limits all processes that share them; nil for no such limit
}

// A Client opens games. It is safe for concurrent use.
type Client struct {
	open   string // the addresses of requests
	export string // without the parameter moves
	http   *http.Client
	log    *slog.Logger
	limits *limits
}

// New returns a client.
func New(o Options) *Client {
	if o.Now == nil {
		o.Now = time.Now
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = longestAnswer
	return &Client{
		open:   o.URL.JoinPath("api/challenge/open").String(),
		export: o.URL.JoinPath("api/games/export/_ids").String(),
		http: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		log:    o.Log,
		limits: &limits{now: o.Now, slots: o.Slots, places: make(chan struct{}, 1+mostWaiting), turn: make(chan struct{}, 1)},
	}
}

// formOf returns the body of the request. lichess reads X-FEN and refuses Shredder-FEN.
// Without the variant the game would be "From Position". At most 200 characters of the name are sent.
func formOf(ch online.Challenge, control TimeControl) url.Values {
	name := []rune(ch.Name)
	form := url.Values{
		"variant": {"chess960"},
		"fen":     {ch.Position.XFEN()},
		"rated":   {"false"},
		"name":    {string(name[:min(len(name), longestName)])},
	}
	if ch.Players[0] != "" && ch.Players[1] != "" {
		form.Set("users", ch.Players[0]+","+ch.Players[1])
	}
	if control.Days > 0 {
		form.Set("days", strconv.Itoa(control.Days))
		return form
	}
	form.Set("clock.limit", strconv.Itoa(control.Limit))
	form.Set("clock.increment", strconv.Itoa(control.Increment))
	return form
}

// An Asker is the person who asks for a game, and the Discord server in which. Their ids are
// for the limits, and are not sent.
type Asker struct{ Person, Server string }

// Open opens a game. Requests are made one after another. At most 10 games a minute are opened
// for a server, 60 in ten minutes for a person, and 480 in ten minutes for all processes that
// share the slots, 240 of them at once. If too many wait, or the turn does not come before ctx
// ends, the error is ErrBusy.
func (c *Client) Open(ctx context.Context, asker Asker, ch online.Challenge) (online.Game, error) {
	control, err := ParseTimeControl(ch.Time.Text)
	if err != nil {
		return online.Game{}, err
	}
	done, err := c.limits.wait(ctx, asker)
	if err != nil {
		return online.Game{}, err
	}
	defer done()
	game, err := c.challenge(ctx, formOf(ch, control))
	if errors.Is(err, ErrRefused) && ch.Players != [2]string{} { // an account may be closed or renamed
		ch.Players = [2]string{}
		game, err = c.challenge(ctx, formOf(ch, control))
	}
	if err != nil {
		c.log.Warn("no game on lichess", "error", err)
	}
	return game, err
}

// post makes a request. The caller closes the body of the answer.
func (c *Client) post(ctx context.Context, address, contentType, accept, body string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, "POST", address, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", accept)
	request.Header.Set("User-Agent", "chess960bot")
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return answer, nil
}

// challenge makes the request for a game.
func (c *Client) challenge(ctx context.Context, form url.Values) (online.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	answer, err := c.post(ctx, c.open, "application/x-www-form-urlencoded", "application/json", form.Encode())
	if err != nil {
		return online.Game{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	if err != nil {
		return online.Game{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		return online.Game{}, c.limits.pause(ctx)
	case answer.StatusCode == http.StatusBadRequest:
		return online.Game{}, fmt.Errorf("%w: %s", ErrRefused, beginning(body))
	case answer.StatusCode != http.StatusOK:
		return online.Game{}, fmt.Errorf("%w: status %d", ErrUnavailable, answer.StatusCode)
	}
	var game struct { // as lichess calls the fields of online.Game
		ID    string `json:"id"`
		White string `json:"urlWhite"`
		Black string `json:"urlBlack"`
		ByLot string `json:"url"`
	}
	if err := json.Unmarshal(body, &game); err != nil {
		return online.Game{}, fmt.Errorf("%w: %w", ErrStrange, err)
	}
	return online.Game(game), cmp.Or(checkID(game.ID), checkLink(game.White), checkLink(game.Black), checkLink(game.ByLot))
}

// beginning returns the beginning of a body, for the log.
func beginning(body []byte) string {
	const longest = 200 // bytes
	return strconv.Quote(string(body[:min(len(body), longest)]))
}

// gameID matches the ids of games. lichess has used 8 characters so far.
var gameID = regexp.MustCompile(`^[0-9A-Za-z]{8,12}$`)

// checkID returns an error for the id of a game that nobody can ask for.
func checkID(id string) error {
	if !gameID.MatchString(id) {
		return fmt.Errorf("%w: the id %s", ErrStrange, beginning([]byte(id)))
	}
	return nil
}

// gameLink matches the addresses of games, which stand in Markdown.
var gameLink = regexp.MustCompile(`^https?://[\w.:\[\]-]+(/[\w/?=&%.-]*)?$`)

// checkLink returns an error for an address that cannot be a link or a button.
func checkLink(link string) error {
	if !gameLink.MatchString(link) || len(link) > longestLink {
		return fmt.Errorf("%w: the address %s", ErrStrange, beginning([]byte(link)))
	}
	return nil
}

const mostWaiting = 6 // requests that wait for their turn, besides the one under way

// lichess allows an address 500 games in ten minutes. Each game reserves a slot of gameTime, and
// the slots may be creditTime ahead: so 240 games can be opened at once, and 480 in any ten minutes.
const (
	opening    = "lichess" // the purpose of the slots
	gameTime   = 2500 * time.Millisecond
	creditTime = 10 * time.Minute
)

// limits decide when a request may be made.
type limits struct {
	now     func() time.Time
	places  chan struct{} // acquired by requests that wait or are under way
	turn    chan struct{} // acquired by the request under way
	slots   outbox.Slots  // of all processes at this address; nil for no limit
	servers recent.Table[*window]
	people  recent.Table[*window]

	mu          sync.Mutex
	pausedUntil time.Time
	interrupt   func() // ends the request under way, if nobody waits for it; or nil
}

// wait waits for the turn of a request. The caller must call done after the request.
func (l *limits) wait(ctx context.Context, asker Asker) (done func(), err error) {
	select {
	case l.places <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	l.mu.Lock()
	if l.interrupt != nil {
		l.interrupt()
	}
	l.mu.Unlock()
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		<-l.places
		return nil, ErrBusy
	}
	done = func() {
		<-l.turn
		<-l.places
	}
	if err := l.check(ctx, asker); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// idle begins a request that nobody waits for, unless people make requests or a pause is on.
// A pause of another process counts too, if the database can say. A person's request calls
// interrupt. The caller must call done after the request.
func (l *limits) idle(ctx context.Context, interrupt func()) (done func(), ok bool) {
	if l.slots != nil {
		if _, paused, err := l.slots.ReserveSlots(ctx, opening, 0, 0); err == nil && paused > 0 {
			return nil, false
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.places) > 0 || l.now().Before(l.pausedUntil) {
		return nil, false
	}
	select {
	case l.turn <- struct{}{}:
	default:
		return nil, false
	}
	l.interrupt = interrupt
	return func() {
		l.mu.Lock()
		l.interrupt = nil
		l.mu.Unlock()
		<-l.turn
	}, true
}

// check counts a request, unless it must wait.
func (l *limits) check(ctx context.Context, asker Asker) error {
	now := l.now()
	l.mu.Lock()
	pausedUntil := l.pausedUntil
	l.mu.Unlock()
	if now.Before(pausedUntil) {
		return &WaitError{pausedUntil, OfLichess}
	}
	person, _ := l.people.Get(asker.Person, func() *window { return &window{most: 60, span: 10 * time.Minute} })
	server, _ := l.servers.Get(asker.Server, func() *window { return &window{most: 10, span: time.Minute} })
	if until := person.next(); now.Before(until) {
		return &WaitError{until, OfPerson}
	}
	if until := server.next(); now.Before(until) {
		return &WaitError{until, OfServer}
	}
	if err := l.reserve(ctx, now); err != nil {
		return err
	}
	person.add(now)
	server.add(now)
	return nil
}

// reserve reserves the slot of a game, unless all processes together must wait. lichess itself
// refuses if the database cannot say.
func (l *limits) reserve(ctx context.Context, now time.Time) error {
	if l.slots == nil {
		return nil
	}
	ahead, paused, err := l.slots.ReserveSlots(ctx, opening, 0, 0)
	switch {
	case err != nil:
		return nil
	case paused > 0:
		return &WaitError{now.Add(paused), OfLichess}
	case ahead+gameTime > creditTime:
		return &WaitError{now.Add(ahead + gameTime - creditTime), OfAll}
	}
	l.slots.ReserveSlots(ctx, opening, 1, gameTime)
	return nil
}

// pause forbids all processes requests for a minute.
func (l *limits) pause(ctx context.Context) error {
	if l.slots != nil {
		l.slots.LimitSlots(ctx, opening, pause)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pausedUntil = l.now().Add(pause)
	return &WaitError{l.pausedUntil, OfLichess}
}

// A window has the times of the last requests: at most most in a span. Only the request
// whose turn it is uses windows.
type window struct {
	most  int
	span  time.Duration
	times []time.Time
}

// next returns the earliest time of the next request.
func (w *window) next() time.Time {
	if len(w.times) < w.most {
		return time.Time{}
	}
	return w.times[0].Add(w.span)
}

func (w *window) add(now time.Time) {
	if len(w.times) == w.most {
		w.times = w.times[1:]
	}
	w.times = append(w.times, now)
}
