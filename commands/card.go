package commands

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// A card is the answer to every command: one position with its board, its
// number in every scheme, its derivation and its FENs.
type card struct {
	command  string // whose answer it is
	position chess960.Position
	look     look
	owner    string // who may turn its pages; everyone else gets a copy of their own
}

// nobody owns a card that must stay as it is, such as a drawn position.
const nobody = "0"

// reply lays the card out. The notes stand under its heading; more buttons
// stand in a row of their own.
func (c card) reply(tools Tools, notes []string, more ...discordgo.MessageComponent) (*Reply, error) {
	png, err := tools.Boards.Board(render.Board{Position: c.position, Theme: c.look.theme, FromBlack: c.look.fromBlack})
	if err != nil {
		return nil, fmt.Errorf("draw SP %d: %w", c.position.SP(), err)
	}
	picture := Picture{
		Name: fmt.Sprintf("sp-%03d-%s.png", c.position.SP(), c.look.side()),
		Alt:  boardAlt(c.position, c.look.fromBlack),
		PNG:  png,
	}
	accent := rgb(c.look.theme.Dark)
	container := discordgo.Container{
		AccentColor: &accent,
		Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: heading(c.position, notes)},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{
				Media:       discordgo.UnfurledMediaItem{URL: "attachment://" + picture.Name},
				Description: &picture.Alt,
			}}},
			discordgo.TextDisplay{Content: numbers(c.position)},
			discordgo.TextDisplay{Content: derivation(c.position)},
			discordgo.TextDisplay{Content: fens(c.position)},
			discordgo.ActionsRow{Components: c.buttons()},
		},
	}
	if more != nil {
		container.Components = append(container.Components, discordgo.ActionsRow{Components: more})
	}
	return &Reply{Components: []discordgo.MessageComponent{container}, Pictures: []Picture{picture}}, nil
}

func heading(p chess960.Position, notes []string) string {
	lines := []string{fmt.Sprintf("## SP-%d · %v", p.SP(), p)}
	switch p.SP() {
	case 518:
		lines = append(lines, "The classical array.")
	case 0:
		lines = append(lines, "Where numbers run from 1 to 960, Scharnagl's convention is to divide by 960 and keep the remainder: 960 is SP-0.")
	}
	return strings.Join(append(lines, notes...), "\n")
}

// numbers lists the position's number beside each scheme's name. Scharnagl's
// 1-960 is left to the heading of SP-0, where alone it differs.
func numbers(p chess960.Position) string {
	var list []string
	for _, s := range chess960.Schemes() {
		if s != chess960.Scharnagl1To960 {
			list = append(list, fmt.Sprintf("**%s** %d", s.Name, s.Derive(p).Number()))
		}
	}
	mirror := p.Mirror()
	return fmt.Sprintf("### Numbers\n%s\nMirror twin: SP-%d · %v", strings.Join(list, " · "), mirror.SP(), mirror)
}

func derivation(p chess960.Position) string {
	direct, _ := explain.MethodByID("direct")
	return fmt.Sprintf("### Direct derivation of %d\n%s", p.SP(), direct.Explain(p, explain.ToPosition).Text())
}

func fens(p chess960.Position) string {
	return fmt.Sprintf("### X-FEN\n```\n%s\n```\n### Shredder-FEN\n```\n%s\n```", p.XFEN(), p.ShredderFEN())
}

// lichess returns the address of lichess's analysis board for the position.
func lichess(p chess960.Position) string {
	return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(p.XFEN(), " ", "_")
}

// rgb returns a colour as Discord wants it: 0xRRGGBB.
func rgb(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
