package event

import (
	"context"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// resultOptions are the options of /event result.
type resultOptions struct {
	round, board, game chat.OptionOf[int]
	outcome            chat.OptionOf[events.Outcome]
	white, black       chat.OptionOf[string]
}

func (t Tools) resultOptions() resultOptions {
	return resultOptions{
		round: t.roundOption().Mandatory(),
		board: chat.NumberOption("board").Between(1, events.MostBoards).Mandatory(),
		game:  chat.NumberOption("game").Between(1, events.MostGames).Or(1),
		outcome: chat.List[events.Outcome]{All: events.Outcomes(), Describe: func(o events.Outcome) (string, voice.Sentence) {
			return string(o), outcomeName(o)
		}}.Option("result").Mandatory(),
		white: t.playerOption("white"),
		black: t.playerOption("black"),
	}
}

// playerOption is the name of a player.
func (t Tools) playerOption(name string) chat.OptionOf[string] {
	return chat.TextOption(name).UpTo(events.MostPlayer).CompletedBy(t.completePlayer)
}

// outcomeIDs are the ids of the outcomes in the message files.
var outcomeIDs = map[events.Outcome]string{
	events.WhiteWins: "white", events.Drawn: "drawn", events.BlackWins: "black",
	events.WhiteByLoss: "whiteForfeit", events.BlackByLoss: "blackForfeit", events.NoOneCame: "nobody",
	events.Bye: "bye", events.Unknown: "none",
}

// outcomeName names an outcome as the option does.
func outcomeName(o events.Outcome) voice.Sentence {
	return chat.ChoiceName("result", outcomeIDs[o])
}

// result answers /event result: it records the result of one game. Without names, those that
// are known stay.
func (t Tools) result(ctx context.Context, r *chat.Request, o resultOptions) (*chat.Reply, error) {
	var told events.Result
	round, board, game := o.round.Read(r), o.board.Read(r), o.game.Read(r)
	e, err := t.update(ctx, r, func(e *events.Event) error {
		d := e.Round(round)
		if d == nil {
			return events.ErrNotDrawn
		}
		ref := events.GameRef{Draw: d.Index, Board: board, Game: game}
		known := e.ResultOf(ref)
		told = events.Result{Game: ref, White: known.White, Black: known.Black, Outcome: o.outcome.Read(r)}
		o.white.Update(r, &told.White)
		o.black.Update(r, &told.Black)
		told.White, told.Black = strings.TrimSpace(told.White), strings.TrimSpace(told.Black)
		_, err := e.AddResults(t.asker(r), []events.Result{told})
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.done(voice.Lines{resultLine(e, told), voice.Say("event.toldBy", voice.F{
		"By": mention(r.Asker, ""),
	})}, tableButton())
}

// resultLine tells the result of a game in a line.
func resultLine(e *events.Event, told events.Result) voice.Sentence {
	return voice.Say("event.gameResult", voice.F{
		"Round": e.Draws[told.Game.Draw].Round, "Board": told.Game.Board,
		"White": player(told.White), "Black": opponent(told), "Outcome": outcomeName(told.Outcome),
	})
}

// player names a player: a mention that was typed pings nobody, and shows the person.
func player(name string) voice.Sentence {
	switch {
	case name == "":
		return voice.Phrase("event.somebody")
	case isMention(name):
		return voice.Raw(name)
	}
	return typed(name)
}

// opponent names Black, who is nobody in a bye.
func opponent(r events.Result) voice.Sentence {
	if r.Outcome == events.Bye && r.Black == "" {
		return nil
	}
	return player(r.Black)
}

// isMention reports whether a name is the mention of a person.
func isMention(name string) bool {
	id, ok := strings.CutPrefix(name, "<@")
	id, closed := strings.CutSuffix(id, ">")
	return ok && closed && chat.IsSnowflake(id)
}

// completePlayer offers the players of this evening and the last ones of the channel.
func (t Tools) completePlayer(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, mostSummed)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	for _, s := range events.Standings(evenings...) {
		if strings.Contains(events.PlayerKey(s.Name), events.PlayerKey(typed)) && len(offered) < chat.MostChoices {
			offered = append(offered, chat.Choice{Name: voice.Raw(s.Name), Value: s.Name})
		}
	}
	return offered
}

// rename answers /event player: it merges two spellings of a name, or removes a name.
func (t Tools) rename(ctx context.Context, r *chat.Request, from, to string) (*chat.Reply, error) {
	n := 0
	if _, err := t.update(ctx, r, func(e *events.Event) error {
		if n = e.RenamePlayer(from, strings.TrimSpace(to)); n == 0 {
			return chat.Refuse(voice.Say("event.noPlayer", voice.F{
				"Typed": voice.Quoted(from),
			}), voice.Phrase("event.seeStandings"))
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return chat.Done(voice.Say("event.renamed", voice.F{
		"Results": voice.Count(n), "From": voice.Typed(from), "To": player(strings.TrimSpace(to)),
	})), nil
}
