package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
)

// attempt is one request of a test, which may be wrong.
type attempt struct {
	method, path, json string
	contentType        string            // default application/json if there is json
	header             map[string]string // "" deletes
	files              []string          // names; files[i] holds a picture
	parts              map[string]string // further form parts
}

func (a attempt) body(t *testing.T) (contentType string, body []byte) {
	t.Helper()
	if a.files == nil && a.parts == nil {
		contentType = a.contentType
		if contentType == "" && a.json != "" {
			contentType = "application/json"
		}
		return contentType, []byte(a.json)
	}
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	w.WriteField("payload_json", a.json)
	for i, name := range a.files {
		h := textproto.MIMEHeader{"Content-Type": {"image/png"}}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, name))
		part, err := w.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		part.Write(board(uint8(i)))
	}
	for name, value := range a.parts {
		part, _ := w.CreateFormFile(name, "x.png")
		io.WriteString(part, value)
	}
	w.Close()
	return w.FormDataContentType(), out.Bytes()
}

// send makes the request and returns the status and the decoded answer.
func (a attempt) send(t *testing.T, s *Server) (status int, answer map[string]any) {
	t.Helper()
	contentType, body := a.body(t)
	r, err := http.NewRequest(a.method, s.URL()+"/api/v10"+a.path, bytes.NewReader(body))
	if strings.HasPrefix(a.path, "/api/") {
		r, err = http.NewRequest(a.method, s.URL()+a.path, bytes.NewReader(body))
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+Token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for name, value := range a.header {
		if r.Header.Set(name, value); value == "" {
			r.Header[name] = nil
		}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	json.Unmarshal(text, &answer)
	return response.StatusCode, answer
}

// serve starts a server without a bot.
func serve(t *testing.T, settings ...Setting) *Server {
	t.Helper()
	s, err := Start(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// pending makes an interaction that the bot has not answered.
func pending(s *Server, kind int) *interaction {
	it := s.newInteraction(kind, Anna, Channel)
	it.command = "ping"
	s.interactions.add(it)
	return it
}

func (it *interaction) callbackPath() string {
	return "/interactions/" + it.id + "/" + it.token + "/callback"
}

func (it *interaction) webhookPath() string { return "/webhooks/" + ApplicationID + "/" + it.token }

// nested finds the codes of the errors at a path of a 50035 answer.
func nested(answer map[string]any, path string) string {
	at, _ := answer["errors"].(map[string]any)
	if path != "" {
		for key := range strings.SplitSeq(path, ".") {
			at, _ = at[key].(map[string]any)
		}
	}
	var codes []string
	list, _ := at["_errors"].([]any)
	for _, e := range list {
		codes = append(codes, e.(map[string]any)["code"].(string))
	}
	return strings.Join(codes, " ")
}

// wantFault expects status 400, code 50035, and that fault at that path, in the
// answer and in Broken.
func wantFault(t *testing.T, s *Server, status int, answer map[string]any, path, code string) {
	t.Helper()
	if status != 400 || answer["code"] != 50035.0 || !strings.Contains(nested(answer, path), code) {
		t.Errorf("want 400 50035 %s at %q, got %d %v", code, path, status, answer)
	}
	wantBroken(t, s, path+": ", code)
}

// wantBroken expects one entry of Broken to contain all words, and empties it.
func wantBroken(t *testing.T, s *Server, words ...string) {
	t.Helper()
	broken := s.TakeBroken()
	for _, line := range broken {
		all := true
		for _, w := range words {
			all = all && strings.Contains(line, w)
		}
		if all {
			return
		}
	}
	t.Errorf("Broken has no entry with %q:\n%s", words, strings.Join(broken, "\n"))
}

// many repeats a JSON text n times as the items of an array; %d is the number.
func many(n int, text string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(text, "%d", fmt.Sprint(i))
	}
	return "[" + strings.Join(items, ",") + "]"
}

// long is a string of n characters.
func long(n int) string { return strings.Repeat("ü", n) }
