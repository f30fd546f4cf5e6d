package gateway

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
)

// A session begins with IDENTIFY and receives events. It is resumed at its own URL, after
// the last event.
func TestIdentifyAndResume(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		p := d.next()
		if p.address != "localhost:1" || p.uri != "/?v=10&encoding=json" {
			t.Errorf("dialled %s%s", p.address, p.uri)
		}
		p.hello(41250)
		identify := `{"intents":0,"properties":{"browser":"chess960bot","device":"chess960bot","os":"linux"},"shard":[0,1],"token":"secret"}`
		if got := p.expect(opIdentify); got != identify {
			t.Errorf("identified by %s", got)
		}
		p.ready("first")
		p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"id":"1"}}`)
		p.send(`{"op":0,"s":3,"t":"GUILD_CREATE","d":null}`)
		want := []string{"shard 0 up: false", "shard 0 up: true", "ready 0 as 7 of 8", `INTERACTION_CREATE {"id":"1"}`, "GUILD_CREATE null"}
		if diff := cmp.Diff(want, d.happened()); diff != "" {
			t.Error(diff)
		}
		if err := d.client.Healthy(); err != nil {
			t.Error(err)
		}
		p.ws.Close()
		p = d.next()
		if p.address != "localhost:2" || p.uri != "/at?v=10&encoding=json" {
			t.Errorf("resumes at %s%s", p.address, p.uri)
		}
		if err := d.client.Healthy(); err == nil || err.Error() != "shard 0 of 1 is not connected to Discord" {
			t.Errorf("healthy: %v", err)
		}
		p.hello(41250)
		if got, want := p.expect(opResume), `{"seq":3,"session_id":"first","token":"secret"}`; got != want {
			t.Errorf("resumed by %s", got)
		}
		p.send(`{"op":0,"s":4,"t":"MISSED","d":[]}`)
		p.send(`{"op":0,"s":5,"t":"RESUMED","d":{}}`)
		want = []string{"shard 0 up: false", "MISSED []", "shard 0 up: true", "resumed 0"}
		if diff := cmp.Diff(want, d.happened()); diff != "" {
			t.Error(diff)
		}
	})
}

// Each close code leads to the right next step: resume, identify again, or end.
func TestCloseCodes(t *testing.T) {
	const end = -1
	next := map[int]int{ // after each code the first packet of the next connection
		1000: opResume, 1001: opResume, 1006: opResume, 1011: opResume,
		4000: opResume, 4001: opResume, 4002: opResume, 4003: opResume, 4004: end,
		4005: opResume, 4006: opResume, 4007: opIdentify, 4008: opResume, 4009: opIdentify,
		4010: end, 4011: end, 4012: end, 4013: end, 4014: end, 4015: opResume, 4999: opResume,
	}
	for code, want := range next {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				d.run()
				p := d.begin()
				if code == websocket.CloseAbnormalClosure {
					p.ws.Close()
				} else {
					p.close(code)
					p.expectClose(4000)
				}
				if want != end {
					p = d.next()
					p.hello(41250)
					p.expect(want)
					return
				}
				err := d.end()
				if closed, ok := errors.AsType[*CloseError](err); !ok || closed.Code != code {
					t.Errorf("ended with %v", err)
				}
				if rejected, few := errors.Is(err, ErrTokenRejected), errors.Is(err, ErrTooFewShards); rejected != (code == 4004) || few != (code == 4011) {
					t.Errorf("rejected: %t, too few shards: %t", rejected, few)
				}
			})
		})
	}
}

// The log says why Discord closed a connection, as far as Discord says why.
func TestCloseErrorText(t *testing.T) {
	for want, closed := range map[string]CloseError{
		"Discord closed the connection: session timed out (close 4009)":     {Code: 4009, Text: "Session timed out."},
		"Discord closed the connection: without a close frame (close 1006)": {Code: 1006, Text: "unexpected EOF"},
		`Discord closed the connection: "be nice" (close 4999)`:             {Code: 4999, Text: "be nice"},
		"Discord closed the connection: no reason given (close 4999)":       {Code: 4999},
	} {
		if got := closed.Error(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// After op 7 a session is resumed, after op 9 if Discord says that it can be.
func TestOp7AndOp9(t *testing.T) {
	for text, want := range map[string]int{
		`{"op":7,"d":null}`: opResume, `{"op":9,"d":true}`: opResume, `{"op":9,"d":false}`: opIdentify, `{"op":9}`: opIdentify,
	} {
		play(t, func(t *testing.T, d *discord) {
			d.run()
			p := d.begin()
			time.Sleep(identifySpacing)
			p.send("%s", text)
			began := time.Now()
			p.expectClose(4000)
			p = d.next()
			least, most := time.Duration(0), time.Second
			if want == opIdentify {
				least, most = time.Second, 5*time.Second
			}
			if pause := time.Since(began); pause < least || pause > most {
				t.Errorf("%s: connected again after %v", text, pause)
			}
			p.hello(41250)
			p.expect(want)
		})
	}
}

// After an outage of any length, the session is resumed at its own URL. If Discord does
// not know the session any more, the shard identifies one to five seconds later: the
// length of the outage does not matter.
func TestOutage(t *testing.T) {
	for _, outage := range []time.Duration{3 * time.Second, time.Minute, time.Hour} {
		play(t, func(t *testing.T, d *discord) {
			d.run()
			p := d.begin()
			time.Sleep(identifySpacing) // so that the turn to identify comes at once
			d.set(func() { d.refuse = func(string) bool { return true } })
			p.ws.Close()
			time.Sleep(outage)
			d.set(func() { d.refuse = func(string) bool { return false } })
			back := time.Now()
			p = d.next()
			if pause := time.Since(back); pause > longestWait {
				t.Errorf("connected %v after the outage", pause)
			}
			p.hello(41250)
			if p.expect(opResume); p.address != "localhost:2" {
				t.Errorf("resumed at %s", p.address)
			}
			p.ws.Close()
			p = d.next()
			p.hello(41250)
			p.expect(opResume) // once more: the resume URL can be reached again
			p.send(`{"op":9,"d":false}`)
			back = time.Now()
			p.expectClose(4000)
			p = d.next()
			p.hello(41250)
			p.expect(opIdentify)
			if pause := time.Since(back); p.address != "localhost:1" || pause < time.Second || pause > 5*time.Second {
				t.Errorf("identified at %s after %v", p.address, pause)
			}
		})
	}
}

// If only the resume URL cannot be reached, the shard identifies after some attempts and
// does not resume that session any more.
func TestResumeURLOutOfReach(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.refuse = func(address string) bool { return address == "localhost:2" }
		d.run()
		p := d.begin()
		p.ws.Close()
		p = d.next()
		want := append([]string{"localhost:1"}, slices.Repeat([]string{"localhost:2"}, mostAttempts)...)
		if want = append(want, "localhost:1"); !slices.Equal(d.dialled, want) {
			t.Errorf("dialled %q, want %q", d.dialled, want)
		}
		p.hello(41250)
		p.expect(opIdentify)
		p.ws.Close()
		p = d.next()
		p.hello(41250)
		p.expect(opIdentify)
		if p.address != "localhost:1" {
			t.Errorf("identified at %s", p.address)
		}
	})
}

// If the resume URL accepts a connection and then stays silent, the shard identifies within
// 15 seconds: until then nobody gets an answer.
func TestSilentResumeURL(t *testing.T) {
	for name, resume := range map[string]func(*discord, *peer){
		"no answer to the handshake": func(d *discord, p *peer) {
			d.set(func() {
				d.faulty = func(conn net.Conn) {
					d.set(func() { d.faulty = nil }) // for the next connection
					io.Copy(io.Discard, conn)
				}
			})
			p.ws.Close()
		},
		"no HELLO": func(d *discord, p *peer) {
			p.ws.Close()
			go d.next().drain()
		},
		"no RESUMED": func(d *discord, p *peer) {
			p.ws.Close()
			p = d.next()
			p.hello(41250)
			p.expect(opResume)
			go p.serve()
		},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, func(t *testing.T, d *discord) {
				d.run()
				p := d.begin()
				time.Sleep(identifySpacing) // so that the turn to identify comes at once
				began := time.Now()
				resume(d, p)
				p = d.next()
				p.hello(41250)
				p.expect(opIdentify)
				if pause := time.Since(began); pause > 15*time.Second {
					t.Errorf("identified after %v", pause)
				}
			})
		})
	}
}

// A session is given up if Discord neither resumes it nor ends it.
func TestResumingInVain(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		d.run()
		d.begin().ws.Close()
		for n := range 2*mostAttempts - 1 {
			p := d.next()
			p.hello(41250)
			p.expect(opResume)
			if n == mostAttempts-2 { // the second to last attempt succeeds
				p.send(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
			}
			p.ws.Close()
		}
		p := d.next()
		p.hello(41250)
		p.expect(opIdentify)
	})
}

// An invalid resume URL, or one that would reveal the token, is not used.
func TestResumeAddress(t *testing.T) {
	const plain, secure = "ws://localhost", "wss://gateway.discord.gg"
	for _, c := range []struct{ named, normal, want string }{
		{"wss://gateway-us-east1-b.discord.gg", secure, "wss://gateway-us-east1-b.discord.gg"},
		{"wss://gateway-us-east1-b.discord.gg", plain, "wss://gateway-us-east1-b.discord.gg"},
		{"ws://localhost:2", plain, "ws://localhost:2"},
		{"ws://localhost:2", secure, secure},
		{"", secure, secure}, {"wss://", secure, secure}, {"https://discord.com", secure, secure}, {"wss://%", secure, secure},
	} {
		if got := resumeAddress(c.named, c.normal); got != c.want {
			t.Errorf("READY names %q at %q: %q", c.named, c.normal, got)
		}
	}
}
