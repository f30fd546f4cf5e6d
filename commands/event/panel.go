package event

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// An action is what the panel behind the button “Manage” offers. Each but screen is a subcommand too.
type action string

// A panelButton is the custom id of a button of the panel, and of the form that it opens.
type panelButton struct {
	boardRef
	do action
}

func (b *panelButton) fields(f *chat.Fields) {
	b.boardRef.fields(f)
	f.Word((*string)(&b.do))
}

var (
	manageButton = chat.NewControl("event-manage", (*boardRef).fields)
	panelPress   = chat.NewControl("event-do", (*panelButton).fields)
	panelForm    = chat.NewControl("event-do-form", (*panelButton).fields)
)

// managed returns the event and the draw of the panel, for somebody who may manage them. The event
// is the last one of its channel: subcommands are about that one.
func (t Tools) managed(ctx context.Context, r *chat.Request, b boardRef) (*evening.Event, *evening.Draw, error) {
	e, d, err := t.openedDraw(ctx, r, b)
	if err != nil {
		return nil, nil, err
	}
	if err := mayManageHere(r, e); err != nil {
		return nil, nil, err
	}
	last, err := t.Store.Event(ctx, rulesHere(r))
	switch {
	case err != nil || last.ID == e.ID:
	case last.ClosedAt.IsZero():
		err = refusalOf(r, e.Ref(), e, evening.ErrExists)
	default:
		err = chat.Refuse(aboutEvent("over", e), voice.Phrase("event.seeRounds"))
	}
	return e, d, err
}

// showPanel answers the button “Manage” under a round: it offers what its manager can do.
func (t Tools) showPanel(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.managed(ctx, r, b)
	if err != nil {
		return orElsewhere(nil, err)
	}
	button := func(do action) chat.Component { return chat.Secondary(do, panelPress.ID(panelButton{b, do})) }
	l := t.layout(chat.OnlyAsker)
	l.Text(roundHeading(e, d, 0))
	switch {
	case !e.ClosedAt.IsZero():
		l.Buttons([]chat.Component{button("reopen"), button("again"), button("show")})
	case d.Void != nil:
		l.Buttons([]chat.Component{button("set"), button("show")})
	default:
		l.Buttons([]chat.Component{button("void"), button("set"), button("show"), button("screen")})
	}
	buttons := []chat.Component{button("player"), button("log"), button("export")}
	if e.Rules.PlayersTell {
		buttons = append([]chat.Component{button("tellings")}, buttons...)
	}
	l.Buttons(buttons)
	return l.Reply()
}

// Sentence implements [voice.Sentence]: the label of the action's button.
func (a action) Sentence() string { return string(a) }

// pressPanel answers a button of the panel: as the subcommand does, or with the form for what the
// subcommand needs.
func (t Tools) pressPanel(ctx context.Context, r *chat.Request, b panelButton) (*chat.Reply, error) {
	e, d, err := t.managed(ctx, r, b.boardRef)
	if err != nil {
		return orElsewhere(nil, err)
	}
	switch b.do {
	case "show":
		return t.drawReply(e, d, evening.First)
	case "screen":
		return t.showScreen(ctx, r, boardRef{e.ID, d.Index, 0})
	case "log":
		return t.log(ctx, r)
	case "export":
		return t.export(ctx, r)
	case "tellings":
		if e, d, err = t.openedGames(ctx, r, b.boardRef); err != nil {
			return nil, err
		}
		return t.tellingsPage(e, d, 0, chat.OnlyAsker)
	case "reopen":
		return t.reopen(ctx, r)
	case "again":
		return t.again(ctx, r)
	case "void", "set", "player":
		return &chat.Reply{Form: &chat.Form{CustomID: panelForm.ID(b), Title: b.do, Parts: panelParts(e, d, b.do)}}, nil
	}
	return nil, chat.Foreign()
}

// optionInput returns an input with the name of an option.
func optionInput(name string, longest int) chat.Input { return chat.TextInput(name, nil, longest) }

