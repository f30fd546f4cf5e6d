package event

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A seatRef is the custom id of a button about a side of a game: sum is [evening.PlayerSum] of its name; "" for a
// seat without a name.
type seatRef struct {
	boardRef
	game  int
	black bool
	sum   string
}

func (s *seatRef) fields(f *chat.Fields) {
	s.boardRef.fields(f)
	f.Number(&s.game, 0, evening.MostGames)
	f.Flag(&s.black, "w", "b")
	f.Text(&s.sum)
}

// A tellRef is the custom id of a button that tells a result: the index in [evening.ToldOutcomes], and how
// many tellings the event had when the button was shown.
type tellRef struct {
	seatRef
	outcome, seen int
}

func (t *tellRef) fields(f *chat.Fields) {
	t.seatRef.fields(f)
	f.Number(&t.outcome, 0, len(evening.ToldOutcomes())-1)
	f.Number(&t.seen, 0, evening.MostTellings)
}

// A backRef is the custom id of a button that takes back what a line of the tellings has confirmed.
type backRef struct {
	boardRef
	telling int
}

func (b *backRef) fields(f *chat.Fields) {
	b.boardRef.fields(f)
	f.Number(&b.telling, 0, evening.MostTellings)
}

// tellOption says who tells the results.
func tellOption() chat.OptionOf[bool] {
	who := map[bool]string{false: "organiser", true: "players"}
	return chat.List[bool]{
		All: []bool{false, true}, ID: func(players bool) string { return who[players] },
	}.Option("results")
}

// mayShowTold reports whether the bot can show here what players tell.
func mayShowTold(r *chat.Request) bool { return r.GuildID != "" && r.MayPost() }

// mayTell refuses results of players where the bot cannot show them.
func mayTell(r *chat.Request, players chat.OptionOf[bool]) error {
	switch {
	case !players.Read(r) || mayShowTold(r):
		return nil
	case r.GuildID == "" || r.Uninvited:
		return chat.Refuse(voice.Phrase("event.tell.uninvited"), voice.Phrase("event.tell.leaveOut"))
	}
	return chat.Refuse(voice.Phrase("event.tell.mayNotPost"), voice.Phrase("event.tell.leaveOut"))
}

var (
	tellMine  = chat.NewControl("event-tell", (*boardRef).fields)       // under a round
	tellThere = chat.NewControl("event-told", (*boardRef).fields)       // the same, under the message with the results
	tellWho   = chat.NewControl("event-tell-who", (*boardRef).fields)   // a page of names, the first is 0
	tellOther = chat.NewControl("event-tell-other", (*boardRef).fields) // a board that is in no list
	tellSeat  = chat.NewControl("event-tell-seat", (*seatRef).fields)   // another game of the person
	tellElse  = chat.NewControl("event-tell-else", (*seatRef).fields)   // “Another result”
	tellAs    = chat.NewControl("event-tell-as", (*tellRef).fields)
	tellForm  = chat.NewControl("event-tell-form", (*tellRef).fields)
	tellBack  = chat.NewControl("event-tell-back", (*backRef).fields)
)

// tellPresses are the buttons, menus and forms with which players tell their results.
func (t Tools) tellPresses() []chat.Press {
	turn := func(answer func(context.Context, *chat.Request, *evening.Event, *evening.Draw) (*chat.Reply, error), b boardRef) chat.Handler {
		return func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			e, d, err := t.tellable(ctx, r, b)
			if err != nil {
				return nil, err
			}
			return answer(ctx, r, e, d)
		}
	}
	mine := func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
		return turn(t.myResult, b)(ctx, r)
	}
	seat := func(differs bool) chat.ControlHandler[seatRef] {
		return func(ctx context.Context, r *chat.Request, s seatRef) (*chat.Reply, error) {
			return turn(func(_ context.Context, r *chat.Request, e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
				return t.seatPage(r, e, d, s.in(e, d), differs)
			}, s.boardRef)(ctx, r)
		}
	}
	return []chat.Press{
		tellMine.On(mine).ByCrowd(), tellThere.On(mine).ByCrowd(),
		tellWho.On(func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
			return turn(func(_ context.Context, r *chat.Request, e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
				return t.chooseWho(r, e, d, b.board)
			}, b)(ctx, r)
		}).ByCrowd(),
		tellOther.On(func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
			return turn(func(_ context.Context, r *chat.Request, e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
				return askTold(r, e, d, evening.Seat{}), nil
			}, b)(ctx, r)
		}).ByCrowd(),
		tellSeat.On(seat(false)).ByCrowd(), tellElse.On(seat(true)).ByCrowd(),
		tellAs.On(t.tellAs).ByCrowd(), tellForm.On(t.tellByForm).ByCrowd(), tellBack.On(t.takeBack).ByCrowd(),
		unbindMenu.On(t.unbind), acceptButton.On(t.acceptTold), closeTold.On(t.closeTold),
	}
}

