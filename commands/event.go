package commands

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/events"
)

// event answers /event: the rounds of a club evening. No position is drawn twice.
// Every draw is stored in the database before anyone sees it.
func event(tools Tools) Command {
	e := eventHandlers{tools}
	subcommands := map[string]Handler{
		"new":    e.open,
		"draw":   e.draw,
		"void":   e.void,
		"show":   e.show,
		"export": e.export,
		"close":  e.close,
	}
	def := define("event", "A club evening: a position for each round, drawn for everyone to see", eventOptions()...)
	def.DefaultMemberPermissions = strconv.Itoa(discordgo.PermissionManageEvents)
	return Command{
		Def:     def,
		Example: "/event new name:Thursday rounds:5 boards:12",
		Run: func(ctx context.Context, r *Request) (*Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, Foreign()
			}
			return withDatabase(run)(ctx, r)
		},
		Buttons: map[string]Handler{
			"event-draw":   withDatabase(e.pressDraw),
			"event-number": withDatabase(e.askNumber),
			"event-add":    withDatabase(e.addNumber),
			"event-open":   withDatabase(e.pressOpen),
			"event-boards": withDatabase(e.turnBoards),
		},
	}
}

func eventOptions() []Option {
	round := numberOption("round", "The number of the round").between(1, events.MostRounds)
	return []Option{
		subcommand("new", "Fix the rules of an event in this channel",
			textOption("name", "What the event is called").required(),
			numberOption("rounds", "How many rounds there are").between(1, events.MostRounds).required(),
			numberOption("boards", "How many boards play (1 if left out)").between(1, events.MostBoards),
			boolOption("each", "Every board gets a position of its own"),
			numberOption("games", "2: two games of each pairing, colours reversed in the second").between(1, events.MostGames),
			textOption("exclude", "SP numbers never to draw, such as 518, 534, 0-9"),
			boolOption("no_mirrors", "A position is out once its mirror image was played"),
			boolOption("sealed", "The bot's choice is sealed, and players add numbers to it")),
		subcommand("draw", "Draw the next round for everyone to see"),
		subcommand("void", "Strike a round through; the next draw replaces it", round.required(), textOption("reason", "Why the round does not count")),
		subcommand("show", "Show a round again, with a page to print; draws nothing", round),
		subcommand("export", "Get the event as CSV and PGN"),
		subcommand("close", "End the event and post its log"),
	}
}

// eventHandlers are the handlers of /event.
type eventHandlers struct{ Tools }

// process identifies this process in the draws that it makes: see events.Draw.
var process = rand.Text()

// asker returns the asker of a request.
func (t eventHandlers) asker(r *Request) events.Asker {
	return events.Asker{User: r.Asker, Interaction: r.ID, Process: process, At: t.Now().UTC()}
}

// mayChange returns nil if the asker may draw, void and close, and otherwise the
// refusal. openedBy is the person who opened the event; "" for a new one.
func mayChange(r *Request, openedBy string) error {
	const either = discordgo.PermissionManageEvents | discordgo.PermissionAdministrator
	if r.GuildID == "" || r.Permissions&either != 0 || r.Asker == openedBy {
		return nil
	}
	if openedBy == "" {
		return &UserError{"Only people with the Manage Events permission can open an event.", "Ask one of them, or open one in a direct message with me."}
	}
	return &UserError{"Only " + mention(openedBy) + ", who opened this event, and people with the Manage Events permission can do that.", "Everyone can see a round again with " + slash("event show") + "."}
}

// open answers /event new.
func (t eventHandlers) open(ctx context.Context, r *Request) (*Reply, error) {
	if err := mayChange(r, ""); err != nil {
		return nil, err
	}
	rules, err := rulesOf(r.Options)
	if err != nil {
		return nil, err
	}
	e := &events.Event{
		ID: rand.Text()[:12], Channel: r.ChannelID, Guild: r.GuildID,
		Rules: rules, OpenedBy: r.Asker, OpenedAt: t.Now().UTC(),
	}
	switch err := t.Events.NewEvent(ctx, e); {
	case errors.Is(err, events.ErrExists):
		return nil, &UserError{"This channel already has an open event.", "Go on with " + slash("event draw") + ", or end it with " + slash("event close") + "."}
	case err != nil:
		return nil, err
	}
	l := t.layout()
	l.text(openedText(e))
	l.buttons([]Component{drawButton(e)})
	return l.reply()
}

