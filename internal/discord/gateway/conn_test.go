package gateway

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"chess960bot/internal/workshop/testrun"
)

// The first heartbeat comes after a random part of the interval, the others after
// whole intervals. Each carries the last sequence number, null before the first.
func TestHeartbeats(t *testing.T) {
	const interval = 20 * time.Second
	var first []time.Duration
	for range 20 {
		play(t, func(t *testing.T, d *discord) {
			d.run()
			p := d.next()
			last := time.Now()
			p.hello(int(interval.Milliseconds()))
			p.expect(opIdentify)
			for n, want := range []string{"null", "1", "6"} {
				if got := p.expect(opHeartbeat); got != want {
					t.Errorf("heartbeat %d carries %s, want %s", n, got, want)
				}
				pause := time.Since(last)
				last = time.Now()
				p.send(`{"op":11}`)
				switch n {
				case 0:
					first = append(first, pause)
					p.ready("first")
				case 1:
					p.send(`{"op":0,"s":6,"t":"X","d":0}`)
				}
				if n > 0 && pause != interval {
					t.Errorf("heartbeat %d after %v", n, pause)
				}
			}
		})
	}
	if low, high := slices.Min(first), slices.Max(first); high >= interval || high-low < interval/4 {
		t.Errorf("the first heartbeats came between %v and %v", low, high)
	}
}

// If the gateway does not acknowledge a heartbeat before the next one is due, the client
// closes the connection and resumes the session.
func TestNoAcknowledgement(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		p := d.begin()
		p.expect(opHeartbeat)
		last := time.Now()
		p.expectClose(4000)
		if silence := time.Since(last); silence != 41250*time.Millisecond {
			t.Errorf("closed after %v", silence)
		}
		p = d.next()
		p.hello(41250)
		p.expect(opResume)
	})
}

// If the gateway answers too slowly, the client connects again after a time limit.
func TestLimits(t *testing.T) {
	for name, c := range map[string]struct {
		gateway func(*discord)
		left    time.Duration
	}{
		"no answer to the handshake": {func(d *discord) {
			d.faulty = func(conn net.Conn) { io.Copy(io.Discard, conn) }
			d.run()
		}, helloLimit},
		"half an answer to the handshake": {func(d *discord) {
			d.faulty = func(conn net.Conn) {
				go io.Copy(io.Discard, conn)
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgr")
			}
			d.run()
		}, helloLimit},
		"no HELLO": {func(d *discord) {
			d.run()
			go d.next().serve()
		}, helloLimit},
		"packets in place of HELLO": {func(d *discord) {
			d.run()
			p := d.next()
			go p.serve()
			for range 8 {
				time.Sleep(time.Second)
				p.send(`{"op":11}`)
			}
		}, helloLimit},
		"no READY": {func(d *discord) {
			d.run()
			p := d.next()
			go p.serve()
			p.hello(1000)
		}, readyLimit},
		"HELLO again and again": {func(d *discord) {
			d.run()
			p := d.next()
			go p.serve()
			for range 20 {
				p.hello(1000)
				time.Sleep(time.Second)
			}
		}, readyLimit},
		"nothing is read": {func(d *discord) {
			d.run()
			d.next().hello(1000)
		}, writeLimit},
		"half a message": {func(d *discord) {
			d.run()
			p := d.next()
			p.hello(1000)
			p.expect(opIdentify)
			w, _ := p.ws.NextWriter(websocket.TextMessage)
			w.Write(bytes.Repeat([]byte(" "), 10_000)) // the first fragment
			go p.drain()
		}, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				began := time.Now()
				c.gateway(d)
				d.happened()
				d.set(func() { d.faulty = nil })
				d.next()
				pause := time.Since(began)
				// Sending the close frame and the backoff take a second each, at most;
				// the next session may have to wait for its turn.
				if pause < c.left || pause > c.left+5*time.Second {
					t.Errorf("connected again after %v", pause)
				}
			})
		})
	}
}

