package event

import (
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
	"chess960bot/internal/paper"
)

// cards attaches a PDF file with a card for each board of a round.
func (t Tools) cards(l *card.Layout, e *events.Event, d *events.Draw) error {
	boards := e.Rules.Boards
	if e.Rules.Each {
		boards = len(d.SPs)
	}
	cards := make([]paper.Card, boards)
	for i := range cards {
		p, err := chess960.FromSP(d.SPs[i%len(d.SPs)])
		if err != nil {
			return err
		}
		cards[i] = paper.Card{Label: fmt.Sprintf("Board %d", i+1), Position: p}
	}
	pdf, err := t.Press.Cards(roundTitle(e, d), cards)
	if err != nil {
		return err
	}
	l.File(chat.File{Name: fmt.Sprintf("round-%d-cards.pdf", d.Round), ContentType: "application/pdf", Bytes: pdf})
	return nil
}
