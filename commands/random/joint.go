package random

import (
	"context"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// A joint is a joint set-up of two players. A move takes three presses: a piece, a square
// and “Place”. Until the last one the player can choose again. The whole state is in the
// custom ids of the buttons, so a set-up survives a restart:
//
//	control:what:rank:"all" or nothing:Black's id:White's id:view:theme
type joint struct {
	what         string // the chosen piece, with the file of its square once that is chosen too; "" for neither
	setup        drawing.Joint
	black, white string // ids of the players
	style        card.Style
}

func (j *joint) fields(f *chat.Fields) {
	rank := j.setup.Rank.String()
	f.Text(&j.what)
	f.Word(&rank)
	f.Flag(&j.setup.All, "", "all")
	f.Word(&j.black)
	f.Word(&j.white)
	j.style.Fields(f)
	setup, err := drawing.ParseJoint(rank, j.setup.All)
	f.Require(err == nil)
	j.setup = setup
}

// The buttons of a joint set-up.
var (
	pieceButton  = chat.NewControl("piece", (*joint).fields)
	squareButton = chat.NewControl("square", (*joint).fields)
	placeButton  = chat.NewControl("place", (*joint).fields)
	rulesButton  = chat.NewControl("joint-rules", (*joint).fields)
)

// with returns the set-up with another chosen piece and square.
func (j joint) with(what string) joint {
	j.what = what
	return j
}

// chosen returns the chosen piece and, if there is one, the chosen square. piece is 0 if
// nothing is chosen.
func (j joint) chosen() (piece chess960.Piece, square chess960.Files) {
	if len(j.what) > 0 {
		piece = chess960.Piece(j.what[0])
	}
	if len(j.what) == 2 && 'a' <= j.what[1] && j.what[1] <= 'h' {
		square = chess960.FilesOf(chess960.File(j.what[1] - 'a'))
	}
	return piece, square
}

// startJoint answers /random game:by-two. The asker is Black and begins.
func (o options) startJoint(tools Tools, r *chat.Request) (*chat.Reply, error) {
	opponent := o.opponent.Read(r)
	switch {
	case !o.opponent.Given(r):
		return nil, chat.Refuse(voice.Phrase("random.needsTwo"), voice.Phrase("random.nameOpponent"))
	case opponent.ID == r.Asker:
		return nil, chat.Refuse(voice.Phrase("random.ownOpponent"), voice.Phrase("random.nameAnother"))
	case opponent.Bot:
		return nil, chat.Refuse(voice.Say("random.botOpponent", voice.F{
			"Bot": voice.Raw(chat.Mention(opponent.ID)),
		}), voice.Phrase("random.namePerson"))
	case chat.PrivateOption().Read(r):
		return nil, chat.Refuse(voice.Phrase("random.privateSetup"), voice.Phrase("random.withoutPrivate"))
	}
	j := joint{setup: drawing.Joint{All: o.all.Read(r)}, black: r.Asker, white: opponent.ID, style: card.StyleOf(r)}
	return j.reply(tools, chat.AsAsked)
}

// reply shows the set-up with the choices of the player to move.
func (j joint) reply(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	if j.setup.Done() {
		p := chess960.MustParsePosition(j.setup.Rank.String())
		return card.Answer{
			Card: card.Card{Position: p, Style: j.style, Method: explain.Direct}, Audience: audience,
			Notes: []voice.Sentence{j.players("finished")}, Play: tools.Play,
		}.Reply(tools.Boards)
	}
	l := card.Layout{Boards: tools.Boards, Style: j.style, Audience: audience}
	l.Text(voice.Lines{voice.Heading(2, voice.Phrase("random.joint")), j.players("sides"), j.task()})
	piece, square := j.chosen()
	view := explain.RankView(j.setup.Rank)
	view.New = square
	for f := range square.All() {
		view.Rank[f] = piece
	}
	l.Strip(j.setup.Move(), view)
	l.Row(j.pieceButtons()...)
	if piece != 0 {
		var squares []chat.Component
		for f := range j.setup.Open(piece).All() {
			squares = append(squares, chat.Secondary(voice.Raw(f.Square()), squareButton.ID(j.with(piece.String()+f.String()))))
		}
		l.Buttons(squares)
	}
	rules := chat.Secondary(voice.Phrase("random.rules"), rulesButton.ID(j.with("")))
	if square == 0 {
		l.Row(rules)
	} else {
		l.Row(chat.Button(discordgo.PrimaryButton, voice.Say("random.placing", voice.F{
			"Piece": castling.Piece(piece), "Square": square.On(1),
		}), placeButton.ID(j)), rules)
	}
	return l.Reply()
}

// players names the two players.
func (j joint) players(said string) voice.Sentence {
	return voice.Say("random.pairing."+said, voice.F{
		"Black": voice.Raw(chat.Mention(j.black)), "White": voice.Raw(chat.Mention(j.white)),
	})
}

// task says what the player to move does next.
func (j joint) task() voice.Sentence {
	piece, square := j.chosen()
	next := "place"
	switch {
	case piece == 0:
		next = "piece"
	case square == 0:
		next = "square"
	}
	side := castling.White
	if j.setup.BlackToPlace() {
		side = castling.Black
	}
	return voice.Say("random.task."+next, voice.F{
		"Move": j.setup.Move(), "Side": side, "Player": voice.Raw(chat.Mention(j.toPlace())), "Piece": castling.Piece(piece),
	})
}

// pieceButtons are the pieces that are left. A chosen one stands out until “Place” names it.
func (j joint) pieceButtons() []chat.Component {
	chosen, square := j.chosen()
	var buttons []chat.Component
	for _, piece := range j.setup.Left() {
		style := discordgo.SecondaryButton
		if piece == chosen && square == 0 {
			style = discordgo.PrimaryButton
		}
		buttons = append(buttons, chat.Button(style, voice.Say("random.pieceLabel", voice.F{
			"Piece": castling.Piece(piece),
		}), pieceButton.ID(j.with(piece.String()))))
	}
	return buttons
}

// toPlace returns the id of the player to move.
func (j joint) toPlace() string {
	if j.setup.BlackToPlace() {
		return j.black
	}
	return j.white
}

// jointsKept is how many joint set-ups are remembered: presses of one move come within
// seconds.
const jointsKept = 1000

// jointPresses answer the buttons of a joint set-up. The moves edit the public message,
// because both players use it as their board. Of two presses at the same time that would
// make the same move, the first one counts.
func (tools Tools) jointPresses() []chat.Press {
	reached := &recent.Table[*atomic.Int32]{Size: jointsKept} // the move that a message has reached, by its id
	move := func(act func(joint) (joint, error)) chat.ControlHandler[joint] {
		return func(_ context.Context, r *chat.Request, j joint) (*chat.Reply, error) {
			if r.Message == nil {
				return nil, chat.Foreign()
			}
			if err := j.mayMove(r); err != nil {
				return nil, err
			}
			next, err := act(j)
			if err != nil {
				return nil, err
			}
			reply, err := next.reply(tools, chat.InPlace)
			if err != nil {
				return nil, err
			}
			at, _ := reached.Get(r.Message.ID, func() *atomic.Int32 {
				pressed := new(atomic.Int32)
				pressed.Store(int32(j.setup.Move()))
				return pressed
			})
			previous, now := at.Load(), int32(next.setup.Move())
			if int(previous) > j.setup.Move() || !at.CompareAndSwap(previous, now) {
				return nil, j.tooLate(int(at.Load()))
			}
			reply.Sent = append(reply.Sent, func(_ context.Context, _ string, failed error) error {
				if failed != nil {
					at.CompareAndSwap(now, previous)
				}
				return nil
			})
			return reply, nil
		}
	}
	return []chat.Press{
		pieceButton.On(move(joint.choosePiece)), squareButton.On(move(joint.chooseSquare)), placeButton.On(move(joint.place)),
		rulesButton.On(jointRules),
	}
}

// mayMove returns the refusal of a press by somebody who is not to move, or of an earlier
// move than the message shows now.
func (j joint) mayMove(r *chat.Request) error {
	if r.Asker != j.black && r.Asker != j.white {
		return chat.Refuse(j.players("only"), voice.Phrase("random.startOwn"))
	}
	if err := j.outdated(r.Message); err != nil {
		return err
	}
	if r.Asker != j.toPlace() {
		return chat.Refuse(voice.Say("random.turnOf", voice.F{
			"Player": voice.Raw(chat.Mention(j.toPlace())),
		}), voice.Phrase("random.yoursIsNext"))
	}
	return nil
}

// outdated returns the refusal of a press that the message has left behind. A message
// without buttons of a set-up is complete.
func (j joint) outdated(m *chat.Message) error {
	if m.Buttons == nil { // not known
		return nil
	}
	at := complete
	for _, id := range m.Buttons {
		now, err := pieceButton.Read(id) // all buttons have the same fields
		if err != nil {
			continue
		}
		if now.setup == j.setup {
			return nil
		}
		at = now.setup.Move()
	}
	return j.tooLate(at)
}

// complete is the number of the move of a set-up without empty squares.
const complete = 9

// tooLate refuses a press of a set-up that is at another move now.
func (j joint) tooLate(at int) error {
	old := voice.Say("random.oldButton.on", voice.F{"Move": j.setup.Move(), "Reach": at})
	if at == complete {
		old = voice.Say("random.oldButton.complete", voice.F{"Move": j.setup.Move()})
	}
	return chat.Refuse(old, voice.Phrase("random.useNewButtons"))
}

// choosePiece answers the button of a piece.
func (j joint) choosePiece() (joint, error) {
	piece, _ := j.chosen()
	if len(j.what) != 1 || j.setup.Open(piece) == 0 {
		return j, chat.Foreign()
	}
	return j, nil
}

// chooseSquare answers the button of a square.
func (j joint) chooseSquare() (joint, error) {
	piece, square := j.chosen()
	if square == 0 || piece.Name() == "" {
		return j, chat.Foreign()
	}
	if open := j.setup.Open(piece); square&open == 0 { // a message of an older version offers more squares
		return j, chat.Refuse(voice.Say("random.closedSquare", voice.F{
			"Piece": castling.Piece(piece), "Square": square.On(1),
		}), voice.Say("random.openSquares", voice.F{"Squares": open.On(1)}))
	}
	return j, nil
}

// place answers “Place”.
func (j joint) place() (joint, error) {
	j, err := j.chooseSquare()
	if err != nil {
		return j, err
	}
	piece, square := j.chosen()
	for f := range square.All() {
		j.setup = j.setup.Place(piece, f)
	}
	j.what = ""
	return j, nil
}

// jointRules answers “Rules” with a private text.
func jointRules(_ context.Context, _ *chat.Request, j joint) (*chat.Reply, error) {
	pieces := voice.Phrase("random.rulesForFive")
	if j.setup.All {
		pieces = voice.Phrase("random.rulesForAll")
	}
	return chat.Say(voice.Lines{
		voice.Heading(2, voice.Phrase("random.jointRules")), voice.Phrase("random.rulesOfTurns"),
		voice.Run{pieces, voice.Phrase("random.rulesOfSquares")}, voice.Small(voice.Phrase("random.jointSource")),
	}), nil
}
