package event

import (
	"fmt"
	"strconv"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/render/paper"
)

// cards returns a PDF file with a card for each board of a round. A file with more bytes
// than the limit is refused.
func (t Tools) cards(e *events.Event, d *events.Draw, limit int) ([]chat.File, error) {
	var cards []paper.Card
	for board, p := range e.Boards(d) {
		cards = append(cards, paper.Card{Label: strconv.Itoa(board), Position: p})
	}
	pdf, err := t.Press.Cards(fmt.Sprintf("%s · %d/%d", e.Rules.Name, d.Round, e.Rules.Rounds), cards)
	if err != nil {
		return nil, err
	}
	if len(pdf) > limit {
		return nil, tooLarge(e)
	}
	return []chat.File{{Name: fmt.Sprintf("round-%d-cards.pdf", d.Round), ContentType: "application/pdf", Bytes: pdf}}, nil
}
