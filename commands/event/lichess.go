package event

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/online"
	"chess960bot/internal/sleep"
	"chess960bot/internal/voice"
)

// A nextGames is the custom id of the button that opens the games of further boards.
type nextGames struct {
	boardRef        // board is the first one
	control  string // a time control
}

func (n *nextGames) fields(f *chat.Fields) {
	n.boardRef.fields(f)
	f.Typed(&n.control)
}

// A playRefill is the custom id of the button that opens a refused form again.
type playRefill struct {
	boardRef
	typed string // as the time control
}

func (p *playRefill) fields(f *chat.Fields) {
	p.boardRef.fields(f)
	f.Typed(&p.typed)
}

// The button “Play”, its form, and the buttons for the form with what was typed and for further
// boards.
var (
	playGames = chat.NewControl("event-play", (*boardRef).fields)
	playForm  = chat.NewControl("event-play-open", (*boardRef).fields)
	playAgain = chat.NewControl("event-play-again", (*playRefill).fields)
	playNext  = chat.NewControl("event-play-next", (*nextGames).fields)
)

// playButtons returns the button that opens a game on lichess for a board of a draw, or for
// each board if board is 0; nil if no games are opened.
func (t Tools) playButtons(e *evening.Event, d *evening.Draw, board int) []chat.Component {
	if t.Games == nil {
		return nil
	}
	return []chat.Component{chat.Secondary(voice.Phrase("event.lichess.play"), playGames.ID(boardRef{e.ID, d.Index, board}))}
}

// noGames refuses a press of an older message.
func noGames() error { return chat.Refuse(voice.Phrase("event.lichess.off"), nil) }

// askTime answers “Play” with a form for the time control.
func (t Tools) askTime(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	return t.askTimeAgain(ctx, r, playRefill{boardRef: b})
}

// askTimeAgain opens the form with what was typed before.
func (t Tools) askTimeAgain(ctx context.Context, r *chat.Request, p playRefill) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, p.boardRef)
	if err != nil {
		return nil, err
	}
	if t.Games == nil {
		return nil, noGames()
	}
	return &chat.Reply{Form: t.Games.Form(playForm.ID(p.boardRef), gameName(e, d, max(p.board, 1), 0), p.typed)}, nil
}

// openGames answers the form: it opens the game of one board, or of as many boards as there
// is time for.
func (t Tools) openGames(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	if t.Games == nil {
		return nil, noGames()
	}
	control, err := t.Games.TimeOf(r, func(typed string) string { return playAgain.ID(playRefill{b, typed}) })
	if err != nil {
		return nil, err
	}
	e, d, err := t.openedGames(ctx, r, b)
	if err != nil {
		return nil, err
	}
	if b.board > 0 {
		return t.games(ctx, r, e, d, control, b.board, b.board)
	}
	return t.games(ctx, r, e, d, control, 1, e.BoardsOf(d))
}

// openNext answers the button under a list of games: it opens those of further boards.
func (t Tools) openNext(ctx context.Context, r *chat.Request, n nextGames) (*chat.Reply, error) {
	if t.Games == nil {
		return nil, noGames()
	}
	control, err := t.Games.Time(n.control)
	if err != nil {
		return nil, chat.Foreign()
	}
	e, d, err := t.openedGames(ctx, r, n.boardRef)
	if err != nil {
		return nil, err
	}
	return t.games(ctx, r, e, d, control, max(n.board, 1), e.BoardsOf(d))
}

// gameName returns the name of a game on lichess, with the round, the board and the game of a
// pairing of two as in the tag Round of PGN: “SP 594, Thursday 2.3”.
func gameName(e *evening.Event, d *evening.Draw, board, game int) string {
	name := fmt.Sprintf("%s, %s %d.%d", positionOf(e, d, board).Name().String(), e.Rules.Name, d.Round, board)
	if e.RulesOf(d).Games > 1 && game > 0 {
		name += "." + strconv.Itoa(game)
	}
	return name
}

// gameTime is the time that opening one game usually takes at most. With less time left, the
// games of further boards are left to the next press.
const gameTime = 500 * time.Millisecond

