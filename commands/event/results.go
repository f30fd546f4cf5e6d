package event

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// resultOptions are the options of /event result.
type resultOptions struct {
	round, board, game chat.OptionOf[int]
	outcome            chat.OptionOf[evening.Outcome]
	white, black       chat.OptionOf[string]
}

func (t Tools) resultOptions() resultOptions {
	return resultOptions{
		round: t.roundOption().Mandatory(),
		board: chat.NumberOption("board").Between(1, evening.MostBoards).Mandatory(),
		game:  chat.NumberOption("game").Between(1, evening.MostGames).Or(1),
		outcome: chat.List[evening.Outcome]{
			All: evening.Outcomes(), ID: func(o evening.Outcome) string { return string(o) }, Name: evening.Outcome.Name,
		}.Option("result").Mandatory(),
		white: t.playerOption("white"),
		black: t.playerOption("black"),
	}
}

// playerOption is the name of a player.
func (t Tools) playerOption(name string) chat.OptionOf[string] {
	return chat.TextOption(name).UpTo(evening.MostPlayer).CompletedBy(t.completePlayer)
}

// result answers /event result: it records the result of one game.
func (t Tools) result(ctx context.Context, r *chat.Request, o resultOptions) (*chat.Reply, error) {
	round, board, game := o.round.Read(r), o.board.Read(r), o.game.Read(r)
	told := report{o.outcome.Read(r), o.white.Read(r), o.black.Read(r)}
	return t.tell(ctx, r, here(r), told, func(e *evening.Event) (evening.GameRef, error) {
		d := e.Round(round)
		if d == nil {
			return evening.GameRef{}, noDrawOf(e, round)
		}
		return evening.GameRef{Draw: d.Index, Board: board, Game: game}, nil
	})
}

// A report is a result as somebody tells it. Without a name the one that is known stays.
type report struct {
	outcome      evening.Outcome
	white, black string
}

