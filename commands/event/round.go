package event

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Round is /round: a round of the channel's event, for everyone to look up in private.
func Round(t Tools) chat.Command {
	round := t.roundOption()
	board := chat.NumberOption("board").Between(1, evening.MostBoards)
	evening := eveningOption.CompletedBy(t.completeEvening)
	asked := chat.TextOption("played").UpTo(chat.MostTyped)
	return chat.Command{
		Name:    "round",
		Options: []chat.Option{round, board, evening, asked}, Database: true,
		Example: "/round",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			if asked.Given(r) {
				return t.whenPlayed(ctx, r, asked.Read(r))
			}
			return t.lookUp(ctx, r, evening.Read(r), round.Read(r), board.Read(r))
		},
		Presses: []chat.Press{screenButton.On(t.showScreen), screenPage.On(t.turnScreen)},
	}
}

// roundOption is the number of a round.
func (t Tools) roundOption() chat.OptionOf[int] {
	return chat.NumberOption("round").Between(1, evening.MostRounds).CompletedBy(t.completeRound)
}

// lookUp answers /round.
func (t Tools) lookUp(ctx context.Context, r *chat.Request, id string, round, board int) (*chat.Reply, error) {
	e, d, err := t.chosenDraw(ctx, r, id, round)
	if err != nil {
		return nil, err
	}
	if d.Sealed() {
		reply, err := t.sealReply(e, d)
		if err == nil {
			reply.Audience = chat.OnlyAsker
		}
		return reply, err
	}
	if !d.Shown {
		return nil, t.notShown(ctx, r, e, d)
	}
	switch {
	case isBeyond(e, d, board):
		return nil, chat.Refuse(beyond("board", board, e.Rules.Boards), nil)
	case board > e.BoardsOf(d):
		return nil, refusalOf(r, e.Ref(), e, evening.ErrNoBoard)
	}
	return t.roundPage(ctx, r, boardRef{e.ID, d.Index, board}, 0)
}

// isBeyond reports whether neither the event nor the draw has a board: the event may have had others.
func isBeyond(e *evening.Event, d *evening.Draw, board int) bool {
	most := e.RulesOf(d).Boards
	return board > most && most == e.Rules.Boards
}

// gamesPage is a button for a page of a round's games, which stands in place of the board. The first page
// is 0.
var gamesPage = chat.NewControl("event-games", (*boardRef).fields)

// turnGames answers the buttons that turn the pages of a round.
func (t Tools) turnGames(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	reply, err := t.roundPage(ctx, r, boardRef{b.event, b.draw, 0}, b.board)
	if err == nil {
		reply.Audience = chat.OwnPage
	}
	return reply, err
}

// roundPage shows a draw, or one board of a draw, to one person: the positions, a page of the games with what
// is known of them, what comes next, and what its organiser can do next.
func (t Tools) roundPage(ctx context.Context, r *chat.Request, b boardRef, page int) (*chat.Reply, error) {
	e, d, err := t.openedGames(ctx, r, b)
	if err != nil {
		return nil, err
	}
	l := t.layout(chat.OnlyAsker)
	text := voice.Lines{drawnText(e, d, b.board, person)}
	if begins, _ := t.beginOf(e, d); begins != nil {
		text = append(text, begins)
	}
	missing := missingText(e, d)
	if b.board == 0 && e.HasResults() && d.Void == nil {
		text = append(text, missing)
	}
	text = append(text, yourBoards(e, d, r.Asker)...)
	if e.Last() == d {
		text = append(text, t.toCome(ctx, r, e)...)
	}
	l.Text(text)
	var first []chat.Component
	if mayManage(r, e.OpenedBy) == nil && d.Void == nil {
		first = []chat.Component{toResults(b)}
		if b.board == 0 {
			first = append(first, toPairings(e, d)...)
		}
		if next := nextDraw(e); next != nil && e.Last() == d && b.board == 0 {
			first = append(first, quiet(next, missing != nil)...)
		}
		if b.board == 0 {
			first = append(first, onScreen(e, d))
		}
	}
	list, pages := gameLines(e, d, b.board, page)
	first = append(first, card.Turns(page, pages, func(page int) string { return gamesPage.ID(boardRef{e.ID, d.Index, page}) })...)
	l.Buttons(t.positions(l, e, d, b.board, list, first...))
	if d.Seal != nil && b.board == 0 {
		l.Files(sealFiles(e, d)...)
	}
	return l.Reply()
}

