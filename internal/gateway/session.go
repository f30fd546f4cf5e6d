package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/url"
	"runtime"
	"sync/atomic"
)

// A session is what Discord remembers of a shard from one connection to the next.
// Before READY it has no id.
type session struct {
	id       string
	address  string       // to connect to: the normal URL, after READY the resume URL
	sequence atomic.Int64 // number of the last event; 0 before the first

	// Attempts since READY or RESUMED: those that did not get as far as HELLO, and
	// those that got no further.
	unreached, unresumed int
}

// mostAttempts is how often resuming is tried in vain before the shard identifies
// instead.
const mostAttempts = 5

// greeting returns the packet that answers HELLO: IDENTIFY for a session without an
// id, else RESUME.
func (ss *session) greeting(token string, shard, count int) (op int, data any) {
	if ss.id == "" {
		return opIdentify, map[string]any{
			"token":      token,
			"intents":    0,
			"shard":      [2]int{shard, count},
			"properties": map[string]string{"os": runtime.GOOS, "browser": "chess960bot", "device": "chess960bot"},
		}
	}
	return opResume, map[string]any{"token": token, "session_id": ss.id, "seq": ss.sequence.Load()}
}

// heartbeat returns the data of a heartbeat: the last sequence number, nil before
// the first.
func (ss *session) heartbeat() any {
	if n := ss.sequence.Load(); n != 0 {
		return n
	}
	return nil
}

// begin notes what READY says about the session, and returns the ids of the bot's
// user and of its application.
func (ss *session) begin(ready []byte) (user, application string, err error) {
	var d struct {
		Session     string `json:"session_id"`
		ResumeURL   string `json:"resume_gateway_url"`
		User        named  `json:"user"`
		Application named  `json:"application"`
	}
	err = json.Unmarshal(ready, &d)
	// The two ids are the same for all bots but the oldest.
	user, application = cmp.Or(d.User.ID, d.Application.ID), cmp.Or(d.Application.ID, d.User.ID)
	if err != nil || d.Session == "" || user == "" {
		return "", "", errors.New("Discord's READY names no session or no user")
	}
	ss.id, ss.address = d.Session, resumeAddress(d.ResumeURL, ss.address)
	return user, application, nil
}

// named is the part of a Discord object that READY is read for.
type named struct {
	ID string `json:"id"`
}

// resumeAddress returns the URL to resume at: the one of READY, or the normal one if
// READY names none or one that would send the token without encryption.
func resumeAddress(named, normal string) string {
	if checkAddress(named) != nil || isPlain(named) && !isPlain(normal) {
		return normal
	}
	return named
}

func isPlain(address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Scheme != "wss"
}

// survives reports whether a session can be resumed after a connection has ended
// with an error.
func survives(err error) bool {
	if invalid, ok := errors.AsType[*invalidSession](err); ok {
		return invalid.resumable
	}
	closed, ok := errors.AsType[*CloseError](err)
	return !ok || closeCodes[closed.Code].then == resume
}

// errReconnect is why a connection ends when Discord sends op 7.
var errReconnect = errors.New("Discord asked to connect again")

// invalidSession is why a connection ends when Discord sends op 9.
type invalidSession struct{ resumable bool }

// Error implements error.
func (e *invalidSession) Error() string {
	if e.resumable {
		return "Discord cannot resume the session now"
	}
	return "Discord does not know the session any more"
}
