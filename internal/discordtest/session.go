package discordtest

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/gorilla/websocket"
)

// What a session can be.
const (
	sessionConnected = iota
	sessionAway      // may be resumed
	sessionOver
)

// replayable is how many events a session keeps for a resume.
const replayable = 1000

// session is a bot's stay at the gateway, possibly over several connections.
type session struct {
	id      string
	shard   [2]int
	intents int64

	mu   sync.Mutex
	seq  int64
	sent [][]byte // the last events; the last of them is number seq
	link *link    // nil while the bot is away
	over bool
}

func (ss *session) state() int {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	switch {
	case ss.over:
		return sessionOver
	case ss.link == nil || ss.seq == 0:
		return sessionAway
	}
	return sessionConnected
}

// dispatch numbers an event, keeps it, and sends it if the bot is there.
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
	if ss.link != nil {
		ss.link.write(websocket.TextMessage, payload)
	}
}

// resume replays on l what came after seq; false if that is no longer known.
func (ss *session) resume(l *link, seq int64) bool {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	missed := ss.seq - seq
	if ss.over || missed < 0 || missed > int64(len(ss.sent)) {
		return false
	}
	ss.link = l
	l.gateway.resumes.Add(1)
	for _, payload := range ss.sent[len(ss.sent)-int(missed):] {
		l.write(websocket.TextMessage, payload)
	}
	return true
}

// left notes that a connection is gone, unless another has taken over. A client
// that closes with 1000 or 1001 gives the session up.
func (ss *session) left(l *link, final bool) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.link != l {
		return
	}
	ss.link = nil
	ss.over = ss.over || final
}

func (ss *session) end() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.over, ss.link = true, nil
}