// notShown refuses to show one person a draw that everyone else may not have seen: its answer
// is on its way, or lost.
func (t Tools) notShown(ctx context.Context, r *chat.Request, e *evening.Event, d *evening.Draw) error {
	if number, ok := d.OnTime(); ok {
		if post, err := t.Store.PostOf(ctx, evening.RoundKind, e.ID, number); err == nil && post.Trouble != outbox.NoTrouble {
			return chat.Refuse(refusedRound(e, d, post), nil)
		}
	}
	what, hint := "lost", "ask"
	switch {
	case d.BeingShown(t.Now()):
		what, hint = "showing", "again"
	case r.May(discordgo.PermissionManageEvents):
		hint = "show"
	}
	return chat.Refuse(unseenRound(what, d.Round), unseenRound(hint, d.Round))
}

// unseenRound says that not everyone has seen a round, and what to do.
func unseenRound(kind string, round int) voice.Sentence {
	return voice.Say("event.unseenRound."+kind, voice.F{"Round": round, "Draw": voice.Raw(chat.Slash("event draw"))})
}

// eveningRef is the channel's event, or an earlier one, without its results.
func (t Tools) eveningRef(ctx context.Context, r *chat.Request, evening string) (ref evening.Ref, err error) {
	ref = rulesHere(r)
	if evening != "" {
		ref.ID, err = t.earlier(ctx, r.ChannelID, evening)
	}
	return ref, err
}

// chosenDraw returns the channel's event, or an earlier one, and the draw of a round, or of 0
// the last draw. A void draw is refused.
func (t Tools) chosenDraw(ctx context.Context, r *chat.Request, evening string, round int) (*evening.Event, *evening.Draw, error) {
	ref, err := t.eveningRef(ctx, r, evening)
	if err != nil {
		return nil, nil, err
	}
	e, err := t.settled(ctx, ref)
	if err != nil {
		return nil, nil, refusalOf(r, ref, e, err)
	}
	switch d := e.Last(); {
	case d == nil && round == 0:
		none := append(append(voice.Lines{voice.Phrase("event.noRound")}, t.toCome(ctx, r, e)...), t.serverLines(ctx, r, e)...)
		return nil, nil, t.withServerButtons(r, e, none, hint(r, voice.Phrase("event.drawFirst"), voice.Phrase("event.seeItLater")))
	case round == 0 && d.Void == nil:
		return e, d, nil
	case round == 0:
		round = d.Round
	}
	if d := e.Round(round); d != nil {
		return e, d, nil
	}
	return nil, nil, noDrawOf(e, round)
}

// noDrawOf refuses a round without a draw that counts.
func noDrawOf(e *evening.Event, round int) error {
	if round > e.Rules.Rounds && e.Rules.Rounds > 0 {
		return chat.Refuse(beyond("round", round, e.Rules.Rounds), nil)
	}
	problem := "notDrawn"
	if wasDrawn(e, round) {
		problem = "doesNotCount"
	}
	return chat.Refuse(roundState(problem, round), roundsSoFar(e))
}

// roundState says what became of a round.
func roundState(kind string, round int) voice.Sentence {
	return voice.Say("event.roundState."+kind, voice.F{"Round": round})
}

// roundsSoFar lists the rounds that can be shown.
func roundsSoFar(e *evening.Event) voice.Sentence {
	var rounds []int
	for round := 1; round <= e.Rules.Rounds; round++ {
		if e.Round(round) != nil {
			rounds = append(rounds, round)
		}
	}
	if rounds == nil {
		return voice.Phrase("event.noneDrawn")
	}
	return voice.Say("event.drawnSoFar", voice.F{"Rounds": rounds})
}

// beyond refuses the number of a round or board that an event does not have.
func beyond(of string, number, most int) voice.Sentence {
	return voice.Say("event.beyond."+of, voice.F{"Number": number, "N": voice.Count(most)})
}

// eveningOption is the event of /round.
var eveningOption = chat.TextOption("evening").UpTo(chat.MostTyped)

