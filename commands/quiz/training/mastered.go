package training

import "chess960bot/commands/quiz/lessons"

// EarlierTurns is the number of turns from which the median time is taken, and whether an answer may be a guess.
const EarlierTurns = 200

// Mastered returns the cards of a course that a person has mastered: right again when the scheduler asked for
// them, a day later or longer, and not wrong since. A lesson about castling must have been right three times, and
// every lesson once: one of four answers is easily guessed. turns are the person's, the last one first. Of a
// card with more answers than these the first ones are long ago: it is mastered if it is known.
//
// A wrong answer to a whole number or position counts against all its parts.
func (c Course) Mastered(turns []Turn, memories map[Card]Memory) map[Card]bool {
	again, answers, right := map[Card]bool{}, map[Card]Memory{}, map[Card]int{}
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if t.Question.Scheme != c.Scheme {
			continue
		}
		earlier := turns[i+1 : min(len(turns), i+1+EarlierTurns)]
		for _, card := range t.Question.Cards() {
			m, grade := answers[card], Again
			if t.Outcome == Right {
				right[card]++
				grade = t.grade(earlier)
			}
			again[card] = grade != Again && (again[card] || m.IsKnown() && !t.Answered.Before(m.Due))
			answers[card] = m.Answered(grade, t.Answered)
		}
	}
	everyLesson := 0
	for _, card := range LessonCards() {
		if right[card] > 0 || memories[card].Reps > answers[card].Reps {
			everyLesson++
		}
	}
	mastered := map[Card]bool{}
	for _, card := range c.Cards() {
		cut := memories[card].Reps > answers[card].Reps
		if memories[card].IsKnown() && (cut || again[card]) {
			mastered[card] = card.Lesson == "" || everyLesson == len(lessons.All()) && (cut || right[card] >= fewestInARow)
		}
		if !mastered[card] {
			delete(mastered, card)
		}
	}
	return mastered
}