// tell records the result of one game, which of finds in the event.
func (t Tools) tell(ctx context.Context, r *chat.Request, event evening.Ref, typed report, of func(*evening.Event) (evening.GameRef, error)) (*chat.Reply, error) {
	var told evening.Result
	unnamed := false // without names, typed or known
	regulars, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	var names []string // that are known
	var begun []evening.Beginning
	e, err := t.update(ctx, r, event, func(e *evening.Event) error {
		ref, err := of(e)
		if err != nil {
			return err
		}
		d := &e.Draws[ref.Draw]
		if d.Sealed() {
			return evening.ErrSealed
		}
		known := e.ResultOf(ref)
		told = evening.Result{
			Game: ref, White: cmp.Or(strings.TrimSpace(typed.white), known.White),
			Black: cmp.Or(strings.TrimSpace(typed.black), known.Black), Outcome: typed.outcome,
		}
		noOpponent := evening.IsBye(told.White) || evening.IsBye(told.Black)
		switch {
		case noOpponent && told.ReadBye():
		case noOpponent, told.Outcome == evening.Bye && strings.TrimSpace(typed.black) != "":
			return chat.Refuse(voice.Phrase("event.byeAlone"), voice.Phrase("event.leaveOutBlack"))
		}
		unnamed = told.White == "" && told.Black == ""
		names = e.NamesWith(regulars)
		var named []evening.Result
		named, begun = e.AsKnown([]evening.Result{told}, names)
		_, err = e.AddResults(t.asker(r), named)
		switch {
		case errors.Is(err, evening.ErrNoGame) && isBeyond(e, d, ref.Board):
			return chat.Refuse(beyond("board", ref.Board, e.Rules.Boards), nil)
		case errors.Is(err, evening.ErrSelf):
			return chat.Refuse(voice.Phrase("event.bothSides"), voice.Phrase("event.nameBoth"))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	told = e.ResultOf(told.Game) // somebody, or lichess, may have told the same before
	lines := voice.Lines{resultLine(e, told, somebody), toldBy(told, e.TellingOf(told), e.Claims(told), mention), only(unnamed && told.White != "", voice.Phrase("event.turnedNames"))}
	newLines, buttons := newNames(e, []evening.Result{told}, names, begun)
	return t.done(append(append(lines, remarks(e, told)...), newLines...), append([]chat.Component{tableButton(e)}, buttons...)...)
}

// toldBy says who told a result. A telling has added the result, or nil.
func toldBy(r evening.Result, by *evening.Telling, claims [2]*evening.Telling, named naming) voice.Sentence {
	if agreed := agreedBy(by, claims, named); agreed != nil {
		return agreed
	}
	if claims[0] != nil && claims[1] != nil && r.Link == "" {
		return voice.Say("event.log.decided", voice.F{"By": named(r.By, r.ByName)})
	}
	who := named(r.By, r.ByName)
	if r.Outcome == evening.Unknown {
		return voice.Say("event.log.entered", voice.F{"By": who})
	}
	if r.By == "" && r.Link != "" {
		who = voice.Raw("lichess")
	}
	return voice.Say("event.toldBy", voice.F{"By": who})
}

// remarks says what else is known about a game whose result was told: another result on lichess,
// and another board on which a player has a result.
func remarks(e *evening.Event, told evening.Result) (lines []voice.Sentence) {
	if said, ok := e.SaidByLichess(told); ok {
		lines = append(lines, lichessSays(said))
	}
	lines = append(lines, claimed(told, e.Claims(told))...)
	if name, board := e.AlsoOn(told, true); board > 0 {
		lines = append(lines, voice.Say("event.alsoOn", voice.F{"Player": player(name), "Board": board}))
	}
	return lines
}

func lichessSays(outcome evening.Outcome) voice.Sentence {
	return voice.Say("event.lichessSays", voice.F{"Outcome": outcome.Name()})
}

// resultLine tells the result of a game in a line, with a word for players without a name. The game of a
// pairing is named if there are two.
func resultLine(e *evening.Event, told evening.Result, nameless voice.Phrase) voice.Sentence {
	return voice.Say("event.gameResult", voice.F{
		"Round": e.Draws[told.Game.Draw].Round, "Board": told.Game.Board, "Game": e.GameNumber(told.Game),
		"White": playerOr(told.White, nameless), "Black": opponent(told, nameless), "Outcome": told.Outcome.Name(),
	})
}

// somebody is a player whose name nobody typed. In the log the name may have been removed.
const somebody, aPlayer = voice.Phrase("event.somebody"), voice.Phrase("event.aPlayer")

func player(name string) voice.Sentence { return playerOr(name, somebody) }

// playerOr names a player: a mention that was typed pings nobody, and shows the person.
func playerOr(name string, nameless voice.Sentence) voice.Sentence {
	switch {
	case name == "":
		return nameless
	case isMention(name):
		return voice.Raw(name)
	}
	return typed(name)
}

// opponent names Black, who is nobody in a bye.
func opponent(r evening.Result, nameless voice.Phrase) voice.Sentence {
	if r.Outcome == evening.Bye && r.Black == "" {
		return nil
	}
	return playerOr(r.Black, nameless)
}

// isMention reports whether a name is the mention of a person.
func isMention(name string) bool {
	id, ok := strings.CutPrefix(name, "<@")
	id, closed := strings.CutSuffix(id, ">")
	return ok && closed && chat.IsSnowflake(id)
}

// completePlayer offers the players of the channel's last results.
func (t Tools) completePlayer(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	players, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	for _, name := range players {
		if strings.Contains(evening.PlayerKey(name), evening.PlayerKey(typed)) && len(offered) < chat.MostChoices {
			offered = append(offered, chat.Choice{Name: voice.Raw(name), Value: name})
		}
	}
	return offered
}

// rename answers /event player: it gives a player another name, or asks whether to remove the name.
func (t Tools) rename(ctx context.Context, r *chat.Request, from, to string) (*chat.Reply, error) {
	to = strings.TrimSpace(to)
	return t.inTurn(ctx, r, func() (*chat.Reply, error) {
		switch {
		case to == "":
			return t.askRemoval(ctx, r, from)
		case evening.IsBye(to):
			return nil, chat.Refuse(voice.Phrase("event.byeAlone"), voice.Phrase("event.otherName"))
		}
		return t.renameIn(ctx, r, here(r), from, to)
	})
}

// renameIn gives a player of an event another name.
func (t Tools) renameIn(ctx context.Context, r *chat.Request, ref evening.Ref, from, to string) (*chat.Reply, error) {
	return t.answerChanges(ctx, r, ref, func(e *evening.Event) ([]*evening.Change, error) {
		list, err := e.AnswerRename(t.asker(r), from, to)
		if errors.Is(err, evening.ErrNoPlayer) || errors.Is(err, evening.ErrSame) {
			err = noPlayer(from)
		} else if met, ok := errors.AsType[*evening.MetError](err); ok {
			err = chat.Refuse(voice.Say("event.metInRound", voice.F{
				"From": player(from), "To": player(to), "Round": met.Round,
			}), voice.Phrase("event.otherName"))
		}
		return list, err
	})
}

// A playerRef is the custom id of the button that removes the name of a player: the event, and
// [evening.PlayerSum] of the name.
type playerRef struct{ event, sum string }

func (p *playerRef) fields(f *chat.Fields) {
	f.Word(&p.event)
	f.Word(&p.sum)
}

var removeButton = chat.NewControl("event-remove", (*playerRef).fields)

// askRemoval asks whether to remove a name.
func (t Tools) askRemoval(ctx context.Context, r *chat.Request, from string) (*chat.Reply, error) {
	ref := here(r)
	e, err := t.Store.Event(ctx, ref)
	if err == nil {
		err = mayManageHere(r, e)
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	sum := evening.PlayerSum(from)
	name, n := e.PlayerOf(sum)
	if name == "" {
		return nil, noPlayer(from)
	}
	return card.Page(chat.OnlyAsker, voice.Lines{
		voice.Say("event.askRemoval", voice.F{"Name": player(name), "Results": voice.Count(n)}), voice.Phrase("event.removalStays"),
	}, chat.Row(
		chat.Button(discordgo.DangerButton, voice.Phrase("event.removeName"), removeButton.ID(playerRef{e.ID, sum})),
		chat.Button(discordgo.PrimaryButton, action("player"), panelPress.ID(panelButton{boardRef{e.ID, 0, 0}, "player"})),
	)), nil
}

// removePlayer answers the button of that question: everyone sees that a name was removed.
func (t Tools) removePlayer(ctx context.Context, r *chat.Request, p playerRef) (*chat.Reply, error) {
	return orElsewhere(t.inTurn(ctx, r, func() (*chat.Reply, error) {
		return t.answerChanges(ctx, r, evening.Ref{Channel: r.ChannelID, ID: p.event}, func(e *evening.Event) ([]*evening.Change, error) {
			name, _ := e.PlayerOf(p.sum)
			list, err := e.AnswerRemoval(t.asker(r), name)
			if errors.Is(err, evening.ErrNoPlayer) {
				err = chat.Refuse(voice.Phrase("event.removedAlready"), voice.Phrase("event.seeStandings"))
			}
			return list, err
		})
	}))
}

// noPlayer refuses a name that no result has.
func noPlayer(name string) error {
	return chat.Refuse(voice.Say("event.noPlayer", voice.F{"Typed": voice.Quoted(name)}), voice.Phrase("event.seeStandings"))
}