// colour is the ending of ids of sentences about White or Black.
func colour(black bool) string {
	if black {
		return "black"
	}
	return "white"
}

// in returns the seat of a custom id. A seat without a name may have one meanwhile.
func (s seatRef) in(e *evening.Event, d *evening.Draw) evening.Seat {
	seat := evening.Seat{Game: evening.GameRef{Draw: d.Index, Board: s.board, Game: s.game}, Black: s.black}
	if g, ok := e.ToldOf(seat.Game); ok && (s.sum == "" || evening.PlayerSum(g.Player(s.black)) == s.sum) {
		seat.Name = g.Player(s.black)
	} else if ok {
		seat.Game.Board = 0 // somebody else sits there now
	}
	return seat
}

func refOf(e *evening.Event, s evening.Seat) seatRef {
	ref := seatRef{boardRef{e.ID, s.Game.Draw, s.Game.Board}, s.Game.Game, s.Black, ""}
	if s.Name != "" {
		ref.sum = evening.PlayerSum(s.Name)
	}
	return ref
}

// tellButton is “Report my result” under a round.
func tellButton(e *evening.Event, d *evening.Draw) chat.Component {
	return chat.Secondary(voice.Phrase("event.tell.button"), tellMine.ID(boardRef{e.ID, d.Index, 0}))
}

// tellable returns the draw of a button, if players can tell results of it now.
func (t Tools) tellable(ctx context.Context, r *chat.Request, b boardRef) (*evening.Event, *evening.Draw, error) {
	e, d, err := t.openedGames(ctx, r, b)
	switch {
	case err != nil:
	case r.Uninvited:
		err = chat.Refuse(voice.Phrase("event.tell.uninvited"), voice.Phrase("event.tell.askOrganiser"))
	case d.Void != nil:
		err = chat.Refuse(voice.Phrase("event.voidDraw"), voice.Phrase("event.seeRounds"))
	case !e.ClosedAt.IsZero():
		err = refusalOf(r, e.Ref(), e, evening.ErrClosed)
	case !e.Rules.PlayersTell:
		err = notTold(r, e, d.Index, evening.ErrOrganiser)
	}
	return e, d, err
}

// myResult answers “Report my result”: it asks about the game of the person, or who the person is.
func (t Tools) myResult(_ context.Context, r *chat.Request, e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
	name := e.NameOf(r.Asker)
	free, unnamed := e.FreeSeats(d)
	for _, s := range free { // whoever is called like a player is probably that player
		if name == "" && evening.PlayerKey(s.Name) == evening.PlayerKey(r.AskerName) {
			name = s.Name
		}
	}
	seats := e.Seats(d, name)
	if len(seats) > 0 {
		return t.seatPage(r, e, d, nextSeat(e, seats), false)
	}
	if name != "" { // the names of others are not for this person
		free = slices.DeleteFunc(free, func(s evening.Seat) bool { return s.Name != "" })
	}
	switch {
	case len(free) > 0:
		return t.whoPage(r, e, d, 0)
	case unnamed:
		return askTold(r, e, d, evening.Seat{}), nil
	case name != "":
		return nil, chat.Refuse(voice.Say("event.tell.notPlaying", voice.F{"Player": player(name), "Round": d.Round}), voice.Phrase("event.tell.askOrganiser"))
	}
	return nil, chat.Refuse(voice.Phrase("event.tell.allTaken"), voice.Phrase("event.tell.askOrganiser"))
}