// games opens the games of some boards one after another, and lists their links. If the asker
// may draw, the games count: each game of a board is opened once, and its result comes by itself.
// If lichess fails or the time is over, a button goes on with the next board.
func (t Tools) games(ctx context.Context, r *chat.Request, e *evening.Event, d *evening.Draw, control online.Time, first, last int) (*chat.Reply, error) {
	games, opened, stopped, err := t.openUpTo(ctx, r, e, d, control, first, last)
	if err != nil {
		return nil, err
	}
	mine := map[string]bool{}
	for _, g := range games {
		_, known := e.OnlineGame(g.Game)
		mine[g.ID] = !known && g.ID != ""
	}
	purpose := voice.Phrase("event.lichess.gamesForFun")
	if mayManage(r, e.OpenedBy) == nil && d.Void == nil {
		purpose = voice.Phrase("event.lichess.gamesCount")
		if err := t.keepGames(ctx, e, games, mine); err != nil {
			return nil, err
		}
	}
	known, fresh := 0, 0 // games that were open already, and new ones
	for _, g := range games {
		switch {
		case mine[g.ID]:
			fresh++
		case !e.ResultOf(g.Game).Outcome.Scored():
			known++
		}
	}
	lines := voice.Lines{headingOf("games", e, d)}
	if fresh > 0 {
		lines = append(lines, voice.Say("event.lichess.gamesOpened", voice.F{
			"Time": control.Words, "Some": boardsLabel(first, opened), "Boards": e.BoardsOf(d), "By": voice.Raw(chat.Mention(r.Asker)),
			"Until": voice.Moment{Time: t.Now().Add(online.Lifetime), Style: voice.ShortDateTime},
		}))
	} else {
		purpose = voice.Phrase("event.lichess.gamesCount")
	}
	if known > 0 {
		lines = append(lines, voice.Say("event.lichess.gamesKnown", voice.F{"Games": voice.Count(known)}))
	}
	if fresh+known > 0 {
		lines = append(lines, purpose)
	}
	for _, g := range games {
		lines = append(lines, gameLine(e, d, g))
	}
	l := t.layout(chat.AsAsked)
	l.Text(lines)
	if stopped != nil {
		l.Text(stopped.Msg)
	}
	if opened < last {
		n := nextGames{boardRef{e.ID, d.Index, opened + 1}, control.Text}
		l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, boardsLabel(opened+1, last), playNext.ID(n))})
	}
	return l.Reply()
}

// gameLine has the links to a game on lichess, or the result of one that has ended.
func gameLine(e *evening.Event, d *evening.Draw, g evening.OnlineGame) voice.Sentence {
	position, of := positionOf(e, d, g.Game.Board).Name(), e.GameNumber(g.Game)
	if r := e.ResultOf(g.Game); r.Outcome.Scored() {
		return voice.Say("event.lichess.gameFinished", voice.F{
			"Board": g.Game.Board, "Game": of, "Position": position, "Outcome": r.Outcome.Name(), "Reported": r.Link == "" || r.By != "",
		})
	}
	return voice.Say("event.lichess.gameLinks", voice.F{
		"Board": g.Game.Board, "Game": of, "Reversed": of == 2, "Position": position,
		"White": voice.Raw(g.White), "Black": voice.Raw(g.Black), "Either": voice.Raw(g.ByLot),
	})
}

// mostListed is the number of games after which an answer lists no further board: Discord takes few
// more. For a server lichess is asked for ten in a minute.
const mostListed = 11

// openUpTo opens the games of boards until the time is over, the list is full or lichess fails. opened is the last
// board that has its games. stopped is why the next one has none; nil for no time.
func (t Tools) openUpTo(ctx context.Context, r *chat.Request, e *evening.Event, d *evening.Draw, control online.Time, first, last int) (games []evening.OnlineGame, opened int, stopped *chat.UserError, err error) {
	needed := gameTime * time.Duration(e.RulesOf(d).Games)
	for board := first; board <= last; board++ {
		if deadline, limited := ctx.Deadline(); board > first && (limited && time.Until(deadline) < needed || len(games) >= mostListed) {
			break
		}
		ofBoard, err := t.gamesOf(ctx, r, e, d, control, board)
		if refused, ok := errors.AsType[*chat.UserError](err); ok && board > first {
			return games, opened, refused, nil
		}
		if err != nil {
			return nil, 0, nil, err
		}
		games, opened = append(games, ofBoard...), board
	}
	return games, opened, nil, nil
}

