package event

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// open answers /event new.
func (t Tools) open(ctx context.Context, r *chat.Request, o ruleOptions) (*chat.Reply, error) {
	if err := mayManage(r, ""); err != nil {
		return nil, err
	}
	role := o.role.Read(r)
	rules := evening.Rules{Boards: 1, Games: 1, Thread: o.thread.Read(r), Role: role.ID}
	err := cmp.Or(o.read(r, &rules, voice.Phrase("event.nameNew")), mayHaveThread(r, o.thread.Read(r)), mayPing(r, role))
	if err == nil && o.notAgain.Given(r) {
		rules.Past, rules.Evenings, err = t.Store.Drawn(ctx, r.ChannelID, rules.NotAgain)
	}
	if err = cmp.Or(err, enoughFor(rules)); err != nil {
		return nil, err
	}
	return t.openBy(ctx, r, r.ChannelID, rules, func(e *evening.Event) error {
		if !o.server.given(r) {
			return nil
		}
		return t.enlist(ctx, r, e, o.server.typed(r))
	})
}

// again answers /event again: it opens an event by the rules of the last one, in its channel. Positions
// that were drawn since are left out too, if the last event left out those of earlier ones.
func (t Tools) again(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if err := mayManage(r, ""); err != nil {
		return nil, err
	}
	ref := rulesHere(r)
	last, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, last, err)
	}
	rules := last.Rules
	if asked := cmp.Or(rules.NotAgain, rules.Evenings); asked > 0 { // an older release kept only how many there were
		if rules.Past, rules.Evenings, err = t.Store.Drawn(ctx, last.Channel, asked); err != nil {
			return nil, err
		}
	}
	if err := enoughFor(rules); err != nil {
		return nil, err
	}
	return t.openBy(ctx, r, last.Channel, rules, func(e *evening.Event) error {
		zone, err := when.LoadZone(cmp.Or(rules.Zone, "UTC"))
		if err == nil {
			e.Server = last.NextWeek(t.Now().In(zone))
		}
		return err
	})
}

// openBy opens an event of a channel by its rules. If the asker is in a thread of the channel, the event
// goes on there. enlist says what becomes of it in the server's list of events.
func (t Tools) openBy(ctx context.Context, r *chat.Request, channel string, rules evening.Rules, enlist func(*evening.Event) error) (*chat.Reply, error) {
	e := &evening.Event{
		ID: r.ID, Channel: channel, Guild: r.GuildID, Invited: !r.Uninvited,
		Rules: rules, OpenedBy: r.Asker, OpenedByName: r.AskerName, OpenedAt: t.Now().UTC(),
	}
	if channel != r.ChannelID {
		e.Thread = r.ChannelID
	}
	err := enlist(e)
	if err != nil {
		return nil, err
	}
	err = t.Store.NewEvent(ctx, e)
	if errors.Is(err, evening.ErrExists) {
		// Discord delivers an interaction again whose answer was lost with a process.
		if e, err = t.Store.Event(ctx, rulesHere(r)); err == nil && e.ID != r.ID {
			err = evening.ErrExists
		}
	}
	switch {
	case errors.Is(err, evening.ErrExists):
		return nil, chat.Refuse(voice.Say("event.hasEvent", voice.F{"Event": eventName(e)}), voice.Phrase("event.drawOrClose"))
	case errors.Is(err, evening.ErrManyOpen):
		return nil, refusalOf(r, e.Ref(), e, err)
	case err != nil:
		return nil, err
	}
	l := t.layout(chat.AsAsked)
	l.Text(voice.Lines{openedText(e), serverText(r, e)})
	if !r.MayPost() {
		var missing voice.Sentence
		if !r.Uninvited { // nobody can grant anything to a bot that is not in the server
			missing = chat.PermissionNames(chat.MissingToPost(r.AppPermissions, r.Thread))
		}
		l.Text(voice.Small(voice.Say("event.mayNotPost", voice.F{"Missing": missing})))
	}
	newThread := e.Rules.Thread && e.Thread == ""
	if !newThread {
		l.Buttons(append([]chat.Component{drawButton(e)}, t.serverButtons(r, e)...))
	}
	reply, err := l.Reply()
	if err == nil && newThread {
		t.beginThread(reply, e)
	}
	return reply, err
}

// ruleOptions are the options for the rules of an event.
type ruleOptions struct {
	name, exclude, only, zone       chat.OptionOf[string]
	rounds, boards, games, notAgain chat.OptionOf[int]
	study                           chat.OptionOf[int]
	each, noMirrors, sealed, thread chat.OptionOf[bool]
	role                            chat.OptionOf[chat.Role]
	server                          serverOptions
}

// mostEvenings is the largest number of earlier events with positions that a new event
// leaves out.
const mostEvenings = 50

