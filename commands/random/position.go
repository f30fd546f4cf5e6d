package random

import (
	"context"
	"fmt"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// A draw is the choices that people made for a drawn position.
type draw struct {
	display         card.Display
	excludeStandard bool
	by              *drawing.Method
}

// drawPosition answers /random for a draw of one position. The bot throws, or people
// have typed their throws, or the bot guides them through the draw.
func (o options) drawPosition(tools Tools, r *chat.Request) (*chat.Reply, error) {
	d := draw{card.DisplayOf(r), o.excludeStandard.Read(r), o.method.Read(r)}
	switch hands, throws := o.hands.Given(r), o.throws.Given(r); {
	case d.excludeStandard && d.by.ID != "computer":
		return nil, chat.Refuse(voice.Phrase("random.excludeByHand"), voice.Phrase("random.withoutExclude"))
	case hands && throws:
		return nil, chat.Refuse(voice.Phrase("random.throwsAndHands"), voice.Phrase("random.leaveOneOut"))
	case hands && d.by.ID == "computer":
		return nil, chat.Refuse(voice.Phrase("random.handsWithoutMethod"), voice.Phrase("random.addHands"))
	case hands:
		return handDraw{d.by.Start(), d.display}.guide(tools, chat.OnlyAsker)
	case throws:
		if d.by.ID == "computer" {
			return nil, chat.Refuse(voice.Phrase("random.throwsWithoutMethod"), voice.Phrase("random.addMethod"))
		}
		thrown, err := d.by.Read(o.throws.Read(r))
		if wrong, ok := err.(*drawing.ThrowError); ok {
			err = throwRefusal(wrong)
		}
		if err != nil {
			return nil, err
		}
		h := handDraw{thrown, d.display}
		return h.reply(tools, chat.AsAsked, h.toldBy("typed", r))
	}
	return d.reply(tools, tools.drawnFor(r), chat.AsAsked)
}

// reply draws a position and shows it: the computer draws an SP number, and other methods have random
// throws. The note says for whom and when.
func (d draw) reply(tools Tools, note drawn, audience chat.Audience) (*chat.Reply, error) {
	if d.by.ID == "computer" {
		return d.byComputer(tools, note, audience)
	}
	thrown, err := d.by.Draw(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	p := thrown.Position()
	last := voice.Run{note.said(), voice.Say("random.methodUsed", voice.F{"Method": d.by.Name()}), fairness(d.by, p, false)}
	return handDraw{thrown, d.display}.reply(tools, audience, last, d.again(p))
}

// byComputer draws an SP number.
func (d draw) byComputer(tools Tools, note drawn, audience chat.Audience) (*chat.Reply, error) {
	p, err := d.position(tools.Draw)
	if err != nil {
		return nil, fmt.Errorf("draw a position: %w", err)
	}
	note.computer, note.number = d.excludeStandard || d.display.Explain == nil, p.SP()
	end := voice.Run{note.said()} // the steps of an explanation begin with the number, and leave no room
	switch {
	case d.excludeStandard:
		end = append(end, voice.Phrase("random.fairWithoutStandard"))
	case note.computer:
		end = append(end, fairness(d.by, p, false))
	}
	return card.Answer{
		Card:     card.Card{Position: p, Style: d.display.Style, Method: explain.Direct},
		Audience: audience, Explain: d.display.Explain, Play: tools.Play, First: []chat.Component{d.again(p)},
	}.Drawn(tools.Boards, nil, voice.Small(end))
}

func (d draw) again(drawn chess960.Position) chat.Component {
	return chat.Secondary(voice.Phrase("random.again"), again.ID(againButton{d, drawn}))
}

// An againButton is the custom id of “Draw again”: the drawn position, and how to draw.
//
//	again:SP number:view:theme:explanation or nothing:"no-518" or nothing:method
type againButton struct {
	draw    draw
	earlier chess960.Position
}

func (b *againButton) fields(f *chat.Fields) {
	card.PositionField(f, &b.earlier)
	b.draw.display.Fields(f)
	f.Flag(&b.draw.excludeStandard, "", "no-518")
	chat.OneOf(f, &b.draw.by, methods())
}

var again = chat.NewControl("again", (*againButton).fields)

func (tools Tools) drawAgain(_ context.Context, r *chat.Request, b againButton) (*chat.Reply, error) {
	return b.draw.reply(tools, tools.drawnAgain(r, voice.Raw(b.earlier.Name().String())), chat.AsPressed)
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
