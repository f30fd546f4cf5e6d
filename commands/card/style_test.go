package card

import (
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A reply of one text has the bar of the first theme, as a position has.
func TestPlainRepliesHaveTheBarOfAPosition(t *testing.T) {
	if got, want := chat.Say(voice.Phrase("card.normal")).Bar, DefaultStyle().bar(); got != want {
		t.Errorf("bar %06x, want %06x", got, want)
	}
}