// rulesOf reads the rules of a new event.
func rulesOf(options Options) (events.Rules, error) {
	rules := events.Rules{
		Name: eventName(options.Text("name")), Each: options.Bool("each"),
		NoMirrors: options.Bool("no_mirrors"), Sealed: options.Bool("sealed"),
	}
	if rules.Name == "" {
		return rules, &UserError{"The event needs a name.", "For example " + slash("event new") + " `name:Thursday rounds:5 boards:12`."}
	}
	for _, number := range []struct {
		name  string
		into  *int
		most  int
		other int // the default; 0 if the option is required
	}{{"rounds", &rules.Rounds, events.MostRounds, 0}, {"boards", &rules.Boards, events.MostBoards, 1}, {"games", &rules.Games, events.MostGames, 1}} {
		n, ok := options.Int(number.name)
		if options[number.name] == nil && number.other > 0 {
			n, ok = number.other, true
		}
		if !ok || n < 1 || n > number.most {
			return rules, &UserError{fmt.Sprintf("`%s` must be a whole number from 1 to %d.", number.name, number.most), "For example " + slash("event new") + " `name:Thursday rounds:5 boards:12`."}
		}
		*number.into = n
	}
	var err error
	if rules.Exclude, err = events.ParseExclude(options.Text("exclude")); err != nil {
		return rules, excludeRefusal(err)
	}
	if few, ok := errors.AsType[*events.TooFewError](rules.Check()); ok {
		return rules, &UserError{
			fmt.Sprintf("That cannot be played to the end: the rounds need %s, and these rules leave %d.", count(few.Needed, "position"), few.Available),
			"Play fewer rounds, give all boards the same position, or leave out fewer positions.",
		}
	}
	return rules, rules.Check()
}

func excludeRefusal(err error) error {
	bad, ok := errors.AsType[*events.ExcludeError](err)
	if !ok {
		return err
	}
	return &UserError{fmt.Sprintf("I cannot read `exclude`: %s %s.", quote(bad.Part), bad.Problem), "Write SP numbers and ranges, such as `518, 534, 0-9`."}
}

// eventName returns a name in one line without mentions, Markdown, or a start that a
// spreadsheet would take for a formula.
func eventName(typed string) string {
	name := strings.Map(func(c rune) rune {
		if strings.ContainsRune("*_~|<>@#[]()`\\", c) {
			return -1
		}
		return c
	}, strings.TrimLeft(harmless(typed), "=+-@ "))
	runes := []rune(strings.Join(strings.Fields(name), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), events.MostName)]))
}

// current returns the channel's open event, or else the last one.
func (t eventHandlers) current(ctx context.Context, r *Request) (*events.Event, error) {
	e, err := t.Events.LastEvent(ctx, r.ChannelID)
	if errors.Is(err, events.ErrNone) {
		return nil, &UserError{"This channel has no event.", "Open one with " + slash("event new") + ", for example " + slash("event new") + " `name:Thursday rounds:5 boards:12`."}
	}
	return e, err
}

