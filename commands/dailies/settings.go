package dailies

import (
	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/internal/voice"
)

// A setting is one part of a subscription, which an option of /daily-posts set changes.
type setting struct {
	option  chat.Option
	value   func(daily.Sub) voice.Sentence
	clear   func(*daily.Sub) // sets its default; nil for a setting without one
	differs func(a, b daily.Sub) bool
}

// settingOf returns the setting of a value that can be compared.
func settingOf[T comparable](o chat.Option, get func(daily.Sub) T, say func(T) voice.Sentence, clear func(*daily.Sub)) setting {
	return setting{
		option: o, clear: clear,
		value:   func(s daily.Sub) voice.Sentence { return say(get(s)) },
		differs: func(a, b daily.Sub) bool { return get(a) != get(b) },
	}
}

// settings are all settings, in the order in which answers list them.
func (o options) settings() []setting { return append(o.times(), o.details()...) }

// times are the settings that say when posts come.
func (o options) times() []setting {
	return []setting{
		settingOf(o.time, func(s daily.Sub) when.Minute { return s.Minute }, func(m when.Minute) voice.Sentence { return voice.Raw(m.String()) }, nil),
		settingOf(o.zone, func(s daily.Sub) string { return s.Zone }, func(zone string) voice.Sentence { return voice.Raw(zone) }, nil),
		settingOf(o.weekdays, func(s daily.Sub) when.Weekdays { return s.Weekdays }, when.Weekdays.Words, func(s *daily.Sub) { s.Weekdays = when.EveryDay }),
	}
}

// details are the settings that say what posts are like.
func (o options) details() []setting {
	return []setting{
		settingOf(o.role, func(s daily.Sub) string { return s.Role }, sayRole, func(s *daily.Sub) { s.Role = "" }),
		settingOf(o.thread, func(s daily.Sub) bool { return s.Thread }, sayThread, func(s *daily.Sub) { s.Thread = false }),
		settingOf(o.board, func(s daily.Sub) daily.BoardForm { return s.Board }, sayBoard, func(s *daily.Sub) { s.Board = daily.FullBoard }),
		settingOf(o.view, func(s daily.Sub) string { return styleOf(s).Side() }, sayView, func(s *daily.Sub) { s.View = "" }),
		settingOf(o.theme, func(s daily.Sub) string { return styleOf(s).Theme.ID }, sayTheme, func(s *daily.Sub) { s.Theme = "" }),
	}
}

// roleName returns the mention of a role.
func roleName(id string) voice.Raw { return voice.Raw("<@&" + id + ">") }

func sayRole(id string) voice.Sentence {
	if id == "" {
		return voice.Phrase("dailies.nobody")
	}
	return roleName(id)
}

func sayThread(wanted bool) voice.Sentence {
	if wanted {
		return voice.Phrase("dailies.yes")
	}
	return voice.Phrase("dailies.no")
}

func sayBoard(form daily.BoardForm) voice.Sentence {
	if form == daily.CompactBoard {
		return voice.Phrase("dailies.compact")
	}
	return voice.Phrase("dailies.full")
}

func sayView(side string) voice.Sentence { return chat.ChoiceName("view", side) }

func sayTheme(id string) voice.Sentence { return chat.ChoiceName("theme", id) }

// styleOf returns the style of the posts of a subscription.
func styleOf(s daily.Sub) card.Style {
	style, err := card.StoredStyle(s.View, s.Theme)
	if err != nil { // a theme of a newer release
		return card.DefaultStyle()
	}
	return style
}

// A schedule says when posts come.
type schedule struct {
	Days     voice.And // of someDays
	Time     when.Minute
	Zone     voice.Raw
	Weekdays scheduleKind
}

type scheduleKind string

const (
	everyDay scheduleKind = "everyDay"
	workdays scheduleKind = "workdays"
	someDays scheduleKind = "someDays"
)

// Sentence returns which weekdays they are.
func (s schedule) Sentence() string { return string(s.Weekdays) }

// timesOf says when posts come.
func timesOf(s daily.Sub) schedule {
	times := schedule{Time: s.Minute, Zone: voice.Raw(s.Zone)}
	switch s.Weekdays {
	case when.EveryDay:
		times.Weekdays = everyDay
	case when.Workdays:
		times.Weekdays = workdays
	default:
		times.Weekdays, times.Days = someDays, s.Weekdays.Days()
	}
	return times
}

// detailsOf lists what the posts of a subscription are like.
func detailsOf(s daily.Sub) voice.Sentence {
	var list voice.Row
	for _, o := range newOptions().details() {
		list = append(list, voice.Say("dailies.detail", voice.F{
			"Option": voice.Raw(o.option.Name()), "Value": o.value(s),
		}))
	}
	return voice.Small(list)
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
		if cleared.option.Given(r) {
			both := bothGiven{Option: voice.Raw(cleared.option.Name())}
			return chat.Refuse(both, leaveOut(both))
		}
		cleared.clear(s)
	}
	if err := o.setTimes(s, r); err != nil {
		return err
	}
	if o.role.Given(r) {
		if s.Role = o.role.Read(r).ID; s.Role == r.GuildID {
			return chat.Refuse(voice.Phrase("dailies.everyone"), voice.Phrase("dailies.chooseRole"))
		}
	}
	o.thread.Update(r, &s.Thread)
	if s.Thread && chat.IsThread(o.channel.Read(r).Type) {
		return chat.Refuse(voice.Phrase("dailies.threadInThread"), voice.Phrase("dailies.noThread"))
	}
	return o.setStyle(s, r)
}

// setTimes reads the options for the time, its zone and the weekdays. A new
// subscription needs the first two.
func (o options) setTimes(s *daily.Sub, r *chat.Request) (err error) {
	if s.Zone == "" && !(o.time.Given(r) && o.zone.Given(r)) {
		return chat.Refuse(of(s.Channel, noneYet), voice.Phrase("dailies.nameBoth"))
	}
	if typed := o.time.Read(r); typed != "" {
		if s.Minute, err = when.ParseMinute(typed); err != nil {
			return notRead(unread{aTime, voice.Quoted(typed)}, voice.Phrase("dailies.writeTime"), err)
		}
	}
	if typed := o.zone.Read(r); typed != "" {
		if s.Zone, err = when.ParseZone(typed); err != nil {
			return notRead(unread{aZone, voice.Quoted(typed)}, voice.Phrase("dailies.writeZone"), err)
		}
	}
	if typed := o.weekdays.Read(r); typed != "" {
		if s.Weekdays, err = when.ParseWeekdays(typed, r.Languages()...); err != nil {
			return notRead(unread{weekdays, voice.Quoted(typed)}, voice.Phrase("dailies.writeWeekdays"), err)
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
