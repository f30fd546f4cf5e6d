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
	"chess960bot/commands/play/lichess"
	_ "chess960bot/commands/play/messages" // what the voice says
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/online"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// games opens games on lichess. It implements [online.Games].
type games struct {
	lichess *lichess.Client // nil if no games are opened
	now     func() time.Time
	boards  *render.Renderer
	draw    func(n int) (int, error) // returns a uniform random number from 0 to n-1
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
func (g games) ask(ctx context.Context, r *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return g.askAgain(ctx, r, refill{position: p})
}

func (g games) askAgain(_ context.Context, _ *chat.Request, f refill) (*chat.Reply, error) {
	return &chat.Reply{Form: g.Form(openForm.ID(f.position), f.position.Name().String(), f.typed)}, nil
}

// open answers the form: it opens the game.
func (g games) open(ctx context.Context, r *chat.Request, p chess960.Position) (*chat.Reply, error) {
	control, err := g.TimeOf(r, func(typed string) string { return refilled.ID(refill{p, typed}) })
	if err != nil {
		return nil, err
	}
	game, err := g.Open(ctx, r, online.Challenge{Position: p, Time: control, Name: p.Name().String()})
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.AsAsked}
	asked := voice.Say("play.asked", voice.F{"Person": voice.Raw(chat.Mention(r.Asker)), "Until": g.until()})
	l.Text(voice.Lines{
		voice.Heading(2, voice.Say("play.gameOf", voice.F{"Name": p.Name()})),
		voice.Row{voice.Raw(p.String()), control.Words, asked},
		voice.Small(voice.Phrase("play.twoPlayers")),
	})
	l.Buttons(links(game))
	return l.Reply()
}

// links are the buttons that lead to a game: for White, for Black, and for either.
func links(game online.Game) []chat.Component {
	return []chat.Component{
		chat.LinkButton(voice.Phrase("play.white"), game.White), chat.LinkButton(voice.Phrase("play.black"), game.Black),
		chat.LinkButton(voice.Phrase("play.either"), game.ByLot),
	}
}

// until is when the links of a game that is opened now end.
func (g games) until() voice.Moment {
	return voice.Moment{Time: g.now().Add(online.Lifetime), Style: voice.ShortDateTime}
}

// timeOf returns a time control with its words. A clock is the same in every language: "5+3".
func timeOf(t lichess.TimeControl) online.Time {
	words := voice.Sentence(voice.Raw(t.String()))
	if t.Days > 0 {
		words = voice.Say("play.correspondence", voice.F{"Days": voice.Count(t.Days)})
	}
	return online.Time{Text: t.String(), Words: words, Days: t.Days > 0}
}

// Time implements [online.Games].
func (games) Time(text string) (online.Time, error) {
	t, err := lichess.ParseTimeControl(text)
	return timeOf(t), err
}

// Form implements [online.Games].
func (games) Form(customID, name, typed string) *chat.Form {
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

// TimeOf implements [online.Games].
func (games) TimeOf(r *chat.Request, again func(typed string) string) (online.Time, error) {
	control, err := lichess.ParseTimeControl(cmp.Or(ownTime().Read(r), usualTimes().Read(r)))
	if wrong, ok := errors.AsType[*lichess.TimeControlError](err); ok {
		return online.Time{}, &chat.UserError{
			Msg:  voice.Run{voice.Say("play.unknownTime", voice.F{"Text": voice.Quoted(wrong.Text)}), wrong.Allowed},
			Rows: []chat.Component{chat.Row(chat.Button(discordgo.PrimaryButton, voice.Phrase("play.tryAgain"), again(wrong.Text)))},
		}
	}
	return timeOf(control), err
}

// Open implements [online.Games]. A refusal has a link to the analysis board, which needs no request.
func (g games) Open(ctx context.Context, r *chat.Request, ch online.Challenge) (online.Game, error) {
	hint := voice.Say("play.analysisBoard", voice.F{
		"Name": ch.Position.Name(), "Link": voice.Raw(card.Lichess(ch.Position)),
	})
	if g.lichess == nil {
		return online.Game{}, chat.Refuse(voice.Phrase("play.off"), hint)
	}
	game, err := g.lichess.Open(ctx, lichess.Asker{Person: r.Asker, Server: cmp.Or(r.GuildID, r.ChannelID)}, ch)
	if err != nil {
		return online.Game{}, chat.Refuse(problem(err), hint)
	}
	return game, nil
}

// Results implements [online.Games].
func (g games) Results(ctx context.Context, ids []string) (map[string]online.Result, error) {
	return g.lichess.Results(ctx, ids)
}

// Moves implements [online.Games].
func (g games) Moves(ctx context.Context, ids []string) (map[string]string, error) {
	return g.lichess.Moves(ctx, ids)
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
