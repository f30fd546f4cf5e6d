package chat

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// An Option is an option of a command with values of any type: see [OptionOf].
type Option interface {
	Name() string
	// Given reports whether somebody filled the option in.
	Given(r *Request) bool
	definition() OptionDefinition
	// check returns the refusal of a value that is missing, of another type or out of bounds.
	check(r *Request) error
	// complete returns what to offer for a text that is being typed.
	complete(ctx context.Context, r *Request, typed string) []Choice
}

// An OptionOf is an option of a command with values of type T. It has everything that
// Discord is told about the option but its description, and reads its value:
//
//	rounds := chat.NumberOption("rounds").Between(1, 50).Or(5)
//	n := rounds.Read(r) // from 1 to 50; 5 if somebody left the option out
//
// [Command.Answer] refuses other values before the command runs. The description stands in the
// message files: see [Command.Definition].
type OptionOf[T any] struct {
	def       OptionDefinition
	read      reader[T]
	fallback  T
	completed Completer
	choices   func() []ChoiceDefinition // nil for none; in many languages, so only for the definition
}

// A reader reads a value that was given, and refuses one that the option does not allow.
type reader[T any] func(o *OptionDefinition, r *Request, given any) (T, error)

// A Completer returns what to offer for a text that is being typed. At most [MostChoices]
// are shown.
type Completer func(ctx context.Context, r *Request, typed string) []Choice

// NumberOption is a whole number.
func NumberOption(name string) OptionOf[int] {
	return optionOf(discordgo.ApplicationCommandOptionInteger, name, readNumber)
}

// TextOption is a text.
func TextOption(name string) OptionOf[string] {
	return optionOf(discordgo.ApplicationCommandOptionString, name, readText)
}

// BoolOption is a choice between true and false, which is the default.
func BoolOption(name string) OptionOf[bool] {
	return optionOf(discordgo.ApplicationCommandOptionBoolean, name, readBool)
}

// ChannelOption is a channel of the server, of one of some types.
func ChannelOption(name string, types ...discordgo.ChannelType) OptionOf[Channel] {
	return channelOption(name, types, func(o *OptionDefinition, r *Request, given any) (c Channel, err error) {
		c, c.ID, err = resolved(o, given, r.Channels, "channel")
		return c, err
	})
}

// KnownChannelOption is a channel that may have been deleted: Discord does not describe it then, so that
// only its ID is known.
func KnownChannelOption(name string, types ...discordgo.ChannelType) OptionOf[Channel] {
	return channelOption(name, types, func(o *OptionDefinition, r *Request, given any) (Channel, error) {
		id, _ := given.(string)
		if !IsSnowflake(id) {
			return Channel{}, o.refuse("channel", given)
		}
		c := r.Channels[id]
		c.ID = id
		return c, nil
	})
}

func channelOption(name string, types []discordgo.ChannelType, read reader[Channel]) OptionOf[Channel] {
	o := optionOf(discordgo.ApplicationCommandOptionChannel, name, read)
	o.def.ChannelTypes = types
	return o
}

// RoleOption is a role of the server.
func RoleOption(name string) OptionOf[Role] {
	read := func(o *OptionDefinition, r *Request, given any) (role Role, err error) {
		role, role.ID, err = resolved(o, given, r.Roles, "role")
		return role, err
	}
	return optionOf(discordgo.ApplicationCommandOptionRole, name, read)
}

// UserOption is a person or a bot.
func UserOption(name string) OptionOf[User] {
	read := func(o *OptionDefinition, r *Request, given any) (u User, err error) {
		u, u.ID, err = resolved(o, given, r.Users, "person")
		return u, err
	}
	return optionOf(discordgo.ApplicationCommandOptionUser, name, read)
}

// FileOption is a file whose name has the ending, such as ".pgn".
func FileOption(name, ending string) OptionOf[Attachment] {
	read := func(o *OptionDefinition, r *Request, given any) (Attachment, error) {
		file, _, err := resolved(o, given, r.Attachments, "file")
		return file, err
	}
	o := optionOf(discordgo.ApplicationCommandOptionAttachment, name, read)
	o.def.FileTypes = []string{ending}
	return o
}