// nextSeat returns the seat that the person has most to say about: one whose result the opponent has told,
// then one without a result.
func nextSeat(e *evening.Event, seats []evening.Seat) evening.Seat {
	urgency := func(s evening.Seat) int {
		g, _ := e.ToldOf(s.Game)
		own, other := g.Of(s.Black), g.Of(!s.Black)
		switch {
		case g.Outcome.Scored():
			return 4
		case g.Disputed():
			return 3
		case own != nil:
			return 2
		case other != nil:
			return 0
		}
		return 1
	}
	return slices.MinFunc(seats, func(a, b evening.Seat) int { return urgency(a) - urgency(b) })
}

const whoPerPage = 25 // options of a menu

// whoPage asks who the person is, by a page of the names for which nobody stands.
func (t Tools) whoPage(r *chat.Request, e *evening.Event, d *evening.Draw, page int) (*chat.Reply, error) {
	seats, unnamed := e.FreeSeats(d)
	if e.NameOf(r.Asker) != "" {
		seats = slices.DeleteFunc(seats, func(s evening.Seat) bool { return s.Name != "" })
	}
	pages := (len(seats) + whoPerPage - 1) / whoPerPage
	page = max(0, min(page, pages-1))
	var options []chat.MenuOption
	for _, s := range seats[page*whoPerPage : min(len(seats), (page+1)*whoPerPage)] {
		var label voice.Sentence = voice.Raw(s.Name)
		if s.Name == "" {
			g, _ := e.ToldOf(s.Game)
			label = voice.Say("event.tell.against", voice.F{"Player": voice.Raw(g.Player(!s.Black))})
		}
		options = append(options, chat.MenuOption{
			Label: label, Value: tellSeat.ID(refOf(e, s)), Description: voice.Say("event.tell.seat."+colour(s.Black), voice.F{"Board": s.Game.Board}),
		})
	}
	l := t.layout(chat.OwnPage)
	l.Text(voice.Lines{
		voice.Heading(2, voice.Say("event.tell.who", voice.F{"Round": d.Round})), voice.Phrase("event.tell.holds"),
		only(!unnamed, voice.Phrase("event.tell.missingName")),
	})
	if options != nil {
		l.Row(chat.Menu(tellWho.ID(boardRef{e.ID, d.Index, page}), voice.Phrase("event.tell.choose"), options))
	}
	var buttons []chat.Component
	if unnamed {
		buttons = append(buttons, chat.Secondary(voice.Phrase("event.tell.otherBoard"), tellOther.ID(boardRef{e.ID, d.Index, 0})))
	}
	l.Buttons(append(buttons, card.Turns(page, pages, func(page int) string { return tellWho.ID(boardRef{e.ID, d.Index, page}) })...))
	return l.Reply()
}

// chooseWho answers the menu, and the buttons that turn its pages.
func (t Tools) chooseWho(r *chat.Request, e *evening.Event, d *evening.Draw, page int) (*chat.Reply, error) {
	if len(r.Values) == 0 {
		return t.whoPage(r, e, d, page)
	}
	chosen, err := tellSeat.Read(r.Values[0])
	if err != nil {
		return nil, err
	}
	seat := chosen.in(e, d)
	if seat.Name == "" && seat.Game.Board > 0 && e.NameOf(r.Asker) == "" {
		return askTold(r, e, d, seat), nil
	}
	return t.seatPage(r, e, d, seat, false)
}

