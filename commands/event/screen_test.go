package event

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// “Show on a screen” gives who may draw a picture of 1920 by 1080 pixels for each twelve boards, privately. Its
// description has the names that the font lacks, too. Others may not draw.
func TestShowOnAScreen(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 14.0, "each": true})
	c.event("draw", nil)
	c.tell(1, 14, "عمر", strings.Repeat("Maximiliane ", 3), "1-0")
	press := func(id string, ask chat.Request) (*chat.Reply, error) {
		ask.CustomID = id
		return Round(c.tools).Press(t.Context(), &ask)
	}
	e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
	if err != nil {
		t.Fatal(err)
	}
	first := screenButton.ID(boardRef{e.ID, 0, 0})
	reply, err := press(first, *c.by(chat.Request{}))
	if err != nil || reply.Audience != chat.OnlyAsker || len(reply.Pictures) != 1 {
		t.Fatal(reply, err)
	}
	next := chattest.Buttons(reply)["Next"]
	second, err := press(next.CustomID, *c.by(chat.Request{}))
	if err != nil || second.Audience != chat.OwnPage {
		t.Fatal(second, err)
	}
	for i, r := range []*chat.Reply{reply, second} {
		config, err := png.DecodeConfig(bytes.NewReader(r.Pictures[0].PNG))
		if err != nil || config.Width != 1920 || config.Height != 1080 || r.Pictures[0].Name != fmt.Sprintf("round-1-screen-%d.png", i+1) {
			t.Errorf("%s: %+v, %v", r.Pictures[0].Name, config, err)
		}
	}
	if alt := chattest.English(second.Pictures[0].Alt); !strings.HasPrefix(alt, "Round 1 of 2: 13 · SP\u00a0") || !strings.HasSuffix(alt, " · عمر – Maximiliane Maximili.") {
		t.Error(alt)
	}
	if _, err := press(first, chat.Request{Asker: chattest.Ben, GuildID: "1", ChannelID: "2"}); err == nil {
		t.Error("somebody who may not draw gets a picture")
	}
	if _, err := press(screenPage.ID(boardRef{e.ID, 0, 2}), *c.by(chat.Request{})); err == nil {
		t.Error("a page behind the last one")
	}
}
