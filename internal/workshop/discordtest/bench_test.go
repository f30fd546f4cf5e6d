package discordtest

import (
	"bytes"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// BenchmarkSlash measures a slash command that is answered with a card and a picture. The
// number of people who ask at the same time is the number of processors.
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
