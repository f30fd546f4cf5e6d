package lichess_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"chess960bot/commands/play/lichess"
	"chess960bot/internal/workshop/testrun"
)

// fields are what the client reads of a new game and of a played one.
var fields = []string{
	`{"id":%s,"url":"https://lichess.org/game0001","urlWhite":"https://lichess.org/game0001","urlBlack":"https://lichess.org/game0001"}`,
	`{"id":"game0001","url":%s,"urlWhite":"https://lichess.org/game0001","urlBlack":"https://lichess.org/game0001"}`,
	`{"id":"game0001","url":"https://lichess.org/game0001","urlWhite":%s,"urlBlack":"https://lichess.org/game0001"}`,
	`{"id":"game0001","url":"https://lichess.org/game0001","urlWhite":"https://lichess.org/game0001","urlBlack":%s}`,
	`{"id":"game0001","status":%s,"winner":"white","players":{}}`,
	`{"id":"game0001","status":"mate","winner":%s,"players":{}}`,
	`{"id":"game0001","status":"mate","winner":"white","players":%s}`,
	`{"id":"game0001","status":"mate","winner":"white","players":{"white":%s}}`,
	`{"id":"game0001","status":"mate","winner":"white","players":{"white":{"user":%s}}}`,
	`{"id":"game0001","status":"mate","winner":"white","players":{"white":{"user":{"name":%s}},"black":{"user":{"name":%[1]s}}}}`,
	`{"id":%s,"status":"mate","winner":"white","players":{}}`,
	`%s`, `[%s]`, `{"game":%s}`,
}

// values are of each type, and strings that are dangerous somewhere.
var values = []string{
	`"game0002"`, `"https://lichess.org/game0002"`, `"white"`, `"Anna"`, `null`, `true`, `0`, `-1`, `1e400`, `12345678901234567890123456789`, `0.1`, `[]`, `{}`, `[[]]`, `{"id":"game0001"}`, `""`, `"\u0000"`, `"Anna\u0000"`, `"\ud800"`,
	"\"\xff\"", "\"a\nb\"", `"@everyone"`, `"<@1>"`, "\"`*_~|\"", `"\u202eAnna\u200b"`, `"=1+1"`, `"<script>"`, `"' OR 1=1"`, `"{{.White}}"`,
	`"javascript:alert(1)"`, `"https://"`, `"https:///x"`, `"http://a@b/"`, `"https://lichess.org/x) [y](https://example.org"`, `"https://lichess.org/a b"`,
	`"https://lichess.org/>"`, `"https://lichess.org/\n"`, `"ftp://lichess.org/"`, `"//lichess.org/x"`, `"https://lichess.org/` + strings.Repeat("x", 100) + `"`,
	`"` + strings.Repeat("x", 60_000) + `"`, strings.Repeat("[", 5_000) + strings.Repeat("]", 5_000), `"game0001","id":null`, `"game0001"} {"x":1`, ``, `"`, `nul`, "\x00", "\xef\xbb\xbf{}",
}

var (
	goodID   = regexp.MustCompile(`^[0-9A-Za-z]{8,12}$`)
	goodLink = regexp.MustCompile(`^https?://[^\s<>()@"'\x60*_|]{1,56}$`)
)

// answered asks a server that gives one answer to everything for a game and for results. Whatever the
// answer is, games have ids and links that can be used, and results are those of games that were asked
// for.
func answered(t testing.TB, handler http.HandlerFunc) (opened, read bool) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	now := time.Unix(1_790_000_000, 0)
	client := clientOf(t, server.URL, &now)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	game, err := client.Open(ctx, asker, blitz)
	if err == nil && !goodID.MatchString(game.ID) {
		t.Errorf("the id of a game is %q", game.ID)
	}
	for _, link := range []string{game.White, game.Black, game.ByLot} {
		if err == nil && !goodLink.MatchString(link) {
			t.Errorf("the link of a game is %q", link)
		}
	}
	wait, paused := errors.AsType[*lichess.WaitError](err)
	if err != nil && !paused && !errors.Is(err, lichess.ErrStrange) && !errors.Is(err, lichess.ErrUnavailable) && !errors.Is(err, lichess.ErrRefused) {
		t.Errorf("the error is %v", err)
	}
	if paused {
		now = wait.Until
	}
	results, failed := client.Results(ctx, []string{"game0001", "game0002"})
	for id, r := range results {
		if id != "game0001" && id != "game0002" {
			t.Errorf("nobody asked for %q", id)
		}
		if !utf8.ValidString(r.White) || !slices.Contains([]string{"", "1-0", "½-½", "0-1"}, r.Outcome) {
			t.Errorf("the result is %+v", r)
		}
	}
	return err == nil, failed == nil
}