// eventToChange returns the channel's event if the asker may change it.
func (t eventHandlers) eventToChange(ctx context.Context, r *Request) (*events.Event, error) {
	e, err := t.current(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := mayChange(r, e.OpenedBy); err != nil {
		return nil, err
	}
	if !e.ClosedAt.IsZero() {
		return nil, eventRefusal(e, events.ErrClosed)
	}
	return e, nil
}

// eventRefusal turns an error of package events into a refusal.
func eventRefusal(e *events.Event, err error) error {
	if few, ok := errors.AsType[*events.TooFewError](err); ok {
		return &UserError{fmt.Sprintf("The pool has too few positions left: a round needs %d.", few.Needed), "Close the event with " + slash("event close") + " and open a new one."}
	}
	switch {
	case errors.Is(err, events.ErrNone):
		return &UserError{"I do not know that event any more.", "Open one with " + slash("event new") + "."}
	case errors.Is(err, events.ErrClosed):
		return &UserError{fmt.Sprintf("%s is over.", e.Rules.Name), "See its rounds with " + slash("event show") + ", get them with " + slash("event export") + ", or open a new event with " + slash("event new") + "."}
	case errors.Is(err, events.ErrComplete):
		return &UserError{fmt.Sprintf("All %d rounds of %s have been drawn.", e.Rules.Rounds, e.Rules.Name), "End the event with " + slash("event close") + ", or strike a round through with " + slash("event void") + "."}
	case errors.Is(err, events.ErrSealed):
		return &UserError{"The sealed draw must be opened first.", "Press **Open** under it, or wait: it opens by itself."}
	case errors.Is(err, events.ErrNotSealed):
		return &UserError{"That draw has been opened already: no number can be added.", "See the round again with " + slash("event show") + "."}
	case errors.Is(err, events.ErrAdded):
		return &UserError{"You have added a number already; it stays.", ""}
	case errors.Is(err, events.ErrVoids):
		return &UserError{fmt.Sprintf("%d draws of this event are void already, and an event keeps no more.", events.MostVoids), "Keep this round, or end the event with " + slash("event close") + " and open a new one."}
	case errors.Is(err, events.ErrBusy):
		return &UserError{"Other exports are being written at the moment.", "Try again in a minute."}
	case errors.Is(err, events.ErrTooLarge):
		return &UserError{fmt.Sprintf("The files of %s are larger than Discord accepts.", e.Rules.Name), ""}
	case errors.Is(err, events.ErrNotDrawn):
		return &UserError{"That round has not been drawn.", "See the rounds so far with " + slash("event show") + "."}
	}
	return err
}

// void answers /event void.
func (t eventHandlers) void(ctx context.Context, r *Request) (*Reply, error) {
	e, err := t.eventToChange(ctx, r)
	if err != nil {
		return nil, err
	}
	round, _ := r.Options.Int("round")
	reason := strings.TrimSpace(harmless(r.Options.Text("reason")))
	var voided *events.Draw
	e, err = t.Events.ChangeEvent(ctx, e.ID, func(e *events.Event) (err error) {
		voided, err = e.Void(round, reason, t.asker(r))
		return err
	})
	if err != nil {
		return nil, eventRefusal(e, err)
	}
	l := t.layout()
	l.text(voidedText(e, voided))
	l.buttons([]Component{drawButton(e)})
	return l.reply()
}

// close answers /event close.
func (t eventHandlers) close(ctx context.Context, r *Request) (*Reply, error) {
	e, err := t.eventToChange(ctx, r)
	if err != nil {
		return nil, err
	}
	e, err = t.Events.ChangeEvent(ctx, e.ID, func(e *events.Event) error { return e.Close(t.Now().UTC()) })
	if err != nil {
		return nil, eventRefusal(e, err)
	}
	l := t.layout()
	l.text(logText(e))
	return l.reply()
}

// layout returns an empty layout with the default look.
func (t eventHandlers) layout() *layout {
	l, _ := lookOf(nil)
	return &layout{boards: t.Boards, look: l}
}

// eventID returns the custom id of a button of an event.
func eventID(control string, e *events.Event, numbers ...int) string {
	id := control + ":" + e.ID
	for _, n := range numbers {
		id += ":" + strconv.Itoa(n)
	}
	return id
}

// pressedEvent reads a custom id of eventID with the given count of numbers.
func pressedEvent(customID string, count int) (id string, numbers []int, err error) {
	fields := strings.Split(customID, ":")
	if len(fields) != 2+count {
		return "", nil, Foreign()
	}
	for _, field := range fields[2:] {
		n, err := strconv.Atoi(field)
		if err != nil {
			return "", nil, Foreign()
		}
		numbers = append(numbers, n)
	}
	return fields[1], numbers, nil
}

// pressed returns the event of a pressed button. A custom id that was copied to
// another channel is refused.
func (t eventHandlers) pressed(ctx context.Context, r *Request, count int) (*events.Event, []int, error) {
	id, numbers, err := pressedEvent(r.CustomID, count)
	if err != nil {
		return nil, nil, err
	}
	e, err := t.Events.Event(ctx, id)
	if err != nil {
		return nil, nil, eventRefusal(nil, err)
	}
	if e.Channel != r.ChannelID {
		return nil, nil, Foreign()
	}
	return e, numbers, nil
}
