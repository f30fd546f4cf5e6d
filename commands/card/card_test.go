package card

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// Every custom id is read back as the card of its control, fits Discord's limits, and is
// unique in its message.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for i, theme := range render.Themes() {
			method := explain.Methods()[(sp+i)%len(explain.Methods())]
			c := Card{p, Style{sp%2 == 0, theme}, method, sp%3 == 0}
			id := previous.ID(c)
			if got, err := previous.Read(id); err != nil || len(id) > 60 || got != c {
				t.Errorf("SP %d: %s leads to %+v, %v", sp, id, got, err)
			}
		}
	}
	for _, p := range pages() {
		reply, err := Pages{Boards: boards, Play: true}.reply(p, cardOf(chess960.MustParsePosition("RNBQKBNR")))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for c := range chattest.Walk(reply.Components) {
			if c.CustomID != "" && seen[c.CustomID] {
				t.Errorf("%s has %s twice", p.label, c.CustomID)
			}
			seen[c.CustomID] = true
		}
	}
}

// cardOf returns the card of a position in an answer of /sp.
func cardOf(p chess960.Position) Card {
	return Card{p, DefaultStyle(), explain.Direct, explain.ToPosition}
}

// The explanation by every method in both directions fits into a message, with one picture.
func TestExplanationsFitIntoAMessage(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%97 != 0 && sp != Classical && !testrun.Long() {
			continue // package explain measures the texts of all positions
		}
		for c := range explained(p) {
			reply, err := Answer{Card: c, Explain: c.Method, Notes: []voice.Sentence{voice.Raw(strings.Repeat("x", 300))}}.Reply(boards)
			if err != nil {
				t.Fatal(err)
			}
			if n := len([]rune(chattest.Text(reply))); n > 4000 || components(reply) > 40 || len(reply.Pictures) != 1 {
				t.Errorf("SP %d by %s: %d characters, %d components, %d pictures", sp, c.Method.ID, n, components(reply), len(reply.Pictures))
			}
		}
	}
}

// explained yields a card for every method and direction.
func explained(p chess960.Position) iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				if !yield(Card{p, DefaultStyle(), method, direction}) {
					return
				}
			}
		}
	}
}

// “Step by step” shows one step at a time, with at most one strip. Next leads from the first step to
// the last one, Back leads back, and after the last step it starts again.
func TestStepByStep(t *testing.T) {
	command := chat.Command{Presses: Pages{Boards: boards}.Presses()}
	for c := range explained(chess960.MustParsePosition("BRQNKBRN")) {
		steps := c.explanation().Steps
		press := func(id string) *chat.Reply {
			t.Helper()
			reply, err := command.Press(t.Context(), &chat.Request{CustomID: id})
			if err != nil {
				t.Fatal(id, err)
			}
			return reply
		}
		page, strips, noted := press(c.Button(StepsPage, nil).CustomID), 0, 0
		for i, step := range steps {
			text := chattest.Text(page)
			if want := fmt.Sprintf("\n**Step %d of %d.** %s", i+1, len(steps), voice.In("en").Say(voice.Run(step.Said))); !strings.Contains(text, want) || len(page.Pictures) > 1 {
				t.Fatalf("%s: no %q with a strip in\n%s", c.Method.ID, want, text)
			}
			if note := voice.WithMentions(voice.In("en").Say(voice.Small(c.explanation().Note))); note != "" {
				noted += strings.Count(text, strings.TrimSpace(chattest.Text(chat.Say(voice.Raw(note)))))
			}
			strips += len(page.Pictures)
			shown := chattest.Buttons(page)
			if back, ok := shown["Back"]; ok != (i > 0) || ok && !strings.Contains(chattest.Text(press(back.CustomID)), voice.In("en").Say(voice.Run(steps[i-1].Said))) {
				t.Errorf("%s: Back from step %d", c.Method.ID, i+1)
			}
			label := "Next"
			if i == len(steps)-1 {
				label = "Start again"
			}
			page = press(shown[label].CustomID)
		}
		if hasNote := c.explanation().Note != nil; strips < 1 || noted != 1 && hasNote {
			t.Errorf("%s: %d strips, the note %d times", c.Method.ID, strips, noted)
		}
		if !strings.Contains(chattest.Text(page), voice.In("en").Say(voice.Run(steps[0].Said))) {
			t.Errorf("%s starts again with\n%s", c.Method.ID, chattest.Text(page))
		}
	}
	_, err := command.Press(t.Context(), &chat.Request{CustomID: "step:594:white:brown:tables:number:4"})
	chattest.RefusedWith(t, err, chattest.English(chat.Foreign().Msg))
}

// components counts a reply's components as Discord does, including nested ones.
func components(reply *chat.Reply) int {
	n := 1 // the container of the bar
	for range chattest.Walk(reply.Components) {
		n++
	}
	return n
}

