package chat

import "chess960bot/internal/voice"

// A List is the values of an option or of a field in a custom id. People choose one by
// its name from a menu; requests and custom ids have its id.
type List[T any] struct {
	All []T
	ID  func(T) string
	// Name returns the name of a choice. nil stands for the messages of an option with the list:
	// see ChoiceName.
	Name func(T) voice.Sentence

	// Code shows the ids in the refusal as code.
	Code bool
}

// Choose returns the value with an id. Otherwise the error is a *UserError that lists
// the ids.
func (l List[T]) Choose(id string) (T, error) {
	var ids voice.Or
	for _, v := range l.All {
		known := l.ID(v)
		switch shown := voice.Raw(known); {
		case known == id:
			return v, nil
		case l.Code:
			ids = append(ids, voice.Code(shown))
		default:
			ids = append(ids, shown)
		}
	}
	var none T
	return none, Refuse(voice.Say("chat.unusable", voice.F{
		"Given": voice.Quoted(id),
	}), voice.Say("chat.choose", voice.F{"Choices": ids}))
}