// Option is an option with the values of the list as choices. The first one is the default.
func (l List[T]) Option(name string) OptionOf[T] {
	read := func(_ *OptionDefinition, _ *Request, given any) (T, error) { return l.Choose(fmt.Sprint(given)) }
	o := optionOf(discordgo.ApplicationCommandOptionString, name, read)
	o.choices = func() (all []ChoiceDefinition) {
		for _, v := range l.All {
			var title voice.Sentence = ChoiceName(name, l.ID(v))
			if l.Name != nil {
				title = l.Name(v)
			}
			all = append(all, ChoiceDefinition{voice.In("en").Say(title), inOtherLanguages(title), l.ID(v)})
		}
		return all
	}
	if len(l.All) > 0 {
		o.fallback = l.All[0]
	}
	return o
}

func optionOf[T any](kind discordgo.ApplicationCommandOptionType, name string, read reader[T]) OptionOf[T] {
	return OptionOf[T]{def: OptionDefinition{Type: kind, Name: name}, read: read}
}

// Between returns the option with the lowest and the highest number.
func (o OptionOf[T]) Between(first, last int) OptionOf[T] {
	low, high := float64(first), float64(last)
	o.def.MinValue, o.def.MaxValue = &low, &high
	return o
}

// MostTyped is the largest number of characters that Discord allows in the text of an
// option.
const MostTyped = 6000

// UpTo returns the option with the largest number of characters of a text. The smallest is
// 1.
func (o OptionOf[T]) UpTo(characters int) OptionOf[T] {
	o.def.MinLength, o.def.MaxLength = 1, characters
	return o
}

// Or returns the option with the value for people who leave it out. Without Or it is the
// zero value, or the first one of a [List].
func (o OptionOf[T]) Or(value T) OptionOf[T] {
	o.fallback = value
	return o
}

// Mandatory returns the option so that nobody can leave it out.
func (o OptionOf[T]) Mandatory() OptionOf[T] {
	o.def.Required = true
	return o
}

// CompletedBy returns the option with autocompletion.
func (o OptionOf[T]) CompletedBy(c Completer) OptionOf[T] {
	o.def.Autocomplete, o.completed = true, c
	return o
}

// Name returns the name of the option.
func (o OptionOf[T]) Name() string { return o.def.Name }

// Given reports whether somebody filled the option in.
func (o OptionOf[T]) Given(r *Request) bool {
	given := r.Options[o.def.Name]
	text, isText := given.(string)
	return given != nil && !(isText && unquoted(text) == "")
}

// Read returns the value, or the default if the option was left out.
func (o OptionOf[T]) Read(r *Request) T {
	value, _ := o.value(r)
	return value
}

// Update sets a variable to the value, unless the option was left out.
func (o OptionOf[T]) Update(r *Request, variable *T) {
	if o.Given(r) {
		*variable = o.Read(r)
	}
}

func (o OptionOf[T]) value(r *Request) (T, error) {
	switch {
	case o.Given(r):
		return o.read(&o.def, r, r.Options[o.def.Name])
	case o.def.Required:
		return o.fallback, Refuse(voice.Say("chat.missing", voice.F{"Option": voice.Raw(o.def.Name)}), nil)
	}
	return o.fallback, nil
}

func (o OptionOf[T]) definition() OptionDefinition {
	def := o.def
	if o.choices != nil {
		def.Choices = o.choices()
	}
	return def
}

func (o OptionOf[T]) check(r *Request) error {
	_, err := o.value(r)
	return err
}

func (o OptionOf[T]) complete(ctx context.Context, r *Request, typed string) []Choice {
	if o.completed == nil || len(typed) > longText {
		return nil
	}
	return o.completed(ctx, r, typed)
}