// keepGames stores the games that count and were opened now: mine. If somebody has opened others at
// the same moment, those count, and replace the ones in the list. A game of a position that was
// drawn again meanwhile is refused.
func (t Tools) keepGames(ctx context.Context, e *evening.Event, games []evening.OnlineGame, mine map[string]bool) error {
	kept, err := t.Store.UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
		for _, g := range games {
			if mine[g.ID] {
				e.AddOnline(g)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, g := range games {
		var ok bool
		if g.ID == "" { // the board has a result
			continue
		}
		if games[i], ok = kept.OnlineGame(g.Game); !ok {
			return chat.Refuse(voice.Say("event.lichess.drawnMeanwhile", voice.F{
				"Board": g.Game.Board,
			}), voice.Phrase("event.lichess.pressPlayAgain"))
		}
	}
	return nil
}

// gamesOf returns the games of a board: those that count and are there, or new ones. A game with a result
// that was told without one is not opened, and has no id.
func (t Tools) gamesOf(ctx context.Context, r *chat.Request, e *evening.Event, d *evening.Draw, control online.Time, board int) ([]evening.OnlineGame, error) {
	var games []evening.OnlineGame
	for game := 1; game <= e.RulesOf(d).Games; game++ {
		ref := evening.GameRef{Draw: d.Index, Board: board, Game: game}
		known, ok := e.OnlineGame(ref)
		switch {
		case ok:
		case e.ResultOf(ref).Outcome.Scored():
			known = evening.OnlineGame{Game: ref}
		default:
			players, _ := e.Accounts(ref) // without accounts anybody may join
			opened, err := t.Games.Open(ctx, r, online.Challenge{
				Position: positionOf(e, d, board), Time: control, Name: gameName(e, d, board, game), Players: players,
			})
			if err != nil {
				return nil, err
			}
			known = evening.OnlineGame{
				Game: ref, ID: opened.ID, White: opened.White, Black: opened.Black, ByLot: opened.ByLot,
				Days: control.Days, Changes: len(e.Changes), At: t.Now().UTC(),
			}
		}
		games = append(games, known)
	}
	return games, nil
}

// A Follower asks for the results of the games of evenings, and for the moves of those that have ended.
type Follower struct {
	Games online.Games
	Store evening.Store
	Log   *slog.Logger
	Now   func() time.Time
}

const (
	followEvery  = time.Minute
	mostFollowed = 300 // games at once, by lichess's API
)

// Run asks until the context ends, and returns nil. Several processes share the games.
func (f *Follower) Run(ctx context.Context) error {
	for sleep.For(ctx, followEvery) {
		err := f.Follow(ctx)
		if err == nil { // one request after the other, and results first
			err = f.FollowMoves(ctx)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, online.ErrNotNow) {
			f.Log.Warn("no results from lichess", "error", err)
		}
	}
	return nil
}

// Follow asks for the games that are due, and records the results. If lichess does not
// answer, these games are due again some minutes later.
func (f *Follower) Follow(ctx context.Context) error {
	now := f.Now().UTC()
	due, err := f.Store.DueGames(ctx, now, now.Add(5*followEvery), mostFollowed)
	if err != nil || len(due) == 0 {
		return err
	}
	var ids []string
	for _, g := range due {
		ids = append(ids, g.ID)
	}
	results, cutOff := f.Games.Results(ctx, ids)
	failed := cutOff
	for _, g := range due {
		if _, told := results[g.ID]; !told && cutOff != nil { // asked again
			continue
		}
		account := func(name string) string { // cut to the length of a player's name
			letters := []rune(name)
			return string(letters[:min(len(letters), evening.MostPlayer)])
		}
		r := results[g.ID]
		told := evening.OnlineResult{
			White: account(r.White), Black: account(r.Black), Outcome: evening.Outcome(r.Outcome), Begun: r.Begun, Ended: r.Ended, Unread: r.Unread,
		}
		_, err := f.Store.UpdateEvent(ctx, evening.Ref{Channel: g.Channel, ID: g.Event}, func(e *evening.Event) error {
			return e.RecordOnline(g.ID, told, now)
		})
		if !errors.Is(err, evening.ErrNone) {
			failed = cmp.Or(failed, err)
		}
	}
	return failed
}

// FollowMoves asks for the moves of games that have ended, and keeps them. If lichess does not answer, these
// games are due again some minutes later. lichess is not asked again for a game that a whole answer does not have.
func (f *Follower) FollowMoves(ctx context.Context) error {
	now := f.Now().UTC()
	due, err := f.Store.DueMoves(ctx, now, now.Add(5*followEvery), mostFollowed)
	if err != nil || len(due) == 0 {
		return err
	}
	var ids []string
	for _, g := range due {
		ids = append(ids, g.ID)
	}
	moves, cutOff := f.Games.Moves(ctx, ids)
	failed := cutOff
	for _, g := range due {
		if _, told := moves[g.ID]; told || cutOff == nil {
			failed = cmp.Or(failed, f.Store.KeepMoves(ctx, g, moves[g.ID]))
		}
	}
	return failed
}
