package gateway

import (
	"errors"
	"testing"
)

// Pauses are spread over their whole range. The range starts over when an attempt ends in
// a different way.
func TestBackoff(t *testing.T) {
	out, reached := ending{err: errors.New("out")}, ending{reached: true, err: errors.New("eh")}
	op9 := ending{reached: true, err: &invalidSession{}}
	again := ending{reached: true, err: &invalidSession{resumable: true}}
	established := ending{reached: true, established: true, err: errReconnect}
	type step struct {
		ending
		least, most float64 // seconds
	}
	for name, steps := range map[string][]step{
		"out of reach":    {{out, 0.5, 1}, {out, 1, 2}, {out, 2, 4}, {out, 4, 8}, {out, 8, 16}, {out, 15, 30}, {out, 15, 30}},
		"op 9 after it":   {{out, 0.5, 1}, {out, 1, 2}, {out, 2, 4}, {out, 4, 8}, {op9, 1, 4.5}, {op9, 1, 4.5}, {op9, 1, 4.5}, {op9, 1, 8}},
		"reached at last": {{out, 0.5, 1}, {out, 1, 2}, {out, 2, 4}, {reached, 0, 1}, {reached, 0, 2}},
		"op 9, resumable": {{again, 0, 1}, {again, 0, 2}},
		"established":     {{out, 0.5, 1}, {out, 1, 2}, {established, 0, 1}, {established, 0, 1}, {established, 0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			least, most := make([]float64, len(steps)), make([]float64, len(steps))
			for range 1000 {
				var b backoff
				for i, s := range steps {
					pause := b.pause(s.ending).Seconds()
					if pause < s.least || pause > s.most {
						t.Fatalf("pause %d is %v s", i, pause)
					}
					if least[i] == 0 {
						least[i] = pause
					}
					least[i], most[i] = min(least[i], pause), max(most[i], pause)
				}
			}
			for i, s := range steps {
				if slack := (s.most - s.least) / 20; least[i] > s.least+slack || most[i] < s.most-slack {
					t.Errorf("pause %d lies between %v and %v s", i, least[i], most[i])
				}
			}
		})
	}
}
