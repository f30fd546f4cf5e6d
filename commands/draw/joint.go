package draw

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/drawing"
	"chess960bot/internal/explain"
)

// A joint is a joint set-up of two players. Its whole state is in the custom ids of
// its buttons, so it survives a restart:
//
//	control:what:rank:"all" or nothing:Black's id:White's id:view:theme
type joint struct {
	what         string // the chosen piece, or the piece and the file to place it on
	setup        drawing.Joint
	chosen       chess960.Piece // the piece that the square buttons place; 0 for the first one left
	black, white string         // ids of the players
	style        card.Style
	audience     chat.Audience
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

func (j joint) customID(control, what string) string {
	j.what = what
	return chat.WriteID(control, j.fields)
}

// startJoint answers /random game:by-two. The asker is Black and begins.
func startJoint(tools Tools, r *chat.Request) (*chat.Reply, error) {
	display, err := card.DisplayOf(r.Options)
	if err != nil {
		return nil, err
	}
	opponent := r.Options.Text("opponent")
	switch user, known := r.Users[opponent]; {
	case opponent == "":
		return nil, chat.Refuse("A joint set-up needs two players.", "Name the other one, such as "+chat.Slash("random")+" `game:by-two opponent:@name`. You are Black and begin.")
	case !chat.IsSnowflake(opponent):
		return nil, chat.Refuse(chat.QuoteFirst(opponent)+" is nobody whom I can invite.", "Choose a person in the option `opponent`.")
	case opponent == r.Asker:
		return nil, chat.Refuse("You cannot be your own opponent.", "Name somebody else with `opponent`.")
	case known && user.Bot:
		return nil, chat.Refuse(chat.Mention(opponent)+" is a bot and cannot press buttons.", "Name a person with `opponent`.")
	case r.Options.Bool("private"):
		return nil, chat.Refuse("A joint set-up cannot be private: your opponent must see it too.", "Leave out `private`.")
	}
	return joint{setup: drawing.Joint{All: r.Options.Bool("all")}, black: r.Asker, white: opponent, style: display.Style}.reply(tools)
}

// reply shows the current state of the set-up.
func (j joint) reply(tools Tools) (*chat.Reply, error) {
	if j.setup.Done() {
		return j.finished(tools, nil)
	}
	l := card.Layout{Boards: tools.Boards, Style: j.style, Audience: j.audience}
	l.Text("## Joint set-up of White's first rank\n" + j.rules())
	l.Strip(8-j.setup.Rank.Files(0).Len(), explain.RankView(j.setup.Rank))
	if j.setup.Impasse() {
		l.Text(fmt.Sprintf("**Impasse.** No start position has these pieces on these squares: `%v`. Only the repair that you agreed on is left.", j.setup.Rank))
		l.Buttons([]chat.Component{chat.Button(discordgo.PrimaryButton, "Repair", j.customID("repair", ""))})
		return l.Reply()
	}
	left := j.setup.Left()
	if j.chosen == 0 || len(left) == 1 {
		j.chosen = left[0]
	}
	l.Text(fmt.Sprintf("**%s to place**, %s. Choose a piece, then its square. Chosen: %s.", j.turn(), chat.Mention(j.toPlace()), j.chosen.Name()))
	var pieces, squares []chat.Component
	for _, piece := range left {
		style := discordgo.SecondaryButton
		if piece == j.chosen {
			style = discordgo.PrimaryButton
		}
		pieces = append(pieces, chat.Button(style, chat.Capitalise(piece.Name()), j.customID("piece", piece.String())))
	}
	for f := range j.setup.Rank.Files(0).All() {
		squares = append(squares, chat.Button(discordgo.SecondaryButton, f.Square(), j.customID("place", j.chosen.String()+f.String())))
	}
	l.Row(pieces...)
	l.Buttons(squares)
	return l.Reply()
}

const repairRule = "the pieces left go onto the empty squares from the a-side, in the order king, queen, rooks, bishops, knights. If the bishops stand on squares of one colour, the one nearer to a changes places with its neighbour on the h-side. If the king is not between the rooks, it changes places with the nearer one."

// rules returns the rules of the set-up: who places which pieces.
func (j joint) rules() string {
	players := fmt.Sprintf("%s is Black and begins, %s is White. You place in turn; what is placed stays.", chat.Mention(j.black), chat.Mention(j.white))
	if j.setup.All {
		return players + " All eight pieces are yours to place, bishops on opposite colours, the king between the rooks. An impasse is possible; you agree now that the bot repairs it: " + repairRule
	}
	return players + " Place the bishops, on opposite colours, the knights and the queen. Then the king goes to the middle of the three squares left, the rooks to its sides: no impasse is possible."
}

func (j joint) turn() string {
	if j.setup.BlackToPlace() {
		return "Black"
	}
	return "White"
}

func (j joint) toPlace() string {
	if j.setup.BlackToPlace() {
		return j.black
	}
	return j.white
}

// finished shows the position as a public answer.
func (j joint) finished(tools Tools, repair []drawing.Step) (*chat.Reply, error) {
	p := chess960.MustParsePosition(j.setup.Rank.String())
	notes := []string{fmt.Sprintf("Set up by %s (Black) and %s (White).", chat.Mention(j.black), chat.Mention(j.white))}
	if repair != nil {
		notes = append(notes, "After an impasse, repaired:")
	}
	for _, s := range repair {
		notes = append(notes, "- "+chat.Capitalise(s.Choice.For)+": "+effect(s)+".")
	}
	return card.Answer{Card: card.Card{Position: p, Style: j.style, Method: explain.Direct}, Audience: j.audience, Notes: notes, Play: tools.Play}.Reply(tools.Boards)
}

// jointButtons answers the buttons of a joint set-up. They edit the public message,
// because both players use it as their board.
func jointButtons(tools Tools) map[string]chat.Handler {
	press := func(act func(joint, Tools) (*chat.Reply, error)) chat.Handler {
		return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			j := joint{audience: chat.InPlace}
			if err := chat.ReadID(r.CustomID, j.fields); err != nil {
				return nil, err
			}
			if r.Asker != j.black && r.Asker != j.white {
				return nil, chat.Refuse(fmt.Sprintf("Only %s and %s place pieces here.", chat.Mention(j.black), chat.Mention(j.white)), "Start a set-up of your own with "+chat.Slash("random")+" `game:by-two opponent:@name`.")
			}
			if inTurn := chat.IDName(r.CustomID) != "repair"; inTurn && r.Asker != j.toPlace() {
				return nil, chat.Refuse(fmt.Sprintf("It is %s's turn: %s places now.", j.turn(), chat.Mention(j.toPlace())), "Wait until a piece is placed.")
			}
			return act(j, tools)
		}
	}
	return map[string]chat.Handler{"piece": press(joint.choose), "place": press(joint.place), "repair": press(joint.repair)}
}

