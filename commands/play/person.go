package play

import (
	"context"
	"errors"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/online"
	"chess960bot/internal/voice"
)

// PersonName is the name of the command in the menu of a person.
const PersonName = "Play Chess960"

// onPerson answers “Play Chess960” in the menu of a person: after the form for the time control, a
// position is drawn for both, and a game on lichess opens from that position.
func (g games) onPerson() chat.Command {
	return chat.Command{
		Name: PersonName, MenuName: "commands.person.play", OnPerson: true, With: "play", Hidden: g.lichess == nil,
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			switch {
			case r.Person.ID == "":
				return nil, chat.Foreign()
			case r.Person.ID == r.Asker:
				return nil, chat.Refuse(voice.Phrase("play.ownOpponent"), voice.Phrase("play.holdAnother"))
			case r.Person.Bot:
				bot := voice.F{"Bot": voice.Raw(chat.Mention(r.Person.ID))}
				return nil, chat.Refuse(voice.Say("play.botOpponent", bot), voice.Phrase("play.holdAnother"))
			}
			return against{person: r.Person.ID}.ask(), nil
		},
		Presses: []chat.Press{
			againstForm.On(g.playAgainst),
			againstAgain.On(func(_ context.Context, _ *chat.Request, a against) (*chat.Reply, error) { return a.ask(), nil }),
		},
	}
}

// An against is the custom id of the form for a game against a person.
type against struct {
	person string // id
	typed  string // as the time control, before
}

func (a *against) fields(f *chat.Fields) {
	f.Word(&a.person)
	f.Typed(&a.typed)
}

var (
	againstForm  = chat.NewControl("play-against", (*against).fields)
	againstAgain = chat.NewControl("play-against-again", (*against).fields)
)

// ask returns the form. The position is drawn when the form is sent, so that nobody can close the form of a
// position that they dislike.
func (a against) ask() *chat.Reply {
	return &chat.Reply{Form: form(againstForm.ID(against{person: a.person}), a.typed, voice.Phrase("play.drawnWhenSent"))}
}

// playAgainst draws a position for both people and opens a game. If lichess opens none, the draw stands, and
// its card says why and has the button to try again.
func (g games) playAgainst(ctx context.Context, r *chat.Request, a against) (*chat.Reply, error) {
	control, err := g.TimeOf(r, func(typed string) string { return againstAgain.ID(against{a.person, typed}) })
	if err != nil {
		return nil, err
	}
	sp, err := g.draw(chess960.Count)
	if err != nil {
		return nil, err
	}
	p, err := chess960.FromSP(sp)
	if err != nil {
		return nil, err
	}
	at := g.now()
	answer := card.Answer{
		Card: card.Card{Position: p, Style: card.DefaultStyle(), Method: explain.Direct}, Audience: chat.AsAsked, Brief: true,
		Notes: []voice.Sentence{voice.Small(voice.Say("play.forTwo", voice.F{
			"Number": p.SP(), "Asker": voice.Raw(chat.Mention(r.Asker)), "Person": voice.Raw(chat.Mention(a.person)),
			"On": voice.Moment{Time: at, Style: voice.ShortDate}, "At": voice.Moment{Time: at, Style: voice.LongTime},
		}))},
	}
	var last voice.Sentence
	game, err := g.Open(ctx, r, online.Challenge{Position: p, Time: control, Name: p.Name().String()})
	if refused, ok := errors.AsType[*chat.UserError](err); ok {
		last, answer.Play = voice.Small(refused.Msg), true
	} else if err != nil {
		return nil, err
	} else {
		until := voice.Say("play.openUntil", voice.F{"Until": g.until()})
		last, answer.First = voice.Lines{voice.Small(voice.Row{control.Words, until}), voice.Small(voice.Phrase("play.twoPlayers"))}, links(game)
	}
	reply, err := answer.Drawn(g.boards, nil, last)
	if err == nil {
		reply.People = []string{a.person}
	}
	return reply, err
}
