package commands

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// standard is the SP number of the classical array, which a draw may leave out.
const standard = 518

// random answers /random: a position drawn for everyone to see. The answer is
// evidence: it says when and for whom it was drawn, and nobody owns its card,
// so no button changes it.
func random(tools Tools) Command {
	return Command{
		Def:     definePosition("random", "Draw a start position, every one as likely as any other", boolOption("exclude_standard", "Leave out SP-518, the classical array")),
		Example: "/random",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			l, err := lookOf(r.Options)
			if err != nil {
				return nil, err
			}
			m, err := methodOf(r.Options, "direct")
			if err != nil {
				return nil, err
			}
			d := draw{l, m, r.Options.Bool("exclude_standard")}
			reply, err := d.reply(tools, "Drawn for "+mention(r.Asker)+" %s")
			if err != nil {
				return nil, err
			}
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
		Press: func(ctx context.Context, r *Request) (*Reply, error) {
			d, earlier, ok := parseDraw(r.CustomID)
			if !ok {
				return turn(tools)(ctx, r)
			}
			reply, err := d.reply(tools, "Drawn again for "+mention(r.Asker)+" %s, after "+link(r, earlier))
			if err != nil {
				return nil, err
			}
			reply.Private = r.Message != nil && r.Message.Private
			return reply, nil
		},
	}
}

// A draw is what is asked of chance.
type draw struct {
	look            look
	method          *explain.Method
	excludeStandard bool
}

// reply draws a position and shows it. The occasion says who it was drawn for,
// with %s for the time.
func (d draw) reply(tools Tools, occasion string) (*Reply, error) {
	p, err := d.position(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	of := "one of all 960 positions"
	if d.excludeStandard {
		of = "one of 959 positions, SP-518 left out"
	}
	at := tools.Now().Unix()
	note := fmt.Sprintf(occasion+": %s, each as likely as the others.", fmt.Sprintf("on <t:%d:D> at <t:%d:T>", at, at), of)
	c := card{command: "random", position: p, look: d.look, owner: nobody, method: d.method}
	return c.reply(tools, []string{note}, button(discordgo.PrimaryButton, "Draw again", d.customID(p)))
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

// customID is the "Draw again" button's, laid out as a card's with what is left
// out in the owner's place: random:again:303:white:brown:518:direct:position.
func (d draw) customID(drawn chess960.Position) string {
	c := card{command: "random", position: drawn, look: d.look, owner: "none", method: d.method}
	if d.excludeStandard {
		c.owner = strconv.Itoa(standard)
	}
	return c.customID("again")
}

// parseDraw reads the custom id of a "Draw again" button and the position that
// was drawn before; ok is false for any other button.
func parseDraw(id string) (d draw, earlier chess960.Position, ok bool) {
	c, action, err := parseCustomID(id)
	if err != nil || action != "again" {
		return draw{}, chess960.Position{}, false
	}
	return draw{c.look, c.method, c.owner == strconv.Itoa(standard)}, c.position, true
}

// link names the earlier draw and leads to its message, unless that is private
// and so nowhere to be found by others.
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
