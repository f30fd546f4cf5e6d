package number

import (
	"context"
	"errors"
	"regexp"
	"strings"

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
	asked := castles{boards: boards, rules: chess960.Chess960Castling, style: card.DefaultStyle(), audience: chat.OnlyAsker}
	return chat.Command{
		Name: CastleHereName, MenuName: "commands.message.castle", OnMessage: true, With: "castle",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			answer := func(text string) (*chat.Reply, error) {
				return asked.answer(text, game.Turn{}, r.Languages())
			}
			return files.ofMessage(r, answer, func(file chat.Attachment) (*chat.Reply, error) {
				return files.inGame(ctx, r, file, answer)
			})
		},
		Presses: []chat.Press{nowButton.On(func(_ context.Context, _ *chat.Request, fen string) (*chat.Reply, error) {
			p, err := game.ParseFEN(fen)
			if err != nil {
				return nil, chat.Foreign()
			}
			c := asked
			if fields := strings.Fields(fen); len(fields) == 5 {
				c.losses, c.played = game.ParseLosses(fields[4]), true
			}
			return c.inGame(p, 0)
		})},
	}
}

// nowButton shows which castlings are allowed in a position of a game.
var nowButton = chat.NewControl("castle-now", func(fen *string, f *chat.Fields) { f.Text(fen) })

// nowID returns the custom id for a position: four fields of its FEN, and how its game has lost rights
// to castle. If there is no room for that, "?" says that a game has lost them, not a FEN.
func nowID(p game.Position, losses game.Losses) string {
	const longest = 100 - len("castle-now:")
	fen := strings.Join(strings.Fields(p.XFEN())[:4], " ")
	switch code := losses.String(); {
	case code == "":
		return nowButton.ID(fen)
	case len(fen)+len(" ")+len(code) > longest:
		return nowButton.ID(fen + " ?")
	default:
		return nowButton.ID(fen + " " + code)
	}
}

// castlingNowButton returns the button "Can I castle?".
func castlingNowButton(p game.Position, losses game.Losses) chat.Component {
	return chat.Secondary(voice.Phrase("number.castlingNowButton"), nowID(p, losses))
}

// ofGame plays the moves of a game until the turn, and says who can castle there.
func (c castles) ofGame(head string, moves []game.Written, until game.Turn, languages []string) (*chat.Reply, error) {
	start, notes, err := startOfGame(head)
	if err != nil {
		return nil, err
	}
	if fens := castling.FindFENs(head); len(fens) == 1 {
		notes = append(notes, c.leftBeside(head, fens[0], moves...)...)
	}
	if other := variantNotes(head); other != nil {
		if double, ok := start.Start(); ok && castling.FindFENs(endTag.ReplaceAllString(head, "")) != nil {
			c.notes = append(other, notes...)
			return c.start(recognize.Reading{White: double.White, Black: double.Black})
		}
		return nil, chat.Refuse(other[0], voice.Phrase("number.pasteGame"))
	}
	at := game.Replay(start.By(c.rules), moves, until, languages...)
	c.losses = at.Losses
	var letters voice.And
	for _, i := range at.Deciding(moves) {
		letters = append(letters, voice.Say("number.letterOf", voice.F{"Letter": voice.Raw(at.Language.Letters[i]), "Piece": castling.Piece(typed.English[i])}))
	}
	if letters != nil {
		notes = append(notes, voice.Say("number.lettersOfGame", voice.F{"Letters": letters}))
	}
	switch {
	case at.Illegal != nil:
		return c.stopped(at, notes)
	case until != (game.Turn{}) && at.Next() != until:
		notes = append(notes, voice.Say("number.notInGame", voice.F{"Asked": until}))
	}
	if last := moves[len(moves)-1]; at.Played == len(moves) && last.Result != "" && len(at.Moves()) > 0 {
		notes = append(notes, voice.Say("number.ended", voice.F{"Result": voice.Quoted(last.Result)}))
	}
	return c.inGame(at.Position, at.Number(), notes...)
}

// stopped says why a game stops before its end, and shows the board there.
func (c castles) stopped(at game.Replayed, notes []voice.Sentence) (*chat.Reply, error) {
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(append(voice.Lines{
		voice.Heading(2, voice.Say("number.notPossible", voice.F{"Turn": at.Illegal.Turn, "Move": voice.Quoted(at.Illegal.Text)})),
		illegalMove(at.Illegal),
	}, notes...))
	AddBoard(&l, at.Position.Position, "stopped-"+c.style.Side()+".png")
	var buttons []chat.Component
	if c.rules == chess960.Chess960Castling { // the answer to the button knows no other rules
		buttons = append(buttons, chat.Secondary(voice.Say("number.castlingBefore", voice.F{"Number": at.Number()}), nowID(at.Position, at.Losses)))
	}
	l.Row(append(buttons, chat.LinkButton(voice.Phrase("card.openOnLichess"), card.LichessFEN(at.XFEN())))...)
	return l.Reply()
}

// mostReasons is the number of reasons that a line says. Only positions with many promoted
// queens have more.
const mostReasons = 16

// illegalMove says why a move of a game is not legal.
func illegalMove(wrong *game.Illegal) voice.Sentence {
	var line voice.Run
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

// endTag is chess.com's tag with the position at the end of a game.
var endTag = regexp.MustCompile(`(?i)\[\s*CurrentPosition\b[^\]]*\]`)

// startOfGame reads where a game starts from the text before its moves: its tags, a FEN, or
// any name of a start position. A game that does not say starts from the normal position.
func startOfGame(head string) (start game.Position, notes []voice.Sentence, err error) {
	head = endTag.ReplaceAllString(head, "")
	fens := castling.FindFENs(head)
	for score := range game.Openings(head) {
		if fens == nil && score.Tags.FEN != "" { // says why it cannot be read
			fens = []string{score.Tags.FEN}
		}
	}
	switch len(fens) {
	case 0:
		if strings.ContainsAny(head, "[{") {
			head = recognize.Claims(head, true)
		}
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
