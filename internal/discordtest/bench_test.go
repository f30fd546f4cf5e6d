package discordtest

import (
	"bytes"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// One slash command answered with a card and its picture, by as many people as
// there are processors at a time.
func BenchmarkSlash(b *testing.B) {
	picture := board(100)
	s, d := start(b, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		respond(d, i, map[string]any{"type": 4, "data": card("Position 518", "a.png", "alt")}, &discordgo.File{Name: "a.png", Reader: bytes.NewReader(picture)})
	})
	if _, err := d.ApplicationCommandBulkOverwrite(ApplicationID, "", []*discordgo.ApplicationCommand{pingCommand}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Slash(b.Context(), Anna, Channel, "ping", nil); err != nil {
				b.Error(err)
			}
		}
	})
}
