package event

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/list"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/when"
	"chess960bot/internal/voice"
)

// ruleOptions are the options for the rules of an event.
type ruleOptions struct {
	name, exclude, only, zone       chat.OptionOf[string]
	rounds, boards, games, notAgain chat.OptionOf[int]
	each, noMirrors, sealed, thread chat.OptionOf[bool]
	role                            chat.OptionOf[chat.Role]
}

// mostEvenings is the largest number of earlier events with positions that a new event
// leaves out.
const mostEvenings = 50

// firstRules are the options of /event new.
func firstRules() ruleOptions {
	o := laterRules()
	o.name, o.rounds = o.name.Mandatory(), o.rounds.Mandatory()
	o.boards = chat.NumberOption("boards").Between(1, events.MostBoards).Or(1)
	o.exclude = chat.TextOption("exclude").UpTo(chat.MostTyped).CompletedBy(list.Complete)
	o.only = chat.TextOption("only").UpTo(chat.MostTyped).CompletedBy(list.Complete)
	o.each = chat.BoolOption("each")
	o.sealed = chat.BoolOption("sealed")
	o.notAgain = chat.NumberOption("not_again").Between(0, mostEvenings)
	o.thread = chat.BoolOption("thread")
	o.role = chat.RoleOption("role")
	o.zone = chat.TextOption("timezone").UpTo(chat.MostChoiceText)
	return o
}

// laterRules are the options of /event change.
func laterRules() ruleOptions {
	return ruleOptions{
		boards:    chat.NumberOption("boards").Between(1, events.MostBoards),
		rounds:    chat.NumberOption("rounds").Between(1, events.MostRounds),
		games:     chat.NumberOption("games").Between(1, events.MostGames).Or(1),
		exclude:   chat.TextOption("exclude").UpTo(chat.MostTyped).CompletedBy(list.Complete),
		noMirrors: chat.BoolOption("no_mirrors"),
		name:      chat.TextOption("name").UpTo(events.MostName),
	}
}

// changeable lists the options of /event change.
func (o ruleOptions) changeable() []chat.Option {
	return []chat.Option{o.boards, o.rounds, o.games, o.exclude, o.noMirrors, o.name}
}

// rules reads the rules of a new event.
func (t Tools) rules(ctx context.Context, r *chat.Request, o ruleOptions) (events.Rules, error) {
	rules := events.Rules{
		Name: strings.TrimSpace(o.name.Read(r)), Rounds: o.rounds.Read(r), Boards: o.boards.Read(r),
		Games: o.games.Read(r), Each: o.each.Read(r), NoMirrors: o.noMirrors.Read(r), Sealed: o.sealed.Read(r),
	}
	if rules.Name == "" {
		return rules, chat.Refuse(voice.Phrase("event.noName"), voice.Phrase("event.nameNew"))
	}
	var err error
	if rules.Exclude, err = readList(r, o.exclude.Read(r)); err != nil {
		return rules, err
	}
	if rules.Only, err = readList(r, o.only.Read(r)); err != nil {
		return rules, err
	}
	if typed := o.zone.Read(r); typed != "" {
		if rules.Zone, err = readZone(typed); err != nil {
			return rules, err
		}
	}
	if rules.Thread, err = mayHaveThread(r, o.thread.Read(r)); err != nil {
		return rules, err
	}
	if rules.Role, err = mayPing(r, o.role.Read(r)); err != nil {
		return rules, err
	}
	if o.notAgain.Given(r) {
		rules.NotAgain = o.notAgain.Read(r)
		if rules.Past, rules.Evenings, err = t.Store.Drawn(ctx, r.ChannelID, rules.NotAgain); err != nil {
			return rules, err
		}
	}
	if few, ok := errors.AsType[*events.TooFewError](rules.Check()); ok {
		return rules, chat.Refuse(tooFewOf(forEvent, few), voice.Phrase("event.needFewer"))
	}
	return rules, rules.Check()
}

// amendment reads the options of /event change and returns the function that changes the
// rules by them.
func (o ruleOptions) amendment(r *chat.Request) (func(*events.Rules), error) {
	if !slices.ContainsFunc(o.changeable(), func(o chat.Option) bool { return o.Given(r) }) {
		return nil, chat.Refuse(voice.Phrase("event.noChange"), voice.Phrase("event.sayChange"))
	}
	exclude, err := readList(r, o.exclude.Read(r))
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(o.name.Read(r))
	if o.name.Given(r) && name == "" {
		return nil, chat.Refuse(voice.Phrase("event.noName"), voice.Phrase("event.nameChanged"))
	}
	return func(rules *events.Rules) {
		o.boards.Update(r, &rules.Boards)
		o.rounds.Update(r, &rules.Rounds)
		o.games.Update(r, &rules.Games)
		o.noMirrors.Update(r, &rules.NoMirrors)
		if o.exclude.Given(r) {
			rules.Exclude = exclude
		}
		if name != "" {
			rules.Name = name
		}
	}, nil
}

// mayHaveThread returns whether a new event gets a thread, and refuses where the bot cannot
// begin one.
func mayHaveThread(r *chat.Request, wanted bool) (bool, error) {
	const needed = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	switch {
	case !wanted:
		return false, nil
	case r.GuildID == "":
		return false, chat.Refuse(voice.Phrase("event.noThreadsHere"), voice.Phrase("event.leaveThreadOut"))
	case r.Uninvited:
		return false, chat.Refuse(voice.Phrase("event.uninvitedThread"), voice.Phrase("event.leaveThreadOut"))
	case r.Thread:
		return false, chat.Refuse(voice.Phrase("event.inThread"), voice.Phrase("event.stayInThread"))
	case chat.Missing(r.AppPermissions, needed) != 0:
		return false, chat.Refuse(voice.Phrase("event.noThreadAllowed"), voice.Phrase("event.allowThreads"))
	}
	return true, nil
}

// mayPing returns the id of the role that each draw pings; "" for none. It refuses a role
// that the bot cannot ping.
func mayPing(r *chat.Request, role chat.Role) (string, error) {
	switch {
	case role.ID == "":
		return "", nil
	case role.ID == r.GuildID:
		return "", chat.Refuse(voice.Phrase("event.noPingOfAll"), voice.Phrase("event.chooseRole"))
	case !role.Mentionable && chat.Missing(r.AppPermissions, discordgo.PermissionMentionEveryone) != 0:
		return "", chat.Refuse(voice.Say("event.mayNotPing", voice.F{
			"Role": voice.Raw(role.ID),
		}), voice.Phrase("event.allowPing"))
	}
	return role.ID, nil
}

// readList reads the positions that rules allow or leave out, in the order of their SP numbers.
// "none" is the empty list.
func readList(r *chat.Request, text string) ([]int, error) {
	if when.IsNone(text) {
		return nil, nil
	}
	sps, err := list.Read(r, text)
	slices.Sort(sps)
	return sps, err
}