func readNumber(o *OptionDefinition, _ *Request, given any) (int, error) {
	n, ok := wholeNumber(given)
	switch bounded := o.MinValue != nil; {
	case !ok && !bounded:
		return 0, o.refuse("number", given)
	case !ok || bounded && (float64(n) < *o.MinValue || float64(n) > *o.MaxValue):
		return 0, o.refuse("numberBetween", given)
	}
	return n, nil
}

func readText(o *OptionDefinition, _ *Request, given any) (string, error) {
	text, ok := textOf(given)
	if !ok {
		return "", o.refuse("text", given)
	}
	if n := utf8.RuneCountInString(text); o.MaxLength > 0 && n > o.MaxLength {
		return "", Refuse(voice.Say("chat.tooLong", voice.F{
			"Option": voice.Raw(o.Name), "Length": voice.Count(n), "Most": o.MaxLength,
		}), voice.Phrase("chat.shorten"))
	}
	if strings.TrimSpace(text) != "" && !voice.IsVisible(text) {
		return "", Refuse(voice.Say("chat.invisible", voice.F{"Option": voice.Raw(o.Name)}), voice.Phrase("chat.typeVisible"))
	}
	return text, nil
}

func readBool(o *OptionDefinition, _ *Request, given any) (bool, error) {
	b, ok := given.(bool)
	if !ok {
		return false, o.refuse("trueOrFalse", given)
	}
	return b, nil
}

// resolved returns the channel, role or person with the id that was given, and the id.
// Discord describes each in the request.
func resolved[T any](o *OptionDefinition, given any, known map[string]T, what string) (v T, id string, err error) {
	id, _ = given.(string)
	v, ok := known[id]
	if !IsSnowflake(id) || !ok {
		return v, "", o.refuse(what, given)
	}
	return v, id, nil
}

// refuse refuses a value that the option does not allow. Discord's own clients send none.
func (o *OptionDefinition) refuse(what string, given any) error {
	first, last := 0, 0
	if o.MinValue != nil {
		first, last = int(*o.MinValue), int(*o.MaxValue)
	}
	wrong := voice.Say("chat.wrongValue."+what, voice.F{"Option": voice.Raw(o.Name), "First": first, "Last": last})
	return Refuse(wrong, voice.Say("chat.unusable", voice.F{"Given": voice.Quoted(fmt.Sprint(given))}))
}

// wholeNumber returns a JSON number without a fraction, or the number in a text.
func wholeNumber(v any) (n int, ok bool) {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int(v), true
		}
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(unquoted(v)))
		return n, err == nil
	}
	return 0, false
}

// textOf returns a JSON text without control characters and the quotation marks around it, or a JSON number in
// digits.
func textOf(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return unquoted(voice.WithoutControls(v)), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}

// Check returns the refusal of the first option with a wrong value. [Command.Answer] has
// checked the options of its request already.
func Check(options []Option, r *Request) error {
	for _, o := range options {
		if err := o.check(r); err != nil {
			return err
		}
	}
	return nil
}

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

// quotes are pairs of quotation marks, as people of many languages type them.
var quotes = []string{`""`, `''`, "``", "“”", "„“", "„”", "””", "‘’", "‚‘", "’’", "«»", "»«", "‹›", "›‹", "「」"}

// unquoted returns a text without the quotation marks around all of it, such as those of
// “518, 534”. Discord sends what people type with them. Other marks stay: those inside a
// text, and those of "a" and "b".
func unquoted(text string) string {
	const most = 5 // marks around marks
	for range most {
		inside, ok := insideQuotes(text)
		if !ok {
			break
		}
		text = inside
	}
	return text
}

// insideQuotes returns what stands between the quotation marks around a text.
func insideQuotes(text string) (inside string, ok bool) {
	trimmed := strings.TrimSpace(text)
	for _, pair := range quotes {
		_, opens := utf8.DecodeRuneInString(pair)
		inside, begins := strings.CutPrefix(trimmed, pair[:opens])
		inside, ends := strings.CutSuffix(inside, pair[opens:])
		if begins && ends && !strings.ContainsAny(strings.Trim(inside, pair), pair) {
			return inside, true
		}
	}
	return "", false
}
