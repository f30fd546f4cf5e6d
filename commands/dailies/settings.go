package dailies

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/voice"
)

// A setting is one part of a subscription, which an option of /daily-posts set changes.
type setting struct {
	option chat.Option
	words  func(daily.Sub) string // its value
	clear  func(*daily.Sub)       // sets its default; nil for a setting without one
	none   string                 // the default in words
}

// settings are all settings, in the order in which answers list them.
func (o options) settings() []setting { return append(o.times(), o.details()...) }

// times are the settings that say when posts come.
func (o options) times() []setting {
	return []setting{
		{o.time, func(s daily.Sub) string { return s.Minute.String() }, nil, ""},
		{o.zone, func(s daily.Sub) string { return s.Zone }, nil, ""},
		{o.weekdays, func(s daily.Sub) string { return s.Weekdays.Words() }, func(s *daily.Sub) { s.Weekdays = when.EveryDay }, "every day"},
	}
}

// details are the settings that say what posts are like.
func (o options) details() []setting {
	return []setting{
		{o.role, roleWords, func(s *daily.Sub) { s.Role = "" }, "ping nobody"},
		{o.thread, threadWords, func(s *daily.Sub) { s.Thread = false }, "open none"},
		{o.board, func(s daily.Sub) string { return s.Board.String() }, func(s *daily.Sub) { s.Board = daily.FullBoard }, "full"},
		{o.view, func(s daily.Sub) string { return styleOf(s).Side() }, func(s *daily.Sub) { s.View = "" }, card.DefaultStyle().Side()},
		{o.theme, func(s daily.Sub) string { return styleOf(s).Theme.ID }, func(s *daily.Sub) { s.Theme = "" }, card.DefaultStyle().Theme.ID},
	}
}

func roleWords(s daily.Sub) string {
	if s.Role == "" {
		return "nobody"
	}
	return "<@&" + s.Role + ">"
}

func threadWords(s daily.Sub) string {
	if s.Thread {
		return "yes"
	}
	return "no"
}

// styleOf returns the style of the posts of a subscription.
func styleOf(s daily.Sub) card.Style {
	style, err := card.StoredStyle(s.View, s.Theme)
	if err != nil { // a theme of a newer release
		return card.DefaultStyle()
	}
	return style
}

// timesOf says when posts come: "every day at 19:30 (Europe/Berlin time)".
func timesOf(s daily.Sub) string {
	return fmt.Sprintf("%s at %v (%s time)", s.Weekdays.Words(), s.Minute, s.Zone)
}

// detailsOf lists what the posts of a subscription are like.
func detailsOf(s daily.Sub) string {
	var list []string
	for _, o := range newOptions().details() {
		list = append(list, o.option.Name()+": "+o.words(s))
	}
	return chat.Capitalise(strings.Join(list, " · ")) + "."
}

// clearable lists the settings with a default.
func (o options) clearable() chat.List[setting] {
	var all []setting
	for _, s := range o.settings() {
		if s.clear != nil {
			all = append(all, s)
		}
	}
	return chat.List[setting]{All: all, Code: true, Describe: func(s setting) (id string, name voice.Sentence) {
		return s.option.Name(), chat.ChoiceName("clear", s.option.Name())
	}}
}

// update changes a subscription as the options of /daily-posts set say. What they do not
// name stays.
func (o options) update(s *daily.Sub, r *chat.Request) error {
	if o.clear.Given(r) {
		cleared := o.clear.Read(r)
		if name := cleared.option.Name(); cleared.option.Given(r) {
			return chat.Refuse(voice.Raw("`"+name+"` is both set and cleared."), voice.Raw("Leave out `"+name+"` or `clear:"+name+"`."))
		}
		cleared.clear(s)
	}
	if err := o.setTimes(s, r); err != nil {
		return err
	}
	if o.role.Given(r) {
		if s.Role = o.role.Read(r).ID; s.Role == r.GuildID {
			return chat.Refuse(voice.Raw("I do not ping everyone."), voice.Raw("Choose a role of those who want to hear of it. To ping nobody, choose `clear:role`."))
		}
	}
	o.thread.Update(r, &s.Thread)
	if s.Thread && chat.IsThread(o.channel.Read(r).Type) {
		return chat.Refuse(voice.Raw("A thread cannot have threads of its own."), voice.Raw("Leave `thread` out, or choose a channel that is not a thread."))
	}
	return o.setStyle(s, r)
}

// setTimes reads the options for the time, its zone and the weekdays. A new
// subscription needs the first two.
func (o options) setTimes(s *daily.Sub, r *chat.Request) (err error) {
	if s.Zone == "" && !(o.time.Given(r) && o.zone.Given(r)) {
		return chat.Refuse(voice.Raw("<#"+s.Channel+"> has no daily post yet. The first time I need `time` and `timezone`."), voice.Raw("Name both, such as `time:19:30 timezone:Berlin`."))
	}
	if typed := o.time.Read(r); typed != "" {
		if s.Minute, err = when.ParseMinute(typed); err != nil {
			return notRead(typed, "a time of day", "Write it as `19:30`, `7pm` or `noon`.", err)
		}
	}
	if typed := o.zone.Read(r); typed != "" {
		if s.Zone, err = when.ParseZone(typed); err != nil {
			return notRead(typed, "a time zone that I know", "Type a city or a country, such as `Berlin`, and choose from the list; or an offset, such as `UTC+2`.", err)
		}
	}
	if typed := o.weekdays.Read(r); typed != "" {
		if s.Weekdays, err = when.ParseWeekdays(typed); err != nil {
			return notRead(typed, "a choice of weekdays", "Write days such as `mon,thu`, or `weekend` or `daily`.", err)
		}
	}
	return nil
}

// setStyle reads the options for the board, the side and the theme.
func (o options) setStyle(s *daily.Sub, r *chat.Request) error {
	o.board.Update(r, &s.Board)
	if o.view.Given(r) {
		s.View = card.Style{FromBlack: o.view.Read(r)}.Side()
	}
	if o.theme.Given(r) {
		s.Theme = o.theme.Read(r).ID
	}
	style, err := card.StoredStyle(s.View, s.Theme)
	if err != nil {
		return err
	}
	s.Theme, s.View = style.Theme.ID, style.Side()
	return nil
}