// completeRound offers the rounds that were drawn, the last one first. They are of the evening that was
// chosen, if the command has one.
func (t Tools) completeRound(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	ref, err := t.eveningRef(ctx, r, eveningOption.Read(r))
	if err != nil {
		return nil
	}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	for round := e.Rules.Rounds; round > 0 && len(offered) < chat.MostChoices; round-- {
		if d := e.Round(round); d != nil && strings.HasPrefix(strconv.Itoa(round), strings.TrimSpace(typed)) {
			var name voice.Sentence = voice.Say("event.roundChoice", voice.F{
				"Round": round, "Positions": positionsOf(e, d),
			})
			if !d.Shown && !d.Sealed() {
				name = unseenRound("choice", round)
			}
			offered = append(offered, chat.Choice{Name: name, Value: round})
		}
	}
	return offered
}

// show answers /event show: it shows a round to everyone again, as its draw did, and draws
// nothing.
func (t Tools) show(ctx context.Context, r *chat.Request, round int, cards bool) (*chat.Reply, error) {
	e, d, err := t.chosenDraw(ctx, r, "", round)
	if err != nil {
		return nil, err
	}
	if err := stayInThread(r, e); err != nil {
		return nil, err
	}
	if d.Sealed() {
		return t.showSeal(r, e, d)
	}
	var files []chat.File
	if cards {
		err = t.Heavy.DoLarge(ctx, r.Asker, func() (err error) {
			files, err = t.cards(r.AnswerLanguage(false), e, d, fileLimit(r))
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	t.notes = t.toCome(ctx, r, e)
	return t.drawReply(e, d, evening.First, files...)
}

// The buttons of a round with study time: one lets the games begin at once, the other stands under
// the post that says so, and shows the round.
var (
	startGames = chat.NewControl("event-start", (*boardRef).fields)
	begunRound = chat.NewControl("event-begun", (*boardRef).fields)
)

// beginOf says when the games of a draw begin, with the button that lets them begin at once; nil
// without study time.
func (t Tools) beginOf(e *evening.Event, d *evening.Draw) (voice.Sentence, []chat.Component) {
	if d.BeginsAt.IsZero() || d.Void != nil {
		return nil, nil
	}
	at := clock(d.BeginsAt)
	if !t.Now().Before(d.BeginsAt) {
		return voice.Say("event.gamesBegan", voice.F{"At": at}), nil
	}
	text := voice.Say("event.gamesBegin", voice.F{"At": at})
	if !e.ClosedAt.IsZero() {
		return text, nil
	}
	return text, []chat.Component{chat.Button(discordgo.PrimaryButton, voice.Phrase("event.startNow"), startGames.ID(boardRef{e.ID, d.Index, 0}))}
}

// startGames answers the button “Start now”. The post that says so comes as it would have come later.
func (t Tools) startGames(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	var d *evening.Draw
	ref := evening.Ref{Channel: r.ChannelID, ID: b.event, WithoutResults: true}
	_, err := t.update(ctx, r, ref, func(e *evening.Event) (err error) {
		if b.draw >= len(e.Draws) {
			return beyondRecord(r, e)
		}
		if d, err = e.StartGames(b.draw, t.asker(r)); errors.Is(err, evening.ErrBegun) {
			err = chat.Refuse(voice.Say("event.gamesBegan", voice.F{"At": clock(d.BeginsAt)}), voice.Phrase("event.seeRounds"))
		}
		return err
	})
	if err != nil {
		return orElsewhere(nil, err)
	}
	return chat.Say(voice.Say("event.startsNow", voice.F{"Round": d.Round})), nil
}

// beginID returns the custom id of the button under the post that says that games begin.
func beginID(e *evening.Event, d *evening.Draw) string {
	return begunRound.ID(boardRef{e.ID, d.Index, 0})
}

// beginsPost returns the post that says that the games of a draw begin.
func beginsPost(e *evening.Event, d *evening.Draw) (outbox.Message, error) {
	reply := chat.Say(voice.Say("event.roundBegins", voice.F{"Round": d.Round, "Positions": positionsOf(e, d)}))
	reply.Audience = chat.AsAsked
	if lines := pingRole(reply, e); lines != nil {
		reply.Components = append(reply.Components, chat.Text(lines))
	}
	reply.Components = append(reply.Components, chat.Row(chat.Secondary(voice.Phrase("event.showRound"), beginID(e, d))))
	return reply, nil
}

// showBegun answers the button under that post: it shows the round privately.
func (t Tools) showBegun(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	return t.roundPage(ctx, r, boardRef{b.event, b.draw, 0}, 0)
}