// panelParts returns the inputs of the form for an action.
func panelParts(e *evening.Event, d *evening.Draw, do action) (parts []chat.FormPart) {
	add := func(label voice.Phrase, input chat.Input) { parts = append(parts, chat.Label(label, nil, input)) }
	switch do {
	case "player":
		add("event.panelInput.from", optionInput("from", evening.MostPlayer))
		add("event.panelInput.to", optionInput("to", evening.MostPlayer).Optional())
		return parts
	case "set":
		round, positions := optionInput("round", len(strconv.Itoa(evening.MostRounds))), optionInput("position", longestForm)
		if e.Rules.Each {
			positions.Style = discordgo.TextInputParagraph
		}
		if next := e.NextRound(); next > 0 {
			round.Value = strconv.Itoa(next)
		}
		add("event.panelInput.round", round)
		add("event.panelInput.position", positions)
	}
	if e.Rules.Each && mostBoards(e, d) > 1 {
		add("event.panelInput.board", optionInput("board", len(strconv.Itoa(evening.MostBoards))).Optional())
	}
	if do == "void" {
		add("event.panelInput.reason", optionInput("reason", evening.MostReason).Optional())
	}
	return parts
}

// mostBoards returns how many boards the event or a draw has, whichever are more: boards that have
// gone stay in the rounds that were drawn.
func mostBoards(e *evening.Event, d *evening.Draw) int {
	return max(e.Rules.Boards, e.RulesOf(d).Boards)
}

// submitPanel answers a form of the panel, as the subcommand does.
func (t Tools) submitPanel(ctx context.Context, r *chat.Request, b panelButton) (*chat.Reply, error) {
	e, d, err := t.managed(ctx, r, b.boardRef)
	if err != nil {
		return orElsewhere(nil, err)
	}
	again := chat.Secondary(b.do, panelPress.ID(b))
	board, err := numberIn(r, "board", mostBoards(e, d), again)
	if err != nil {
		return nil, err
	}
	read := func(name string) string { return strings.TrimSpace(optionInput(name, longestForm).Read(r)) }
	switch b.do {
	case "void":
		if d.Void != nil { // another draw may have replaced this one
			return nil, chat.Refuse(voice.Phrase("event.voidDraw"), roundsSoFar(e))
		}
		return t.void(ctx, r, d.Round, board, read("reason"))
	case "set":
		round, err := numberIn(r, "round", e.Rules.Rounds, again)
		if err != nil {
			return nil, err
		}
		return t.set(ctx, r, round, board, read("position"))
	case "player":
		return t.rename(ctx, r, read("from"), read("to"))
	}
	return nil, chat.Foreign()
}

// numberIn reads a number from 1 that was typed into a form; 0 for nothing. A refusal has the button that opens
// the form again.
func numberIn(r *chat.Request, of string, most int, again chat.Component) (int, error) {
	input := optionInput(of, longestForm)
	typed := strings.TrimSpace(input.Read(r))
	n, ok := input.ReadNumber(r)
	refusal := chat.UserError{Hint: voice.Say("event.numberAgain", voice.F{"Most": most}), Rows: []chat.Component{chat.Row(again)}}
	switch {
	case typed == "":
		return 0, nil
	case !ok || n < 1:
		refusal.Msg = voice.Say("event.noSuchNumber", voice.F{"Typed": voice.Quoted(typed)})
	case n > most:
		refusal.Msg = beyond(of, n, most)
	default:
		return n, nil
	}
	return 0, &refusal
}

// hint returns the first hint to people who see /event, and the other one to members.
func hint(r *chat.Request, forManagers, forMembers voice.Sentence) voice.Sentence {
	if r.May(discordgo.PermissionManageEvents) {
		return forManagers
	}
	return forMembers
}