// seatPage says what is known of the game of a seat, and asks the person who sits there what is missing.
// differs asks for another result than the opponent has told.
func (t Tools) seatPage(r *chat.Request, e *evening.Event, d *evening.Draw, s evening.Seat, differs bool) (*chat.Reply, error) {
	g, ok := e.ToldOf(s.Game)
	name := e.NameOf(r.Asker)
	switch {
	case !ok || name != "" && s.Name != "" && evening.PlayerKey(name) != evening.PlayerKey(s.Name):
		return nil, notTold(r, e, d.Index, evening.ErrSeat)
	case g.Outcome == evening.Bye:
		return nil, chat.Refuse(voice.Say("event.tell.bye", voice.F{"Player": player(s.Name), "Round": d.Round}), voice.Phrase("event.seeRounds"))
	case s.Name == "":
		s.Name = name
	}
	own, other := g.Of(s.Black), g.Of(!s.Black)
	game := e.GameNumber(s.Game)
	var opponent voice.Sentence
	if known := g.Player(!s.Black); known != "" {
		opponent = player(known)
	}
	facts := voice.F{"Player": player(s.Name), "Opponent": opponent, "Board": s.Game.Board, "Game": game}
	lines := voice.Lines{voice.Heading(3, voice.Say("event.tell.you."+colour(s.Black), facts))}
	var buttons []chat.Component
	outcomes := func() {
		for i, o := range evening.ToldOutcomes() {
			if !differs || other == nil || o != other.Outcome {
				kind := []string{"won", "drawn", "lost"}[i]
				if s.Black {
					kind = []string{"lost", "drawn", "won"}[i]
				}
				label := voice.Say("event.tell.mine."+kind, voice.F{"Outcome": o.Name()})
				buttons = append(buttons, chat.Secondary(label, tellAs.ID(tellRef{refOf(e, s), i, len(e.Tellings)})))
			}
		}
	}
	switch confirmed := e.Confirmed(s.Game); {
	case g.Outcome.Scored():
		lines = append(lines, voice.Run{resultLine(e, g.Result, somebody), toldBy(g.Result, e.TellingOf(g.Result), e.Claims(g.Result), person)})
		if confirmed != nil && name != "" && e.Last() == d {
			lines = append(lines, voice.Phrase("event.tell.mayTakeBack"))
			buttons = append(buttons, chat.Secondary(voice.Phrase("event.tell.takeBack"), tellBack.ID(backRef{boardRef{e.ID, d.Index, 0}, confirmed.Index})))
		} else {
			lines = append(lines, voice.Phrase("event.tell.wrongResult"))
		}
	case g.Disputed():
		lines = append(lines, disputeLine(e, g))
	case other != nil && !differs:
		lines = append(lines, voice.Say("event.tell.has", voice.F{"Player": playerOr(g.Player(!s.Black), somebody), "Outcome": other.Outcome.Name(), "Board": s.Game.Board, "Game": game}))
		right := tellRef{refOf(e, s), slices.Index(evening.ToldOutcomes(), other.Outcome), len(e.Tellings)}
		buttons = []chat.Component{
			chat.Button(discordgo.PrimaryButton, voice.Phrase("event.tell.right"), tellAs.ID(right)),
			chat.Secondary(voice.Phrase("event.tell.different"), tellElse.ID(refOf(e, s))),
		}
	case own != nil:
		lines = append(lines, voice.Say("event.tell.youTold", voice.F{"Outcome": own.Outcome.Name(), "Opponent": opponent}), voice.Phrase("event.tell.slip"))
		outcomes()
	default:
		lines = append(lines, voice.Phrase("event.tell.ask"))
		outcomes()
	}
	for _, elsewhere := range e.Seats(d, s.Name) {
		if elsewhere.Game != s.Game && len(buttons) < 10 {
			label := voice.F{"Board": elsewhere.Game.Board, "Game": min(game, 1) * elsewhere.Game.Game}
			buttons = append(buttons, chat.Secondary(voice.Say("event.tell.place", label), tellSeat.ID(refOf(e, elsewhere))))
		}
	}
	l := t.layout(chat.OwnPage)
	l.Text(lines)
	l.Buttons(buttons)
	return l.Reply()
}

// disputeLine says what both players have told of a game.
func disputeLine(e *evening.Event, g evening.Told) voice.Sentence {
	return voice.Say("event.tell.disputed", voice.F{
		"Round": e.Draws[g.Game.Draw].Round, "Board": g.Game.Board, "White": playerOr(g.White, somebody), "Black": playerOr(g.Black, somebody),
		"First": g.By[0].Outcome.Name(), "Second": g.By[1].Outcome.Name(),
	})
}

// tellAs answers the buttons with the results: it records what the person tells.
func (t Tools) tellAs(ctx context.Context, r *chat.Request, told tellRef) (*chat.Reply, error) {
	return t.record(ctx, r, told, func(e *evening.Event, d *evening.Draw) (evening.Seat, error) {
		seat := told.in(e, d)
		if seat.Name == "" {
			seat.Name = e.NameOf(r.Asker)
		}
		if seat.Game.Board == 0 || seat.Name == "" {
			return seat, evening.ErrSeat
		}
		return seat, nil
	}, evening.ToldOutcomes()[told.outcome])
}

