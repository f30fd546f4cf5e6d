package number

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// ExplainThisName is the name of the message command, as people see it in the menu of a
// message.
const ExplainThisName = "Explain this position"

// ExplainThis answers "Explain this position" with the positions that a message
// names. Only the asker sees the answer.
func ExplainThis(boards *render.Renderer, files *reading.Files, drawn reading.Drawn) chat.Command {
	return chat.Command{
		Name: ExplainThisName, MenuName: "commands.message.explain", OnMessage: true, With: "encode",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			e := encoding{boards: boards, display: card.DisplayOf(r), audience: chat.OnlyAsker}
			return files.OfMessage(r, e.ofMessage, func(file chat.Attachment) (*chat.Reply, error) {
				reply, err := reader{files, drawn, e.ofMessage}.answer(ctx, r, file)
				if err == nil {
					reply.Audience = chat.OnlyAsker
				}
				return reply, err
			})
		},
		Presses: []chat.Press{positionMenu.On(func(_ context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
			p, err := chess960.ParsePosition(strings.Join(r.Values, ","))
			if err != nil {
				return nil, chat.Foreign()
			}
			return explainTo(chat.OwnPage, boards, p, nil)
		})},
	}
}

// ofMessage shows the numbers of the positions that a message names.
func (e encoding) ofMessage(message string) (*chat.Reply, error) {
	found := recognize.All(message)
	e.notes = reading.VariantNotes(message)
	if len(found) == 0 { // neither a board nor a numbering, but perhaps a number, as for /encode
		board, others, err := reading.Bare(message)
		if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
			return choosePosition(positionChoices(several.Readings)), nil
		}
		if err != nil {
			return nil, cmp.Or(inGame(message), reading.Refusal(message, err, reading.NoneInMessage))
		}
		e.others = others
		return e.answer(board)
	}
	if sp, others, bare := recognize.OfOneNumber(found); bare && len(others) > 0 {
		e.others = others
		return e.answer(sp)
	}
	if board, notes := numberedBoard(message, found, false); len(notes) > 0 {
		return explainTo(chat.OnlyAsker, e.boards, board.White, slices.Concat(e.notes, notes, reading.Notes(board)), castlingOfGame(message)...)
	}
	if choices := positionChoices(found); len(found) > 1 && len(choices) > 1 {
		return choosePosition(choices), nil
	}
	return explainTo(chat.OnlyAsker, e.boards, found[0].White, append(e.notes, reading.Notes(found[0])...), castlingOfGame(message)...)
}

// positionMenu chooses one of the positions that a message names.
var positionMenu = chat.NewControl("position", chat.NoFields)

// numberedBoard returns the only board that a message names, and a sentence for each number
// that the message gives to this board. There is no sentence if the message names another position
// too: only a single number beside the board may be wrong. asked says that the text is an answer to the
// bot: then one number in few words is meant too.
func numberedBoard(message string, found []recognize.Reading, asked bool) (board recognize.Reading, notes []voice.Sentence) {
	claims := claimsOfGame(message)
	message = typed.Plain(message)
	var named []recognize.Reading
	boards := 0
	for _, r := range found {
		if r.Scheme != nil {
			named = append(named, r)
		} else {
			board, boards = r, boards+1
		}
	}
	if boards != 1 || board.Black != board.White {
		return board, nil
	}
	said, wrong := map[int]bool{}, 0
	rest := strings.ReplaceAll(boardField.ReplaceAllString(message, " "), board.Text, " ")
	if claims != "" {
		rest = typed.Plain(claims)
		named = slices.DeleteFunc(recognize.All(claims), func(r recognize.Reading) bool { return r.Scheme == nil })
	}
	beside := !listed.MatchString(rest) && len(strings.Fields(rest)) <= mostBeside
	claimed := claimedNumbers(rest)
	if long := longNumbers(rest); claimed == nil && asked && len(long) == 1 && len(strings.Fields(rest)) <= mostBeside/2 {
		n, _ := strconv.Atoi(long[0][1]) // at most six digits
		claimed = []int{n}
	}
	numbers := named
	for _, number := range claimed {
		p, _ := chess960.FromSP(number)
		numbers = append(numbers, recognize.Reading{White: p, Scheme: chess960.Scharnagl, Number: number})
	}
	for i, r := range numbers {
		sentence, origins := card.WhoseNumber(board.White, r.Number, r.Scheme)
		switch mayBeWrong := wrong == 0 && beside && r.Number <= chess960.Count; {
		case said[r.Number]:
		case origins != nil:
			notes, said[r.Number] = append(notes, sentence), true
		case mayBeWrong:
			notes, said[r.Number] = append(notes, sentence), true
			if wrong++; r.White.IsValid() {
				notes = append(notes, compared(board, r.White))
			}
		case i < len(named):
			return board, nil
		default:
			wrong++
		}
	}
	return board, notes[:min(len(notes), 3)]
}

