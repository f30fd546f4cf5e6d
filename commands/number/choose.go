package number

import (
	"context"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/recognize"
	"chess960bot/render"
)

// readingChoices returns a choice for each meaning of a text, SP numbers first. A menu takes
// at most 25.
func readingChoices(several *recognize.AmbiguousError) []chat.MenuOption {
	var choices []chat.MenuOption
	for _, r := range several.Readings {
		choice := chat.MenuOption{Label: card.Title(r.White), Value: fmt.Sprintf("%v-%v", r.White, r.Black)}
		if r.Scheme != nil {
			choice.Description = fmt.Sprintf("%d as %s", r.Number, numbering{scheme: r.Scheme}.title())
		}
		if choices = append(choices, choice); len(choices) == 25 {
			break
		}
	}
	return choices
}

// askWhich asks which of several meanings of a text is right. Only the asker sees the menu.
func askWhich(several *recognize.AmbiguousError, customID string) *chat.Reply {
	reply := chat.Say(fmt.Sprintf("%s can mean %d positions. Which one?", chat.QuoteFirst(several.Input), len(several.Readings)))
	reply.Components = append(reply.Components, chat.Row(chat.Menu(customID, "Choose a position", readingChoices(several))))
	return reply
}

// chosenReading returns the position chosen in the menu of askWhich.
func chosenReading(r *chat.Request) (recognize.Reading, error) {
	if len(r.Values) != 1 || len(r.Values[0]) != 17 {
		return recognize.Reading{}, chat.Foreign()
	}
	white, err := chess960.ParsePosition(r.Values[0][:8])
	black, err2 := chess960.ParsePosition(r.Values[0][9:])
	if err != nil || err2 != nil || fmt.Sprintf("%v-%v", white, black) != r.Values[0] {
		return recognize.Reading{}, chat.Foreign()
	}
	return recognize.Reading{White: white, Black: black}, nil
}

// choose asks which position of a text is meant.
func (c castles) choose(several *recognize.AmbiguousError) *chat.Reply {
	return askWhich(several, chat.WriteID("castle-start", c.fields))
}

// chosenStart answers the menu of choose.
func chosenStart(boards *render.Renderer) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		c := castles{boards: boards, audience: chat.OwnPage}
		if err := chat.ReadID(r.CustomID, c.fields); err != nil {
			return nil, err
		}
		board, err := chosenReading(r)
		if err != nil {
			return nil, err
		}
		return c.start(board)
	}
}
