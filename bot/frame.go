package bot

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/gorilla/websocket"
)

// The gateway's opcodes, as Discord's documentation numbers them.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

const (
	finalFragment = 0x80 // in a frame's first byte
	opcodeBits    = 0x0f // of a frame's first byte
	lengthBits    = 0x7f // of a frame's second byte
	continuation  = 0    // opcode of a fragment that is not the first
)

// readFrame reads one WebSocket frame (RFC 6455, section 5.2) and passes it on if
// it is a control frame, or the last of a message that discordgo is to see.
func (g *guard) readFrame() error {
	var head [2]byte
	if _, err := io.ReadFull(g.in, head[:]); err != nil {
		return err
	}
	length, err := g.readLength(head[1])
	if err != nil {
		return err
	}
	switch opcode := int(head[0] & opcodeBits); opcode {
	case websocket.CloseMessage, websocket.PingMessage, websocket.PongMessage:
		return g.control(opcode, length)
	case websocket.TextMessage, websocket.BinaryMessage:
		if g.message.Reset(); g.message.Cap() > keptLimit {
			g.message = bytes.Buffer{}
		}
		g.binary = opcode == websocket.BinaryMessage
	case continuation:
	default:
		return fmt.Errorf("the gateway sent a frame of the unknown kind %d", opcode)
	}
	if length > uint64(frameLimit-g.message.Len()) {
		return errTooLarge
	}
	if _, err := io.CopyN(&g.message, g.in, int64(length)); err != nil {
		return err
	}
	if head[0]&finalFragment == 0 {
		return nil
	}
	passed, err := g.packet(g.message.Bytes())
	if err == nil && passed != nil {
		g.out = frame(websocket.TextMessage, passed)
	}
	return err
}

var errTooLarge = fmt.Errorf("the gateway sent a message of more than %d bytes", frameLimit)

// readLength reads what follows a frame's second byte of its length.
func (g *guard) readLength(second byte) (uint64, error) {
	const (
		inTwoBytes   = 126
		inEightBytes = 127
		maskedBit    = 0x80 // what clients send is masked, what servers send is not
	)
	if second&maskedBit != 0 {
		return 0, errors.New("the gateway sent a masked frame")
	}
	size := 0
	switch second & lengthBits {
	case inTwoBytes:
		size = 2
	case inEightBytes:
		size = 8
	default:
		return uint64(second), nil
	}
	var long [8]byte
	_, err := io.ReadFull(g.in, long[8-size:])
	return binary.BigEndian.Uint64(long[:]), err
}

// control reads a control frame's payload. A close frame ends the connection.
func (g *guard) control(opcode int, length uint64) error {
	const most = 125
	if length > most {
		return errors.New("the gateway sent a control frame that is too long")
	}
	payload := make([]byte, length)
	if _, err := io.ReadFull(g.in, payload); err != nil {
		return err
	}
	if opcode != websocket.CloseMessage {
		g.out = frame(opcode, payload)
		return nil
	}
	closed := &websocket.CloseError{Code: websocket.CloseNoStatusReceived}
	if len(payload) >= 2 {
		closed.Code, closed.Text = int(binary.BigEndian.Uint16(payload)), string(payload[2:])
	}
	return closed
}

// frame makes an unmasked frame of a whole message.
func frame(opcode int, payload []byte) []byte {
	f := []byte{finalFragment | byte(opcode)}
	switch n := len(payload); {
	case n < 126:
		f = append(f, byte(n))
	case n <= 0xffff:
		f = binary.BigEndian.AppendUint16(append(f, 126), uint16(n))
	default:
		f = binary.BigEndian.AppendUint64(append(f, 127), uint64(n))
	}
	return append(f, payload...)
}

// A packet is what the gateway sends, as a message.
type packet struct {
	Op       *int            `json:"op"`
	Sequence *int64          `json:"s"` // of a dispatch
	Event    string          `json:"t"` // of a dispatch
	Data     json.RawMessage `json:"d"`
}

// packet looks at a message and returns what discordgo is to see of it; nil for
// nothing, because it makes no sense, or is nothing to discordgo. An error ends
// the connection.
func (g *guard) packet(message []byte) (passed []byte, err error) {
	if g.binary {
		if message, err = inflate(message); message == nil || err != nil {
			return nil, err
		}
	}
	var p packet
	if json.Unmarshal(message, &p) != nil || p.Op == nil {
		return nil, nil
	}
	switch *p.Op {
	case opDispatch:
		return g.dispatch(p)
	case opReconnect:
		return nil, errReconnect
	case opInvalidSession:
		return nil, &invalidSession{resumable: string(p.Data) == "true"}
	case opHello:
		return message, g.hello(p.Data)
	case opHeartbeat:
		return message, nil
	case opHeartbeatAck:
		if g.isReady() {
			g.expect(missedAcks * g.interval)
		}
		return message, nil
	}
	return nil, nil
}

// inflate unpacks a message that Discord has compressed all the same; nil for what
// is not compressed.
func inflate(message []byte) ([]byte, error) {
	packed, err := zlib.NewReader(bytes.NewReader(message))
	if err != nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(packed, frameLimit+1))
	if len(text) > frameLimit {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, nil
	}
	return text, nil
}

// hello notes the heartbeat interval.
func (g *guard) hello(data []byte) error {
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(data, &d); err != nil || d.Interval <= 0 || d.Interval > longestInterval.Milliseconds() {
		return fmt.Errorf("the gateway asks for an impossible heartbeat: %.100q", data)
	}
	if g.interval == 0 { // the first, so that more of them put nothing off
		g.expect(readyLimit)
	}
	g.interval = time.Duration(d.Interval) * time.Millisecond
	return nil
}

// dispatch hands an event to the listener. discordgo learns the sequence number,
// by an event that means nothing to it, and of READY the session's id: it would
// decode the rest twice, and trusts it.
func (g *guard) dispatch(p packet) (passed []byte, err error) {
	if p.Sequence == nil {
		return nil, nil
	}
	event, data := "RESUMED", any(struct{}{})
	switch p.Event {
	case "READY":
		var ready struct {
			Session     string `json:"session_id"`
			User        person `json:"user"`
			Application person `json:"application"`
		}
		err := json.Unmarshal(p.Data, &ready)
		// The two ids are the same for all but the oldest bots.
		self, application := cmp.Or(ready.User.ID, ready.Application.ID), cmp.Or(ready.Application.ID, ready.User.ID)
		if err != nil || ready.Session == "" || self == "" {
			return nil, errors.New("the gateway's READY names no session, or nobody whose it is")
		}
		event, data = "READY", map[string]string{"session_id": ready.Session}
		g.becomeReady()
		g.listener.begun(self, application)
	case "RESUMED":
		g.becomeReady()
		g.listener.resumed()
	default:
		g.listener.event(p.Event, p.Data)
	}
	return json.Marshal(map[string]any{"op": opDispatch, "s": *p.Sequence, "t": event, "d": data})
}

func (g *guard) isReady() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ready
}

func (g *guard) becomeReady() {
	g.mu.Lock()
	g.ready = true
	g.mu.Unlock()
	g.expect(missedAcks * g.interval)
}
