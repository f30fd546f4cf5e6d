package card

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// The castling card of every position, by both rules, has the sentences of its castlings
// and fits on a screen. Short runs check one position in 64.
func TestCastlingCards(t *testing.T) {
	longest := 0
	for _, rules := range chess960.AllCastlingRules() {
		for sp, p := range chess960.All() {
			if !testrun.Long() && sp%64 != 2 {
				continue
			}
			l := Layout{Boards: boards, Style: DefaultStyle()}
			l.Castlings(p, p, rules)
			reply, err := l.Reply()
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			for _, side := range chess960.CastlingSides() {
				if rule := voice.In("en").Say(voice.Run(explain.CastlingRule(p.Castling(side, rules), castling.White))); !strings.Contains(said, rule) {
					t.Errorf("SP %d: no %q in %s", sp, rule, said)
				}
			}
			longest = max(longest, len([]rune(said)))
			if components(reply) > 30 {
				t.Errorf("SP %d: %d components", sp, components(reply))
			}
			var names []string
			for _, picture := range reply.Pictures {
				names = append(names, picture.Name)
			}
			if want := []string{"o-o.png", "o-o-o.png"}; !slices.Equal(names, want) {
				t.Errorf("SP %d: pictures %v", sp, names)
			}
		}
	}
	if longest > 620 { // TestVisit measures the longest cards
		t.Errorf("a card has %d characters", longest)
	}
}

// The alt texts of a castling card say where king and rook stand, and the pictures show them
// there. In a game the king has an arrow, or the rook if the king stays.
func TestCastlingAltTexts(t *testing.T) {
	for _, p := range chess960.All() {
		for _, side := range chess960.CastlingSides() {
			c := p.Castling(side, chess960.Chess960Castling)
			alt := voice.In("en").Say(explain.CastlingPicture(c, castling.White))
			want := "After castling: king on " + c.King.To.Square() + ", rook on " + c.Rook.To.Square() + "."
			if !strings.HasPrefix(alt, want) {
				t.Errorf("%v: no %q in %s", p, want, alt)
			}
			d := castlingDiagram(aloneOf(p), c)
			if d.Men[c.King.From] != 'K' || d.Men[c.Rook.From] != 'R' || d.Then[c.King.To] != 'K' || d.Then[c.Rook.To] != 'R' || bytes.Count(d.Then[:], []byte("R")) != 2 && aloneOf(p).Rooks&c.MustBeEmpty() == 0 || len(d.Marked) != len(slices.Collect(c.MustBeEmpty().All())) || len(d.Shielded) != len(c.MustNotBeAttacked()) {
				t.Errorf("%v: %+v shows %+v", p, c, d)
			}
			way, kind := c.King, render.KingArrow
			if c.King.Stays() {
				way, kind = c.Rook, render.RookArrow
			}
			if arrow := castlingArrow(c, castling.White); arrow != (render.Arrow{From: int(way.From), To: int(way.To), Kind: kind}) {
				t.Errorf("%v: %+v has the arrow %v", p, c, arrow)
			}
		}
	}
}

// “How to castle” is read back from its custom id, and says how to do each castling.
func TestHowToCastle(t *testing.T) {
	names := []string{chess960.BothMove: "king and rook both move", chess960.KingAlone: "just move the king", chess960.RookAlone: "just move the rook", chess960.ChangePlaces: "king and rook change places"}
	for sp, p := range chess960.All() {
		for _, rules := range chess960.AllCastlingRules() {
			button := MannersButton(aloneOf(p), rules)
			read, err := mannersButton.Read(button.CustomID)
			if err != nil || read != (manners{rules, aloneOf(p)}) {
				t.Fatalf("SP %d: %s leads to %v, %v", sp, button.CustomID, read, err)
			}
			reply, err := pressManners(t.Context(), nil, read)
			if err != nil {
				t.Fatal(err)
			}
			for _, side := range chess960.CastlingSides() {
				manner, sides := p.Castling(side, rules).Manner(), side.String()
				if p.Castling(chess960.HSide, rules).Manner() == p.Castling(chess960.ASide, rules).Manner() {
					sides = "O-O and O-O-O"
				}
				want := "**" + sides + "**: " + names[manner]
				if strings.Count(chattest.Text(reply), want) != 1 {
					t.Errorf("SP %d: no %q in %s", sp, want, chattest.Text(reply))
				}
			}
		}
	}
	alone := castling.Alone{Colour: castling.Black, King: chess960.FileE, Rooks: chess960.FilesOf(chess960.FileH)}
	reply, err := turnManners(t.Context(), nil, pageOfManners{manners{chess960.Chess960Castling, alone}, explain.OnAScreen})
	if said := chattest.Text(reply); err != nil || !strings.Contains(said, "`e8h8` is O-O") || strings.Contains(said, "**O-O-O**") {
		t.Error(said, err)
	}
}

// Every page of How to castle has text and leads to the other pages. Only Chess960's rules have a
// page for a screen.
func TestMannersPages(t *testing.T) {
	for sp, p := range chess960.All() {
		for _, rules := range chess960.AllCastlingRules() {
			pages := []explain.Note{explain.AtTheBoard, explain.Surprising, explain.OnAScreen}
			if rules != chess960.Chess960Castling {
				pages = pages[:2]
			}
			for _, page := range pages {
				reply := pageOfManners{manners{rules, aloneOf(p)}, page}.reply(chat.OwnPage)
				var leads []string
				for _, button := range reply.Components[1].Components {
					leads = append(leads, chattest.English(button.Label))
				}
				var others []string
				for _, other := range pages {
					if other != page {
						others = append(others, voice.In("en").Say(other))
					}
				}
				if !slices.Equal(leads, others) || strings.Count(chattest.Text(reply), "\n- ") < 2 {
					t.Errorf("SP %d by %s, %s: leads to %q and says %s", sp, rules.Name, page, leads, chattest.Text(reply))
				}
			}
		}
	}
}
