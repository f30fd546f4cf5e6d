package chat

import "context"

// A Control is a kind of buttons, menus or forms: the name and the fields of their custom
// ids. A control is declared once, in a table of its package. It writes ids for components,
// and says what a press does:
//
//	var double = chat.NewControl("double", (*pair).fields)
//
//	chat.Button(style, "Draw again", double.ID(p)) // double:518:0:white:brown
//	double.On(t.again)                             // in Command.Presses
type Control[T any] struct {
	name   string
	fields func(*T, *Fields)
}

// NewControl returns a control. The name must be unique among all commands.
func NewControl[T any](name string, fields func(*T, *Fields)) Control[T] {
	return Control[T]{name, fields}
}

// NoFields are the fields of a control that has only a name.
func NoFields(*struct{}, *Fields) {}

// Name returns the first field of the custom ids.
func (c Control[T]) Name() string { return c.name }

// ID returns the custom id with the fields of a value.
func (c Control[T]) ID(value T) string {
	return WriteID(c.name, func(f *Fields) { c.fields(&value, f) })
}

// Read reads a custom id that ID wrote. The error is a *UserError.
func (c Control[T]) Read(id string) (value T, err error) {
	err = ReadID(id, func(f *Fields) { c.fields(&value, f) })
	return value, err
}

// A ControlHandler answers a press. It gets the fields of the pressed button, menu or form.
type ControlHandler[T any] func(ctx context.Context, r *Request, pressed T) (*Reply, error)

// On returns what a press of the control does.
func (c Control[T]) On(run ControlHandler[T]) Press {
	return Press{Name: c.name, run: func(ctx context.Context, r *Request) (*Reply, error) {
		value, err := c.Read(r.CustomID)
		if err != nil {
			return nil, err
		}
		return run(ctx, r, value)
	}}
}

// A Press is what the use of a [Control] does.
type Press struct {
	Name string // the first field of the custom ids
	// Crowd is true if many people of a server use the control at the same time. The limit
	// of a server does not count them.
	Crowd bool
	run   Handler
}

// SwitchedOff returns the presses of a feature that is switched off: they say so.
func SwitchedOff(presses []Press) []Press {
	refuse := func(context.Context, *Request) (*Reply, error) { return nil, notOffered() }
	var refusing []Press
	for _, p := range presses {
		p.run = refuse
		refusing = append(refusing, p)
	}
	return refusing
}

// ByCrowd returns the press for a control that many people use at the same time.
func (p Press) ByCrowd() Press {
	p.Crowd = true
	return p
}
