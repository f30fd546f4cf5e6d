package rest_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/workshop/discordtest"
)

func TestMain(m *testing.M) {
	http.DefaultTransport.(*http.Transport).DialContext = discordtest.Dial
	os.Exit(m.Run())
}

// picture is the smallest thing that the stand-in takes for a picture.
var picture = []byte("\x89PNG\r\n\x1a\n")

// found checks the stand-in, where Anna presses the button if press is true.
func found(t *testing.T, press bool, settings ...discordtest.Setting) (findings []rest.Finding, discord *discordtest.Server) {
	t.Helper()
	discord = discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory(), settings...)
	t.Cleanup(discord.Close)
	return foundAt(t, discord, discord.URL(), press), discord
}

// foundAt checks the stand-in at another address.
func foundAt(t *testing.T, discord *discordtest.Server, at string, press bool) []rest.Finding {
	t.Helper()
	address, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	o := rest.CheckOptions{
		Options: rest.Options{Token: discordtest.Token, URL: address, Log: slog.New(slog.DiscardHandler)},
		Channel: discordtest.ChannelID, Picture: picture, Nonce: "nonce",
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if press {
		o.Wait = time.Minute
		go func() {
			m, err := discord.WaitMessage(ctx, discordtest.Channel, func(m *discordtest.Message) bool { return strings.Contains(m.Text(), "Edited.") })
			if err != nil {
				return
			}
			if _, err := discord.Press(ctx, discordtest.Anna, m, "check:nonce"); err != nil {
				t.Error(err)
			}
		}()
	}
	return rest.Check(ctx, o)
}

// A post that the channel shows with another nonce is not found by its nonce. A post without a
// nonce is worth a remark: the bot knows its posts by their files too.
func TestOtherNonces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for nonce, want := range map[string]struct {
			seen   rest.Seen
			detail string
		}{
			`"other"`: {rest.No, `its nonce is "other"`},
			`12`:      {rest.No, `its nonce is "12"`},
			`null`:    {rest.Remark, "its nonce is missing"},
			`""`:      {rest.Remark, "its nonce is missing"},
		} {
			if f := foundWithNonce(t, nonce); f.Seen != want.seen || !strings.Contains(f.Detail, want.detail) {
				t.Errorf("%s: %+v", nonce, f)
			}
		}
	})
}

// foundWithNonce looks for a post on a Discord that shows another nonce, in JSON.
func foundWithNonce(t *testing.T, nonce string) rest.Finding {
	t.Helper()
	discord := discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory())
	t.Cleanup(discord.Close)
	address, err := url.Parse(discord.URL())
	if err != nil {
		t.Fatal(err)
	}
	changing := httputil.NewSingleHostReverseProxy(address)
	changing.ModifyResponse = func(answer *http.Response) error {
		body, err := io.ReadAll(answer.Body)
		if answer.Request.Method == "GET" {
			body = bytes.ReplaceAll(body, []byte(`"nonce":"nonce"`), []byte(`"nonce":`+nonce))
		}
		answer.Body = io.NopCloser(bytes.NewReader(body))
		answer.Header.Del("Content-Length")
		return err
	}
	changing.Transport = &http.Transport{DialContext: discordtest.Dial, DisableKeepAlives: true}
	at, proxy := discordtest.ListenInMemory(), &http.Server{Handler: changing}
	go proxy.Serve(at)
	t.Cleanup(func() { proxy.Close() })
	for _, f := range foundAt(t, discord, "http://"+at.Addr().String()+address.Path, false) {
		if f.Assumption == "A look into the channel finds the post by its nonce" {
			return f
		}
	}
	t.Fatal("nobody looked")
	return rest.Finding{}
}

// On a Discord that does what the bot expects every finding is yes, and nothing stays behind.
func TestAllIsWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		findings, discord := found(t, true)
		if len(findings) != 11 {
			t.Errorf("%d findings", len(findings))
		}
		for _, f := range findings {
			if f.Seen != rest.Yes && !strings.Contains(f.Assumption, "429") {
				t.Errorf("%+v", f)
			}
		}
		if left := discord.Messages(discordtest.Channel); len(left) != 0 {
			t.Errorf("%d messages are left", len(left))
		}
		for _, rule := range discord.Broken() {
			t.Error("rule broken: ", rule)
		}
	})
}

// Each fault of Discord is in the report, and the report has no token.
func TestFaultsAreFound(t *testing.T) {
	refuse := func(method, route string, fault discordtest.Fault) discordtest.Setting {
		return discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if r.Method == method && r.Route == route {
				return &fault
			}
			return nil
		})
	}
	second := func(fault discordtest.GatewayFault) discordtest.Setting {
		return discordtest.GatewayFaults(func(n int) *discordtest.GatewayFault {
			if n == 2 {
				return &fault
			}
			return nil
		})
	}
	const message = "/channels/{channel_id}/messages"
	for name, c := range map[string]struct {
		setting discordtest.Setting
		no      string // the assumption that does not hold
		detail  string
	}{
		"rejected token":  {refuse("GET", "/applications/@me", discordtest.Fault{Status: 401}), "Discord takes the token", "reset it at"},
		"no session":      {discordtest.GatewayFaults(func(int) *discordtest.GatewayFault { return &discordtest.GatewayFault{Close: 4004} }), "A session begins", "4004"},
		"no resume":       {second(discordtest.GatewayFault{First: []string{`{"op":9,"d":false}`}}), "A session resumes after its connection was lost", "began anew"},
		"hidden channel":  {refuse("GET", "/channels/{channel_id}", discordtest.Fault{Status: 403, Code: 50001}), "The bot sees the channel", "50001"},
		"no permission":   {refuse("POST", message, discordtest.Fault{Status: 403, Code: 50013}), "Discord takes a message with a picture and a button", "50013"},
		"nonce forgotten": {discordtest.NonceWindow(0), "Of two posts with the same nonce Discord keeps one", "a second message"},
		"no history":      {refuse("GET", message, discordtest.Fault{Status: 403, Code: 50013}), "A look into the channel finds the post by its nonce", "50013"},
		"no edit":         {refuse("PATCH", message+"/{message_id}", discordtest.Fault{Status: 500}), "A message can be edited", "500"},
		"no deletion":     {refuse("DELETE", message+"/{message_id}", discordtest.Fault{Status: 500}), "A message can be deleted", "500"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				findings, _ := found(t, false, c.setting)
				for _, f := range findings {
					if f.Seen == rest.No && f.Assumption == c.no && strings.Contains(f.Detail, c.detail) {
						c.detail = ""
					} else if f.Seen == rest.No {
						t.Errorf("%+v", f)
					}
					if strings.Contains(f.Detail, discordtest.Token) {
						t.Errorf("%+v has the token", f)
					}
				}
				if c.detail != "" {
					t.Errorf("not found in %+v", findings)
				}
			})
		})
	}
}

// A 429 is in the report, and so is that nobody pressed a button.
func TestWhatIsNotSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		findings, _ := found(t, false, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
			if r.Method == "PATCH" {
				return &discordtest.Fault{RetryAfter: time.Second}
			}
			return nil
		}))
		seen := map[string]rest.Finding{}
		for _, f := range findings {
			seen[f.Assumption] = f
		}
		if f := seen["Discord asks the bot to wait (429)"]; f.Seen != rest.Yes || f.Detail != "answers with 429: 1" {
			t.Errorf("%+v", f)
		}
		if f := seen["A press of a button is answered with a form"]; f.Seen != rest.NotSeen {
			t.Errorf("%+v", f)
		}
	})
}