// claimsOfGame returns what the only game of a message, with a FEN, says about its start beside this FEN.
func claimsOfGame(message string) (claims string) {
	games := 0
	for score := range game.Openings(message) {
		if games++; score.Tags.Any && score.Tags.FEN != "" {
			claims = recognize.Claims(score.Head, true)
		}
	}
	if games != 1 {
		return ""
	}
	return claims
}

// mostBeside is the most words of a text that gives a number to its board, and says nothing else.
const mostBeside = 8

var (
	boardField = regexp.MustCompile(`\S*/\S*/\S*(?: [wb] \S+ \S+ \d+ \d+)?`)
	// claim is a number with a word that says whose it is, or that somebody says it.
	claim = regexp.MustCompile(`(?i)(?:#|(?:^|[^\p{L}])(?:sp|scharnagl|fritz(?: ?9)?|almanac|` + typed.Pattern("number", "position", "says") + `))[^\p{L}\p{N}\n]{0,3}(\d{3,6})(?:[^\d/]|$)`)
	// onlyNumbers is a line with nothing but numbers, and perhaps words between them.
	onlyNumbers = regexp.MustCompile(`(?i)^[^\p{L}]*(?:` + typed.Pattern("and", "or") + `[^\p{L}]*)*$`)
	// listed is a word between two positions that are meant.
	listed     = regexp.MustCompile(`(?i)(?:^|[^\p{L}])` + typed.Pattern("and", "or") + `(?:[^\p{L}]|$)`)
	longNumber = regexp.MustCompile(`(?:^|[^\d/])(\d{3,6})(?:[^\d/]|$)`)
	notDigit   = regexp.MustCompile(`\D`)
)

// longNumbers finds the numbers of three to six digits in a text, with their digits in the group 1. Each
// character between two numbers is doubled, since it ends the first and begins the second.
func longNumbers(text string) [][]string {
	return longNumber.FindAllStringSubmatch(notDigit.ReplaceAllString(text, "$0$0"), -1)
}

// claimedNumbers returns the numbers of three to six digits that a message gives to its board, which is
// left out: those with a word that says so, and those that are alone in a line or alone beside the board.
// A rating, a fee or a time is no such number.
func claimedNumbers(rest string) []int {
	var numbers []int
	for line := range strings.Lines(rest) {
		found := claim.FindAllStringSubmatch(line, -1)
		if onlyNumbers.MatchString(line) {
			found = longNumbers(line)
		}
		for _, m := range found {
			n, _ := strconv.Atoi(m[1]) // at most six digits
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// castlingOfGame returns the button "Can I castle?" for the end of the game in a message; none
// without a game.
func castlingOfGame(message string) []chat.Component {
	head, moves, ok := game.Split(message)
	if !ok || reading.VariantNotes(head) != nil {
		return nil
	}
	start, _, err := reading.Start(head)
	if err != nil {
		return nil
	}
	end := game.Replay(start, moves, game.Turn{})
	return []chat.Component{card.CastlingNowButton(canICastle, end.Position, end.Losses)}
}

// explainTo shows a position's card to an audience, with some buttons in front.
func explainTo(
	audience chat.Audience, boards *render.Renderer, p chess960.Position, notes []voice.Sentence, first ...chat.Component,
) (*chat.Reply, error) {
	shown := card.Card{Position: p, Style: card.DefaultStyle(), Method: explain.Head, Direction: explain.ToNumber}
	return card.Answer{Card: shown, Audience: audience, Notes: notes, Compact: len(notes) > 1, First: first}.Reply(boards)
}

// positionChoices returns a choice for each position, of White or Black.
func positionChoices(found []recognize.Reading) []chat.MenuOption {
	var choices []chat.MenuOption
	for _, r := range found {
		for _, p := range []chess960.Position{r.White, r.Black} {
			choice := chat.MenuOption{Label: voice.Raw(card.Title(p)), Value: p.String()}
			if !slices.Contains(choices, choice) {
				choices = append(choices, choice)
			}
		}
	}
	return choices
}

// choosePosition asks which of several positions the asker means.
func choosePosition(choices []chat.MenuOption) *chat.Reply {
	const most = chat.MostChoices
	question := voice.F{"Positions": len(choices)}
	if len(choices) > most {
		question["Most"] = most
		choices = choices[:most]
	}
	menu := chat.Menu(positionMenu.ID(struct{}{}), voice.Phrase("reading.choosePosition"), choices)
	return chat.Say(voice.Say("number.whichOf", question), chat.Row(menu))
}
