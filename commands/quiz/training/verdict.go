package training

import (
	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
)

// A Verdict says whether an answer is right, and otherwise what was done instead.
type Verdict struct {
	Right bool
	// Origins are the slips and numberings that lead to a wrong number, the most likely
	// first, or for which a wrong position has the number asked for. There may be none.
	Origins []slips.Origin
	// Differences are the parts in which a wrong position differs: dark bishop, light
	// bishop, queen, knights. A wrong position has at least one.
	Differences []slips.Difference

	question Question
	number   int               // the answer to a question for a number, or about castling
	position chess960.Position // the answer to a question for a position
}

// Judge judges an answer: a number, the SP number of a position, or castlings.
func (q Question) Judge(answer int) Verdict {
	if q.Direction == ToNumber {
		return q.JudgeNumber(answer)
	}
	p, err := chess960.FromSP(answer)
	if err != nil {
		p = q.Position // nothing was given
	}
	return q.JudgePosition(p)
}

// JudgeNumber judges an answer to a question for a number, or for castlings.
func (q Question) JudgeNumber(n int) Verdict {
	v := Verdict{Right: n == q.Number(), question: q, number: n}
	if !v.Right && q.Level != Castling {
		v.Origins = q.Level.Part().Explain(q.Scheme, q.Position, n)
	}
	return v
}

// JudgePosition judges an answer to a question for a position: one that
// [Question.Choose] made.
func (q Question) JudgePosition(p chess960.Position) Verdict {
	v := Verdict{question: q, position: p}
	// The whole position is chosen by the parts of SP numbers. Another scheme counts other
	// parts, but people must hear which of their choices is wrong.
	parts := q.Scheme
	if q.Level == WholePosition {
		parts = chess960.Scharnagl
	}
	v.Differences = slips.Differences(parts, q.Position, p)
	if v.Right = len(v.Differences) == 0; !v.Right {
		v.Origins = q.Level.Part().Explain(q.Scheme, p, q.Number())
	}
	return v
}

// Habit returns what most likely was done instead of what is right; "" if nobody knows.
func (v Verdict) Habit() slips.Habit {
	if habits := v.Habits(); len(habits) > 0 {
		return habits[0]
	}
	return ""
}

// Habits returns what may have been done instead of what is right, the likeliest first.
func (v Verdict) Habits() (habits []slips.Habit) {
	if v.Right {
		return nil
	}
	for _, o := range v.Origins {
		h := o.Habit()
		if v.question.Direction == ToPosition {
			h = h.Backwards()
		}
		habits = append(habits, h)
	}
	return habits
}

// Says returns whether the answer is right, and otherwise what was done instead and what is
// right.
func (v Verdict) Says() voice.Sentence {
	switch {
	case v.Right:
		return voice.Run{voice.Phrase("training.right"), v.question.Answer()}
	case v.question.Level == Castling:
		wrong := lessons.Sides(v.number) ^ v.question.Exercise.Answer()
		kind := [...]string{lessons.HSide: "hSide", lessons.ASide: "aSide", lessons.Both: "both"}[wrong]
		return voice.Run{voice.Phrase("training.notQuite"), voice.Say("training.wrongSides."+kind, nil), v.question.Answer()}
	case v.question.Direction == ToNumber:
		return voice.Run{voice.Phrase("training.notQuite"), v.wrongNumber(), v.question.Answer()}
	}
	return voice.Run{voice.Phrase("training.notQuite"), v.wrongPosition(), v.question.Answer()}
}

func (v Verdict) wrongNumber() voice.Sentence {
	if len(v.Origins) > 0 {
		return voice.Run(v.question.Level.Part().Say(v.question.Position, v.number, v.Origins))
	}
	if q := v.question; q.Level != WholeNumber { // other pieces may add the number
		for q.Position = range q.Choices() {
			if q.Number() == v.number {
				return q.Answer()
			}
		}
	}
	return voice.Say("training.unknown", voice.F{"Number": v.number})
}

// wrongPosition names the parts that differ, and what was done instead.
func (v Verdict) wrongPosition() voice.Run {
	var said voice.Run
	for _, d := range v.Differences {
		said = append(said, v.wrongPart(d))
	}
	if len(v.Origins) == 0 {
		return said
	}
	source := v.question.Level.Part().Say(v.position, v.question.Number(), v.Origins[:1])[0]
	if v.question.Level == Sequences && source.(slips.Source).Orders != (slips.Orders{}) {
		return append(said, source)
	}
	did, _ := v.Habit().Did()
	return append(said, did)
}

// wrongPart says what differs: the squares, the order, or the number of the queen's square among six.
func (v Verdict) wrongPart(d slips.Difference) voice.Sentence {
	part := "lightBishop"
	switch {
	case d.Want.Piece == chess960.Knight && d.Want.Radix == 10:
		return voice.Say("training.wrongPart.order", voice.F{
			"WantOrder": voice.Raw(sequenceOf(v.question.Position)), "GotOrder": voice.Raw(sequenceOf(v.position)),
		})
	case d.Want.Piece == chess960.Queen && v.question.Level == WholePosition:
		return voice.Say("training.wrongPart.queenNumber", voice.F{"WantNumber": d.Want.Digit, "GotNumber": d.Got.Digit})
	case d.Want.Piece == chess960.Queen:
		part = "queen"
	case d.Want.Piece == chess960.Knight:
		part = "knights"
	case d.Want.Took&chess960.DarkFiles != 0:
		part = "darkBishop"
	}
	return voice.Say("training.wrongPart."+part, voice.F{"Want": d.Want.Took.On(1), "Got": d.Got.Took.On(1)})
}
