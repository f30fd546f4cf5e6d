package number

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// CastleHereName is the name of the message command, as people see it in the menu of a
// message.
const CastleHereName = "Can I castle here?"

// CastleHere answers "Can I castle here?" for the game or the position in a message or in its file.
// Only the asker sees the answer.
func CastleHere(boards *render.Renderer, files *Files) chat.Command {
	return chat.Command{
		Name: CastleHereName, MenuName: "commands.message.castle", OnMessage: true,
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			message := r.Target
			if i := slices.IndexFunc(r.TargetFiles, isPGN); i >= 0 {
				var err error
				if message, err = files.game(ctx, r, r.TargetFiles[i]); err != nil {
					return nil, err
				}
			}
			return castlesIn(boards, chat.OnlyAsker).inMessage(message)
		},
		Presses: []chat.Press{nowButton.On(func(_ context.Context, _ *chat.Request, fen string) (*chat.Reply, error) {
			p, err := castling.ParseFEN(fen)
			if err != nil {
				return nil, chat.Foreign()
			}
			return castlesIn(boards, chat.OnlyAsker).now(p, fen)
		})},
	}
}

func castlesIn(boards *render.Renderer, audience chat.Audience) castles {
	return castles{boards: boards, rules: chess960.Chess960Castling, style: card.DefaultStyle(), audience: audience}
}

// nowButton shows which castlings are allowed in a position of a game.
var nowButton = chat.NewControl("castle-now", func(fen *string, f *chat.Fields) { f.Text(fen) })

// castlingNowButton returns the button "Can I castle?".
func castlingNowButton(p game.Position) chat.Component {
	return chat.Button(discordgo.SecondaryButton, voice.Phrase("number.castlingNowButton"), nowButton.ID(p.XFEN()))
}

// inMessage shows the castlings of the game or of the one position that a message has.
func (c castles) inMessage(message string) (*chat.Reply, error) {
	if head, moves, ok := game.Split(message); ok {
		return c.ofGame(head, moves, game.Turn{})
	}
	if fens := castling.FindFENs(message); fens != nil {
		return c.ofFENs(fens, message)
	}
	switch found := recognize.All(message); len(found) {
	case 0:
		return nil, noneInMessage()
	case 1:
		return c.start(found[0])
	default:
		return askWhich(&recognize.AmbiguousError{Input: message, Readings: found}, startMenu.ID(c)), nil
	}
}

// The sentences about a game.
type (
	lettersOfGame struct {
		voice.Facts
		Letters []voice.Raw // of king, queen, rook, bishop and knight
	}
)

// ofGame plays the moves of a game until the turn, and says who can castle there.
func (c castles) ofGame(head string, moves []game.Written, until game.Turn) (*chat.Reply, error) {
	start, notes, err := startOfGame(head)
	if err != nil {
		return nil, err
	}
	if other := variantNotes(head); other != nil {
		if double, ok := start.Start(); ok && castling.FindFENs(head) != nil {
			c.notes = append(other, notes...)
			return c.start(recognize.Reading{White: double.White, Black: double.Black})
		}
		return nil, chat.Refuse(other[0], voice.Phrase("number.pasteGame"))
	}
	at := game.Replay(start.By(c.rules), moves, until)
	c.losses = at.Losses
	if at.Language.Letters != typed.Languages()[0].Letters {
		var letters lettersOfGame
		for _, letter := range at.Language.Letters {
			letters.Letters = append(letters.Letters, voice.Raw(letter))
		}
		notes = append(notes, letters)
	}
	switch {
	case at.Illegal != nil:
		notes = append(notes, illegalMove(at.Illegal))
	case until != (game.Turn{}) && at.Next() != until:
		notes = append(notes, voice.Say("number.notInGame", voice.F{"Asked": until}))
	}
	notes = append(notes, voice.Say("number.atMove", voice.F{
		"Player": at.Turn(), "Number": at.Number(), "FEN": voice.Raw(at.XFEN()),
	}))
	return c.now(at.Position.Position, at.XFEN(), notes...)
}

// illegalMove says why a move of a game is not legal.
func illegalMove(wrong *game.Illegal) voice.Sentence {
	line := voice.Run{voice.Say("number.notPossible", voice.F{"Turn": wrong.Turn, "Move": voice.Quoted(wrong.Text)})}
	switch {
	case wrong.Reasons == nil:
		return append(line, wrong.Because)
	case wrong.Loss.How != "":
		return append(line, wrong.Loss)
	}
	for _, reason := range wrong.Reasons[:min(len(wrong.Reasons), mostReasons)] {
		if reason.Kind == castling.Attacked {
			line = append(line, voice.Say("number.wouldCross", voice.F{
				"Square": reason.Square, "By": reason.By, "From": reason.From,
			}))
			continue
		}
		line = append(line, reason)
	}
	return line
}

// startOfGame reads where a game starts from the text before its moves: its tags, a FEN, or
// any name of a start position. A game that does not say starts from the normal position.
func startOfGame(head string) (start game.Position, notes []voice.Sentence, err error) {
	fens := castling.FindFENs(head)
	for score := range game.Openings(head) {
		if fens == nil && score.Tags.FEN != "" { // says why it cannot be read
			fens = []string{score.Tags.FEN}
		}
	}
	switch len(fens) {
	case 0:
		board, others, err := readBare(head)
		switch {
		case errors.Is(err, recognize.ErrNone):
			classical := chess960.Classical()
			board, notes = recognize.Reading{White: classical, Black: classical}, []voice.Sentence{voice.Phrase("number.noStart")}
		case err != nil:
			return game.Position{}, nil, notRead(err)
		default:
			notes = append(readingNotes(board), bareNotes(others)...)
		}
		fens = []string{chess960.Double{White: board.White, Black: board.Black}.XFEN()}
	case 1:
	default:
		if _, err := recognize.Text(head, nil); err != nil && !errors.Is(err, recognize.ErrNone) {
			return game.Position{}, nil, notRead(err)
		}
		return game.Position{}, nil, chat.Refuse(voice.Phrase("number.twoPositions"), voice.Phrase("number.pasteOneFEN"))
	}
	start, err = game.ParseFEN(fens[0])
	if err != nil {
		return start, nil, fenRefusal(fens[0], err)
	}
	return start, notes, nil
}

// variantNotes returns the sentence about a game by other rules than those of chess; nil for a text
// without one.
func variantNotes(text string) []voice.Sentence {
	if strings.Contains(text, "[") {
		for score := range game.Openings(text) {
			if score.Tags.Kind() == game.OtherGame {
				return []voice.Sentence{voice.Say("number.otherGame", voice.F{
					"Variant": voice.Quoted(score.Tags.Variant),
				})}
			}
		}
	}
	return nil
}

// readTurn reads the option for a turn in a game; the zero Turn if it was left out.
func readTurn(text string) (game.Turn, error) {
	if text == "" {
		return game.Turn{}, nil
	}
	turn, ok := game.ParseTurn(text)
	if !ok {
		return turn, chat.Refuse(voice.Say("number.notAMove", voice.F{
			"Text": voice.Quoted(text),
		}), voice.Phrase("number.typeMove"))
	}
	return turn, nil
}