// mayManage returns nil if the asker may draw, void and close, and otherwise the
// refusal. openedBy is the person who opened the event; "" for a new one, and for somebody
// who was forgotten.
func mayManage(r *chat.Request, openedBy string) error {
	if r.May(discordgo.PermissionManageEvents) || r.Asker == openedBy {
		return nil
	}
	if openedBy == "" {
		return chat.Refuse(voice.Phrase("event.onlyManagers"), voice.Phrase("event.askManager"))
	}
	return chat.Refuse(voice.Say("event.onlyOpener", voice.F{
		"Person": voice.Raw(chat.Mention(openedBy)),
	}), voice.Phrase("event.seeRounds"))
}

// mayManageHere is mayManage for a request about an event, which must come from its thread if it
// has one.
func mayManageHere(r *chat.Request, e *evening.Event) error {
	return cmp.Or(mayManage(r, e.OpenedBy), stayInThread(r, e))
}

// here is the channel's event, with its results.
func here(r *chat.Request) evening.Ref { return evening.Ref{Channel: r.ChannelID} }

// rulesHere is the channel's event without its results.
func rulesHere(r *chat.Request) evening.Ref {
	return evening.Ref{Channel: r.ChannelID, WithoutResults: true}
}

// update changes an event for somebody who may draw, void and close.
func (t Tools) update(ctx context.Context, r *chat.Request, ref evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		if err := mayManageHere(r, e); err != nil {
			return err
		}
		return update(e)
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return e, nil
}

// inTurn answers a question about results: as heavy work if the channel has an event with many.
func (t Tools) inTurn(ctx context.Context, r *chat.Request, answer func() (*chat.Reply, error)) (reply *chat.Reply, err error) {
	many, err := t.Store.ManyResults(ctx, r.ChannelID)
	switch {
	case err != nil:
		return nil, err
	case !many:
		return answer()
	}
	err = t.Heavy.DoLarge(ctx, r.Asker, func() (err error) {
		reply, err = answer()
		return err
	})
	return reply, err
}

// note stores what became of an answer in its event. An event that was deleted meanwhile
// needs no note.
func (t Tools) note(ctx context.Context, ref evening.Ref, update func(*evening.Event)) error {
	ref.WithoutResults = true
	_, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		update(e)
		return nil
	})
	if errors.Is(err, evening.ErrNone) {
		return nil
	}
	return err
}

