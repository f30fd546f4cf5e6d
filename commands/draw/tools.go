package draw

import (
	"fmt"
	"maps"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/drawing"
	"chess960bot/render"
)

// Tools are what /random works with.
type Tools struct {
	Boards *render.Renderer
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
	Play   bool                     // offer games on lichess
}

// drawnFor returns a sentence that says for whom and when a draw was made.
func drawnFor(tools Tools, whom, after string) string {
	at := tools.Now().Unix()
	return fmt.Sprintf("%s on <t:%d:d> at <t:%d:T>%s.", whom, at, at, after)
}

// merge joins maps of button handlers.
func merge(all ...map[string]chat.Handler) map[string]chat.Handler {
	merged := map[string]chat.Handler{}
	for _, handlers := range all {
		maps.Copy(merged, handlers)
	}
	return merged
}

// methods lists the ways of drawing, the default first.
func methods() chat.List[*drawing.Method] {
	return chat.List[*drawing.Method]{All: drawing.Methods(), Kind: "a way of drawing", Code: true, Describe: func(m *drawing.Method) (id, name string) { return m.ID, m.Name }}
}
