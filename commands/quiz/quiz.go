// Package quiz has /quiz, which teaches to work numbers out in the head, and when castling
// is allowed. Package training has the questions, and says what to ask next.
//
//   - quiz.go has the command, and chooses questions for one person.
//   - question.go shows a question and its form, and has the four buttons that answer questions about castling; it
//     serves every subcommand.
//   - answer.go judges the answer.
//   - progress.go shows what somebody remembers.
//   - daily.go asks the questions of a day, and posts what came out.
//   - race.go starts races, takes answers, ends races early and limits how many people start; raceturn.go writes
//     their posts.
package quiz

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"chess960bot/commands/card"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Tools are what /quiz works with.
type Tools struct {
	Boards *render.Renderer
	Store  training.Store
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock

	starts *starts // of races
}

// Command is /quiz. Every subcommand has a file of its own.
func Command(t Tools) chat.Command {
	t.starts = new(starts)
	practice := newPracticeOptions()
	return chat.Command{
		Name:     "quiz",
		Example:  "/quiz practice level:bishops",
		Database: true,
		Subcommands: []chat.Subcommand{
			chat.NewSubcommand("practice",
				func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return t.practice(ctx, r, practice) },
				practice.level, practice.direction, practice.scheme),
			chat.NewSubcommand("daily", t.daily),
			t.raceSubcommand(),
			chat.NewSubcommand("progress", t.progress),
		},
		Presses: []chat.Press{
			castlingButton.On(t.answerCastling), dayCastlingButton.On(t.tryCastling), raceCastlingButton.On(t.raceCastling).ByCrowd(),
			answerButton.On(t.askAnswer), answerForm.On(t.judgeAnswer), hintButton.On(t.hint),
			showButton.On(t.show), teachButton.On(t.teach), backButton.On(t.back), tenButton.On(t.showTen), nextButton.On(t.next), stopButton.On(t.stop),

			tryButton.On(t.askTry), tryForm.On(t.giveTry), shareButton.On(t.share),
			playButton.On(func(ctx context.Context, r *chat.Request, _ sharedDay) (*chat.Reply, error) {
				return t.daily(ctx, r)
			}),

			raceButton.On(t.askRaceAnswer).ByCrowd(), raceForm.On(t.giveRaceAnswer).ByCrowd(), endButton.On(t.endRace),

			practiseButton.On(t.practiseLast), chartButton.On(t.showChart), forgetButton.On(t.askForget), forgetAllButton.On(t.forget),
			keepButton.On(func(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
				return t.progress(ctx, r)
			}),
		},
	}
}

// now returns the time as the database keeps it.
func (t Tools) now() time.Time { return t.Now().UTC().Truncate(time.Millisecond) }

// layout returns an empty layout with the default style.
func (t Tools) layout(audience chat.Audience) *card.Layout {
	return &card.Layout{Boards: t.Boards, Style: card.DefaultStyle(), Audience: audience}
}

// canPost returns nil if the bot can post in the channel by itself and the asker may write there,
// and otherwise the refusal: a button works where its presser may not write. direct is what to say
// in direct messages.
func canPost(r *chat.Request, direct voice.Phrase) error {
	switch {
	case r.Uninvited:
		return chat.Uninvited()
	case r.GuildID == "":
		return chat.Refuse(direct, voice.Phrase("quiz.practiseHere"))
	}
	if missing := chat.MissingToPost(r.AppPermissions, r.Thread); missing != 0 {
		return chat.Refuse(voice.Phrase("quiz.cannotPost"), voice.Say("quiz.grant", voice.F{
			"Permissions": chat.PermissionNames(missing),
		}))
	}
	if !r.MayWrite() {
		return chat.Refuse(voice.Phrase("quiz.mayNotWrite"), voice.Phrase("quiz.startElsewhere"))
	}
	return nil
}

// practiceOptions are the options of /quiz practice.
type practiceOptions struct {
	level     chat.OptionOf[training.Level]
	direction chat.OptionOf[heading]
	scheme    chat.OptionOf[*chess960.Scheme]
}

func newPracticeOptions() practiceOptions {
	directions := chat.List[heading]{
		All:  []heading{{mixed: true}, {direction: training.ToNumber}, {direction: training.ToPosition}},
		Code: true,
		ID: func(h heading) string {
			if h.mixed {
				return "mixed"
			}
			return h.direction.ID()
		},
	}
	return practiceOptions{levels().Option("level"), directions.Option("direction"), schemes().Option("scheme")}
}

func levels() chat.List[training.Level] {
	return chat.List[training.Level]{All: training.Levels(), ID: training.Level.ID, Code: true}
}

