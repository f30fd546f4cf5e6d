// Package play opens games on lichess: the button “Play on lichess” under a position asks for
// the time control in a form, and the answer has a link for each side.
package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/service/lichess"
	"chess960bot/voice"
)

// Tools are what the buttons work with.
type Tools struct {
	Lichess *lichess.Client  // nil if no games are opened
	Now     func() time.Time // the clock
}

// Presses answer the button under a card and its form.
func Presses(t Tools) []chat.Press {
	return []chat.Press{card.PlayButton.On(t.ask), openForm.On(t.open)}
}

// openForm is the form that opens a game of a position.
var openForm = chat.NewControl("play-open", func(p *chess960.Position, f *chat.Fields) { card.PositionField(f, p) })

// ask answers the button with a form.
func (t Tools) ask(_ context.Context, _ *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return &chat.Reply{Form: Form(openForm.ID(p), p.Name().String())}, nil
}

// open answers the form: it opens the game.
func (t Tools) open(ctx context.Context, r *chat.Request, p chess960.Position) (*chat.Reply, error) {
	control, err := TimeOf(r)
	if err != nil {
		return nil, err
	}
	game, err := t.Game(ctx, r, lichess.Challenge{Position: p, Time: control, Name: p.Name().String()})
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.AsAsked}
	l.Text(voice.Raw(fmt.Sprintf("## Play %s on lichess\n%v · %v · asked for by %s · open until <t:%d:f>\n-# For two players: one link each, or the last one for both.",
		p.Name().String(), p, control, chat.Mention(r.Asker), t.Now().Add(lichess.Lifetime).Unix())))
	l.Buttons([]chat.Component{
		chat.LinkButton(voice.Raw("Play White"), game.White), chat.LinkButton(voice.Raw("Play Black"), game.Black), chat.LinkButton(voice.Raw("Play, colours by lot"), game.ByLot),
	})
	return l.Reply()
}

// Form returns the form that asks for the time control of a game, or of several. It says
// what lichess gets.
func Form(customID, name string) *chat.Form {
	return &chat.Form{
		CustomID: customID,
		Title:    voice.Raw("Play on lichess"),
		Parts: []chat.FormPart{
			chat.Label(voice.Raw("Time control"), voice.Raw("Minutes + seconds for each move"), usualTimes()),
			chat.Label(voice.Raw("Your own, instead of the choice above"), voice.Raw("Such as 3+2, 90+30 or 7 days"), ownTime()),
			chat.FormText(voice.Raw(fmt.Sprintf("-# lichess gets the position, the time control and the name “%s”. It gets nothing about you. Everyone here sees the links.", name))),
		},
	}
}

// usualTimes are the time controls to choose from.
func usualTimes() chat.Input {
	return chat.RadioGroup("time", []chat.MenuOption{
		{Label: voice.Raw("5+3"), Value: "5+3", Default: true}, {Label: voice.Raw("10+5"), Value: "10+5"}, {Label: voice.Raw("15+10"), Value: "15+10"},
		{Label: voice.Raw("Correspondence, 3 days for each move"), Value: "3 days"},
	})
}

// ownTime is the line for a time control of one's own. It may stay empty.
func ownTime() chat.Input {
	line := chat.TextInput("own", voice.Raw("3+2"), 20)
	line.Required, line.MinLength = false, 0
	return line
}

// TimeOf reads the time control of a form.
func TimeOf(r *chat.Request) (lichess.TimeControl, error) {
	control, err := lichess.ParseTimeControl(cmp.Or(ownTime().Read(r), usualTimes().Read(r)))
	if wrong, ok := errors.AsType[*lichess.TimeControlError](err); ok {
		return control, chat.Refuse(
			voice.Run{unknownTime{Text: voice.Quoted(wrong.Text)}, wrong.Allowed},
			voice.Phrase("play.pressAgain"),
		)
	}
	return control, err
}

// unknownTime says that lichess has no such time control.
type unknownTime struct {
	voice.Facts
	Text voice.Quoted
}

// Game opens a game for the server or conversation of a request. The error is a *UserError
// with a link to the analysis board, which needs no request.
func (t Tools) Game(ctx context.Context, r *chat.Request, ch lichess.Challenge) (lichess.Game, error) {
	hint := fmt.Sprintf("The analysis board needs no game: [%s on lichess](%s).", ch.Position.Name().String(), card.Lichess(ch.Position))
	if t.Lichess == nil {
		return lichess.Game{}, chat.Refuse(voice.Raw("Whoever runs this bot has turned games on lichess off."), voice.Raw(hint))
	}
	server := r.GuildID
	if server == "" {
		server = r.ChannelID
	}
	game, err := t.Lichess.Open(ctx, lichess.Asker{Person: r.Asker, Server: server}, ch)
	if err != nil {
		return game, chat.Refuse(voice.Raw(problem(err)), voice.Raw(hint))
	}
	return game, nil
}

// problem says in a sentence why there is no game.
func problem(err error) string {
	wait, mustWait := errors.AsType[*lichess.WaitError](err)
	switch {
	case mustWait && wait.Of == lichess.OfPerson:
		return fmt.Sprintf("You have opened 60 games within ten minutes, and I open no more for one person. Try again <t:%d:R>.", wait.Until.Unix())
	case mustWait && wait.Of == lichess.OfAll:
		return fmt.Sprintf("480 games were opened within ten minutes, and I open no more for everybody together. Try again <t:%d:R>.", wait.Until.Unix())
	case mustWait && wait.Of == lichess.OfServer:
		return fmt.Sprintf("Ten games were opened here within a minute, and I open no more. Try again <t:%d:R>.", wait.Until.Unix())
	case mustWait:
		return fmt.Sprintf("lichess asks me to wait. Try again <t:%d:R>.", wait.Until.Unix())
	case errors.Is(err, lichess.ErrBusy):
		return "Many people are opening games right now. Try again in a minute."
	case errors.Is(err, lichess.ErrRefused):
		return "lichess refused this game. Whoever runs this bot can see the reason in its log."
	case errors.Is(err, lichess.ErrStrange):
		return "lichess sent an answer that I do not understand, so there is no game. Try again later."
	}
	return "lichess does not answer right now, so there is no game. Try again later."
}
