package gateway

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes, as Discord's documentation numbers them.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// A packet is a message from the gateway.
type packet struct {
	Op       *int            `json:"op"`
	Sequence *int64          `json:"s"` // of a dispatch
	Event    string          `json:"t"` // of a dispatch
	Data     json.RawMessage `json:"d"`
}

// messageLimit is the largest size of a message in bytes. It applies to the sum of
// the fragments, and also to the inflated message.
const messageLimit = 8 << 20

var errTooLarge = fmt.Errorf("the gateway sent a message of more than %d bytes", messageLimit)

// readPacket decodes a WebSocket message. ok is false for an invalid message, which is
// to be ignored. It returns an error for a message that is too large.
func readPacket(kind int, message []byte) (p packet, ok bool, err error) {
	if kind == websocket.BinaryMessage {
		if message, err = inflate(message); err != nil {
			return p, false, err
		}
	}
	if json.Unmarshal(message, &p) != nil || p.Op == nil {
		return p, false, nil
	}
	return p, true, nil
}

// inflate decompresses a zlib message. Discord may send one although the client did
// not ask for compression. The result is nil if the message is not zlib.
func inflate(message []byte) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(message))
	if err != nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(r, messageLimit+1))
	if len(text) > messageLimit {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, nil
	}
	return text, nil
}

// longestInterval is the longest heartbeat interval that the client accepts. The
// shortest is a millisecond.
const longestInterval = time.Hour

// heartbeatInterval reads the data of HELLO.
func heartbeatInterval(hello []byte) (time.Duration, error) {
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	err := json.Unmarshal(hello, &d)
	if err != nil || d.Interval < 1 || d.Interval > longestInterval.Milliseconds() {
		return 0, fmt.Errorf("the gateway asks for an impossible heartbeat: %.100q", hello)
	}
	return time.Duration(d.Interval) * time.Millisecond, nil
}
