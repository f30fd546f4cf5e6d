package discordtest

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/workshop/discordtest/validate"
)

// TestMain makes discordgo ask the gateway for version 10. It has version 9 built in.
func TestMain(m *testing.M) {
	discordgo.APIVersion = "10"
	if scene := os.Getenv(sceneEnv); scene != "" {
		os.Exit(playScene(scene))
	}
	os.Exit(m.Run())
}

// detour sends discordgo's requests for version 9 of discord.com to the stand-in.
type detour struct{ to string }

func (d detour) RoundTrip(r *http.Request) (*http.Response, error) {
	u, err := url.Parse(d.to)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = u.Scheme, u.Host, u.Host
	r.URL.Path = strings.Replace(r.URL.Path, "/v9/", "/v10/", 1)
	return http.DefaultTransport.RoundTrip(r)
}

// newSession returns a discordgo session that is connected to the stand-in.
func newSession(s *Server) *discordgo.Session {
	d, err := discordgo.New("Bot " + Token)
	if err != nil {
		panic(err)
	}
	d.Client = &http.Client{Transport: detour{s.URL()}}
	d.Identify.Intents = 0
	d.StateEnabled = false
	d.LogLevel = -1
	d.ShouldReconnectOnError = false
	return d
}

// start starts a server and a connected bot with that handler.
func start(t testing.TB, handler func(*discordgo.Session, *discordgo.InteractionCreate), settings ...Setting) (*Server, *discordgo.Session) {
	t.Helper()
	s, err := Start(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	d := newSession(s)
	var handling sync.RWMutex // read by handlers; locked permanently at the end of the test
	d.AddHandler(func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		handling.RLock()
		defer handling.RUnlock()
		handler(d, i)
	})
	t.Cleanup(handling.Lock)
	if err := d.Open(); err != nil {
		t.Fatal(err)
	}
	if err := s.WaitReady(within5s(t)); err != nil {
		t.Fatal(err)
	}
	return s, d
}

func within5s(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// board is a PNG of one colour, 8 by 8 pixels.
func board(shade uint8) []byte {
	img := image.NewGray(image.Rect(0, 0, 8, 8))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	var out bytes.Buffer
	png.Encode(&out, img)
	return out.Bytes()
}

var pingCommand = &discordgo.ApplicationCommand{
	Name: "ping", Description: "Answers",
	Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionInteger, Name: "number", Description: "From 0 to 959", MinValue: new(float64), MaxValue: 959, Autocomplete: true},
		{Type: discordgo.ApplicationCommandOptionBoolean, Name: "private", Description: "For you alone"},
	},
}

// respond sends a callback as JSON and files.
func respond(d *discordgo.Session, i *discordgo.InteractionCreate, payload any, files ...*discordgo.File) error {
	kind, body, err := discordgo.MultipartBodyWithJSON(payload, files)
	if err != nil {
		return err
	}
	_, err = d.RequestRaw("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), kind, body, "callbacks", 0)
	return err
}

// card is a V2 message: text, a picture with alt text, a button.
func card(text, file, alt string) map[string]any {
	return map[string]any{
		"flags": validate.FlagComponentsV2, "allowed_mentions": map[string]any{"parse": []string{}},
		"attachments": []any{map[string]any{"id": 0, "filename": file, "description": alt}},
		"components": []any{map[string]any{"type": 17, "components": []any{
			map[string]any{"type": 10, "content": text},
			map[string]any{"type": 12, "items": []any{map[string]any{"media": map[string]any{"url": "attachment://" + file}, "description": alt}}},
			map[string]any{"type": 1, "components": []any{map[string]any{"type": 2, "style": 1, "label": "Next", "custom_id": "next"}}},
		}}},
	}
}

func register(t *testing.T, s *Server, d *discordgo.Session, commands ...*discordgo.ApplicationCommand) {
	t.Helper()
	if _, err := d.ApplicationCommandBulkOverwrite(ApplicationID, "", commands); err != nil {
		t.Fatal(err)
	}
	if err := s.WaitCommands(within5s(t), commands[0].Name); err != nil {
		t.Fatal(err)
	}
}

func wantUnbroken(t *testing.T, s *Server) {
	t.Helper()
	if broken := s.Broken(); len(broken) > 0 {
		t.Errorf("broken:\n%s", strings.Join(broken, "\n"))
	}
}
