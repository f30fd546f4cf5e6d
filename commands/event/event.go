// Package event has /event: the rounds of a club evening. Package internal/events has
// the rules.
package event

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/commands/play"
	"chess960bot/internal/events"
	"chess960bot/internal/paper"
	"chess960bot/render"
)

// Command is /event: the rounds of a club evening. No position is drawn twice.
// Every draw is stored in the database before anyone sees it.
func Command(t Tools) chat.Command {
	subcommands := map[string]chat.Handler{
		"new":    t.open,
		"draw":   t.draw,
		"void":   t.void,
		"show":   t.show,
		"export": t.export,
		"close":  t.close,
		"change": t.changeRules,
		"reopen": t.reopen,
	}
	def := chat.Define("event", "A club evening: a position for each round, drawn for everyone to see", eventOptions()...)
	def.DefaultMemberPermissions = strconv.Itoa(discordgo.PermissionManageEvents)
	return chat.Command{
		Def:      def,
		Example:  "/event new name:Thursday rounds:5 boards:12",
		Crowd:    []string{"event-number", "event-add"},
		Complete: t.completeRound,
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, chat.Foreign()
			}
			return t.inThread(chat.WithDatabase(run))(ctx, r)
		},
		Buttons: map[string]chat.Handler{
			"event-draw":      t.inThread(chat.WithDatabase(t.draw)),
			"event-number":    chat.WithDatabase(t.askNumber),
			"event-add":       chat.WithDatabase(t.addNumber),
			"event-open":      chat.WithDatabase(t.pressOpen),
			"event-boards":    chat.WithDatabase(t.turnBoards),
			"event-play":      chat.WithDatabase(t.askTime),
			"event-play-open": chat.WithDatabase(t.openGames),
			"event-play-next": chat.WithDatabase(t.openNext),
			"event-move":      chat.WithDatabase(t.pressMove),
		},
	}
}

func eventOptions() []chat.Option {
	round := chat.NumberOption("round", "The number of the round").Between(1, events.MostRounds).Completed()
	return []chat.Option{
		chat.Subcommand("new", "Fix the rules of an event in this channel",
			chat.TextOption("name", "What the event is called").UpTo(events.MostName).Mandatory(),
			chat.NumberOption("rounds", "How many rounds there are").Between(1, events.MostRounds).Mandatory(),
			chat.NumberOption("boards", "How many boards play (1 if left out)").Between(1, events.MostBoards),
			chat.BoolOption("each", "Every board gets a position of its own"),
			chat.NumberOption("games", "2: two games of each pairing, colours reversed in the second").Between(1, events.MostGames),
			chat.TextOption("exclude", "SP numbers never to draw, such as 518, 534, 0-9").UpTo(chat.MostTyped),
			chat.BoolOption("no_mirrors", "A position is out once its mirror image was played"),
			chat.BoolOption("sealed", "The bot's choice is sealed, and players add numbers to it"),
			chat.NumberOption("not_again", "How many of this channel's last events not to repeat positions of").Between(0, mostEvenings),
			chat.BoolOption("thread", "The event gets a thread, where all its rounds are posted"),
			chat.RoleOption("role", "A role that each draw pings")),
		chat.Subcommand("draw", "Draw the next round for everyone to see"),
		chat.Subcommand("void", "Strike a round through; the next draw replaces it", round.Mandatory(), chat.TextOption("reason", "Why the round does not count").UpTo(events.MostReason)),
		chat.Subcommand("show", "Show a round to everyone again; draws nothing", round,
			chat.BoolOption("cards", "Attach a card to print for each board, as PDF")),
		chat.Subcommand("export", "Get the event as CSV and PGN"),
		chat.Subcommand("change", "Change the rules for the draws to come; what was drawn stays",
			chat.NumberOption("boards", "How many boards play from now on").Between(1, events.MostBoards),
			chat.NumberOption("rounds", "How many rounds there are").Between(1, events.MostRounds),
			chat.NumberOption("games", "2: two games of each pairing, colours reversed in the second").Between(1, events.MostGames),
			chat.TextOption("exclude", "SP numbers never to draw, such as 518, 534, 0-9; or none").UpTo(chat.MostTyped),
			chat.BoolOption("no_mirrors", "A position is out once its mirror image was played"),
			chat.TextOption("name", "What the event is called").UpTo(events.MostName)),
		chat.Subcommand("close", "End the event and post its log"),
		chat.Subcommand("reopen", "Open the last event of this channel again"),
	}
}