// Discord closes a connection that sends more than 120 packets in 60 s, so requests
// for heartbeats are not all answered.
func TestFloodOfHeartbeatRequests(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		p := d.begin()
		began, heartbeats := time.Now(), 0
		go func() {
			for range 600 {
				p.send(`{"op":1,"d":null}`)
				time.Sleep(100 * time.Millisecond)
			}
			p.ws.Close()
		}()
		for p.ws.ReadJSON(new(sent)) == nil {
			if heartbeats++; heartbeats == 1 && time.Since(began) > 0 {
				t.Error("the first request is not answered at once")
			}
			p.send(`{"op":11}`)
		}
		if heartbeats < 60 || heartbeats > 90 {
			t.Errorf("%d heartbeats in a minute", heartbeats)
		}
	})
}

// A client that stops ends its session and waits a short time for Discord's answer. Events
// that arrive until then are still reported.
func TestStop(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(*peer)
		took   time.Duration
	}{
		"echo":      {func(p *peer) { p.close(websocket.CloseNormalClosure) }, 2 * time.Second},
		"no answer": {func(*peer) {}, closeLimit},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				d.run()
				p := d.begin()
				d.happened()
				began := time.Now()
				d.stop()
				p.expectClose(websocket.CloseNormalClosure)
				p.send(`{"op":0,"s":2,"t":"LATE","d":1}`)
				time.Sleep(2 * time.Second)
				c.answer(p)
				if err := d.end(); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took != c.took {
					t.Errorf("stopped after %v", took)
				}
				if got := d.happened(); !slices.Equal(got, []string{"LATE 1", "shard 0 up: false"}) {
					t.Errorf("events: %q", got)
				}
			})
		})
	}
}

// The client can be stopped at any time, also while it waits.
func TestStopWhileConnecting(t *testing.T) {
	for name, gateway := range map[string]func(*discord){
		"dialling": func(d *discord) {
			d.faulty = func(conn net.Conn) { io.Copy(io.Discard, conn) }
			d.run()
		},
		"before HELLO": func(d *discord) {
			d.run()
			go d.next().serve()
		},
		"backing off": func(d *discord) {
			d.refuse = func(string) bool { return true }
			d.run()
			time.Sleep(time.Minute)
		},
		"out of sessions": func(d *discord) {
			d.info = func() (Info, error) {
				info := normalInfo
				info.Remaining, info.ResetAfter = 0, time.Hour
				return info, nil
			}
			d.run()
		},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				gateway(d)
				d.happened()
				began := time.Now()
				d.stop()
				if err := d.end(); err != nil || time.Since(began) > closeLimit {
					t.Errorf("%v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// The size of a message is limited: of a single frame, of all fragments together, and of
// the inflated text.
func TestLargeMessages(t *testing.T) {
	testrun.NotShort(t, "slow with the race detector")
	large := strings.Repeat(" ", messageLimit)
	packed := deflated(large + "0")
	for name, send := range map[string]func(*websocket.Conn){
		"one piece": func(ws *websocket.Conn) { ws.WriteMessage(websocket.TextMessage, []byte(large+"0")) },
		"fragments": func(ws *websocket.Conn) {
			message, _ := ws.NextWriter(websocket.TextMessage)
			io.Copy(message, struct{ io.Reader }{strings.NewReader(large + "0")}) // piece by piece
			message.Close()
		},
		"inflated": func(ws *websocket.Conn) { ws.WriteMessage(websocket.BinaryMessage, packed) },
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				d.run()
				p := d.begin()
				p.ws.WriteMessage(websocket.TextMessage, []byte(large))
				if d.happened(); d.client.Healthy() != nil {
					t.Fatal("the largest message ends the connection")
				}
				go p.serve()
				send(p.ws)
				p = d.next()
				p.hello(41250)
				p.expect(opResume)
			})
		})
	}
}

// An endless answer to the handshake is cut off.
func TestEndlessHandshake(t *testing.T) {
	for _, line := range []string{"x", "X: x\r\n"} {
		play(t, func(t *testing.T, d *discord) {
			written := 0
			d.faulty = func(conn net.Conn) {
				go io.Copy(io.Discard, conn)
				io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n")
				for {
					n, err := io.WriteString(conn, strings.Repeat(line, 1000))
					if written += n; err != nil {
						return
					}
				}
			}
			d.run()
			d.happened()
			if written < handshakeLimit/2 || written > 2*handshakeLimit {
				t.Errorf("%d bytes were read", written)
			}
		})
	}
}
