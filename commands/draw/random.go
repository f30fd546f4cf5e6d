// Package draw has /random: a position drawn by lot, by the computer or by hand, for one
// game or another, or set up by two players in turn.
package draw

import (
	"chess960bot/chat"
	"cmp"
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/drawing"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// random answers /random: a position drawn for everyone to see. The answer says when
// and for whom the position was drawn, by which method, and how fair that method is.
func Random(tools Tools) chat.Command {
	return chat.Command{
		Def: chat.Define("random", "Draw a start position: by computer, dice, coins, bag or cards, or by two players", append([]chat.Option{
			chat.ChoiceOption("method", "How to draw: the computer, dice, coins, a bag or cards", methodChoices()),
			chat.TextOption("throws", "What you threw yourselves, such as 1 3 2 2 4 or RNBQKBNR"),
			chat.ChoiceOption("hands", "Throw yourself, guided step by step", []chat.Choice{{Name: "Mine: I throw, you say what to do", Value: "mine"}}),
			chat.BoolOption("exclude_standard", "Leave out SP-518, the classical array"),
			chat.ChoiceOption("game", "What is set up", gameChoices()),
			chat.UserOption("opponent", "With game:by-two, the person who places pieces in turn with you"),
			chat.BoolOption("all", "With game:by-two, place all eight pieces, at the risk of an impasse"),
			card.ExplainOption(),
		}, card.LookOptions()...)...),
		Example: "/random",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			g, err := gameOf(r.Options)
			if err != nil {
				return nil, err
			}
			return g.run(tools, r)
		},
		Buttons: merge(handButtons(tools), gameButtons(tools), map[string]chat.Handler{"again": func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			d, earlier, err := parseDraw(r.CustomID)
			if err != nil {
				return nil, err
			}
			return d.reply(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, fmt.Sprintf("SP-%d", earlier.SP())), r.Message != nil && r.Message.Private)
		}}),
	}
}

// merge joins maps of button handlers.
func merge(all ...map[string]chat.Handler) map[string]chat.Handler {
	merged := map[string]chat.Handler{}
	for _, handlers := range all {
		maps.Copy(merged, handlers)
	}
	return merged
}

// drawTools are what /random works with.
type Tools struct {
	Boards *render.Renderer
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
}

// A draw is the choices that people made for a drawn position.
type draw struct {
	look            card.Look
	explained       *explain.Method // the method to explain by; nil for the short form
	excludeStandard bool
	by              *drawing.Method
}

func methodChoices() []chat.Choice {
	var choices []chat.Choice
	for _, m := range drawing.Methods() {
		choices = append(choices, chat.Choice{Name: m.Name, Value: m.ID})
	}
	return choices
}

// drawOf reads a draw from the options.
func drawOf(options chat.Options) (draw, error) {
	l, err := card.LookOf(options)
	if err != nil {
		return draw{}, err
	}
	explained, err := card.MethodOf(options)
	if err != nil {
		return draw{}, err
	}
	id := cmp.Or(options.Text("method"), "computer")
	by, ok := drawing.MethodByID(id)
	if !ok {
		var ids []string
		for _, m := range drawing.Methods() {
			ids = append(ids, "`"+m.ID+"`")
		}
		return draw{}, chat.Refuse(chat.QuoteFirst(id)+" is not a way of drawing.", "Choose "+chat.Either(ids)+".")
	}
	d := draw{l, explained, options.Bool("exclude_standard"), by}
	if d.excludeStandard && by.ID != "computer" {
		return draw{}, chat.Refuse("Only the computer can leave out SP-518: throws by hand can lead to every position.", "Leave out `exclude_standard`, or throw again when SP-518 comes.")
	}
	return d, nil
}

