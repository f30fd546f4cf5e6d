// Package play opens games on lichess: the button “Play on lichess” under a position asks for
// the time control in a form, and the answer has a link for each side.
package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/lichess"
)

// Tools are what the buttons work with.
type Tools struct {
	Lichess *lichess.Client  // nil if no games are opened
	Now     func() time.Time // the clock
}

// Buttons returns the handlers of the button under a card and of its form.
func Buttons(t Tools) map[string]chat.Handler {
	return map[string]chat.Handler{"play": t.ask, "play-open": t.open}
}

// A playButton is the custom id of the form: the position.
type playButton struct{ position chess960.Position }

func (b *playButton) fields(f *chat.Fields) { card.PositionField(f, &b.position) }

// ask answers the button with a form.
func (t Tools) ask(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var b playButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	return &chat.Reply{Form: Form(chat.WriteID("play-open", b.fields), card.Name(b.position))}, nil
}

// open answers the form: it opens the game.
func (t Tools) open(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var b playButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	control, err := TimeOf(r.Options)
	if err != nil {
		return nil, err
	}
	game, err := t.Game(ctx, r, lichess.Challenge{Position: b.position, Time: control, Name: card.Name(b.position)})
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.AsAsked}
	l.Text(fmt.Sprintf("## Play %s on lichess\n%v · %v · asked for by %s · open until <t:%d:f>\n-# For two players: one link each, or the last one for both.",
		card.Name(b.position), b.position, control, chat.Mention(r.Asker), t.Now().Add(lichess.Lifetime).Unix()))
	l.Buttons([]chat.Component{
		chat.LinkButton("Play White", game.White), chat.LinkButton("Play Black", game.Black), chat.LinkButton("Play, colours by lot", game.ByLot),
	})
	return l.Reply()
}

// Form returns the form that asks for the time control of a game, or of several. It says
// what lichess gets.
func Form(customID, name string) *chat.Form {
	return &chat.Form{
		CustomID: customID,
		Title:    "Play on lichess",
		Parts: []chat.FormPart{
			chat.Label("Time control", "Minutes + seconds for each move", chat.RadioGroup("time", []chat.MenuOption{
				{Label: "5+3", Value: "5+3", Default: true}, {Label: "10+5", Value: "10+5"}, {Label: "15+10", Value: "15+10"},
				{Label: "Correspondence, 3 days for each move", Value: "3 days"},
			})),
			chat.Label("Your own, instead of the choice above", "Such as 3+2, 90+30 or 7 days", own()),
			chat.FormText(fmt.Sprintf("-# lichess gets the position, the time control and the name “%s”. It gets nothing about you. Everyone here sees the links.", name)),
		},
	}
}

// own is the line for a time control of one's own. It may stay empty.
func own() chat.Input {
	line := chat.TextInput("own", "3+2", 20)
	line.Required, line.MinLength = false, 0
	return line
}

// TimeOf reads the time control of a form.
func TimeOf(inputs chat.Options) (lichess.TimeControl, error) {
	typed := inputs.Text("own")
	if typed == "" {
		typed = inputs.Text("time")
	}
	control, err := lichess.ParseTimeControl(typed)
	if wrong, ok := errors.AsType[*lichess.TimeControlError](err); ok {
		return control, chat.Refuse(fmt.Sprintf("%s is not a time control of lichess: %s.", chat.QuoteFirst(wrong.Text), wrong.Problem), "Press **Play on lichess** again, and type minutes + seconds such as `3+2`, or days such as `7 days`.")
	}
	return control, err
}

// Game opens a game for the server or conversation of a request. The error is a *UserError
// with a link to the analysis board, which needs no request.
func (t Tools) Game(ctx context.Context, r *chat.Request, ch lichess.Challenge) (lichess.Game, error) {
	hint := fmt.Sprintf("The analysis board needs no game: [%s on lichess](%s).", card.Name(ch.Position), card.Lichess(ch.Position))
	if t.Lichess == nil {
		return lichess.Game{}, chat.Refuse("Whoever runs this bot has turned games on lichess off.", hint)
	}
	server := r.GuildID
	if server == "" {
		server = r.ChannelID
	}
	game, err := t.Lichess.Open(ctx, server, ch)
	if err != nil {
		return game, chat.Refuse(problem(err), hint)
	}
	return game, nil
}

// problem says in a sentence why there is no game.
func problem(err error) string {
	wait, mustWait := errors.AsType[*lichess.WaitError](err)
	switch {
	case mustWait && wait.Server:
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
