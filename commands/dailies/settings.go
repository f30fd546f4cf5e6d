package dailies

import (
	"cmp"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/daily"
	"chess960bot/internal/when"
)

// A setting is one part of a subscription, which an option of /daily-posts set changes.
type setting struct {
	option string
	words  func(daily.Sub) string // its value
	clear  func(*daily.Sub)       // sets its default; nil for a setting without one
	none   string                 // the default in words
}

// settings are all settings, in the order in which answers list them.
func settings() []setting { return append(times(), details()...) }

// times are the settings that say when posts come.
func times() []setting {
	return []setting{
		{"time", func(s daily.Sub) string { return s.Minute.String() }, nil, ""},
		{"timezone", func(s daily.Sub) string { return s.Zone }, nil, ""},
		{"weekdays", func(s daily.Sub) string { return s.Weekdays.Words() }, func(s *daily.Sub) { s.Weekdays = when.EveryDay }, "every day"},
	}
}

// details are the settings that say what posts are like.
func details() []setting {
	return []setting{
		{"role", roleWords, func(s *daily.Sub) { s.Role = "" }, "ping nobody"},
		{"thread", threadWords, func(s *daily.Sub) { s.Thread = false }, "open none"},
		{"board", func(s daily.Sub) string { return s.Board.String() }, func(s *daily.Sub) { s.Board = daily.FullBoard }, "full"},
		{"view", func(s daily.Sub) string { return styleOf(s).Side() }, func(s *daily.Sub) { s.View = "" }, card.DefaultStyle().Side()},
		{"theme", func(s daily.Sub) string { return styleOf(s).Theme.ID }, func(s *daily.Sub) { s.Theme = "" }, card.DefaultStyle().Theme.ID},
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
	display, err := card.DisplayOf(chat.Options{"theme": s.Theme, "view": s.View})
	if err != nil { // a theme of a newer release
		return card.DefaultStyle()
	}
	return display.Style
}

// timesOf says when posts come: "every day at 19:30 (Europe/Berlin time)".
func timesOf(s daily.Sub) string {
	return fmt.Sprintf("%s at %v (%s time)", s.Weekdays.Words(), s.Minute, s.Zone)
}

// detailsOf lists what the posts of a subscription are like.
func detailsOf(s daily.Sub) string {
	var list []string
	for _, o := range details() {
		list = append(list, o.option+": "+o.words(s))
	}
	return chat.Capitalise(strings.Join(list, " · ")) + "."
}

// clearable lists the settings with a default.
func clearable() chat.List[setting] {
	var all []setting
	for _, o := range settings() {
		if o.clear != nil {
			all = append(all, o)
		}
	}
	return chat.List[setting]{All: all, Kind: "something to clear", Code: true, Describe: func(o setting) (id, name string) {
		return o.option, chat.Capitalise(o.option) + ": " + o.none
	}}
}

// change changes a subscription as the options of /daily-posts set say. What they do not
// name stays.
func change(s *daily.Sub, r *chat.Request) error {
	if err := clearOne(s, r.Options); err != nil {
		return err
	}
	if err := changeTimes(s, r.Options); err != nil {
		return err
	}
	if err := changeRole(s, r); err != nil {
		return err
	}
	if _, named := r.Options["thread"]; named {
		s.Thread = r.Options.Bool("thread")
	}
	if s.Thread && chat.IsThread(r.Channels[s.Channel].Type) {
		return chat.Refuse("A thread cannot have threads of its own.", "Leave `thread` out, or choose a channel that is not a thread.")
	}
	return changeStyle(s, r.Options)
}

// clearOne sets the setting that the option "clear" names to its default.
func clearOne(s *daily.Sub, options chat.Options) error {
	id := options.Text("clear")
	if id == "" {
		return nil
	}
	o, err := clearable().Choose(id)
	if err != nil {
		return err
	}
	if _, named := options[id]; named {
		return chat.Refuse("`"+id+"` is both set and cleared.", "Leave out `"+id+"` or `clear:"+id+"`.")
	}
	o.clear(s)
	return nil
}

// changeTimes reads the options for the time, its zone and the weekdays. A new
// subscription needs the first two.
func changeTimes(s *daily.Sub, options chat.Options) (err error) {
	typed, zone := options.Text("time"), options.Text("timezone")
	if s.Zone == "" && (typed == "" || zone == "") {
		return chat.Refuse("<#"+s.Channel+"> has no daily post yet. The first time I need `time` and `timezone`.", "Name both, such as `time:19:30 timezone:Berlin`.")
	}
	if typed != "" {
		if s.Minute, err = when.ParseMinute(typed); err != nil {
			return notRead(typed, "a time of day", "Write it as `19:30`, `7pm` or `noon`.", err)
		}
	}
	if zone != "" {
		if s.Zone, err = when.ParseZone(zone); err != nil {
			return notRead(zone, "a time zone that I know", "Type a city or a country, such as `Berlin`, and choose from the list; or an offset, such as `UTC+2`.", err)
		}
	}
	if days := options.Text("weekdays"); days != "" {
		if s.Weekdays, err = when.ParseWeekdays(days); err != nil {
			return notRead(days, "a choice of weekdays", "Write days such as `mon,thu`, or `weekend` or `daily`.", err)
		}
	}
	return nil
}

func changeRole(s *daily.Sub, r *chat.Request) error {
	role := r.Options.Text("role")
	switch {
	case role == "":
		return nil
	case !chat.IsSnowflake(role):
		return chat.Refuse(chat.QuoteFirst(role)+" is not a role.", "Choose one in the option `role`, or leave it out.")
	case role == r.GuildID:
		return chat.Refuse("I do not ping everyone.", "Choose a role of those who want to hear of it. To ping nobody, choose `clear:role`.")
	}
	s.Role = role
	return nil
}

// changeStyle reads the options for the board, the side and the theme.
func changeStyle(s *daily.Sub, options chat.Options) (err error) {
	if s.Board, err = boards().ChooseOrFirst(cmp.Or(options.Text("board"), s.Board.String())); err != nil {
		return err
	}
	display, err := card.DisplayOf(chat.Options{
		"view": cmp.Or(options.Text("view"), s.View), "theme": cmp.Or(options.Text("theme"), s.Theme),
	})
	if err != nil {
		return err
	}
	s.Theme, s.View = display.Theme.ID, display.Side()
	return nil
}
