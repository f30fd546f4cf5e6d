package draw

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/leaf/recent"
	"chess960bot/voice"
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
		return nil, chat.Refuse(voice.Raw("A joint set-up needs two players."), voice.Raw("Name the other one, such as "+chat.Slash("random")+" `game:by-two opponent:@name`. You are Black and begin."))
	case opponent.ID == r.Asker:
		return nil, chat.Refuse(voice.Raw("You cannot be your own opponent."), voice.Raw("Name somebody else with `opponent`."))
	case opponent.Bot:
		return nil, chat.Refuse(voice.Raw(chat.Mention(opponent.ID)+" is a bot and cannot press buttons."), voice.Raw("Name a person with `opponent`."))
	case chat.PrivateOption().Read(r):
		return nil, chat.Refuse(voice.Raw("A joint set-up cannot be private: your opponent must see it too."), voice.Raw("Leave out `private`."))
	}
	j := joint{setup: drawing.Joint{All: o.all.Read(r)}, black: r.Asker, white: opponent.ID, style: card.StyleOf(r)}
	return j.reply(tools, chat.AsAsked)
}

// reply shows the set-up with the choices of the player to move.
func (j joint) reply(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	if j.setup.Done() {
		return j.finished(tools, audience)
	}
	l := card.Layout{Boards: tools.Boards, Style: j.style, Audience: audience}
	l.Text(voice.Raw(fmt.Sprintf("## Joint set-up\n%s is Black, %s is White.\n**Move %d, %s**: %s %s", chat.Mention(j.black), chat.Mention(j.white), j.setup.Move(), j.side(), chat.Mention(j.toPlace()), j.task())))
	piece, square := j.chosen()
	view := explain.RankView(j.setup.Rank)
	view.New = square
	for f := range square.All() {
		view.Rank[f] = piece
	}
	l.Strip(j.setup.Move(), view)
	l.Row(j.pieceButtons()...)
	if piece != 0 {
		l.Buttons(j.squareButtons())
	}
	rules := chat.Button(discordgo.SecondaryButton, voice.Raw("Rules"), rulesButton.ID(j.with("")))
	if square == 0 {
		l.Row(rules)
	} else {
		l.Row(chat.Button(discordgo.SuccessButton, voice.Raw(fmt.Sprintf("Place: %s on %s", piece.Name(), square.Squares())), placeButton.ID(j)), rules)
	}
	return l.Reply()
}

// task says what the player to move does next.
func (j joint) task() string {
	switch piece, square := j.chosen(); {
	case piece == 0:
		return "chooses a piece."
	case square == 0:
		return "chooses a square for the " + piece.Name() + "."
	default:
		return "presses **Place** or chooses again."
	}
}

// pieceButtons are the pieces that are left, the chosen one in colour.
func (j joint) pieceButtons() []chat.Component {
	chosen, _ := j.chosen()
	var buttons []chat.Component
	for _, piece := range j.setup.Left() {
		buttons = append(buttons, chat.Button(highlight(piece == chosen), voice.Raw(chat.Capitalise(piece.Name())), pieceButton.ID(j.with(piece.String()))))
	}
	return buttons
}

// squareButtons are the squares to which the chosen piece may go.
func (j joint) squareButtons() []chat.Component {
	piece, chosen := j.chosen()
	var buttons []chat.Component
	for f := range j.setup.Open(piece).All() {
		buttons = append(buttons, chat.Button(highlight(chosen.Has(f)), voice.Raw(f.Square()), squareButton.ID(j.with(piece.String()+f.String()))))
	}
	return buttons
}

// highlight returns the style of a button that is chosen or not.
func highlight(chosen bool) discordgo.ButtonStyle {
	if chosen {
		return discordgo.PrimaryButton
	}
	return discordgo.SecondaryButton
}

func (j joint) side() string {
	if j.setup.BlackToPlace() {
		return "Black"
	}
	return "White"
}

// toPlace returns the id of the player to move.
func (j joint) toPlace() string {
	if j.setup.BlackToPlace() {
		return j.black
	}
	return j.white
}

// finished shows the position as a public answer.
func (j joint) finished(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	p := chess960.MustParsePosition(j.setup.Rank.String())
	note := fmt.Sprintf("Set up by %s (Black) and %s (White).", chat.Mention(j.black), chat.Mention(j.white))
	return card.Answer{Card: card.Card{Position: p, Style: j.style, Method: explain.Direct}, Audience: audience, Notes: card.RawNotes(note), Play: tools.Play}.Reply(tools.Boards)
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
			if err := j.mayMove(r); err != nil || r.Message == nil {
				return nil, cmp.Or(err, error(chat.Foreign()))
			}
			next, err := act(j)
			if err != nil {
				return nil, err
			}
			reply, err := next.reply(tools, chat.InPlace)
			if err != nil {
				return nil, err
			}
			at, _ := reached.Get(r.Message.ID, func() *atomic.Int32 { return new(atomic.Int32) })
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
		return chat.Refuse(voice.Raw(fmt.Sprintf("Only %s and %s place pieces here.", chat.Mention(j.black), chat.Mention(j.white))), voice.Raw("Start a set-up of your own with "+chat.Slash("random")+" `game:by-two opponent:@name`."))
	}
	if err := j.outdated(r.Message); err != nil {
		return err
	}
	if r.Asker != j.toPlace() {
		return chat.Refuse(voice.Raw(fmt.Sprintf("It is %s's turn: %s places now.", j.side(), chat.Mention(j.toPlace()))), voice.Raw("Wait until a piece is placed."))
	}
	return nil
}

// outdated returns the refusal of a press that the message has left behind. A message
// without buttons of a set-up is complete.
func (j joint) outdated(m *chat.Message) error {
	if m == nil || m.Buttons == nil {
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
	state := "complete"
	if at != complete {
		state = fmt.Sprintf("at move %d", at)
	}
	return chat.Refuse(voice.Raw(fmt.Sprintf("That button belongs to move %d, and the set-up is %s.", j.setup.Move(), state)), voice.Raw("What is placed stays. Use the buttons that the message has now."))
}

// choosePiece answers the button of a piece.
func (j joint) choosePiece() (joint, error) {
	piece, square := j.chosen()
	if len(j.what) != 1 || square != 0 || j.setup.Open(piece) == 0 {
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
		return j, chat.Refuse(voice.Raw(fmt.Sprintf("The %s cannot go to %s: no start position is like that.", piece.Name(), square.Squares())), voice.Raw(fmt.Sprintf("Possible squares: %s.", open.Squares())))
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

// jointRules answers the button "Rules" with a private text.
func jointRules(_ context.Context, _ *chat.Request, j joint) (*chat.Reply, error) {
	pieces := "Place the bishops, knights and queen. Then the king goes to the middle of the three squares left, and the rooks go beside him."
	if j.setup.All {
		pieces = "Place all eight pieces."
	}
	return chat.Say(voice.Raw("## Joint set-up: the rules\n" +
		"The two players set up White's first rank. Black mirrors it on rank 8. Black begins, and you take turns: a piece, a square, then **Place**. What is placed stays.\n" +
		pieces + " The bishops need squares of opposite colours, and the king needs a rook on either side. Only squares that lead to a start position are offered.\n-# After Edward Northam.")), nil
}
