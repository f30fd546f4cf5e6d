package castle

import (
	"context"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
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
func CastleHere(boards *render.Renderer, files *reading.Files) chat.Command {
	asked := castles{
		boards: boards, style: card.DefaultStyle(), audience: chat.OnlyAsker,
		Judge: card.Judge{Rules: chess960.Chess960Castling},
	}
	return chat.Command{
		Name: CastleHereName, MenuName: "commands.message.castle", OnMessage: true, With: "castle",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			answer := func(text string) (*chat.Reply, error) {
				return asked.answer(text, game.Turn{}, r.Languages())
			}
			return files.OfMessage(r, answer, func(file chat.Attachment) (*chat.Reply, error) {
				return inFile(ctx, files, r, file, answer)
			})
		},
		Presses: []chat.Press{card.CastlingNow.On(func(_ context.Context, _ *chat.Request, fen string) (*chat.Reply, error) {
			p, err := game.ParseFEN(fen)
			if err != nil {
				return nil, chat.Foreign()
			}
			c := asked
			if fields := strings.Fields(fen); len(fields) == 5 {
				c.Losses, c.Played = game.ParseLosses(fields[4]), true
			}
			return c.inGame(p, 0)
		})},
	}
}

// longestGame is the most bytes of a file whose game is played: a long game with a comment and a clock
// for each move has some 40 KB.
const longestGame = 64 << 10

// inFile answers for the game of a file with one game, or for a short file without games.
func inFile(
	ctx context.Context, files *reading.Files, r *chat.Request, file chat.Attachment, answer func(text string) (*chat.Reply, error),
) (*chat.Reply, error) {
	return files.Read(ctx, r, file, func(text string) (reply *chat.Reply, err error) {
		err = files.Do(ctx, r.Asker, func() (err error) {
			games := 0
			cut := reading.Games(text, func(recognize.Origin, game.Tags) { games++ })
			switch {
			case games > 1 || cut:
				return chat.Refuse(voice.Phrase("castle.manyGames"), voice.Phrase("castle.pasteGame"))
			case games == 0 && len(text) > reading.Longest:
				return chat.Refuse(voice.Phrase("reading.noGames"), voice.Phrase("castle.pasteGame"))
			case len(text) > longestGame:
				return chat.Refuse(voice.Phrase("castle.longGame"), voice.Phrase("castle.pasteGame"))
			}
			reply, err = answer(text)
			return err
		})
		return reply, err
	})
}

// ofGame plays the moves of a game until the turn, and says who can castle there.
func (c castles) ofGame(head string, moves []game.Written, until game.Turn, languages []string) (*chat.Reply, error) {
	start, notes, err := reading.Start(head)
	other := reading.VariantNotes(head)
	if err != nil && other != nil {
		return nil, chat.Refuse(other[0], voice.Phrase("castle.pasteGame"))
	}
	if err != nil {
		return nil, err
	}
	if fens := castling.FindFENs(head); len(fens) == 1 {
		notes = append(notes, c.leftBeside(head, fens[0], moves...)...)
	}
	if other != nil {
		if double, ok := start.Start(); ok && castling.FindFENs(reading.WithoutEnd(head)) != nil {
			c.notes = append(other, notes...)
			return c.start(recognize.Reading{White: double.White, Black: double.Black})
		}
		return nil, chat.Refuse(other[0], voice.Phrase("castle.pasteGame"))
	}
	at := game.Replay(start.By(c.Rules), moves, until, languages...)
	c.Losses = at.Losses
	var letters voice.And
	for _, i := range at.Deciding(moves) {
		letters = append(letters, voice.Say("castle.letterOf", voice.F{"Letter": voice.Raw(at.Language.Letters[i]), "Piece": castling.Piece(typed.English[i])}))
	}
	if letters != nil {
		notes = append(notes, voice.Say("castle.lettersOfGame", voice.F{"Letters": letters}))
	}
	switch {
	case at.Illegal != nil:
		return c.stopped(at, notes)
	case until != (game.Turn{}) && at.Next() != until:
		notes = append(notes, voice.Say("castle.notInGame", voice.F{"Asked": until}))
	}
	if last := moves[len(moves)-1]; at.Played == len(moves) && last.Result != "" && len(at.Moves()) > 0 {
		notes = append(notes, voice.Say("castle.ended", voice.F{"Result": voice.Quoted(last.Result)}))
	}
	return c.inGame(at.Position, at.Number(), notes...)
}

