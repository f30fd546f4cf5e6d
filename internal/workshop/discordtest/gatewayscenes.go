package discordtest

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
	"time"
)

// Opcodes of frames of a WebSocket.
const textFrame, binaryFrame = 1, 2

// A GatewayScene is a fault of the connection to the gateway, with the number of sessions and
// connections that it costs.
type GatewayScene struct {
	Name       string
	heartbeat  time.Duration // 0 for Discord's
	Connection func(n int) *GatewayFault
	Happen     func(*Server) // once the bot is connected; nil for a fault of connecting

	Identifies, Resumes, Connections int // in all
}

// Settings are those of a stand-in that plays the scene.
func (s GatewayScene) Settings() []Setting {
	settings := []Setting{GatewayFaults(s.Connection)}
	if s.heartbeat > 0 {
		settings = append(settings, Heartbeat(s.heartbeat))
	}
	return settings
}

// firstOnly returns a fault of only the first connection.
func firstOnly(f GatewayFault) func(int) *GatewayFault { return onlyThe(1, f) }

// onlyThe returns a fault of only the nth connection.
func onlyThe(nth int, f GatewayFault) func(int) *GatewayFault {
	return func(n int) *GatewayFault {
		if n == nth {
			return &f
		}
		return nil
	}
}

func sendText(text string) func(*Server) {
	return func(s *Server) { s.SendFrame(textFrame, []byte(text)) }
}

func sendBinary(text string) func(*Server) {
	return func(s *Server) { s.SendFrame(binaryFrame, []byte(text)) }
}

func packed(text string) string {
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.String()
}

func closeWith(code int) func(*Server) {
	return func(s *Server) { s.CloseGateway(code) }
}

// GatewayScenes are the faults of a connection that a client of the gateway must survive, with as few new
// sessions as possible. The tests of package gateway have more, with a clock of their own.
var GatewayScenes = []GatewayScene{
	{Name: "cut off", Happen: func(s *Server) { s.Drop() }, Identifies: 1, Resumes: 1, Connections: 2},
	{Name: "closed with 1000", Happen: closeWith(1000), Identifies: 1, Resumes: 1, Connections: 2},
	{Name: "closed for a session timed out", Happen: closeWith(4009), Identifies: 2, Connections: 2},
	{Name: "closed for an invalid sequence", Happen: closeWith(4007), Identifies: 2, Connections: 2},
	{Name: "resume refused with 4007", Connection: onlyThe(2, GatewayFault{Close: 4007}), Happen: func(s *Server) { s.Drop() }, Identifies: 2, Connections: 3},
	{Name: "op 7", Happen: func(s *Server) { s.AskReconnect() }, Identifies: 1, Resumes: 1, Connections: 2},
	{Name: "op 9, resumable", Happen: func(s *Server) { s.InvalidateSessions(true) }, Identifies: 1, Resumes: 1, Connections: 2},
	{Name: "op 9", Happen: func(s *Server) { s.InvalidateSessions(false) }, Identifies: 2, Connections: 2},
	{Name: "a frame of 9 MB", Happen: func(s *Server) { sendText(`{"op":0,"s":9,"t":"X","d":"` + strings.Repeat("x", 9<<20) + `"}`)(s) }, Identifies: 1, Resumes: 1, Connections: 2},
	{Name: "no acknowledgement", heartbeat: 1500 * time.Millisecond, Connection: firstOnly(GatewayFault{NoAck: true}), Identifies: 1, Resumes: 1, Connections: 2},

	{Name: "null", Happen: sendText("null"), Identifies: 1, Connections: 1},
	{Name: "an event without data", Happen: sendText(`{"op":0,"s":2,"t":"GUILD_CREATE","d":null}`), Identifies: 1, Connections: 1},
	{Name: "an interaction without data", Happen: sendText(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":null}`), Identifies: 1, Connections: 1},
	{Name: "compressed", Connection: firstOnly(GatewayFault{Packed: true}), Happen: func(*Server) {}, Identifies: 1, Connections: 1},
	{Name: "half a compressed packet", Happen: sendBinary(packed(`{"op":7,"d":null}`)[:12]), Identifies: 1, Connections: 1},
	{Name: "asked for a heartbeat", Happen: func(s *Server) { s.AskHeartbeat() }, Identifies: 1, Connections: 1},

	{Name: "no upgrade", Connection: firstOnly(GatewayFault{Refuse: 503}), Identifies: 1, Connections: 2},
	{Name: "op 7 instead of HELLO", Connection: firstOnly(GatewayFault{Packets: []string{`{"op":7,"d":null}`}}), Identifies: 1, Connections: 2},
	{Name: "op 7 instead of READY", Connection: firstOnly(GatewayFault{First: []string{`{"op":7,"d":null}`}, NoReady: true}), Identifies: 1, Connections: 2},
	{Name: "a heartbeat interval of 0", Connection: firstOnly(GatewayFault{Packets: []string{`{"op":10,"d":{"heartbeat_interval":0}}`}}), Identifies: 1, Connections: 2},
	{Name: "op 9 instead of READY", Connection: firstOnly(GatewayFault{First: []string{`{"op":9,"d":false}`}, NoReady: true}), Identifies: 1, Connections: 2},
}
