package draw

import (
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Tools are what /random works with.
type Tools struct {
	Boards *render.Renderer
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
	Play   bool                     // offer games on lichess
}

// A drawn says for whom and when a draw was made, and after which earlier one.
type drawn struct {
	Kind    drawnKind
	Person  voice.Raw // a mention
	On, At  voice.Moment
	Earlier voice.Sentence // the name of the earlier draw
	Link    voice.Raw      // to the earlier draw; "" if others cannot follow a link
	Number  int            // the SP number that the computer drew
}

// A drawnKind is first, again, computer or computerAgain.
type drawnKind string

// Sentence returns the kind.
func (d drawn) Sentence() string { return string(d.Kind) }

// byComputer names the SP number that the computer drew.
func (d drawn) byComputer(number int) drawn {
	d.Number, d.Kind = number, "computer"
	if d.Earlier != nil {
		d.Kind = "computerAgain"
	}
	return d
}

// drawnFor returns the sentence for a first draw.
func (tools Tools) drawnFor(r *chat.Request) drawn {
	at := tools.Now()
	return drawn{
		Kind: "first", Person: voice.Raw(chat.Mention(r.Asker)),
		On: voice.Moment{Time: at, Style: voice.ShortDate}, At: voice.Moment{Time: at, Style: voice.LongTime},
	}
}

// drawnAgain returns the sentence for a draw after an earlier one. The button that was pressed
// is in the message of the earlier draw.
func (tools Tools) drawnAgain(r *chat.Request, earlier voice.Sentence) drawn {
	d := tools.drawnFor(r)
	d.Kind, d.Earlier, d.Link = "again", earlier, voice.Raw(chat.PressedURL(r))
	return d
}

// methods lists the ways of drawing, the default first.
func methods() chat.List[*drawing.Method] {
	return chat.List[*drawing.Method]{
		All:  drawing.Methods(),
		ID:   func(m *drawing.Method) string { return string(m.ID) },
		Name: func(m *drawing.Method) voice.Sentence { return m.Name() },
		Code: true,
	}
}
