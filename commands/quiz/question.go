package quiz

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/quiz/lessons"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// pictureFile is the name of every picture of a question. It says nothing about the answer.
const pictureFile = "question.png"

// addPicture adds what a question shows, if it shows something.
func (t Tools) addPicture(l *card.Layout, q training.Question) {
	if q.Level == training.Castling {
		l.GameBoard(pictureFile, q.Exercise.Position, nil)
		return
	}
	switch shown, ok := q.Picture(); {
	case !ok:
	case shown.Board:
		png, err := t.Boards.Board(render.Board{Position: q.Position, Theme: l.Style.Theme})
		l.Picture(chat.Picture{Name: pictureFile, Alt: shown.Alt(), PNG: png}, err)
	default:
		t.addRank(l, shown)
	}
}

// addRank adds what a question shows on White's first rank, without the board.
func (t Tools) addRank(l *card.Layout, shown training.Picture) {
	shown.Board = false
	png, err := t.Boards.Strip(render.Strip{Rank: shown.Rank, Theme: l.Style.Theme})
	l.Picture(chat.Picture{Name: pictureFile, Alt: shown.Alt(), PNG: png}, err)
}

// addSolution adds White's first rank with the pieces that the question is about, or the
// board of a question about castling with the reasons.
func (t Tools) addSolution(l *card.Layout, q training.Question) {
	if q.Level == training.Castling {
		judge, p := card.Judge{Rules: chess960.Chess960Castling, Played: true}, q.Exercise.Position
		verdicts := judge.Verdicts(p, p.Turn())
		l.Text(judge.Lines(verdicts))
		l.GameBoard(pictureFile, p, verdicts)
		return
	}
	q.Direction = training.ToNumber
	if q.Level == training.WholePosition {
		q.Level = training.WholeNumber
	}
	shown, _ := q.Picture()
	t.addRank(l, shown)
}

// form returns the form for the answer to a question. On a phone the form covers the
// picture, so the pieces are in the form too: as a pattern, and in words for people who
// listen.
func form(q training.Question, customID string) *chat.Form {
	text := voice.Lines{q.Asked()}
	if shown, ok := q.Picture(); ok {
		pattern := strings.ReplaceAll(chess960.Pattern(shown.Rank).String(), ".", "-")
		text = append(text, voice.Raw(explain.Code(pattern)), shown.Alt())
	}
	f := &chat.Form{CustomID: customID, Title: voice.Phrase("quiz.yourAnswer"), Parts: []chat.FormPart{chat.FormText(text)}}
	if q.Direction == training.ToNumber {
		f.Parts = append(f.Parts, chat.Label(voice.Phrase("quiz.number"), voice.Phrase("quiz.wholeNumber"), numberInput()))
		return f
	}
	for _, g := range q.Groups() {
		var description voice.Sentence
		if g.Description != "" {
			description = g.Description
		}
		input := choiceInput(g)
		if g.ID == "sequence" { // in order, the list could be counted
			seed := fnv.New64() // the order must not tell the position
			io.WriteString(seed, customID)
			order := rand.New(rand.NewPCG(seed.Sum64(), 960))
			order.Shuffle(len(input.Options), func(i, j int) { input.Options[i], input.Options[j] = input.Options[j], input.Options[i] })
		}
		f.Parts = append(f.Parts, chat.Label(g.Label, description, input))
	}
	return f
}

// numberInput is the line for a number in the form.
func numberInput() chat.Input {
	const longest = 10 // "SP-518" and some spaces
	return chat.TextInput("number", voice.Raw(""), longest)
}

// choiceInput is the list of a group's choices in the form.
func choiceInput(g training.Group) chat.Input {
	var options []chat.MenuOption
	for i, choice := range g.Choices {
		options = append(options, chat.MenuOption{Label: voice.Raw(choice), Value: strconv.Itoa(i)})
	}
	return chat.RadioGroup(g.ID, options)
}

// given reads the answer from the form. The answer is a number, or the SP number of a
// position.
func given(q training.Question, r *chat.Request) (int, error) {
	if q.Level == training.Castling { // is answered by buttons
		return 0, chat.Foreign()
	}
	if q.Direction == training.ToNumber {
		typed := numberInput().Read(r)
		n, ok := recognize.Number(typed)
		switch {
		case ok:
			return n, nil
		case voice.Harmless(typed) == "":
			return 0, chat.Refuse(voice.Phrase("quiz.noNumber"), tryAgain)
		}
		return 0, chat.Refuse(voice.Say("quiz.notWhole", voice.F{"Given": voice.Quoted(typed)}), tryAgain)
	}
	var chosen []int
	for _, g := range q.Groups() {
		n, ok := choiceInput(g).ReadNumber(r)
		if !ok || n < 0 || n >= len(g.Choices) {
			return 0, chat.Refuse(voice.Say("quiz.nothingChosen", voice.F{"Group": g.Label}), tryAgain)
		}
		chosen = append(chosen, n)
	}
	p, err := q.Choose(chosen)
	if errors.Is(err, training.ErrSameSquare) {
		return 0, chat.Refuse(voice.Phrase("quiz.sameSquare"), tryAgain)
	}
	return p.SP(), err
}

const tryAgain voice.Phrase = "quiz.tryAgain"

// taughtQuestions is how many questions of a level come with its rule.
const taughtQuestions = 2

