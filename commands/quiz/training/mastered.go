package training

import (
	"time"

	"chess960bot/commands/quiz/lessons"
)

// EarlierTurns is the number of turns from which the median time is taken, and whether an answer may be a guess.
const EarlierTurns = 200

// Mastered returns the cards of a course that a person has mastered: known, right again a day later or longer, and
// not wrong since. The scheduler says how much later when a card becomes known; to be asked meanwhile does not put
// that off. A lesson about castling must have been right three times, and every lesson once: one of four answers is
// easily guessed. turns are the person's, the last one first. Of a card with more answers than these the first ones
// are long ago: it is mastered if it is known.
func (c Course) Mastered(turns []Turn, memories map[Card]Memory) map[Card]bool {
	again, due := map[Card]bool{}, map[Card]time.Time{}
	answers, right := map[Card]Memory{}, map[Card]int{}
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if t.Question.Scheme != c.Scheme {
			continue
		}
		earlier := turns[i+1 : min(len(turns), i+1+EarlierTurns)]
		for card, grade := range t.grades(t.Question.Judge(t.Given), earlier) {
			if t.Outcome == Right {
				right[card]++
			}
			known := answers[card].IsKnown()
			again[card] = grade != Again && (again[card] || known && !t.Answered.Before(due[card]))
			answers[card] = answers[card].Answered(grade, t.Answered)
			if !known {
				due[card] = answers[card].Due
			}
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