// stopped says why a game stops before its end, and shows the board there.
func (c castles) stopped(at game.Replayed, notes []voice.Sentence) (*chat.Reply, error) {
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(append(voice.Lines{
		voice.Heading(2, voice.Say("castle.notPossible", voice.F{"Turn": at.Illegal.Turn, "Move": voice.Quoted(at.Illegal.Text)})),
		illegalMove(at.Illegal),
	}, notes...))
	l.GameBoard("stopped-"+c.style.Side()+".png", at.Position.Position, nil)
	var buttons []chat.Component
	if c.Rules == chess960.Chess960Castling { // the answer to the button knows no other rules
		buttons = append(buttons, card.CastlingNowButton(voice.Say("castle.castlingBefore", voice.F{"Number": at.Number()}), at.Position, at.Losses))
	}
	l.Row(append(buttons, chat.LinkButton(voice.Phrase("card.openOnLichess"), card.LichessFEN(at.XFEN())))...)
	return l.Reply()
}

// illegalMove says why a move of a game is not legal.
func illegalMove(wrong *game.Illegal) voice.Sentence {
	switch {
	case wrong.Reasons == nil:
		return wrong.Because
	case wrong.Loss.How != "":
		return wrong.Loss
	}
	return card.ReasonsOf(wrong.Reasons)
}

// inGame is now for a position of a game, in which nobody castles after the end.
func (c castles) inGame(p game.Position, number int, notes ...voice.Sentence) (*chat.Reply, error) {
	switch p = p.By(c.Rules); {
	case len(p.Moves()) > 0:
	case p.Attackers(p.King(p.Turn()), p.Turn().Opponent()) != nil:
		c.over = "checkmate"
	default:
		c.over = "stalemate"
	}
	return c.now(p.Position, p.XFEN(), number, notes...)
}

// now says of a position of a game which castlings are allowed, and why the others are not.
// The notes stand under the heading.
func (c castles) now(p castling.Position, fen string, number int, notes ...voice.Sentence) (*chat.Reply, error) {
	turn := p.Turn()
	var verdicts []castling.Verdict
	if c.over == "" {
		verdicts = c.Verdicts(p, turn)
	}
	heading := voice.Say("castle.atMove", voice.F{"Player": turn, "Number": number})
	switch {
	case c.over != "":
		heading = voice.Say("castle.over."+c.over, voice.F{"Player": turn})
	case number == 0: // it is not known
		heading = voice.Say("castle.castlingNow", voice.F{"Player": turn})
	}
	lines := voice.Lines{voice.Heading(2, heading), voice.Run(notes)}
	if c.Rules != chess960.Chess960Castling {
		lines = append(lines, card.CastlingBy{Rules: voice.Raw(c.Rules.Name)})
	}
	if p.RightsAssumed() {
		lines = append(lines, voice.Phrase("castle.rightsAssumed"))
	}
	lines = append(lines, c.Lines(verdicts))
	bothPlay := p.HasKing(turn.Opponent())
	if bothPlay && c.over == "" {
		lines = append(lines, voice.Say("castle.otherPlayer", voice.F{"Player": turn.Opponent()}), c.Lines(c.Verdicts(p, turn.Opponent())))
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Text(lines)
	l.GameBoard("castling-"+c.style.Side()+".png", p, verdicts)
	var buttons []chat.Component
	var a castling.Alone // the king with the rooks that still have a right
	for _, v := range verdicts {
		if v.Answer() != castling.NotAnyMore {
			a.Colour, a.King = v.Colour, v.Castling.King.From
			a.Rooks |= chess960.FilesOf(v.Castling.Rook.From)
		}
	}
	if a.Rooks != 0 {
		buttons = append(buttons, card.MannersButton(a, c.Rules))
	}
	if bothPlay {
		buttons = append(buttons, chat.LinkButton(voice.Phrase("card.openOnLichess"), card.LichessFEN(fen)))
	}
	l.Buttons(buttons)
	return l.Reply()
}
