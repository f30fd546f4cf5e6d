package lichess_test

import (
	"net/http"
	"net/url"
	"testing"

	"chess960bot/internal/workshop/lichesstest"
)

// The stand-in refuses what lichess refuses.
func TestStandInIsStrict(t *testing.T) {
	const fen = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1"
	good := map[string]string{"variant": "chess960", "fen": fen, "clock.limit": "300", "clock.increment": "3", "name": "x", "rated": "false"}
	for field, values := range map[string][]string{
		"fen":             {"brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBgb - 0 1", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN_w_KQkq_-_0_1", "BRQNKBRN", "bbqnkrrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1", "bqbnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQBNRKRN w KQkq - 0 1"},
		"variant":         {"standard", "fromPosition", "960", ""},
		"clock.limit":     {"5", "20", "100", "10860", "-60", "5:00"},
		"clock.increment": {"61", "-1", "x"},
		"rated":           {"true", "no"},
		"days":            {"3", "4"},
		"player":          {"anna"},
	} {
		for _, value := range values {
			form := url.Values{}
			for name, v := range good {
				form.Set(name, v)
			}
			form.Set(field, value)
			server, err := lichesstest.Start()
			if err != nil {
				t.Fatal(err)
			}
			request, _ := http.NewRequest("POST", server.URL()+"/api/challenge/open?"+form.Encode(), nil)
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if answer, err := http.DefaultClient.Do(request); err != nil || answer.StatusCode != http.StatusBadRequest {
				t.Errorf("a query: %+v, %v", answer, err)
			}
			answer, err := http.PostForm(server.URL()+"/api/challenge/open", form)
			if err != nil || answer.StatusCode != http.StatusBadRequest || len(server.Broken()) == 0 {
				t.Errorf("%s=%s: %+v, %v", field, value, answer, err)
			}
			server.Close()
		}
	}
}
