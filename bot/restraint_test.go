package bot

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// answers is a Discord that answers everything alike.
type answers struct {
	status int
	scope  string
	asked  int
}

func (a *answers) RoundTrip(*http.Request) (*http.Response, error) {
	a.asked++
	return &http.Response{StatusCode: a.status, Header: http.Header{"X-Ratelimit-Scope": {a.scope}}, Body: http.NoBody}, nil
}

// Long before the 10,000th refusal within ten minutes requests are held back, and
// only until those refusals are forgotten.
func TestRestraint(t *testing.T) {
	for _, c := range []struct {
		name, scope string
		status      int
		held        bool
	}{
		{"401", "", 401, true}, {"403", "", 403, true}, {"429", "user", 429, true},
		{"404", "", 404, false}, {"429 shared", "shared", 429, false}, {"200", "", 200, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := time.Unix(1_790_000_000, 0)
			discord := &answers{status: c.status, scope: c.scope}
			restrained := &restraint{next: discord, log: slog.New(slog.DiscardHandler), now: func() time.Time { return now }}
			get := func() *http.Response {
				r, _ := http.NewRequest("POST", "https://discord.com/api/v9/x", strings.NewReader("{}"))
				answer, err := restrained.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				return answer
			}
			for range 2 * invalidLimit {
				get()
				now = now.Add(50 * time.Millisecond) // 8 min 20 s in all
			}
			if held := discord.asked < 2*invalidLimit; held != c.held || held && discord.asked != invalidLimit {
				t.Fatalf("%d of %d requests went through", discord.asked, 2*invalidLimit)
			}
			if !c.held {
				return
			}
			answer := get()
			body, _ := io.ReadAll(answer.Body)
			if answer.StatusCode != 429 || !strings.Contains(string(body), `"retry_after": `) {
				t.Errorf("%d %s", answer.StatusCode, body)
			}
			discord.status = 200
			now = now.Add(restrained.wait())
			if get().StatusCode != 200 {
				t.Errorf("still held back for %v", restrained.wait())
			}
		})
	}
}

// The table forgets what was used longest ago, and nothing that is in use.
func TestRecent(t *testing.T) {
	var table recent[int]
	table.size = 100
	for i := range 100_000 {
		table.get("in use", func() int { return -1 })
		table.get(time.Duration(i).String(), func() int { return i })
		if n := len(table.young) + len(table.old); n > 200 {
			t.Fatalf("%d entries", n)
		}
	}
	if v, known := table.get("in use", func() int { return 0 }); !known || v != -1 {
		t.Error("forgot what is in use")
	}
	if v, known := table.get(time.Duration(99_950).String(), func() int { return 0 }); !known || v != 99_950 {
		t.Error("forgot what was used just now")
	}
	if _, known := table.get(time.Duration(7).String(), func() int { return 0 }); known {
		t.Error("remembers too long")
	}
}
