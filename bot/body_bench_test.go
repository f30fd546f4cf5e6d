package bot

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
)

// BenchmarkBody measures making the request's body of an answer with its board
// and strips, its words included. The baseline is discordgo's own way, with the words said.
func BenchmarkBody(b *testing.B) {
	sp := commands.All(feature.Tools{Boards: Boards})[0]
	reply, err := sp.Answer(b.Context(), &chat.Request{Asker: "1", Options: chat.Options{"number": 518.0}})
	if err != nil {
		b.Fatal(err)
	}
	bot := &Bot{}
	bot.mentions.Store(chat.Mentions(nil, nil))
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			made, err := bot.encodeReply(new(chat.Request), reply)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(made.Bytes)))
		}
	})
	var components []discordgo.MessageComponent
	for _, c := range bot.printerIn("").components(reply.Components) {
		text, err := json.Marshal(c)
		if err != nil {
			b.Fatal(err)
		}
		parsed, err := discordgo.MessageComponentFromJSON(text)
		if err != nil {
			b.Fatal(err)
		}
		components = append(components, parsed)
	}
	b.Run("discordgo", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			data := discordgo.InteractionResponse{Data: &discordgo.InteractionResponseData{Components: components}}
			var files []*discordgo.File
			for _, p := range reply.Pictures {
				files = append(files, &discordgo.File{Name: p.Name, ContentType: "image/png", Reader: bytes.NewReader(p.PNG)})
			}
			_, made, err := discordgo.MultipartBodyWithJSON(data, files)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(made)))
		}
	})
}
