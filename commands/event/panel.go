package event

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// An action is what the panel behind the button “Manage” offers. Each is a subcommand too.
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
		l.Buttons([]chat.Component{button("void"), button("set"), button("show")})
	}
	l.Buttons([]chat.Component{button("player"), button("log"), button("export")})
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
	case "log":
		return t.log(ctx, r)
	case "export":
		return t.export(ctx, r)
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
	board, err := numberIn(r, "board", mostBoards(e, d))
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
		round, err := numberIn(r, "round", e.Rules.Rounds)
		if err != nil {
			return nil, err
		}
		return t.set(ctx, r, round, board, read("position"))
	case "player":
		return t.rename(ctx, r, read("from"), read("to"))
	}
	return nil, chat.Foreign()
}

// numberIn reads a number from 1 that was typed into a form; 0 for nothing.
func numberIn(r *chat.Request, of string, most int) (int, error) {
	input := optionInput(of, longestForm)
	typed := strings.TrimSpace(input.Read(r))
	n, ok := input.ReadNumber(r)
	switch {
	case typed == "":
		return 0, nil
	case !ok || n < 1:
		return 0, chat.Refuse(voice.Say("event.noSuchNumber", voice.F{"Typed": voice.Quoted(typed)}), voice.Phrase("event.seeRounds"))
	case n > most:
		return 0, chat.Refuse(beyond(of, n, most), voice.Phrase("event.seeRounds"))
	}
	return n, nil
}
