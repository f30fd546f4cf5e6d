package gatewaytest

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/gorilla/websocket"
)

// The states of a session.
const (
	sessionConnected = iota
	sessionAway      // can be resumed
	sessionOver
)

// replayable is how many events a session keeps for a resume.
const replayable = 1000

// session is a session of the bot, which may last over several connections.
type session struct {
	id    string
	shard [2]int // index and number of shards

	mu         sync.Mutex
	seq        int64
	sent       [][]byte    // the last events; the last of them has number seq
	connection *connection // nil while the bot is away
	over       bool
}

func (ss *session) state() int {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	switch {
	case ss.over:
		return sessionOver
	case ss.connection == nil || ss.seq == 0:
		return sessionAway
	}
	return sessionConnected
}

// begun reports whether READY was sent and the session is not over.
func (ss *session) begun() bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.seq > 0 && !ss.over
}

// serves reports whether a server belongs to the session's shard. Direct messages
// belong to the first shard.
func (ss *session) serves(guildID string) bool {
	n, _ := strconv.ParseUint(guildID, 10, 64)
	return int(n>>22)%ss.shard[1] == ss.shard[0]
}

// dispatch numbers an event, keeps the event, and sends it if the bot is connected.
func (ss *session) dispatch(event string, data json.RawMessage) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.seq++
	payload := make([]byte, 0, len(data)+64)
	payload = append(payload, `{"t":"`+event+`","s":`...)
	payload = strconv.AppendInt(payload, ss.seq, 10)
	payload = append(payload, `,"op":0,"d":`...)
	payload = append(payload, data...)
	payload = append(payload, '}')
	if len(ss.sent) >= 2*replayable {
		ss.sent = append(ss.sent[:0:0], ss.sent[replayable:]...)
	}
	ss.sent = append(ss.sent, payload)
	if ss.connection != nil {
		ss.connection.write(websocket.TextMessage, payload)
	}
}

// endIfBefore ends the session and returns true if it has not reached seq. A session that
// is over already is left alone.
func (ss *session) endIfBefore(seq int64) bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.over || ss.seq >= seq {
		return false
	}
	ss.over, ss.connection = true, nil
	return true
}

// resume continues the session on c and sends again what came after seq. The result
// is false if the session is over or no longer has those events.
func (ss *session) resume(c *connection, seq int64) bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	missed := ss.seq - seq
	if ss.over || missed > int64(len(ss.sent)) {
		return false
	}
	ss.connection = c
	c.gateway.resumes.Add(1)
	for _, payload := range ss.sent[len(ss.sent)-int(missed):] {
		c.write(websocket.TextMessage, payload)
	}
	return true
}

// disconnected notes that a connection ended, unless another one has taken over.
// final means that the client gave the session up, by closing with 1000 or 1001.
func (ss *session) disconnected(c *connection, final bool) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.connection != c {
		return
	}
	ss.connection = nil
	ss.over = ss.over || final
}

func (ss *session) end() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.over, ss.connection = true, nil
}