// firstRules are the options of /event new.
func firstRules() ruleOptions {
	o := laterRules()
	o.name, o.rounds = o.name.Mandatory(), o.rounds.Mandatory()
	o.only = listOption("only")
	o.each = chat.BoolOption("each")
	o.sealed = chat.BoolOption("sealed")
	o.notAgain = chat.NumberOption("not_again").Between(0, mostEvenings)
	o.thread = chat.BoolOption("thread")
	o.role = chat.RoleOption("role")
	o.zone = chat.TextOption("timezone").UpTo(chat.MostChoiceText)
	return o
}

// listOption is a list of positions.
func listOption(name string) chat.OptionOf[string] {
	return chat.TextOption(name).UpTo(chat.MostTyped).CompletedBy(reading.CompleteList)
}

// laterRules are the options of /event change.
func laterRules() ruleOptions {
	return ruleOptions{
		boards:    chat.NumberOption("boards").Between(1, evening.MostBoards),
		rounds:    chat.NumberOption("rounds").Between(1, evening.MostRounds),
		games:     chat.NumberOption("games").Between(1, evening.MostGames),
		exclude:   listOption("exclude"),
		noMirrors: chat.BoolOption("no_mirrors"),
		name:      chat.TextOption("name").UpTo(evening.MostName),
		study:     studyOption(),
		server:    newServerOptions(),
	}
}

// studyOption is how many minutes the players study a position.
func studyOption() chat.OptionOf[int] {
	return chat.NumberOption("study").Between(0, evening.MostStudy)
}

// changeable lists the options of /event change.
func (o ruleOptions) changeable() []chat.Option {
	return []chat.Option{o.boards, o.rounds, o.games, o.exclude, o.noMirrors, o.name, o.study}
}

// read sets the rules that somebody has typed; the others stay. unnamed is the hint for an event
// without a name.
func (o ruleOptions) read(r *chat.Request, rules *evening.Rules, unnamed voice.Phrase) (err error) {
	o.boards.Update(r, &rules.Boards)
	o.rounds.Update(r, &rules.Rounds)
	o.games.Update(r, &rules.Games)
	o.noMirrors.Update(r, &rules.NoMirrors)
	o.study.Update(r, &rules.Study)
	o.each.Update(r, &rules.Each)
	o.sealed.Update(r, &rules.Sealed)
	o.notAgain.Update(r, &rules.NotAgain)
	o.name.Update(r, &rules.Name)
	if rules.Name = strings.TrimSpace(rules.Name); rules.Name == "" {
		return chat.Refuse(voice.Phrase("event.noName"), unnamed)
	}
	if o.exclude.Given(r) {
		rules.Exclude, err = readList(r, o.exclude.Read(r))
	}
	if err == nil && o.only.Given(r) {
		rules.Only, err = readList(r, o.only.Read(r))
	}
	if err == nil && o.zone.Given(r) {
		rules.Zone, err = readZone(o.zone.Read(r))
	}
	return cmp.Or(err, mayStudy(r, o.study))
}

// enoughFor refuses rules that leave too few positions.
func enoughFor(rules evening.Rules) error {
	return tooFew("event", rules.Check(), voice.Phrase("event.needFewer"))
}

// mayStudy refuses study time where the bot cannot say that the games begin.
func mayStudy(r *chat.Request, study chat.OptionOf[int]) error {
	if study.Read(r) == 0 || r.MayPost() {
		return nil
	}
	return chat.Refuse(voice.Phrase("event.mayNotBegin"), voice.Phrase("event.withoutStudy"))
}

// mayHaveThread refuses a thread where the bot cannot begin one.
func mayHaveThread(r *chat.Request, wanted bool) error {
	const needed = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	switch {
	case !wanted:
	case r.GuildID == "":
		return chat.Refuse(voice.Phrase("event.noThreadsHere"), voice.Phrase("event.leaveThreadOut"))
	case r.Uninvited:
		return chat.Refuse(voice.Phrase("event.uninvitedThread"), voice.Phrase("event.leaveThreadOut"))
	case r.Thread:
		return chat.Refuse(voice.Phrase("event.inThread"), voice.Phrase("event.stayInThread"))
	case chat.Missing(r.AppPermissions, needed) != 0:
		return chat.Refuse(voice.Phrase("event.noThreadAllowed"), voice.Phrase("event.allowThreads"))
	}
	return nil
}

// mayPing refuses a role that the bot cannot ping.
func mayPing(r *chat.Request, role chat.Role) error {
	switch {
	case role.ID == "": // none
	case role.ID == r.GuildID:
		return chat.Refuse(voice.Phrase("event.noPingOfAll"), voice.Phrase("event.chooseRole"))
	case !role.Mentionable && chat.Missing(r.AppPermissions, discordgo.PermissionMentionEveryone) != 0:
		return chat.Refuse(voice.Say("event.mayNotPing", voice.F{
			"Role": voice.Raw(role.ID),
		}), voice.Phrase("event.allowPing"))
	}
	return nil
}

// readList reads the positions that rules allow or leave out, in the order of their SP numbers.
// "none" is the empty list.
func readList(r *chat.Request, text string) ([]int, error) {
	if when.IsNone(text) {
		return nil, nil
	}
	sps, err := reading.List(r, text)
	slices.Sort(sps)
	return sps, err
}
