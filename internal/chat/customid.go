package chat

import (
	"context"
	"strconv"
	"strings"
)

// longestID is the largest number of bytes in a custom id. Discord allows as many
// characters.
const longestID = 100

// Fields are the fields of a custom id after its name. A [Control] states its fields
// once, in a function that both writes and reads them:
//
//	func (p *pair) fields(f *chat.Fields) {
//		f.Number(&p.white, 0, 959)
//		f.Number(&p.black, 0, 959)
//	}
//
//	double := chat.NewControl("double", (*pair).fields)
//	id := double.ID(pair{518, 0}) // double:518:0
//
// Everything that a press needs is in the custom id, so buttons work after a restart and
// on any machine. Messages keep their buttons: the fields of a control must not change.
type Fields struct {
	reading bool
	fields  []string // still to read, or written so far
	failed  bool
}

// WriteID returns a custom id. The first field is the name, by which a [Command] finds
// the handler. WriteID panics if a field cannot be written or the id is too long.
func WriteID(name string, list func(*Fields)) string {
	id, ok := writeID(name, list)
	if !ok {
		panic("cannot write the custom id " + strconv.Quote(id))
	}
	return id
}

func writeID(name string, list func(*Fields)) (id string, ok bool) {
	f := &Fields{fields: []string{name}}
	list(f)
	id = strings.Join(f.fields, ":")
	return id, !f.failed && len(id) <= longestID
}

// ReadID reads a custom id. It refuses every text that WriteID does not return for the
// values read. The error is a *UserError.
func ReadID(id string, list func(*Fields)) error {
	name, rest, _ := strings.Cut(id, ":")
	f := &Fields{reading: true}
	if len(name) < len(id) {
		f.fields = strings.Split(rest, ":")
	}
	list(f)
	if f.failed {
		return Foreign()
	}
	if again, ok := writeID(name, list); !ok || again != id {
		return Foreign()
	}
	return nil
}

// IDName returns the name of a custom id.
func IDName(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}

// Parsed is a field with a text of its own kind. write must return a text without a
// colon; read returns an error for a text that write does not return.
func Parsed[T any](f *Fields, value *T, write func(T) string, read func(string) (T, error)) {
	if !f.reading {
		text := write(*value)
		f.fields = append(f.fields, text)
		f.Require(!strings.Contains(text, ":"))
		return
	}
	if f.Require(len(f.fields) > 0); f.failed {
		return
	}
	v, err := read(f.fields[0])
	f.fields = f.fields[1:]
	if f.Require(err == nil); err == nil {
		*value = v
	}
}

// OneOf is a field with a value of a list.
func OneOf[T any](f *Fields, value *T, list List[T]) {
	Parsed(f, value, list.ID, list.Choose)
}

// OneOrNone is a field with a value of a list. The text for the zero value is empty.
func OneOrNone[T comparable](f *Fields, value *T, list List[T]) {
	var none T
	Parsed(f, value, func(v T) string {
		if v == none {
			return ""
		}
		return list.ID(v)
	}, func(id string) (T, error) {
		if id == "" {
			return none, nil
		}
		return list.Choose(id)
	})
}

// Number is a field with a whole number from first to last.
func (f *Fields) Number(n *int, first, last int) {
	Parsed(f, n, strconv.Itoa, strconv.Atoi)
	f.Require(first <= *n && *n <= last)
}

// Flag is a field with one of two texts.
func (f *Fields) Flag(b *bool, no, yes string) {
	OneOf(f, b, List[bool]{All: []bool{false, true}, ID: func(b bool) string {
		if b {
			return yes
		}
		return no
	}})
}

// Text is a field with any text that has no colon. The text may be empty.
func (f *Fields) Text(s *string) {
	Parsed(f, s, func(s string) string { return s }, func(s string) (string, error) { return s, nil })
}

// Word is a field with a text that has no colon and is not empty.
func (f *Fields) Word(s *string) {
	f.Text(s)
	f.Require(*s != "")
}

// Typed is a field with what a person typed, which may have colons. A text that is too long for
// a custom id is left out.
func (f *Fields) Typed(s *string) {
	const longest = 40 // bytes
	Parsed(f, s, func(s string) string {
		if s = escapeColons.Replace(s); len(s) > longest {
			return ""
		}
		return s
	}, func(s string) (string, error) { return unescapeColons.Replace(s), nil })
}

var (
	escapeColons   = strings.NewReplacer(":", "%3A", "%", "%25")
	unescapeColons = strings.NewReplacer("%3A", ":", "%25", "%")
)

// Require refuses the custom id unless its fields fit together.
func (f *Fields) Require(ok bool) { f.failed = f.failed || !ok }

// Failed reports whether a field could not be read or written. The fields after it keep
// their values.
func (f *Fields) Failed() bool { return f.failed }

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
