package event

import (
	"context"
	"errors"
	"slices"
	"strings"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// boardForm is the form for the result of one board.
var boardForm = chat.NewControl("event-board-tell", (*boardRef).fields)

// whiteInputs and blackInputs are the inputs for a player: a member, or a name.
var (
	whiteInputs = playerInputs{"white", "event.whiteMember", "event.whiteName"}
	blackInputs = playerInputs{"black", "event.blackMember", "event.blackName"}
)

// playerInputs are the inputs for a player, with their custom id and their labels.
type playerInputs struct {
	id           string
	member, name voice.Phrase
}

func (p playerInputs) menu(id string) chat.Input { return chat.PersonMenu(p.id+"-member", id) }

func (p playerInputs) line() chat.Input {
	return chat.TextInput(p.id, voice.Raw("Anna"), evening.MostPlayer).Optional()
}

// parts asks for a player. known is the name so far.
func (p playerInputs) parts(known string) []chat.FormPart {
	id, line := "", p.line()
	if isMention(known) {
		id = strings.Trim(known, "<@>")
	} else {
		line.Value = known
	}
	return []chat.FormPart{chat.Label(p.member, voice.Phrase("event.memberCounts"), p.menu(id)), chat.Label(p.name, nil, line)}
}

// read returns the mention of the member, or else the name.
func (p playerInputs) read(r *chat.Request) string {
	if id := p.menu("").Read(r); chat.IsSnowflake(id) {
		return chat.Mention(id)
	}
	return p.line().Read(r)
}

// outcomeInput asks for the outcome. known is the one so far.
func outcomeInput(known evening.Outcome) chat.Input {
	var options []chat.MenuOption
	for _, o := range evening.Outcomes() {
		options = append(options, chat.MenuOption{Label: o.Name(), Value: string(o), Default: o == known})
	}
	return chat.RadioGroup("outcome", options)
}

// askBoard is the form for the result of a board with one game.
func askBoard(e *evening.Event, d *evening.Draw, b boardRef) *chat.Reply {
	known := e.ResultOf(evening.GameRef{Draw: d.Index, Board: b.board, Game: 1})
	parts := append(whiteInputs.parts(known.White), blackInputs.parts(known.Black)...)
	return &chat.Reply{Form: &chat.Form{
		CustomID: boardForm.ID(b), Title: voice.Say("event.resultOfBoard", voice.F{"Round": d.Round, "Board": b.board}),
		Parts: append(parts, chat.Label(voice.Phrase("event.outcome"), nil, outcomeInput(known.Outcome))),
	}}
}

// tellBoard answers the form. A refusal has the button to the form.
func (t Tools) tellBoard(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	told := report{evening.Outcome(outcomeInput("").Read(r)), whiteInputs.read(r), blackInputs.read(r)}
	reply, err := t.tell(ctx, r, evening.Ref{Channel: r.ChannelID, ID: b.event}, told, func(e *evening.Event) (evening.GameRef, error) {
		switch {
		case b.draw >= len(e.Draws):
			return evening.GameRef{}, beyondRecord(r, e)
		case !slices.Contains(evening.Outcomes(), told.outcome):
			return evening.GameRef{}, chat.Foreign()
		}
		if d := &e.Draws[b.draw]; d.Void != nil {
			return evening.GameRef{}, noDrawOf(e, d.Round)
		}
		return evening.GameRef{Draw: b.draw, Board: b.board, Game: 1}, nil
	})
	if refused, ok := errors.AsType[*chat.UserError](err); ok && refused.Rows == nil {
		again := *refused
		again.Rows = []chat.Component{chat.Row(toResults(b))}
		return nil, &again
	}
	return reply, err
}
