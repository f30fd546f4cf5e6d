package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// call is a REST request with its decoded body.
type call struct {
	*http.Request
	body    *body
	excused bool // a refusal is no mistake of the bot
}

// excuse marks a refusal that the bot could not foresee: Broken does not list it.
func (c *call) excuse(err error) error {
	c.excused = true
	return err
}

// result is the response of a route. If body is nil the response has none.
type result struct {
	status int
	body   any
}

// route is one address of Discord's API. A route without auth needs no header
// Authorization: its path has a secret token, or everybody may use the route.
type route struct {
	method, path string
	auth         bool
	serve        func(*call) (result, error)
}

func (s *Server) table() []route {
	const (
		app      = "/applications/{application_id}"
		guild    = app + "/guilds/{guild_id}"
		original = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
		messages = "/channels/{channel_id}/messages"
		events   = "/guilds/{guild_id}/scheduled-events"
		oneEvent = events + "/{guild_scheduled_event_id}"
	)
	table := []route{
		{"GET", "/gateway", false, s.getGateway},
		{"GET", "/gateway/bot", true, s.getGatewayBot},
		{"GET", "/applications/@me", true, s.getApplication},
		{"PATCH", "/applications/@me", true, s.editApplication},
		{"POST", "/interactions/{interaction_id}/{interaction_token}/callback", false, s.callback},
		{"POST", "/webhooks/{webhook_id}/{webhook_token}", false, s.followUp},
		{"PATCH", original, false, s.editAnswer},
		{"GET", messages, true, s.listMessages},
		{"POST", messages, true, s.postMessage},
		{"PATCH", messages + "/{message_id}", true, s.editMessage},
		{"DELETE", messages + "/{message_id}", true, s.deleteMessage},
		{"POST", messages + "/{message_id}/threads", true, s.createThread},
		{"GET", "/channels/{channel_id}", true, s.getChannel},
		{"POST", "/users/@me/channels", true, s.createDM},
		{"GET", "/users/@me/guilds", true, s.listGuilds},
		{"GET", "/guilds/{guild_id}", true, s.getGuild},
		{"GET", "/guilds/{guild_id}/members/{user_id}", true, s.getMember},
		{"GET", events, true, s.listServerEvents},
		{"POST", events, true, s.createServerEvent},
		{"GET", oneEvent, true, s.getServerEvent},
		{"PATCH", oneEvent, true, s.editServerEvent},
		{"DELETE", oneEvent, true, s.deleteServerEvent},
		{"GET", oneEvent + "/users", true, s.listInterested},
	}
	for _, scope := range []string{app, guild} {
		table = append(table,
			route{"GET", scope + "/commands", true, s.listCommands},
			route{"PUT", scope + "/commands", true, s.overwriteCommands})
	}
	return table
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.table() {
		mux.HandleFunc(r.method+" /api/{version}"+r.path, func(w http.ResponseWriter, q *http.Request) { s.handle(w, q, r) })
	}
	unknown := route{serve: func(*call) (result, error) { return result{}, errNotFound }}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, q *http.Request) { s.handle(w, q, unknown) })
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	mux.HandleFunc("GET /{$}", s.Gateway.Serve)
	return mux
}

// handle serves a request and records it.
func (s *Server) handle(w http.ResponseWriter, q *http.Request, r route) {
	seen := Request{Time: time.Now(), Method: q.Method, Path: q.URL.Path,
		Query: q.URL.RawQuery, Route: r.path, ContentType: q.Header.Get("Content-Type")}
	c := &call{Request: q, body: &body{}}
	unread := c.read()
	if unread == errCutOff {
		panic(http.ErrAbortHandler) // nobody is left to get a response
	}
	seen.describe(c.body)
	fault := s.faultFor(seen)
	if wait := s.requestLimit.wait(seen); wait > 0 {
		fault = Fault{RetryAfter: wait, Scope: "global"}
	}
	s.pause(fault.Delay)
	out := s.outcome(c, r, unread, fault, &seen)
	if fault.DropBefore || fault.DropAfter {
		panic(http.ErrAbortHandler) // net/http closes the connection
	}
	out.write(w)
}

// outcome returns the response and records the request. record.serving is locked
// meanwhile, so that a request is recorded before its effect is visible.
func (s *Server) outcome(c *call, r route, unread error, fault Fault, seen *Request) reply {
	s.record.serving.RLock()
	defer s.record.serving.RUnlock()
	out := reply{header: http.Header{}}
	if !fault.unserved() {
		out = s.respond(c, r, unread, seen.name())
	}
	out = fault.replace(out, seen.Time, r.method+r.path)
	dropped := fault.DropBefore || fault.DropAfter
	if !dropped {
		seen.Status = out.status
	}
	if !dropped && !fault.HTML && len(out.body) > 0 {
		seen.Response = out.body
	}
	s.record.request(*seen)
	s.changed.signal()
	return out
}

// describe records the body and the files of the request.
func (q *Request) describe(b *body) {
	q.Body = b.raw
	for _, u := range b.uploads {
		q.Files = append(q.Files, File{"files[" + string(rune('0'+u.n)) + "]", u.name, u.contentType, len(u.data)})
	}
}

// respond serves a request and records the rules that the request breaks.
func (s *Server) respond(c *call, r route, unread error, name string) reply {
	out, err := s.serve(c, r, unread)
	if err != nil {
		out = refuse(err)
	}
	if err != nil && !c.excused {
		s.record.breach("%s: %s", name, err)
	}
	for _, remark := range c.body.report.Remarks() {
		s.record.breach("%s: %s", name, remark)
	}
	real := reply{status: out.status, header: http.Header{}}
	if out.body != nil {
		real.header.Set("Content-Type", "application/json")
		var encoded bool
		if real.body, encoded = out.body.(json.RawMessage); !encoded {
			real.body, _ = json.Marshal(out.body)
		}
	}
	return real
}

func (q *Request) name() string {
	if q.Route == "" {
		return q.Method + " " + q.Path + " (unknown route)"
	}
	return q.Method + " " + q.Route
}

func refuse(err error) result {
	var r *validate.Error
	if !errors.As(err, &r) {
		r = &validate.Error{Status: http.StatusInternalServerError, Message: err.Error()}
	}
	return result{r.Status, r}
}

// userAgent is the pattern that Discord requires. Discord blocks other user agents.
var userAgent = regexp.MustCompile(`^DiscordBot \(\S+, \S+\)`)

func (s *Server) serve(c *call, r route, unread error) (result, error) {
	if v := c.PathValue("version"); r.path != "" && v != "v10" {
		return result{}, errAPIVersion
	}
	if !userAgent.MatchString(c.UserAgent()) {
		return result{}, errUserAgent
	}
	if given := c.Header.Get("Authorization"); given != "Bot "+Token && (r.auth || given != "") {
		return result{}, errUnauthorized
	}
	if unread != nil {
		return result{}, unread
	}
	return r.serve(c)
}

// read decodes the body of a method that has one. Discord refuses a Content-Type
// without a body.
func (c *call) read() (err error) {
	switch {
	case strings.Contains("POST PUT PATCH", c.Method):
		c.body, err = readBody(c.Request)
	case c.Header.Get("Content-Type") == "application/json" && c.ContentLength == 0:
		err = errInvalidJSON
	}
	return err
}