// record records what a person tells of the seat that of finds, and shows what is known then.
func (t Tools) record(ctx context.Context, r *chat.Request, told tellRef, of func(*evening.Event, *evening.Draw) (evening.Seat, error), outcome evening.Outcome) (*chat.Reply, error) {
	if _, _, err := t.tellable(ctx, r, boardRef{told.event, told.draw, 0}); err != nil {
		return nil, err
	}
	return t.inTurn(ctx, r, func() (*chat.Reply, error) {
		var seat evening.Seat
		ref := evening.Ref{Channel: r.ChannelID, ID: told.event}
		e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) (err error) {
			if seat, err = of(e, &e.Draws[told.draw]); err != nil {
				return err
			}
			return e.Tell(t.asker(r), seat, outcome, told.seen)
		})
		meanwhile := errors.Is(err, evening.ErrMeanwhile) || errors.Is(err, evening.ErrDisputed) || errors.Is(err, evening.ErrScored)
		if err != nil && !meanwhile {
			return nil, notTold(r, e, told.draw, err)
		}
		return t.seatPage(r, e, &e.Draws[told.draw], seat, false)
	})
}

// askTold is the form for the result of a seat without a name; without a board it asks for the board too.
func askTold(r *chat.Request, e *evening.Event, d *evening.Draw, s evening.Seat) *chat.Reply {
	ref := tellRef{refOf(e, s), 0, len(e.Tellings)}
	ref.event, ref.draw = e.ID, d.Index
	var parts []chat.FormPart
	if s.Game.Board == 0 {
		parts = append(parts,
			chat.Label(voice.Phrase("event.panelInput.tellBoard"), nil, optionInput("board", len(strconv.Itoa(evening.MostBoards)))),
			chat.Label(voice.Phrase("event.tell.colour"), nil, colourInput()))
		if e.RulesOf(d).Games > 1 {
			parts = append(parts, chat.Label(voice.Phrase("event.tell.game"), nil, gameInput()))
		}
	} else if g, ok := e.ToldOf(s.Game); ok {
		if told := g.Last(); told != nil {
			parts = append(parts, chat.FormText(voice.Say("event.tell.has", voice.F{
				"Player": playerOr(g.Player(!s.Black), somebody), "Outcome": told.Outcome.Name(), "Board": s.Game.Board, "Game": 0,
			})))
		}
	}
	if e.NameOf(r.Asker) == "" {
		name := optionInput("name", evening.MostPlayer)
		if own := []rune(r.AskerName); len(own) <= evening.MostPlayer && voice.IsVisible(r.AskerName) {
			name.Value = r.AskerName
		}
		parts = append(parts, chat.Label(voice.Phrase("event.tell.name"), voice.Phrase("event.tell.holds"), name))
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: tellForm.ID(ref), Title: voice.Say("event.tell.title", voice.F{"Round": d.Round}),
		Parts: append(parts, chat.Label(voice.Phrase("event.outcome"), nil, toldInput())),
	}}
}

func colourInput() chat.Input {
	return chat.RadioGroup("colour", []chat.MenuOption{
		{Label: voice.Phrase("event.tell.side.white"), Value: "white"}, {Label: voice.Phrase("event.tell.side.black"), Value: "black"},
	})
}

func gameInput() chat.Input {
	return chat.RadioGroup("game", []chat.MenuOption{{Label: voice.Raw("1"), Value: "1"}, {Label: voice.Raw("2"), Value: "2"}})
}

func toldInput() chat.Input {
	var options []chat.MenuOption
	for i, o := range evening.ToldOutcomes() {
		kind := []string{"white", "drawn", "black"}[i]
		options = append(options, chat.MenuOption{Label: voice.Say("event.tell.result."+kind, voice.F{"Outcome": o.Name()}), Value: string(o)})
	}
	return chat.RadioGroup("outcome", options)
}

