package draw

import (
	"fmt"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/render"
	"chess960bot/voice"
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

// drawnAgain returns the sentence for a draw after an earlier one, which has a name.
func drawnAgain(tools Tools, r *chat.Request, earlier string) string {
	return drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, earlier))
}

// methods lists the ways of drawing, the default first.
func methods() chat.List[*drawing.Method] {
	return chat.List[*drawing.Method]{All: drawing.Methods(), Code: true, Describe: func(m *drawing.Method) (id string, name voice.Sentence) { return string(m.ID), m.Name() }}
}
