// Package lichesstest is a strict stand-in for lichess on loopback, for tests and the
// playground. It opens challenges as lichess does, and answers 400 to requests that lichess
// would refuse, such as one with a Shredder-FEN. A fault makes it fail as lichess can.
//
// A server needs no testing.T, so people can play with it. The links of its games lead to a
// page that says what it is.
//
// Source: POST /api/challenge/open of lichess's API, version 2.0.165, and the errors of
// lichess itself.
package lichesstest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

// A Fault is a way in which lichess fails.
type Fault int

// The faults.
const (
	None     Fault = iota
	TooMany        // 429
	Refusing       // 400
	Broken         // 500
	HTML           // 200 with a page instead of JSON
	Empty          // 200 with JSON without addresses
	Script         // 200 with an address that is no web page
	Moved          // 302 to another page
	Silent         // no answer
	HungUp         // the connection is closed without an answer
)

// A Server is a stand-in for lichess. Its methods may be called from any number of
// goroutines.
type Server struct {
	url    string
	http   *http.Server
	closed context.Context
	close  context.CancelFunc

	mu     sync.Mutex
	fault  Fault
	delay  time.Duration
	forms  []url.Values
	broken []string
	begun  int // requests
	games  int
	played map[string]Played // by id
}

// Start listens on a free port of 127.0.0.1.
func Start() (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return StartAt(listener), nil
}

// StartAt is Start with a listener.
func StartAt(listener net.Listener) *Server {
	s := &Server{url: "http://" + listener.Addr().String(), played: map[string]Played{}}
	s.closed, s.close = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/challenge/open", s.openChallenge)
	mux.HandleFunc("POST /api/games/export/_ids", s.exportGames)
	mux.HandleFunc("GET /{game}", showGame)
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener)
	return s
}

// URL returns the address to use instead of https://lichess.org.
func (s *Server) URL() string { return s.url }

// Close ends the server.
func (s *Server) Close() {
	s.close()
	s.http.Close()
}

// Fail makes the server fail from now on.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Delay makes every answer take some time.
func (s *Server) Delay(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay = d
}

// Forms returns the bodies of all requests.
func (s *Server) Forms() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]url.Values(nil), s.forms...)
}

// Broken lists the rules of lichess that requests broke.
func (s *Server) Broken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.broken...)
}

// begin records a request, and returns how to answer it.
func (s *Server) begin(form url.Values, problems []string) (id string, begun int, fault Fault, delay time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if form != nil {
		s.forms = append(s.forms, form)
		s.games++
	}
	s.broken = append(s.broken, problems...)
	s.begun++
	return fmt.Sprintf("game%04d", s.games), s.begun, s.fault, s.delay
}

// end notes whether another request came while one was answered. One that its client has given
// up does not count: the server hears of that late.
func (s *Server) end(r *http.Request, begun int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun > begun && r.Context().Err() == nil {
		s.broken = append(s.broken, "more than one request at a time")
	}
}

func (s *Server) openChallenge(w http.ResponseWriter, r *http.Request) {
	err := r.ParseForm()
	problems := check(r)
	if err != nil {
		problems = append(problems, err.Error())
	}
	s.answer(w, r, problems, func(id string) { send(w, http.StatusOK, s.challenge(id, r.PostForm)) })
}

// answer answers a request with a fault, with the first problem, or well.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, problems []string, well func(id string)) {
	id, begun, fault, delay := s.begin(r.PostForm, problems)
	defer s.end(r, begun)
	select {
	case <-time.After(delay):
	case <-r.Context().Done():
		return
	}
	switch {
	case fault != None:
		s.fail(w, r, fault)
	case len(problems) > 0:
		send(w, http.StatusBadRequest, map[string]any{"error": problems[0]})
	default:
		well(id)
	}
}

// fail answers a request with a fault.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, f Fault) {
	switch f {
	case TooMany:
		send(w, http.StatusTooManyRequests, map[string]any{"error": "Too many requests. Try again later."})
	case Refusing:
		send(w, http.StatusBadRequest, map[string]any{"error": "invalidFen"})
	case Broken:
		http.Error(w, "<html>Oops</html>", http.StatusInternalServerError)
	case HTML:
		fmt.Fprint(w, "<!DOCTYPE html><title>lichess is down for maintenance</title>")
	case Empty:
		send(w, http.StatusOK, map[string]any{"id": "game"})
	case Script:
		send(w, http.StatusOK, map[string]any{"url": "javascript://lichess.org/%0aalert(1)", "urlWhite": s.url, "urlBlack": s.url})
	case Moved:
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	case Silent:
		select {
		case <-s.closed.Done():
		case <-r.Context().Done():
		}
	case HungUp:
		panic(http.ErrAbortHandler)
	}
}

// challenge returns the answer with the fields of lichess's ChallengeOpenJson.
func (s *Server) challenge(id string, form url.Values) map[string]any {
	game := s.url + "/" + id
	control := map[string]any{"type": "correspondence", "daysPerTurn": number(form, "days")}
	if form.Has("clock.limit") {
		limit, increment := number(form, "clock.limit"), number(form, "clock.increment")
		control = map[string]any{"type": "clock", "limit": limit, "increment": increment,
			"show": fmt.Sprintf("%g+%d", float64(limit)/60, increment)}
	}
	return map[string]any{
		"id": id, "url": game, "status": "created", "challenger": nil, "destUser": nil,
		"variant": map[string]any{"key": "chess960", "name": "Chess960", "short": "960"},
		"rated":   false, "speed": speed(form), "timeControl": control, "color": "random", "finalColor": "white",
		"perf": map[string]any{"icon": "", "name": "Chess960"}, "initialFen": form.Get("fen"),
		"urlWhite": game + "?color=white", "urlBlack": game + "?color=black", "open": map[string]any{},
	}
}

// speed returns lichess's class of a game, from the time of 40 moves.
func speed(form url.Values) string {
	if form.Has("days") {
		return "correspondence"
	}
	switch seconds := number(form, "clock.limit") + 40*number(form, "clock.increment"); {
	case seconds < 30:
		return "ultraBullet"
	case seconds < 180:
		return "bullet"
	case seconds < 480:
		return "blitz"
	case seconds < 1500:
		return "rapid"
	}
	return "classical"
}

func number(form url.Values, field string) int {
	n, _ := strconv.Atoi(form.Get(field))
	return n
}

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

// showGame is the page behind the links of a game.
func showGame(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!DOCTYPE html><title>A stand-in for lichess</title><p>This is a stand-in for lichess. On lichess, a game would begin here.</p>")
}
