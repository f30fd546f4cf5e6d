package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// standard is the SP number of the classical array, which a draw may leave out.
const standard = 518

// random answers /random: a position drawn for everyone to see. The answer is
// evidence: it says when and for whom the position was drawn.
func random(tools Tools) Command {
	return Command{
		Def:     definePosition("random", "Draw a start position, every one as likely as any other", boolOption("exclude_standard", "Leave out SP-518, the classical array")),
		Example: "/random",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			l, err := lookOf(r.Options)
			if err != nil {
				return nil, err
			}
			m, err := methodOf(r.Options)
			if err != nil {
				return nil, err
			}
			d := draw{l, m, r.Options.Bool("exclude_standard")}
			return d.reply(tools, "Drawn for "+mention(r.Asker), "", r.Options.Bool("private"))
		},
		Buttons: map[string]Handler{"again": func(_ context.Context, r *Request) (*Reply, error) {
			d, earlier, err := parseDraw(r.CustomID)
			if err != nil {
				return nil, err
			}
			return d.reply(tools, "Drawn again for "+mention(r.Asker), ", after "+link(r, earlier), r.Message != nil && r.Message.Private)
		}},
	}
}

// A draw is what people can choose about a drawn position.
type draw struct {
	look            look
	explained       *explain.Method // the method to explain by; nil for the short form
	excludeStandard bool
}

// reply draws a position and shows it, with a sentence that says for whom and when
// it was drawn.
func (d draw) reply(tools Tools, drawnFor, after string, private bool) (*Reply, error) {
	p, err := d.position(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	from := "from all 960 positions"
	if d.excludeStandard {
		from = "from 959 positions, SP-518 left out"
	}
	at := tools.Now().Unix()
	m := explain.Direct
	if d.explained != nil {
		m = d.explained
	}
	reply, err := answer{
		card:      newCard(m.Scheme.Derive(p), d.look, m, explain.ToPosition),
		notes:     []string{fmt.Sprintf("%s on <t:%d:D> at <t:%d:T>%s, %s.", drawnFor, at, at, after, from)},
		explained: d.explained != nil,
		first:     []Component{button(discordgo.PrimaryButton, "Draw again", d.customID(p))},
	}.reply(tools)
	if err != nil {
		return nil, err
	}
	reply.Private = private
	return reply, nil
}

func (d draw) position(random func(n int) (int, error)) (chess960.Position, error) {
	n := chess960.Count
	if d.excludeStandard {
		n--
	}
	sp, err := random(n)
	if err != nil {
		return chess960.Position{}, err
	}
	if d.excludeStandard && sp >= standard {
		sp++
	}
	return chess960.FromSP(sp)
}

// customID is the custom id of "Draw again": what was drawn, and how to draw.
//
//	again:SP number:view:theme:method or nothing:"no-518" or nothing
func (d draw) customID(drawn chess960.Position) string {
	method, excluded := "", ""
	if d.explained != nil {
		method = d.explained.ID
	}
	if d.excludeStandard {
		excluded = withoutStandard
	}
	return strings.Join([]string{"again", strconv.Itoa(drawn.SP()), d.look.side(), d.look.theme.ID, method, excluded}, ":")
}

// withoutStandard marks a draw that leaves out the classical array.
const withoutStandard = "no-518"

// parseDraw reads a custom id of "Draw again": how to draw, and what was drawn
// before.
func parseDraw(id string) (d draw, earlier chess960.Position, err error) {
	fields := strings.Split(id, ":")
	if len(fields) != 6 || fields[5] != "" && fields[5] != withoutStandard {
		return draw{}, chess960.Position{}, Foreign()
	}
	sp, numberErr := strconv.Atoi(fields[1])
	earlier, positionErr := chess960.FromSP(sp)
	l, lookErr := parseLook(fields[2], fields[3])
	method, known := explain.MethodByID(fields[4])
	if numberErr != nil || positionErr != nil || lookErr != nil || !known && fields[4] != "" {
		return draw{}, chess960.Position{}, Foreign()
	}
	return draw{l, method, fields[5] == withoutStandard}, earlier, nil
}

// link names the earlier draw and leads to its message. Others cannot find a
// private message: it is named alone.
func link(r *Request, earlier chess960.Position) string {
	name := fmt.Sprintf("SP-%d", earlier.SP())
	if r.Message == nil || r.Message.Private || r.ChannelID == "" {
		return name
	}
	guild := r.GuildID
	if guild == "" {
		guild = "@me"
	}
	return fmt.Sprintf("[%s](https://discord.com/channels/%s/%s/%s)", name, guild, r.ChannelID, r.Message.ID)
}

func mention(userID string) string { return "<@" + userID + ">" }
