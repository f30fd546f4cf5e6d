package gateway

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/gorilla/websocket"
)

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
