package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// open starts a playground and returns its address.
func open(t *testing.T) (*stage, string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s, err := startStage(ctx, boards, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	awayFromChange(s.clock)
	web := httptest.NewServer(newServer(s, "127.0.0.1"))
	t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
		cancel()
		if err := s.close(); err != nil {
			t.Error("the bot ended with:", err)
		}
	})
	return s, web.URL
}

// awayFromChange winds the clock to another week if a change of clocks is near, so that
// tests have the same results at any time of the year.
func awayFromChange(c *clock) {
	const days = 24 * time.Hour
	if next := nextChange(c.Now(), nil).After.At; next.Sub(c.Now()) < 3*days {
		c.windTo(next.Add(7 * days))
	}
}

// request sends a request, changed by update, and returns the response with its body.
func request(t *testing.T, method, url, body string, update func(*http.Request)) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if update != nil {
		update(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// body returns the JSON of an ask.
func (a ask) body() string {
	text, _ := json.Marshal(a)
	return string(text)
}

// seen lists the messages that a person sees at a place.
func seen(t *testing.T, url string, who discordtest.User, place string) []messageJSON {
	t.Helper()
	_, text := request(t, "GET", url+"/api/messages?who="+who.ID+"&place="+place, "", nil)
	var list struct{ Messages []messageJSON }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return list.Messages
}

func TestPage(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	for path, kind := range map[string]string{
		"/": "text/html", "/app.js": "text/javascript", "/style.css": "text/css", "/icon.svg": "image/svg+xml",
		"/gallery/brown.png": "image/png", "/api/scene": "application/json",
	} {
		answer, text := request(t, "GET", url+path, "", nil)
		if answer.StatusCode != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), kind) || text == "" {
			t.Errorf("%s: %s, %s, %d bytes", path, answer.Status, answer.Header.Get("Content-Type"), len(text))
		}
		if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
	for _, path := range []string{"/gallery/purple.png", "/gallery/brown", "/nothing", "/api/messages?who=1&place=direct", "/api/messages?place=1&who=" + discordtest.Anna.ID} {
		if answer, _ := request(t, "GET", url+path, "", nil); answer.StatusCode != 404 {
			t.Errorf("%s: %s, want 404", path, answer.Status)
		}
	}
}

// TestStrangers sends requests like those of other web sites.
func TestStrangers(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	random := ask{Who: discordtest.Anna.ID, Place: discordtest.ChannelID, Command: "random"}.body()
	for _, test := range []struct {
		name, method, path, body string
		update                   func(*http.Request)
		want                     int
	}{
		{"rebound name", "GET", "/", "", func(r *http.Request) { r.Host = "evil.example:8960" }, 403},
		{"rebound name, API", "POST", "/api/slash", random, func(r *http.Request) { r.Host = "evil.example" }, 403},
		{"no name", "GET", "/", "", func(r *http.Request) { r.Host = ":80" }, 403},
		{"localhost", "GET", "/", "", func(r *http.Request) { r.Host = "localhost:8960" }, 200},
		{"IPv6", "GET", "/", "", func(r *http.Request) { r.Host = "[::1]:8960" }, 200},
		{"other origin", "POST", "/api/slash", random, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		{"other site", "POST", "/api/slash", random, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"plain text", "POST", "/api/slash", random, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, 415},
		{"no JSON", "POST", "/api/slash", "{", nil, 400},
		{"unknown field", "POST", "/api/slash", `{"whom":1}`, nil, 400},
		{"nobody", "POST", "/api/slash", `{"who":"1","place":"direct"}`, nil, 404},
		{"own origin", "POST", "/api/slash", random, func(r *http.Request) { r.Header.Set("Origin", url) }, 200},
	} {
		if answer, text := request(t, test.method, url+test.path, test.body, test.update); answer.StatusCode != test.want {
			t.Errorf("%s: %s %s, want %d", test.name, answer.Status, text, test.want)
		}
	}
}

func TestSlash(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	for _, a := range []ask{
		{Command: "sp", Options: map[string]any{"number": 518, "view": "black"}},
		{Command: "sp", Options: map[string]any{"number": 961}},
		{Command: "sp", Options: map[string]any{"number": "five"}},
		{Command: "sp", Options: map[string]any{"apply": `<script>alert(1)</script>`}},
	} {
		a.Who, a.Place = discordtest.Anna.ID, discordtest.ChannelID
		if answer, text := request(t, "POST", url+"/api/slash", a.body(), nil); answer.StatusCode != 200 {
			t.Fatalf("%+v: %s %s", a, answer.Status, text)
		}
	}
	list := seen(t, url, discordtest.Anna, discordtest.ChannelID)
	if len(list) != 4 {
		t.Fatalf("Anna sees %d messages, want 4", len(list))
	}
	for i, want := range []string{"SP 518", "961", "five", `\u003cscript\u003e`} {
		if text := string(list[i].Components); !strings.Contains(text, want) {
			t.Errorf("message %d does not say %q: %s", i, want, text)
		}
	}
	first := list[0]
	if first.Command != "sp" || first.Asker.Name != "Anna" || first.Private || !list[1].Private {
		t.Errorf("wrong notes on messages: %+v", first)
	}
	picture := first.Attachments[0]
	if answer, png := request(t, "GET", url+picture.URL, "", nil); answer.StatusCode != 200 || !strings.HasPrefix(png, "\x89PNG") || picture.Alt == "" {
		t.Errorf("picture %+v: %s", picture, answer.Status)
	}
	if list := seen(t, url, discordtest.Ben, discordtest.ChannelID); len(list) != 1 {
		t.Errorf("Ben sees %d messages, want the public one alone", len(list))
	}
	if broken := s.discord.Broken(); len(broken) > 0 {
		t.Errorf("rules broken: %q", broken)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	for _, a := range []ask{{Command: "nothing"}, {Command: "fritz"}, {Command: "sp", Options: map[string]any{"number": 1, "size": 2}}} {
		a.Who, a.Place = discordtest.Anna.ID, "direct"
		answer, text := request(t, "POST", url+"/api/slash", a.body(), nil)
		if answer.StatusCode != 400 || !strings.Contains(text, `"error"`) {
			t.Errorf("%+v: %s %s", a, answer.Status, text)
		}
	}
}

// Nobody can press a button in somebody else's private message.
func TestOthersPrivate(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	anna := ask{Who: discordtest.Anna.ID, Place: discordtest.ChannelID, Command: "sp", Options: map[string]any{"number": 518, "private": true}}
	request(t, "POST", url+"/api/slash", anna.body(), nil)
	message := seen(t, url, discordtest.Anna, discordtest.ChannelID)[0]
	press := ask{Place: discordtest.ChannelID, Message: message.ID, CustomID: "explore:518:white:brown:direct:position"}
	for who, want := range map[discordtest.User]int{discordtest.Ben: 400, discordtest.Anna: 200} {
		press.Who = who.ID
		if answer, text := request(t, "POST", url+"/api/press", press.body(), nil); answer.StatusCode != want {
			t.Errorf("%s: %s %s, want %d", who.Name, answer.Status, text, want)
		}
	}
}

func TestTakenPort(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if err := run(t.Context(), taken.Addr().String()); err == nil || !strings.Contains(err.Error(), "-addr") {
		t.Errorf("a taken port is reported as %v", err)
	}
	if err := run(t.Context(), "8971"); err == nil || !strings.Contains(err.Error(), "-addr 127.0.0.1:8971") {
		t.Errorf("a bare port is reported as %v", err)
	}
}

func TestVisitable(t *testing.T) {
	for addr, want := range map[string]string{
		"[::]:8971": "127.0.0.1:8971", "0.0.0.0:8971": "127.0.0.1:8971", "127.0.0.1:8960": "127.0.0.1:8960", "[::1]:8960": "[::1]:8960",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := visitable(tcp); got != want {
			t.Errorf("%s is to be visited at %s, want %s", addr, got, want)
		}
	}
}

// TestEnd stops the program while a browser follows the channel.
func TestEnd(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- play(ctx, listener, t.Output()) }()
	stream, err := http.Get("http://" + listener.Addr().String() + "/api/events?place=" + discordtest.ChannelID + "&who=" + discordtest.Anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(15 * time.Second):
		t.Fatal("the playground does not end")
	}
}

// A message command is used on a person's message. Its answer names that message.
func TestApply(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	ben := ask{Who: discordtest.Ben.ID, Place: discordtest.ChannelID, Content: "Shall we play SP-303?"}
	if answer, text := request(t, "POST", url+"/api/write", ben.body(), nil); answer.StatusCode != 200 {
		t.Fatal(answer.Status, text)
	}
	said := seen(t, url, discordtest.Anna, discordtest.ChannelID)[0]
	if said.Content != ben.Content || said.Author.Name != "Ben" || said.Asker != nil {
		t.Errorf("%+v", said)
	}
	_, listed := request(t, "GET", url+"/api/commands", "", nil)
	if !strings.Contains(listed, `"messageCommands":["Explain this position","Can I castle here?"]`) {
		t.Error(listed)
	}
	use := ask{Who: discordtest.Anna.ID, Place: discordtest.ChannelID, Command: "Explain this position", Message: said.ID}
	if answer, text := request(t, "POST", url+"/api/apply", use.body(), nil); answer.StatusCode != 200 {
		t.Fatal(answer.Status, text)
	}
	list := seen(t, url, discordtest.Anna, discordtest.ChannelID)
	if answer := list[len(list)-1]; len(list) != 2 || !answer.Private || answer.Target != said.ID || !strings.Contains(string(answer.Components), "SP 303") {
		t.Errorf("%+v", answer)
	}
	for _, wrong := range []ask{{Command: "sp", Message: said.ID}, {Command: "Explain this position", Message: "1"}, {Command: "Explain this position"}} {
		wrong.Who, wrong.Place = use.Who, use.Place
		if answer, text := request(t, "POST", url+"/api/apply", wrong.body(), nil); answer.StatusCode != 400 || !strings.Contains(text, `"error"`) {
			t.Errorf("%+v: %s %s", wrong, answer.Status, text)
		}
	}
	for _, content := range []string{"", strings.Repeat("x", 2001)} {
		ben.Content = content
		if answer, _ := request(t, "POST", url+"/api/write", ben.body(), nil); answer.StatusCode != 400 {
			t.Errorf("%d characters: %s", len(content), answer.Status)
		}
	}
	if broken := s.discord.Broken(); len(broken) > 0 {
		t.Errorf("rules broken: %q", broken)
	}
}

// The page also shows a bot that offers only some commands, and then no other's example.
func TestPlaysTheCore(t *testing.T) {
	t.Setenv("COMMANDS", "core")
	_, url := open(t)
	if _, listed := request(t, "GET", url+"/api/commands", "", nil); !strings.Contains(listed, `"/sp `) || strings.Contains(listed, `"/event`) {
		t.Error(listed)
	}
}

// With COMMANDS=core every answer, button and menu works, and none names a feature.
func TestPressesTheCore(t *testing.T) {
	testrun.LongOnly(t, "walks through all answers")
	t.Setenv("COMMANDS", "core")
	s, url := open(t)
	v := visit(t, url)
	v.screens = phones
	walkAnswersWithout(v, regexp.MustCompile(`(?i)quiz|/event|/round|/standings|play on lichess`))
	v.heights.check(t, phones)
	v.noComplaints(s)
}