// Tools are what /event works with.
type Tools struct {
	Boards *render.Renderer
	Store  events.Store
	Heavy  *chat.HeavyWork          // prints cards and writes exports
	Press  *paper.Press             // prints cards
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
	Play   play.Tools               // opens games on lichess

	fileName string // of the first picture of an answer; "" for its own name
}

// asker returns the asker of a request.
func (t Tools) asker(r *chat.Request) events.Asker {
	return events.Asker{User: r.Asker, Name: r.AskerName, Interaction: r.ID, At: t.Now().UTC(), NoPosts: !r.MayPost()}
}

// hint returns the first hint to people who see /event, and the other one to members.
func hint(r *chat.Request, forManagers, forMembers string) string {
	if r.May(discordgo.PermissionManageEvents) {
		return forManagers
	}
	return forMembers
}

// mayChange returns nil if the asker may draw, void and close, and otherwise the
// refusal. openedBy is the person who opened the event; "" for a new one, and for somebody
// who was forgotten.
func mayChange(r *chat.Request, openedBy string) error {
	if r.May(discordgo.PermissionManageEvents) || r.Asker == openedBy {
		return nil
	}
	if openedBy == "" {
		return chat.Refuse("Only people with the Manage Events permission can open or change an event.", "Ask one of them, or open one in a direct message with me.")
	}
	return chat.Refuse("Only "+chat.Mention(openedBy)+", who opened this event, and people with the Manage Events permission can do that.", "Everyone can see the rounds with "+chat.Slash("round")+".")
}

// open answers /event new.
func (t Tools) open(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if err := mayChange(r, ""); err != nil {
		return nil, err
	}
	rules, err := t.rulesOf(ctx, r)
	if err != nil {
		return nil, err
	}
	e := &events.Event{
		ID: rand.Text()[:12], Channel: r.ChannelID, Guild: r.GuildID, Invited: !r.Uninvited,
		Rules: rules, OpenedBy: r.Asker, OpenedByName: r.AskerName, OpenedAt: t.Now().UTC(),
	}
	switch err := t.Store.NewEvent(ctx, e); {
	case errors.Is(err, events.ErrExists):
		return nil, chat.Refuse("This channel already has an open event.", "Go on with "+chat.Slash("event draw")+", or end it with "+chat.Slash("event close")+".")
	case errors.Is(err, events.ErrManyOpen):
		return nil, manyOpen()
	case err != nil:
		return nil, err
	}
	l := t.layout()
	l.Text(openedText(e))
	if !e.Rules.Thread {
		l.Buttons([]chat.Component{drawButton(e)})
	}
	reply, err := l.Reply()
	if err == nil && e.Rules.Thread {
		t.beginThread(reply, e)
	}
	return reply, err
}

// manyOpen refuses to open an event.
func manyOpen() error {
	return chat.Refuse(fmt.Sprintf("%d events are open already, and there cannot be more.", events.MostOpen), "End one with "+chat.Slash("event close")+" in its channel.")
}

