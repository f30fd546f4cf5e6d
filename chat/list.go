package chat

// A List is the values of an option or of a field in a custom id. People choose one by
// its name from a menu; requests and custom ids have its id.
type List[T any] struct {
	All      []T
	Describe func(T) (id, name string)

	// Kind ends the sentence that refuses an id: “`pink` is not a theme.”
	Kind string
	// Code shows the ids in the refusal as code.
	Code bool
}

// Option returns an option with the values as choices.
func (l List[T]) Option(name, description string) Option {
	o := TextOption(name, description)
	for _, v := range l.All {
		id, title := l.Describe(v)
		o.Choices = append(o.Choices, Choice{Name: title, Value: id})
	}
	return o
}

// Choose returns the value with an id. Otherwise the error is a *UserError that lists
// the ids.
func (l List[T]) Choose(id string) (T, error) {
	var ids []string
	for _, v := range l.All {
		known := l.id(v)
		if known == id {
			return v, nil
		}
		if l.Code {
			known = "`" + known + "`"
		}
		ids = append(ids, known)
	}
	var none T
	return none, Refuse(QuoteFirst(id)+" is not "+l.Kind+".", "Choose "+Either(ids)+".")
}

// ChooseOrFirst is like Choose. An empty id means the first value.
func (l List[T]) ChooseOrFirst(id string) (T, error) {
	if id == "" {
		return l.All[0], nil
	}
	return l.Choose(id)
}

func (l List[T]) id(v T) string {
	id, _ := l.Describe(v)
	return id
}