// drawPosition answers /random for a draw of one position. The bot throws, or people
// have typed their throws, or the bot guides them through the draw.
func drawPosition(tools Tools, r *chat.Request) (*chat.Reply, error) {
	d, err := drawOf(r.Options)
	if err != nil {
		return nil, err
	}
	throws, typed := r.Options["throws"]
	switch hands := r.Options.Text("hands"); {
	case hands != "" && hands != "mine":
		return nil, chat.Refuse(chat.QuoteFirst(hands)+" is not a choice for `hands`.", "Choose `mine`, or leave `hands` out and the bot throws.")
	case hands != "" && typed:
		return nil, chat.Refuse("Use `throws` or `hands`, not both: with `throws` everything is thrown already.", "Leave one of them out.")
	case hands != "" && d.by.ID == "computer":
		return nil, chat.Refuse("`hands:mine` needs a method with something to throw.", "Add `method`, such as "+chat.Slash("random")+" `method:die hands:mine`.")
	case hands != "":
		reply, err := throwing{d.by.Start(), d.look, d.explained}.guide(tools)
		if err != nil {
			return nil, err
		}
		reply.Private = true
		return reply, nil
	case typed:
		thrown, err := readThrows(d.by, fmt.Sprint(throws))
		if err != nil {
			return nil, err
		}
		reply, err := throwing{thrown, d.look, d.explained}.reply(tools, thrownBy(d.by, r.Asker))
		if err != nil {
			return nil, err
		}
		reply.Private = r.Options.Bool("private")
		return reply, nil
	}
	return d.reply(tools, "Drawn for "+chat.Mention(r.Asker), "", r.Options.Bool("private"))
}

// reply draws a position and shows it, with a sentence about the person and the time.
func (d draw) reply(tools Tools, whom, after string, private bool) (*chat.Reply, error) {
	note := drawnFor(tools, whom, after)
	show := d.byComputer
	if d.by.ID != "computer" {
		show = d.byThrows
	}
	reply, err := show(tools, note)
	if err != nil {
		return nil, err
	}
	reply.Private = private
	return reply, nil
}

// drawnFor returns a sentence that says for whom and when a draw was made.
func drawnFor(tools Tools, whom, after string) string {
	at := tools.Now().Unix()
	return fmt.Sprintf("%s on <t:%d:D> at <t:%d:T>%s.", whom, at, at, after)
}

// byThrows draws a position by the method, with random throws.
func (d draw) byThrows(tools Tools, note string) (*chat.Reply, error) {
	thrown, err := d.by.Draw(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	t := throwing{thrown, d.look, d.explained}
	return t.reply(tools, note+" "+d.by.Name+".", d.again(thrown.Position()))
}

// byComputer draws an SP number.
func (d draw) byComputer(tools Tools, note string) (*chat.Reply, error) {
	p, err := d.position(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	m := explain.Direct
	if d.explained != nil {
		m = d.explained
	}
	odds := oddsOf(d.by, p)
	if d.excludeStandard {
		odds = "Exactly fair, SP-518 left out: 1 in 959."
	}
	return card.Answer{
		Card:      card.New(m.Scheme.Derive(p), d.look, m, explain.ToPosition),
		Notes:     []string{note},
		End:       odds,
		Explained: d.explained != nil,
		First:     []chat.Component{d.again(p)},
	}.Reply(tools.Boards)
}

func (d draw) again(drawn chess960.Position) chat.Component {
	return chat.Button(discordgo.PrimaryButton, "Draw again", d.customID(drawn))
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
	if d.excludeStandard && sp >= card.Classical {
		sp++
	}
	return chess960.FromSP(sp)
}

// customID returns the custom id of "Draw again": the drawn position, and how to draw.
//
//	again:SP number:view:theme:explanation or nothing:"no-518" or nothing:method
func (d draw) customID(drawn chess960.Position) string {
	explained, excluded := "", ""
	if d.explained != nil {
		explained = d.explained.ID
	}
	if d.excludeStandard {
		excluded = withoutStandard
	}
	return strings.Join([]string{"again", strconv.Itoa(drawn.SP()), d.look.Side(), d.look.Theme.ID, explained, excluded, d.by.ID}, ":")
}

// withoutStandard marks a draw that leaves out the classical array.
const withoutStandard = "no-518"

// parseDraw reads a custom id of "Draw again": how to draw, and the earlier position.
func parseDraw(id string) (d draw, earlier chess960.Position, err error) {
	fields := strings.Split(id, ":")
	if len(fields) != 7 || fields[5] != "" && fields[5] != withoutStandard {
		return draw{}, chess960.Position{}, chat.Foreign()
	}
	sp, numberErr := strconv.Atoi(fields[1])
	earlier, positionErr := chess960.FromSP(sp)
	l, lookErr := card.ParseLook(fields[2], fields[3])
	explained, known := explain.MethodByID(fields[4])
	by, drawable := drawing.MethodByID(fields[6])
	if numberErr != nil || positionErr != nil || lookErr != nil || !known && fields[4] != "" || !drawable {
		return draw{}, chess960.Position{}, chat.Foreign()
	}
	return draw{l, explained, fields[5] == withoutStandard, by}, earlier, nil
}
