package card

import (
	"testing"

	"chess960bot/internal/workshop/chattest"
)

// A text is refused, or is the custom id of a card.
func FuzzForgedCards(f *testing.F) {
	f.Add("steps:518:white:brown:direct:position")
	f.Add("theme:0:black:contrast:almanac:number")
	f.Add("steps:518:white:brown:direct")
	f.Fuzz(func(t *testing.T, id string) { chattest.ReadIDs(t, id, new(Card).fields) })
}