// refusals are those that follow from the error alone.
var refusals = map[error]chat.UserError{
	evening.ErrAdded:      {Msg: voice.Phrase("event.addedAlready"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrByPeople:   {Msg: voice.Phrase("event.lockedByPeople"), Hint: voice.Phrase("event.drawNext")},
	evening.ErrChanges:    {Msg: voice.Say("event.limit.changes", voice.F{"Most": evening.MostChanges}), Hint: voice.Phrase("event.closeAndStart")},
	evening.ErrDrawn:      {Msg: voice.Phrase("event.drawnAlready"), Hint: voice.Phrase("event.voidFirst")},
	evening.ErrExists:     {Msg: voice.Phrase("event.newerOpen"), Hint: voice.Phrase("event.closeFirst")},
	evening.ErrManyOpen:   {Msg: voice.Say("event.limit.openEvents", voice.F{"Most": evening.MostOpen}), Hint: voice.Phrase("event.closeOne")},
	evening.ErrManySealed: {Msg: voice.Say("event.limit.sealedDraws", voice.F{"Most": evening.MostSealed}), Hint: voice.Phrase("event.pressOneOrWait")},
	evening.ErrNoBoard:    {Msg: voice.Phrase("event.noSuchBoard"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNoGame:     {Msg: voice.Phrase("event.noGame"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNoPosts:    {Msg: voice.Phrase("event.mayNotDrawOnTime"), Hint: voice.Phrase("event.drawNext")},
	evening.ErrNoStudy:    {Msg: voice.Phrase("event.noStudy"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNotSealed:  {Msg: voice.Phrase("event.openedAlready"), Hint: voice.Phrase("event.seeAgain")},
	evening.ErrOneForAll:  {Msg: voice.Phrase("event.oneForAll"), Hint: voice.Phrase("event.withoutBoard")},
	evening.ErrFar:        {Msg: voice.Say("event.tooFar", voice.F{"Days": voice.Count(evening.MostAhead)}), Hint: voice.Phrase("event.writeTime")},
	evening.ErrPast:       {Msg: voice.Phrase("event.timeOver"), Hint: voice.Phrase("event.writeTime")},
	evening.ErrRenames:    {Msg: voice.Say("event.limit.renames", voice.F{"Most": evening.MostChanges})},
	evening.ErrResults:    {Msg: voice.Say("event.limit.results", voice.F{"Most": evening.MostResults}), Hint: voice.Phrase("event.closeAndStart")},
}

// refusalOf turns an error of an event into a refusal. Its hint names only commands that the
// asker sees. Other errors are returned unchanged.
func refusalOf(r *chat.Request, ref evening.Ref, e *evening.Event, err error) error {
	for cause, refusal := range refusals {
		if errors.Is(err, cause) {
			if refusal.Hint == voice.Phrase("event.closeAndStart") && !e.ClosedAt.IsZero() {
				refusal.Hint = hint(r, voice.Phrase("event.start"), nil)
			}
			return &refusal
		}
	}
	if fewer, ok := errors.AsType[*evening.FewerError](err); ok {
		return chat.Refuse(roundState("lastDrawn", fewer.Drawn), voice.Phrase("event.closeEarly"))
	}
	if wrong, ok := errors.AsType[*evening.SetError](err); ok {
		return chat.Refuse(voice.Say("event.otherCount", voice.F{
			"Given": positionCount(wrong.Given), "Needed": wrong.Needed,
		}), voice.Phrase("event.setOneOrAll"))
	}
	switch {
	case errors.Is(err, evening.ErrNone) && ref.ID == "":
		return chat.Refuse(voice.Phrase("event.noEvent"), hint(r, voice.Phrase("event.startFirst"), voice.Phrase("event.askToStart")))
	case errors.Is(err, evening.ErrNone):
		return chat.Refuse(voice.Phrase("event.unknownEvent"), hint(r, voice.Phrase("event.start"), nil))
	case errors.Is(err, evening.ErrNotDrawn):
		return chat.Refuse(voice.Phrase("event.notDrawn"), roundsSoFar(e))
	case errors.Is(err, evening.ErrClosed):
		return chat.Refuse(aboutEvent("over", e), hint(r, voice.Phrase("event.afterEnd"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, evening.ErrComplete):
		return chat.Refuse(aboutEvent("allDrawn", e), hint(r, voice.Phrase("event.endOrReplace"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, evening.ErrSame):
		return chat.Refuse(aboutEvent("sameRules", e), nil)
	case errors.Is(err, evening.ErrOpen):
		return chat.Refuse(aboutEvent("open", e), voice.Phrase("event.drawNext"))
	case errors.Is(err, evening.ErrSealed):
		refused := chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpenOrWait"))
		if e.Sealed().Seal.ByPress {
			refused.Hint = voice.Phrase("event.pressOpen")
		}
		refused.Rows = []chat.Component{chat.Row(chat.Secondary(voice.Phrase("event.openSeal"), openSeal.ID(roundButton{e.ID, e.Sealed().Round})))}
		return refused
	case errors.Is(err, evening.ErrVoids):
		many := voice.Say("event.limit.voidDraws", voice.F{"Most": evening.MostVoids})
		return chat.Refuse(many, hint(r, voice.Phrase("event.keepOrClose"), voice.Phrase("event.keep")))
	case errors.Is(err, evening.ErrTooLarge):
		return tooLarge(e)
	}
	return tooFew("round", err, hint(r, voice.Phrase("event.closeAndStart"), nil))
}

// tooFew turns a *TooFewError into a refusal. Other errors are returned unchanged.
func tooFew(of string, err error, hint voice.Sentence) error {
	few, ok := errors.AsType[*evening.TooFewError](err)
	if !ok {
		return err
	}
	counts := voice.F{"Needed": voice.Grouped(few.Needed), "Left": voice.Grouped(few.Available)}
	return chat.Refuse(voice.Say("event.tooFew."+of, counts), hint)
}

// tooLarge refuses files that Discord does not accept.
func tooLarge(e *evening.Event) error {
	return chat.Refuse(aboutEvent("filesTooLarge", e), nil)
}

// announce adds to the answer that shows a draw for the first time what people outside the
// channel hear of it: a ping of the role, and the thread if the event has none yet. An
// opened seal pings nobody again.
func (t Tools) announce(reply *chat.Reply, e *evening.Event) {
	var lines voice.Lines
	if e.Last().Seal == nil || e.Last().Sealed() {
		lines = pingRole(reply, e)
	}
	if e.Rules.Thread && e.Thread == "" {
		lines = append(lines, voice.Phrase("event.noThreadYet"))
		t.beginThread(reply, e)
	}
	if lines != nil {
		reply.Components = append(reply.Components, chat.Text(lines))
	}
}

// pingRole lets a reply ping the role of an event, and returns the line for that; nil without a role.
func pingRole(reply *chat.Reply, e *evening.Event) voice.Lines {
	if e.Rules.Role == "" {
		return nil
	}
	reply.Roles = []string{e.Rules.Role}
	return voice.Lines{voice.Raw("<@&" + e.Rules.Role + ">")}
}

// beginThread lets the answer with the rules or with a draw begin the thread of an event
// that wants one. The thread begins from the message with the rules, so that
// the next draw can try again and begins no second one.
func (t Tools) beginThread(reply *chat.Reply, e *evening.Event) {
	reply.Thread = &chat.Thread{
		Name: voice.Raw(e.Rules.Name), Message: e.Message,
		Begun: func(ctx context.Context, id string) error { // if this fails, the next draw tries again
			return t.note(ctx, e.Ref(), func(e *evening.Event) { e.Thread = id })
		},
	}
	if len(e.Draws) == 0 {
		reply.Sent = append(reply.Sent, func(ctx context.Context, message string, failed error) error {
			return t.note(ctx, e.Ref(), func(e *evening.Event) { e.Message = message })
		})
	}
}

// An elsewhereError says that an event goes on in its thread.
type elsewhereError struct{ event *evening.Event }

// Error names the thread.
func (e *elsewhereError) Error() string { return "thread " + e.event.Thread }

// stayInThread returns an *elsewhereError if a request comes from the channel of an open event that
// has a thread.
func stayInThread(r *chat.Request, e *evening.Event) error {
	if e.Thread != "" && r.ChannelID != e.Thread && e.ClosedAt.IsZero() {
		return &elsewhereError{e}
	}
	return nil
}

// orElsewhere turns the error of stayInThread into an answer, which tells the asker where the
// event goes on. The thread may have been deleted: a button moves the event to the channel.
func orElsewhere(reply *chat.Reply, err error) (*chat.Reply, error) {
	moved, ok := errors.AsType[*elsewhereError](err)
	if !ok {
		return reply, err
	}
	e := moved.event
	reply = chat.Say(voice.Say("event.elsewhere", voice.F{
		"Event": voice.Typed(e.Rules.Name), "Thread": channelOf(e),
	}))
	reply.Components = append(reply.Components, chat.Row(
		chat.Secondary(voice.Phrase("event.goOnHere"), moveHere.ID(roundButton{e.ID, 0})),
	))
	return reply, nil
}

// pressMove answers the button that moves an event from its thread to the channel.
func (t Tools) pressMove(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	ref := b.ref(r)
	e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		if err := mayManage(r, e.OpenedBy); err != nil {
			return err
		}
		e.Thread, e.Rules.Thread = "", false
		return nil
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return t.done(aboutEvent("here", e), nextDraw(e)...)
}