// tellByForm answers the form.
func (t Tools) tellByForm(ctx context.Context, r *chat.Request, told tellRef) (*chat.Reply, error) {
	outcome := evening.Outcome(toldInput().Read(r))
	if !slices.Contains(evening.ToldOutcomes(), outcome) {
		return nil, chat.Foreign()
	}
	reply, err := t.record(ctx, r, told, func(e *evening.Event, d *evening.Draw) (s evening.Seat, err error) {
		s = evening.Seat{Game: evening.GameRef{Draw: d.Index, Board: told.board, Game: told.game}, Black: told.black}
		if told.board == 0 {
			s.Black, s.Game.Game = colourInput().Read(r) == "black", 1
			if gameInput().Read(r) == "2" {
				s.Game.Game = 2
			}
			if s.Game.Board, err = numberIn(r, "board", e.RulesOf(d).Boards, tellButton(e, d)); err != nil {
				return s, err
			}
		}
		if s.Name = e.NameOf(r.Asker); s.Name == "" {
			s.Name = strings.TrimSpace(optionInput("name", evening.MostPlayer).Read(r))
		}
		if evening.IsBye(s.Name) {
			return s, chat.Refuse(voice.Phrase("event.byeAlone"), voice.Phrase("event.tell.typeName"))
		}
		return s, nil
	}, outcome)
	if refused, ok := errors.AsType[*chat.UserError](err); ok && refused.Rows == nil {
		again := *refused
		again.Rows = []chat.Component{chat.Row(chat.Secondary(voice.Phrase("event.tell.button"), tellMine.ID(boardRef{told.event, told.draw, 0})))}
		return nil, &again
	}
	return reply, err
}

// takeBack answers “Take it back”.
func (t Tools) takeBack(ctx context.Context, r *chat.Request, b backRef) (*chat.Reply, error) {
	if _, _, err := t.tellable(ctx, r, b.boardRef); err != nil {
		return nil, err
	}
	return t.inTurn(ctx, r, func() (*chat.Reply, error) {
		ref := evening.Ref{Channel: r.ChannelID, ID: b.event}
		e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error { return e.TakeBack(t.asker(r), b.telling) })
		if err != nil {
			return nil, notTold(r, e, b.draw, err)
		}
		game := e.Tellings[b.telling].Game
		l := t.layout(chat.OwnPage)
		l.Done = true
		l.Text(voice.Say("event.tell.takenBack", voice.F{"Board": game.Board}))
		l.Buttons([]chat.Component{tellButton(e, &e.Draws[game.Draw])})
		return l.Reply()
	})
}

// notTold turns an error of a telling into a refusal.
func notTold(r *chat.Request, e *evening.Event, draw int, err error) error {
	again := chat.Secondary(voice.Phrase("event.tell.button"), tellMine.ID(boardRef{e.ID, draw, 0}))
	if other, ok := errors.AsType[*evening.OtherNameError](err); ok {
		return chat.Refuse(voice.Say("event.tell.isOther", voice.F{"Player": player(other.Name)}), voice.Phrase("event.tell.askUnbind"))
	}
	if seated, ok := errors.AsType[*evening.SeatedError](err); ok {
		return chat.Refuse(voice.Say("event.tell.elsewhere", voice.F{"Board": seated.Board}), voice.Phrase("event.tell.askOrganiser"))
	}
	for cause, refusal := range map[error]chat.UserError{
		evening.ErrOrganiser: {Msg: voice.Phrase("event.tell.off"), Hint: voice.Phrase("event.tell.askOrganiser")},
		evening.ErrSeat:      {Msg: voice.Phrase("event.tell.moved"), Hint: voice.Phrase("event.tell.again")},
		evening.ErrBound:     {Msg: voice.Phrase("event.tell.bound"), Hint: voice.Phrase("event.tell.askUnbind")},
		evening.ErrTellings:  {Msg: voice.Phrase("event.tell.tooOften"), Hint: voice.Phrase("event.tell.askOrganiser")},
		evening.ErrLate:      {Msg: voice.Phrase("event.tell.late"), Hint: voice.Phrase("event.tell.askOrganiser")},
		evening.ErrNotBack:   {Msg: voice.Phrase("event.tell.notBack"), Hint: voice.Phrase("event.tell.again")},
		evening.ErrMeanwhile: {Msg: voice.Phrase("event.tell.meanwhile"), Hint: voice.Phrase("event.tell.again")},
		evening.ErrUnseen:    {Msg: voice.Phrase("event.tell.unseen"), Hint: voice.Phrase("event.tell.typeName")},
		evening.ErrSelf:      {Msg: voice.Phrase("event.bothSides"), Hint: voice.Phrase("event.tell.askOrganiser")},
	} {
		if errors.Is(err, cause) {
			if refusal.Hint == voice.Phrase("event.tell.again") {
				refusal.Rows = []chat.Component{chat.Row(again)}
			}
			return &refusal
		}
	}
	return refusalOf(r, e.Ref(), e, err)
}
