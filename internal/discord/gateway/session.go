package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"sync/atomic"

	"github.com/gorilla/websocket"
)

// A session is the state that a shard keeps from one connection to the next, so that
// Discord can send the events it missed. Before READY the session has no id.
type session struct {
	id       string
	address  string       // to connect to: the normal URL, and after READY the resume URL
	sequence atomic.Int64 // number of the last event; 0 before the first

	// Failed attempts since READY or RESUMED: without HELLO, and with HELLO only.
	unreached, unresumed int
}

// mostAttempts is how often the shard tries to resume before it identifies instead.
const mostAttempts = 5

// identifyOrResume returns the packet that answers HELLO: IDENTIFY for a session
// without an id, otherwise RESUME.
func (ss *session) identifyOrResume(token string, shard, count int) (op int, data any) {
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

// heartbeat returns the data of a heartbeat: the last sequence number, or nil before
// the first event.
func (ss *session) heartbeat() any {
	if n := ss.sequence.Load(); n != 0 {
		return n
	}
	return nil
}

// handleReady stores the session's id and resume URL from READY. It returns the ids
// of the bot's user and of its application.
func (ss *session) handleReady(ready []byte) (user, application string, err error) {
	var d struct {
		Session     string `json:"session_id"`
		ResumeURL   string `json:"resume_gateway_url"`
		User        object `json:"user"`
		Application object `json:"application"`
	}
	err = json.Unmarshal(ready, &d)
	// The two ids differ only for very old bots.
	user, application = cmp.Or(d.User.ID, d.Application.ID), cmp.Or(d.Application.ID, d.User.ID)
	if err != nil || d.Session == "" || user == "" {
		return "", "", errors.New("Discord's READY lacks the session or the user")
	}
	ss.id, ss.address = d.Session, resumeAddress(d.ResumeURL, ss.address)
	return user, application, nil
}

// An object is a Discord object of which only the id is read.
type object struct {
	ID string `json:"id"`
}

// resumeAddress returns the URL to resume at: resume_gateway_url, or the normal URL if
// resume_gateway_url is missing or would send the token without encryption.
func resumeAddress(resumeURL, normal string) string {
	if checkAddress(resumeURL) != nil || isUnencrypted(resumeURL) && !isUnencrypted(normal) {
		return normal
	}
	return resumeURL
}

func isUnencrypted(address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Scheme != "wss"
}

// canResume reports whether a session can be resumed after its connection has ended
// with an error.
func canResume(err error) bool {
	if invalid, ok := errors.AsType[*invalidSession](err); ok {
		return invalid.resumable
	}
	closed, ok := errors.AsType[*CloseError](err)
	return !ok || closeCodes[closed.Code].then == resume
}

// errReconnect ends a connection when Discord sends op 7.
var errReconnect = errors.New("Discord asked to connect again")

// errDropped ends a connection when Client.Reconnect is called.
var errDropped = errors.New("the bot wants to connect again")

// invalidSession ends a connection when Discord sends op 9.
type invalidSession struct{ resumable bool }

// Error implements error.
func (e *invalidSession) Error() string {
	if e.resumable {
		return "Discord cannot resume the session now"
	}
	return "Discord does not know the session any more"
}

// A CloseError says that Discord closed the connection.
type CloseError struct {
	Code int    // one of Discord's, from 4000, or of RFC 6455, section 7.4
	Text string // Discord's reason; may be empty
}

// Error implements error.
func (e *CloseError) Error() string {
	meaning := closeCodes[e.Code].meaning
	if meaning == "" && e.Text != "" {
		meaning = fmt.Sprintf("%.100q", e.Text)
	}
	return fmt.Sprintf("Discord closed the connection: %s (close %d)", cmp.Or(meaning, "no reason given"), e.Code)
}

// Is reports whether the code means target, which is [ErrTokenRejected] or
// [ErrTooFewShards].
func (e *CloseError) Is(target error) bool {
	return target == ErrTokenRejected && e.Code == 4004 || target == ErrTooFewShards && e.Code == 4011
}

// The next step after a close code.
const (
	resume   = iota // resume the session; also after a code that is not listed
	identify        // the session is over: identify again
	final           // stop: connecting again cannot help
)

// closeCodes are the close codes of Discord's documentation, and those of RFC 6455
// that are common.
var closeCodes = map[int]struct {
	meaning string
	then    int
}{
	websocket.CloseNormalClosure:    {"normal closure", resume},
	websocket.CloseGoingAway:        {"going away", resume},
	websocket.CloseNoStatusReceived: {"no reason given", resume},
	websocket.CloseAbnormalClosure:  {"without a close frame", resume},

	4000: {"unknown error", resume},
	4001: {"unknown opcode", resume},
	4002: {"packet that cannot be decoded", resume},
	4003: {"not identified", resume},
	4004: {"authentication failed", final},
	4005: {"already identified", resume},
	4007: {"invalid sequence number", identify},
	4008: {"too many packets", resume},
	4009: {"session timed out", identify},
	4010: {"invalid shard", final},
	4011: {"sharding required", final},
	4012: {"invalid API version", final},
	4013: {"invalid intents", final},
	4014: {"disallowed intents", final},
}

// IsFinal reports whether an error means that connecting again cannot help.
func IsFinal(err error) bool {
	closed, ok := errors.AsType[*CloseError](err)
	return errors.Is(err, ErrTokenRejected) || ok && closeCodes[closed.Code].then == final
}