// The classical array is named, and its heading has as many lines as those of other positions.
func TestHeadingOfClassicalArray(t *testing.T) {
	for _, c := range []struct {
		notes []voice.Sentence
		want  string
	}{
		{nil, "## SP 518 · RNBQKBNR\nThis is the normal start position."},
		{[]voice.Sentence{voice.Raw("Drawn.")}, "## SP 518 · RNBQKBNR\nDrawn. This is the normal start position."},
		{[]voice.Sentence{voice.Raw("Drawn."), voice.Raw("Again.")}, "## SP 518 · RNBQKBNR\nDrawn.\nAgain.\nThis is the normal start position."},
	} {
		if got := chattest.English(Heading(chess960.Classical(), c.notes)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := chattest.English(Heading(chess960.Classical().Mirror(), []voice.Sentence{voice.Raw("Drawn.")})); got != "## SP 534 · RNBKQBNR\nDrawn." {
		t.Errorf("the mirror image: %q", got)
	}
}

// A text is refused, or is the custom id of a card.
func FuzzForgedCards(f *testing.F) {
	f.Add("steps:518:white:brown:direct:position")
	f.Add("theme:0:black:contrast:almanac:number")
	f.Add("steps:518:white:brown:direct")
	f.Fuzz(func(t *testing.T, id string) { chattest.ReadIDs(t, id, new(Card).fields) })
}

// A reply of one text has the bar of the first theme, as a position has.
func TestPlainRepliesHaveTheBarOfAPosition(t *testing.T) {
	if got, want := chat.Say(voice.Phrase("card.normal")).Bar, DefaultStyle().bar(); got != want {
		t.Errorf("bar %06x, want %06x", got, want)
	}
}

// The position can be read from the alt text: of every position in long runs, otherwise of one in five.
func TestAltTextReadsBack(t *testing.T) {
	piece := regexp.MustCompile(`king|queen|rook|bishop|knight`)
	letters := map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}
	for sp, p := range chess960.All() {
		if sp%5 != 3 && !testrun.Long() {
			continue
		}
		for _, said := range []voice.Sentence{boardAlt(p, Style{}), boardAlt(p, Style{FromBlack: true}), rankAlt(p)} {
			alt := voice.In("en").Say(said)
			_, pieces, _ := strings.Cut(alt, "a to h: ")
			rank := ""
			for _, name := range piece.FindAllString(pieces, -1) {
				rank += letters[name]
			}
			if rank != p.String() || !strings.Contains(alt, fmt.Sprintf("SP %d", sp)) || len(alt) > 160 {
				t.Errorf("SP %d: %s", sp, alt)
			}
		}
	}
}

// Alt texts are spoken: they have no patterns, signs or moves as players write them, and
// they are short. Usual runs check one position in five, and the strips of one in fifteen.
func TestAltTextsAreSpoken(t *testing.T) {
	unspoken := regexp.MustCompile(`[KQRBN-]{2}|[KQRBN][a-h][1-8]|[^A-Za-z0-9 .,:;']|  |\.\.|[^.]$`)
	check := func(p chess960.Position, most int, said voice.Sentence) {
		alt := voice.In("en").Say(said)
		if m := unspoken.FindString(strings.ReplaceAll(alt, "-side", "")); m != "" || len(alt) > most {
			t.Errorf("%v: %q in an alt text with %d characters: %s", p, m, len(alt), alt)
		}
	}
	for sp, p := range chess960.All() {
		if sp%5 != 3 && !testrun.Long() {
			continue
		}
		check(p, 160, boardAlt(p, Style{FromBlack: sp%2 == 0}))
		check(p, 160, rankAlt(p))
		check(p, 260, sidesAlt(p.Rank(), p.Mirror().Rank(), Style{}))
		check(p, 400, Card{Position: p}.lookAlt(firstlook.Of(p)))
		for _, rules := range chess960.AllCastlingRules() {
			for _, side := range chess960.CastlingSides() {
				check(p, 200, explain.CastlingPicture(p.Castling(side, rules), castling.White))
			}
		}
		for _, m := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				if sp%15 != 3 && !testrun.Long() {
					continue
				}
				for i, step := range m.Explain(m.Scheme.Derive(p), direction).Steps {
					if step.View != nil {
						check(p, 230, stripAlt(i+1, *step.View))
					}
				}
			}
		}
	}
}

// Squares are named in order; their numbers are named only where they do not follow one
// another.
func TestCountsInAltTexts(t *testing.T) {
	for want, counts := range map[string][8]int{
		"":                                    {-1, -1, -1, -1, -1, -1, -1, -1},
		"Counted from 0: b1, d1, f1 and h1.":  {-1, 0, -1, 1, -1, 2, -1, 3},
		"Counted from 1: a1 and h1.":          {1, -1, -1, -1, -1, -1, -1, 2},
		"Counted: a1 0, b1 0, c1 1 and d1 1.": {0, 0, 1, 1, -1, -1, -1, -1},
	} {
		if got := voice.In("en").Say(countsAlt(counts)); got != want {
			t.Errorf("%v is described as %q, want %q", counts, got, want)
		}
	}
}