// A heading is what a question asks for: one direction, or both by turns.
type heading struct {
	direction training.Direction
	mixed     bool
}

func schemes() chat.List[*chess960.Scheme] {
	option := func(s *chess960.Scheme) string { return s.Option }
	return chat.List[*chess960.Scheme]{All: chess960.DistinctSchemes(), ID: option, Name: schemeName, Code: true}
}

func schemeName(s *chess960.Scheme) voice.Sentence {
	if s.Label != s.Name { // the label alone names no numbering
		return chat.ChoiceName("numbers", s.Option)
	}
	return voice.Raw(s.Name)
}

// course reads what somebody wants to practise.
func (o practiceOptions) course(r *chat.Request) (training.Course, error) {
	level, heading, scheme := o.level.Read(r), o.direction.Read(r), o.scheme.Read(r)
	course := training.Course{Level: level, Direction: heading.direction, Mixed: heading.mixed, Scheme: scheme}
	if level == training.Castling && (o.direction.Given(r) || o.scheme.Given(r)) {
		return course, noNumbering()
	}
	only, both := level.Direction()
	if !both && !heading.mixed && heading.direction != only {
		if only == training.ToNumber {
			return course, chat.Refuse(voice.Phrase("quiz.asksNumber"), voice.Phrase("quiz.choosePosition"))
		}
		return course, chat.Refuse(voice.Phrase("quiz.asksPosition"), voice.Phrase("quiz.chooseNumber"))
	}
	return course, nil
}

// noNumbering refuses options that questions about castling do not have.
func noNumbering() error {
	return chat.Refuse(voice.Phrase("quiz.noNumbering"), voice.Phrase("quiz.leaveOut"))
}

// practice answers /quiz practice with the first question of a session.
func (t Tools) practice(ctx context.Context, r *chat.Request, o practiceOptions) (*chat.Reply, error) {
	course, err := o.course(r)
	if err != nil {
		return nil, err
	}
	turn, err := t.begin(ctx, r.Asker, course)
	if err != nil {
		return nil, err
	}
	return t.questionPage(ctx, chat.OnlyAsker, turn)
}

// practiseStep answers “Try one yourself” below a step of an explanation with a question of its level.
func (t Tools) practiseStep(ctx context.Context, r *chat.Request, step card.Practice) (*chat.Reply, error) {
	level, err := levels().Choose(step.Level)
	if err != nil || level == training.Castling {
		return nil, chat.Foreign()
	}
	course := training.Course{Level: level, Direction: training.ToPosition, Scheme: step.Scheme}
	if step.ToNumber {
		course.Direction = training.ToNumber
	}
	if only, both := level.Direction(); !both {
		course.Direction = only
	}
	turn, err := t.begin(ctx, r.Asker, course)
	if err != nil {
		return nil, err
	}
	return t.questionPage(ctx, chat.OnlyAsker, turn)
}

// begin begins a session of a course with its first question.
func (t Tools) begin(ctx context.Context, person string, course training.Course) (training.Turn, error) {
	began := t.now()
	return t.ask(ctx, training.Turn{ID: newID(), Person: person, Began: began}, training.Session{Course: course, Began: began})
}

// newID returns the id of a turn. Nobody can guess one.
func newID() string { return rand.Text()[:16] }

// ask chooses a question for the turn and stores it, unless the turn is stored already. It
// returns the stored turn.
func (t Tools) ask(ctx context.Context, turn training.Turn, s training.Session) (training.Turn, error) {
	var err error
	if s.Memories, err = t.Store.Memories(ctx, turn.Person, s.Scheme); err != nil {
		return turn, err
	}
	turn.Asked, turn.Mixed = t.now(), s.Mixed
	if turn.Question, err = s.Next(turn.Asked, t.Draw); err != nil {
		return turn, err
	}
	if err := t.Store.Ask(ctx, turn); err != nil {
		return turn, err
	}
	return t.Store.Turn(ctx, turn.Person, turn.ID)
}

// next answers the button "Next". A second press shows the same question again.
func (t Tools) next(ctx context.Context, r *chat.Request, id turnID) (*chat.Reply, error) {
	turn, err := t.update(ctx, r, id, func(turn *training.Turn, _ map[training.Card]training.Memory) error {
		if turn.Next == "" {
			turn.Next = newID()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	following, err := t.Store.Turn(ctx, r.Asker, turn.Next)
	if errors.Is(err, training.ErrNoTurn) {
		following = training.Turn{ID: turn.Next, Person: r.Asker, Began: turn.Began}
		following, err = t.ask(ctx, following, training.Session{Course: turn.Course(), Began: turn.Began, Previous: turn.Question.Cards()})
	}
	if err != nil {
		return nil, err
	}
	return t.page(ctx, following)
}
