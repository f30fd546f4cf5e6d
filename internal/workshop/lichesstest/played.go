package lichesstest

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// Played is what became of a game. Before somebody has begun the game, lichess does not
// know it.
type Played struct {
	Status string // one of lichess's, such as "mate", "started" or "noStart"
	Winner string // "white", "black" or ""
	White  string // name of the account; "" for an anonymous player
	Black  string
	Moves  string // in SAN
}

// Play lets a game with an id begin, go on or end.
func (s *Server) Play(id string, p Played) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played[id] = p
}

// exportGames answers with a line for each game that somebody has begun, the newest first.
//
// Source: POST /api/games/export/_ids of lichess's API.
func (s *Server) exportGames(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	ids := strings.Split(string(body), ",")
	var problems []string
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "text/plain" {
		problems = append(problems, "the ids are not text/plain")
	}
	if r.Header.Get("Accept") != "application/x-ndjson" {
		problems = append(problems, "the answer would be PGN")
	}
	if len(ids) > 300 || ids[0] == "" {
		problems = append(problems, fmt.Sprintf("%d ids", len(ids)))
	}
	s.answer(w, r, problems, func(string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		w.Header().Set("Content-Type", "application/x-ndjson")
		lines := json.NewEncoder(w)
		slices.Sort(ids)
		for _, id := range slices.Backward(ids) {
			if p, ok := s.played[id]; ok {
				if r.URL.Query().Get("moves") == "false" {
					p.Moves = ""
				}
				lines.Encode(p.json(id))
			}
		}
	})
}

// json returns a game with fields of lichess's GameJson.
func (p Played) json(id string) map[string]any {
	player := func(name string) map[string]any {
		if name == "" {
			return map[string]any{}
		}
		return map[string]any{"user": map[string]any{"name": name, "id": strings.ToLower(name)}, "rating": 1500}
	}
	game := map[string]any{
		"id": id, "rated": false, "variant": "chess960", "speed": "blitz", "status": p.Status,
		"players": map[string]any{"white": player(p.White), "black": player(p.Black)},
	}
	if p.Moves != "" {
		game["moves"] = p.Moves
	}
	if p.Winner != "" {
		game["winner"] = p.Winner
	}
	return game
}