// rulesOf reads the rules of a new event.
func (t Tools) rulesOf(ctx context.Context, r *chat.Request) (events.Rules, error) {
	options := r.Options
	rules := events.Rules{
		Name: strings.TrimSpace(options.Text("name")), Each: options.Bool("each"),
		NoMirrors: options.Bool("no_mirrors"), Sealed: options.Bool("sealed"),
	}
	if rules.Name == "" {
		return rules, chat.Refuse("The event needs a name.", "For example "+chat.Slash("event new")+" `name:Thursday rounds:5 boards:12`.")
	}
	var err error
	for _, number := range []struct {
		name     string
		into     *int
		most     int
		fallback int // 0 if the option is required
	}{{"rounds", &rules.Rounds, events.MostRounds, 0}, {"boards", &rules.Boards, events.MostBoards, 1}, {"games", &rules.Games, events.MostGames, 1}} {
		if *number.into, err = ruleNumber(options, number.name, number.most, number.fallback); err != nil {
			return rules, err
		}
	}
	if rules.Exclude, err = excludeOption(options); err != nil {
		return rules, err
	}
	if rules.Thread, err = threadOption(r); err != nil {
		return rules, err
	}
	if rules.Role, err = roleOption(r); err != nil {
		return rules, err
	}
	if options["not_again"] != nil {
		if rules.Past, rules.Evenings, err = t.past(ctx, r); err != nil {
			return rules, err
		}
	}
	if few, ok := errors.AsType[*events.TooFewError](rules.Check()); ok {
		return rules, chat.Refuse(
			fmt.Sprintf("That cannot be played to the end: the rounds need %s, and these rules leave %d.", chat.Count(few.Needed, "position"), few.Available),
			"Play fewer rounds, give all boards the same position, or leave out fewer positions.",
		)
	}
	return rules, rules.Check()
}

// mostEvenings is the largest number of earlier events with positions that a new event
// leaves out.
const mostEvenings = 50

// past reads the option "not_again" and returns the positions that were drawn in the
// channel's last events, and how many events that were.
func (t Tools) past(ctx context.Context, r *chat.Request) (sps []int, evenings int, err error) {
	n, ok := r.Options.Int("not_again")
	if !ok || n < 0 || n > mostEvenings {
		return nil, 0, chat.Refuse(fmt.Sprintf("`not_again` must be a whole number from 0 to %d.", mostEvenings), "It says how many of this channel's last events are looked at.")
	}
	return t.Store.Drawn(ctx, r.ChannelID, n)
}

// ruleNumber reads a number of the rules from 1 to most. Without the option it returns the fallback
// if that is not 0.
func ruleNumber(options chat.Options, name string, most, fallback int) (int, error) {
	n, ok := options.Int(name)
	switch {
	case options[name] == nil && fallback > 0:
		return fallback, nil
	case !ok || n < 1 || n > most:
		return 0, chat.Refuse(fmt.Sprintf("`%s` must be a whole number from 1 to %d.", name, most), "For example "+chat.Slash("event new")+" `name:Thursday rounds:5 boards:12`.")
	}
	return n, nil
}

// excludeOption reads the SP numbers that are left out; "none" leaves out none.
func excludeOption(options chat.Options) ([]int, error) {
	typed := options.Text("exclude")
	if strings.EqualFold(strings.TrimSpace(typed), "none") {
		return nil, nil
	}
	sps, err := events.ParseExclude(typed)
	if bad, ok := errors.AsType[*events.ExcludeError](err); ok {
		return nil, chat.Refuse(fmt.Sprintf("I cannot read `exclude`: %s %s.", chat.Quote(bad.Part), bad.Problem), "Write SP numbers and ranges, such as `518, 534, 0-9`.")
	}
	return sps, err
}

// change changes the channel's event for somebody who may draw, void and close.
func (t Tools) change(ctx context.Context, r *chat.Request, change func(*events.Event) error) (*events.Event, error) {
	ref := events.Ref{Channel: r.ChannelID}
	e, err := t.Store.ChangeEvent(ctx, ref, func(e *events.Event) error {
		if err := cmp.Or(mayChange(r, e.OpenedBy), stayInThread(r, e)); err != nil {
			return err
		}
		return change(e)
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return e, nil
}

// void answers /event void.
func (t Tools) void(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	round, _ := r.Options.Int("round")
	reason := strings.TrimSpace(r.Options.Text("reason"))
	var voided *events.Draw
	e, err := t.change(ctx, r, func(e *events.Event) (err error) {
		voided, err = e.Void(round, reason, t.asker(r))
		return err
	})
	if err != nil {
		return nil, err
	}
	l := t.layout()
	l.Text(voidedText(e, voided))
	l.Buttons([]chat.Component{drawButton(e)})
	return l.Reply()
}

// layout returns an empty layout with the default style.
func (t Tools) layout() *card.Layout {
	return &card.Layout{Boards: t.Boards, Style: card.DefaultStyle(), FileName: t.fileName}
}
