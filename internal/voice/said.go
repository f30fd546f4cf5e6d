package voice

// F are the facts of a sentence, by the names that its message has for them.
type F map[string]any

// Say makes a sentence that is only said: the message with an id, and its facts. A sentence with
// facts that somebody reads is a struct.
//
//	voice.Say("card.seenFrom", voice.F{"Viewer": v, "Player": t})
func Say(id string, facts F) Sentence { return said{id, facts} }

type said struct {
	id    string
	facts F
}

// Sentence returns the id.
func (s said) Sentence() string { return s.id }

// plural returns the number that chooses the form of the message, nil for none.
func (s said) plural() any {
	for _, fact := range s.facts {
		if n, ok := fact.(counted); ok {
			return n.Count()
		}
	}
	return nil
}