// questionPage shows an open question: the first ones of a level with its rule, and the very first with the
// offer to teach.
func (t Tools) questionPage(ctx context.Context, audience chat.Audience, turn training.Turn) (*chat.Reply, error) {
	turns, err := t.Store.Turns(ctx, turn.Person, progressTurns)
	if err != nil {
		return nil, err
	}
	q, earlier := turn.Question, 0
	for _, e := range turns {
		if e.Question.Level == q.Level && e.Question.Scheme == q.Scheme {
			earlier++
		}
	}
	l := t.layout(audience)
	asked := voice.Lines{voice.Heading(2, q.Asked()), q.Rights()}
	if earlier < taughtQuestions && !turn.Hinted { // a hint is the part of the rule that is needed
		if _, atStart := q.Exercise.Position.Start(); atStart { // nothing has moved, and a phone is low
			asked = asked[:1]
		}
		asked = append(asked, voice.Small(q.Rule()))
	}
	l.Text(asked)
	t.addPicture(l, q)
	if turn.Hinted {
		memories, err := t.Store.Memories(ctx, turn.Person, q.Scheme)
		if err != nil {
			return nil, err
		}
		known := func(c training.Card) bool { return memories[c].IsKnown() }
		l.Text(voice.Say("quiz.hinted", voice.F{"Hint": q.Hint(known)}))
	}
	teach, answer := discordgo.SecondaryButton, discordgo.PrimaryButton
	if earlier == 0 {
		teach, answer = answer, teach
	}
	var buttons []chat.Component
	if q.Level == training.Castling {
		l.Row(castlingButtons(castlingButton, turnID(turn.ID))...)
	} else {
		buttons = append(buttons, turnButton(answer, "quiz.answer", answerButton, turn))
	}
	if !turn.Hinted {
		buttons = append(buttons, turnButton(discordgo.SecondaryButton, "quiz.hint", hintButton, turn))
	}
	teachMe := turnButton(teach, "quiz.teachMe", teachButton, turn)
	if earlier == 0 {
		buttons = append([]chat.Component{teachMe}, buttons...)
	} else {
		buttons = append(buttons, teachMe)
	}
	l.Buttons(append(buttons,
		turnButton(discordgo.SecondaryButton, "quiz.show", showButton, turn),
		turnButton(discordgo.SecondaryButton, "quiz.stop", stopButton, turn),
	))
	return l.Reply()
}

// turnButton returns a button that does something with a turn.
func turnButton(style discordgo.ButtonStyle, label voice.Phrase, control chat.Control[turnID], turn training.Turn) chat.Component {
	return chat.Button(style, label, control.ID(turnID(turn.ID)))
}

// A castlingAnswer is the answer to a question about castling, in the custom id of its button.
// Every question has the same four buttons, so their ids do not tell which answer is right.
type castlingAnswer[T any] struct {
	of    T // the question
	given lessons.Sides
}

func castlingFields[T any](of func(*T, *chat.Fields)) func(*castlingAnswer[T], *chat.Fields) {
	return func(a *castlingAnswer[T], f *chat.Fields) {
		of(&a.of, f)
		chat.OneOf(f, &a.given, chat.List[lessons.Sides]{All: lessons.AllSides(), ID: lessons.Sides.Name})
	}
}

var (
	castlingButton     = chat.NewControl("quiz-castling", castlingFields((*turnID).fields))
	dayCastlingButton  = chat.NewControl("quiz-day-castling", castlingFields((*tryID).fields))
	raceCastlingButton = chat.NewControl("race-castling", castlingFields((*roundID).fields))
)

// castlingButtons returns a button for each answer to a question about castling.
func castlingButtons[T any](control chat.Control[castlingAnswer[T]], of T) []chat.Component {
	labels := map[lessons.Sides]voice.Sentence{
		lessons.HSide: voice.Raw("O-O"), lessons.ASide: voice.Raw("O-O-O"),
		lessons.Both: voice.Phrase("quiz.bothSides"), lessons.Neither: voice.Phrase("quiz.neitherSide"),
	}
	var buttons []chat.Component
	for _, s := range lessons.AllSides() {
		buttons = append(buttons, chat.Secondary(labels[s], control.ID(castlingAnswer[T]{of, s})))
	}
	return buttons
}

// answerCastling answers a press of an answer to a question about castling.
func (t Tools) answerCastling(ctx context.Context, r *chat.Request, a castlingAnswer[turnID]) (*chat.Reply, error) {
	turn, err := t.readTurn(ctx, r, a.of)
	if err != nil {
		return nil, err
	}
	if turn.Question.Level != training.Castling {
		return nil, chat.Foreign()
	}
	return t.judge(ctx, r, a.of, int(a.given))
}

// tryCastling answers the same in the quiz of a day.
func (t Tools) tryCastling(ctx context.Context, r *chat.Request, a castlingAnswer[tryID]) (*chat.Reply, error) {
	q := training.OfDay(a.of.date, a.of.Step)
	if q.Level != training.Castling {
		return nil, chat.Foreign()
	}
	return t.judgeTry(ctx, r, a.of, q, int(a.given))
}

// raceCastling answers the same in a race. The exercise need not be made again for that: a whole
// room may press at once.
func (t Tools) raceCastling(ctx context.Context, r *chat.Request, a castlingAnswer[roundID]) (*chat.Reply, error) {
	running, answer, err := t.openRound(ctx, r, a.of)
	if err != nil {
		return nil, err
	}
	if running.Rules.Level != training.Castling.ID() {
		return nil, chat.Foreign()
	}
	answer.Given = int(a.given)
	return t.addRaceAnswer(ctx, running, answer, training.Question{Level: training.Castling})
}