// Each field of an answer with each kind of garbage.
func TestGarbageInEachField(t *testing.T) {
	opened, read, every := 0, 0, testrun.Choose(3, 1)
	for i, field := range fields {
		for j, value := range values {
			if (i+j)%every != 0 {
				continue // another field has it
			}
			body := strings.Replace(strings.ReplaceAll(field, "%[1]s", value), "%s", value, 1)
			isOpened, isRead := answered(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) })
			if isOpened {
				opened++
			}
			if isRead {
				read++
			}
			if t.Failed() {
				t.Fatalf("the answer is %.200q", body)
			}
		}
	}
	t.Logf("%d answers: %d games were opened, %d answers about results were read", len(fields)*len(values)/every, opened, read)
}

// Answers that are large, slow, compressed or of another kind take neither memory nor time.
func TestBadAnswers(t *testing.T) {
	const most = 32 << 20 // bytes that both requests allocate
	line := []byte(`{"id":"game0001","status":"mate","winner":"white","x":"` + strings.Repeat("x", 900) + "\"}\n")
	large := func(w io.Writer) {
		for range 100 << 20 / len(line) {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}
	var sent atomic.Int64
	for name, handler := range map[string]http.HandlerFunc{
		"100 MB":         func(w http.ResponseWriter, _ *http.Request) { large(w) },
		"100 MB, no end": func(w http.ResponseWriter, _ *http.Request) { io.Copy(w, io.LimitReader(endless{}, 100<<20)) },
		"a bomb": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
			large(z)
			z.Close()
		},
		"no gzip": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(line)
		},
		"a picture": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Write(line)
		},
		"half": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			w.Write(line)
		},
		"many headers": func(w http.ResponseWriter, _ *http.Request) {
			for n := range 100 {
				w.Header().Set(fmt.Sprint("X-", n), strings.Repeat("x", 1000))
			}
			w.Write(line)
		},
		"round and round": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/again", http.StatusTemporaryRedirect)
		},
		"an empty answer": func(http.ResponseWriter, *http.Request) {},
		"no content":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"hung up":         func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"too many":        func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"early hints": func(w http.ResponseWriter, _ *http.Request) {
			for range 4 { // Go takes five
				w.WriteHeader(http.StatusEarlyHints)
			}
			w.Write(line)
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, read := answered(t, func(w http.ResponseWriter, r *http.Request) { sent.Add(1); handler(w, r) })
		if want := slices.Contains([]string{"100 MB", "100 MB, no end", "a bomb", "a picture", "an empty answer", "early hints"}, name); read != want {
			t.Errorf("%s: results are read: %t", name, read)
		}
		if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > most {
			t.Errorf("%s: %d KB", name, (after.TotalAlloc-before.TotalAlloc)>>10)
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
	if n := sent.Load(); n != 26 {
		t.Errorf("%d requests, want 26: no redirect is followed, and no request is repeated", n)
	}
}

// An answer that comes a byte at a time ends with the request's time.
func TestSlowAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, " ")
			w.(http.Flusher).Flush()
			time.Sleep(time.Millisecond)
		}
	}))
	defer server.Close()
	now := time.Unix(1_790_000_000, 0)
	client := clientOf(t, server.URL, &now)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := client.Open(ctx, asker, blitz); !errors.Is(err, lichess.ErrUnavailable) {
		t.Error(err)
	}
	again, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got, err := client.Results(again, []string{"game0001"}); len(got) > 0 || !errors.Is(err, lichess.ErrUnavailable) {
		t.Errorf("%v, %v", got, err)
	}
}

// endless reads spaces without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// FuzzAnswers lets lichess answer anything.
func FuzzAnswers(f *testing.F) {
	for i, field := range fields {
		value := values[i%len(values)]
		f.Add(200+i%3, strings.Replace(strings.ReplaceAll(field, "%[1]s", value), "%s", value, 1))
	}
	game, err := json.Marshal(map[string]string{"id": "game0001", "urlWhite": "https://lichess.org/game0001", "urlBlack": "https://lichess.org/game0001", "url": "https://lichess.org/game0001"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(200, string(game))
	f.Add(429, "")
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 200 || status > 599 {
			status = 200
		}
		answered(t, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, body)
		})
	})
}
