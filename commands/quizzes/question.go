package quizzes

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/quiz"
	"chess960bot/render"
)

// pictureFile is the name of every picture of a question. It says nothing about the answer.
const pictureFile = "question.png"

// addPicture adds what a question shows, if it shows something.
func (t Tools) addPicture(l *card.Layout, q quiz.Question) {
	shown, ok := q.Picture()
	if !ok {
		return
	}
	var png []byte
	var err error
	if shown.Board {
		png, err = t.Boards.Board(render.Board{Position: q.Position, Theme: l.Style.Theme})
	} else {
		png, err = t.Boards.Strip(render.Strip{Rank: shown.Rank, Theme: l.Style.Theme})
	}
	l.Picture(chat.Picture{Name: pictureFile, Alt: shown.Alt(), PNG: png}, err)
}

// addSolution adds White's first rank with the pieces that the question is about.
func (t Tools) addSolution(l *card.Layout, q quiz.Question) {
	q.Direction = quiz.ToNumber
	if q.Level == quiz.WholePosition {
		q.Level = quiz.WholeNumber
	}
	shown, _ := q.Picture()
	shown.Board = false
	png, err := t.Boards.Strip(render.Strip{Rank: shown.Rank, Theme: l.Style.Theme})
	l.Picture(chat.Picture{Name: pictureFile, Alt: shown.Alt(), PNG: png}, err)
}

// form returns the form for the answer to a question. On a phone the form covers the
// picture, so the pieces are in the form too: as a pattern, and in words for people who
// listen.
func form(q quiz.Question, customID string) *chat.Form {
	text := q.Text()
	if shown, ok := q.Picture(); ok {
		text += "\n" + explain.Code(pattern(shown.Rank)) + "\n" + shown.Alt()
	}
	f := &chat.Form{CustomID: customID, Title: "Your answer", Parts: []chat.FormPart{chat.FormText(text)}}
	if q.Direction == quiz.ToNumber {
		const longest = 10 // "SP-518" and some spaces
		f.Parts = append(f.Parts, chat.Label("Number", "A whole number", chat.TextInput("number", "", longest)))
		return f
	}
	for _, g := range q.Groups() {
		var options []chat.MenuOption
		for i, choice := range g.Choices {
			options = append(options, chat.MenuOption{Label: choice, Value: strconv.Itoa(i)})
		}
		f.Parts = append(f.Parts, chat.Label(g.Label, g.Description, chat.RadioGroup(g.ID, options)))
	}
	return f
}

// pattern writes a rank as letters and dashes.
func pattern(rank [8]chess960.Piece) string {
	letters := ""
	for _, piece := range rank {
		letters += piece.String()
	}
	return letters
}

// given reads the answer from the form. The answer is a number, or the SP number of a
// position.
func given(q quiz.Question, options chat.Options) (int, error) {
	if q.Direction == quiz.ToNumber {
		typed := options.Text("number")
		n, err := quiz.ParseNumber(typed)
		switch {
		case err == nil:
			return n, nil
		case chat.Harmless(typed) == "":
			return 0, chat.Refuse("The form came back without a number.", tryAgain)
		}
		return 0, chat.Refuse(chat.Quote(typed)+" is not a whole number.", tryAgain)
	}
	var chosen []int
	for _, g := range q.Groups() {
		n, ok := options.Int(g.ID)
		if !ok || n < 0 || n >= len(g.Choices) {
			return 0, chat.Refuse("Nothing is chosen for “"+g.Label+"”.", tryAgain)
		}
		chosen = append(chosen, n)
	}
	p, err := q.Choose(chosen)
	if err == quiz.ErrSameSquare {
		return 0, chat.Refuse("Two knights cannot stand on the same square.", tryAgain)
	}
	return p.SP(), err
}

const tryAgain = "Nothing is counted yet: press **Answer** again."

// questionPage shows an open question.
func (t Tools) questionPage(audience chat.Audience, turn quiz.Turn, first bool) (*chat.Reply, error) {
	l := t.layout(audience)
	l.Text("## " + turn.Question.Text())
	t.addPicture(l, turn.Question)
	if turn.Hinted {
		l.Text("Hint: " + turn.Question.Hint())
	}
	if first {
		l.Text("-# Press **Show** for what you do not know yet. It comes back soon, and later what you know.")
	}
	buttons := []chat.Component{
		turnButton(discordgo.PrimaryButton, "Answer", "quiz-answer", turn),
		turnButton(discordgo.SecondaryButton, "Hint", "quiz-hint", turn),
		turnButton(discordgo.SecondaryButton, "Show", "quiz-show", turn),
		turnButton(discordgo.SecondaryButton, "Stop", "quiz-stop", turn),
	}
	if turn.Hinted {
		buttons = append(buttons[:1], buttons[2:]...)
	}
	l.Buttons(buttons)
	return l.Reply()
}

// turnButton returns a button that does something with a turn.
func turnButton(style discordgo.ButtonStyle, label, control string, turn quiz.Turn) chat.Component {
	return chat.Button(style, label, turnID(control, turn.ID))
}

// turnID returns a custom id with the id of a turn. It has nothing else, because people can
// read it.
func turnID(control, id string) string {
	return chat.WriteID(control, func(f *chat.Fields) { f.Word(&id) })
}