// choose changes the piece that the square buttons place.
func (j joint) choose(tools Tools) (*chat.Reply, error) {
	for _, piece := range j.setup.Left() {
		if j.what == piece.String() {
			j.chosen = piece
			return j.reply(tools)
		}
	}
	return nil, chat.Foreign()
}

// place puts a piece onto a square, written as "Bc".
func (j joint) place(tools Tools) (*chat.Reply, error) {
	what := j.what
	if len(what) != 2 || chess960.Piece(what[0]).Name() == "" || what[1] < 'a' || what[1] > 'h' {
		return nil, chat.Foreign()
	}
	piece, f := chess960.Piece(what[0]), chess960.File(what[1]-'a')
	setup, err := j.setup.Place(piece, f)
	if refused, ok := err.(*drawing.PlacementError); ok {
		return nil, chat.Refuse(
			fmt.Sprintf("The %s cannot go to %s: %s.", piece.Name(), f.Square(), refused.Reason),
			fmt.Sprintf("The %s may go to %s.", piece.Name(), j.setup.Open(piece).Squares()),
		)
	}
	j.setup = setup
	return j.reply(tools)
}

func (j joint) repair(tools Tools) (*chat.Reply, error) {
	if !j.setup.Impasse() {
		return nil, chat.Foreign()
	}
	steps, repaired := j.setup.Repair()
	j.setup = repaired
	return j.finished(tools, steps)
}
