// Package play opens games on lichess: the button “Play on lichess” under a position asks for
// the time control in a form, and the answer has a link for each side.
package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/service/lichess"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Tools are what the buttons work with.
type Tools struct {
	Lichess *lichess.Client  // nil if no games are opened
	Now     func() time.Time // the clock
	Boards  *render.Renderer
	Draw    func(n int) (int, error) // returns a uniform random number from 0 to n-1
}

// Presses answer the button under a card and its form.
func Presses(t Tools) []chat.Press {
	return []chat.Press{card.PlayButton.On(t.ask), openForm.On(t.open), refilled.On(t.askAgain)}
}

// A refill is the custom id of the button that opens a refused form again.
type refill struct {
	position chess960.Position
	typed    string // as the time control
}

func (f *refill) fields(fields *chat.Fields) {
	card.PositionField(fields, &f.position)
	fields.Typed(&f.typed)
}

// The form that opens a game of a position, and the button for the form with what was typed.
var (
	openForm = chat.NewControl("play-open", func(p *chess960.Position, f *chat.Fields) { card.PositionField(f, p) })
	refilled = chat.NewControl("play-again", (*refill).fields)
)

// ask answers the button with a form.
func (t Tools) ask(ctx context.Context, r *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return t.askAgain(ctx, r, refill{position: p})
}

func (t Tools) askAgain(_ context.Context, _ *chat.Request, f refill) (*chat.Reply, error) {
	return &chat.Reply{Form: Form(openForm.ID(f.position), f.position.Name().String(), f.typed)}, nil
}

// open answers the form: it opens the game.
func (t Tools) open(ctx context.Context, r *chat.Request, p chess960.Position) (*chat.Reply, error) {
	control, err := TimeOf(r, func(typed string) string { return refilled.ID(refill{p, typed}) })
	if err != nil {
		return nil, err
	}
	game, err := t.Game(ctx, r, lichess.Challenge{Position: p, Time: control, Name: p.Name().String()})
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.AsAsked}
	l.Text(voice.Lines{
		voice.Heading(2, voice.Say("play.gameOf", voice.F{"Name": p.Name()})),
		voice.Row{voice.Raw(p.String()), Time(control), t.Asked(r)},
		voice.Small(voice.Phrase("play.twoPlayers")),
	})
	l.Buttons(links(game))
	return l.Reply()
}

// links are the buttons that lead to a game: for White, for Black, and for either.
func links(game lichess.Game) []chat.Component {
	return []chat.Component{
		chat.LinkButton(voice.Phrase("play.white"), game.White), chat.LinkButton(voice.Phrase("play.black"), game.Black),
		chat.LinkButton(voice.Phrase("play.either"), game.ByLot),
	}
}

// Asked says who has asked for games now, and until when they can be joined.
func (t Tools) Asked(r *chat.Request) voice.Sentence {
	return voice.Say("play.asked", voice.F{"Person": voice.Raw(chat.Mention(r.Asker)), "Until": t.until()})
}

// until is when the links of a game that is opened now end.
func (t Tools) until() voice.Moment {
	return voice.Moment{Time: t.Now().Add(lichess.Lifetime), Style: voice.ShortDateTime}
}

// Time returns a time control in words. A clock is the same in every language: "5+3".
func Time(t lichess.TimeControl) voice.Sentence {
	if t.Days > 0 {
		return voice.Say("play.correspondence", voice.F{"Days": voice.Count(t.Days)})
	}
	return voice.Raw(t.String())
}

// Form returns the form that asks for the time control of a game, or of several. It says
// what lichess gets, and has what was typed before.
func Form(customID, name, typed string) *chat.Form {
	return form(customID, typed, voice.Say("play.sentToLichess", voice.F{"Name": voice.Raw(name)}))
}

// form is a form for the time control, with what people shall know before they send it.
func form(customID, typed string, note voice.Sentence) *chat.Form {
	own := ownTime()
	own.Value = typed
	return &chat.Form{
		CustomID: customID,
		Title:    voice.Phrase("play.form"),
		Parts: []chat.FormPart{
			chat.Label(voice.Phrase("play.time"), voice.Phrase("play.timeForms"), usualTimes()),
			chat.Label(voice.Phrase("play.ownTime"), voice.Phrase("play.ownExamples"), own),
			chat.FormText(voice.Small(note)),
		},
	}
}

// usualTimes are the time controls to choose from.
func usualTimes() chat.Input {
	return chat.RadioGroup("time", []chat.MenuOption{
		{Label: voice.Raw("5+3"), Value: "5+3", Default: true},
		{Label: voice.Raw("10+5"), Value: "10+5"}, {Label: voice.Raw("15+10"), Value: "15+10"},
		{Label: voice.Phrase("play.threeDays"), Value: "3 days"},
	})
}

// ownTime is the line for a time control of one's own. It may stay empty.
func ownTime() chat.Input { return chat.TextInput("own", voice.Raw("3+2"), 20).Optional() }

// TimeOf reads the time control of a form. A refusal has a button that opens the form with what
// was typed: again returns its custom id.
func TimeOf(r *chat.Request, again func(typed string) string) (lichess.TimeControl, error) {
	control, err := lichess.ParseTimeControl(cmp.Or(ownTime().Read(r), usualTimes().Read(r)))
	if wrong, ok := errors.AsType[*lichess.TimeControlError](err); ok {
		return control, &chat.UserError{
			Msg:  voice.Run{voice.Say("play.unknownTime", voice.F{"Text": voice.Quoted(wrong.Text)}), wrong.Allowed},
			Rows: []chat.Component{chat.Row(chat.Button(discordgo.PrimaryButton, voice.Phrase("play.tryAgain"), again(wrong.Text)))},
		}
	}
	return control, err
}

// Game opens a game for the server or conversation of a request. The error is a *UserError
// with a link to the analysis board, which needs no request.
func (t Tools) Game(ctx context.Context, r *chat.Request, ch lichess.Challenge) (lichess.Game, error) {
	hint := voice.Say("play.analysisBoard", voice.F{
		"Name": ch.Position.Name(), "Link": voice.Raw(card.Lichess(ch.Position)),
	})
	if t.Lichess == nil {
		return lichess.Game{}, chat.Refuse(voice.Phrase("play.off"), hint)
	}
	game, err := t.Lichess.Open(ctx, lichess.Asker{Person: r.Asker, Server: cmp.Or(r.GuildID, r.ChannelID)}, ch)
	if err != nil {
		return game, chat.Refuse(problem(err), hint)
	}
	return game, nil
}

// problem says why there is no game.
func problem(err error) voice.Sentence {
	limited, mustWait := errors.AsType[*lichess.WaitError](err)
	switch {
	case mustWait:
		return voice.Say("play.wait."+string(limited.Of), voice.F{
			"Until": voice.Moment{Time: limited.Until, Style: voice.Relative},
		})
	case errors.Is(err, lichess.ErrBusy):
		return voice.Phrase("play.busy")
	case errors.Is(err, lichess.ErrRefused):
		return voice.Phrase("play.refused")
	case errors.Is(err, lichess.ErrStrange):
		return voice.Phrase("play.strange")
	}
	return voice.Phrase("play.silent")
}
