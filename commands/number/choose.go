package number

import (
	"fmt"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// readingChoices returns a choice for each meaning of a text, SP numbers first. A menu takes
// at most 25.
func readingChoices(several *recognize.AmbiguousError) []chat.MenuOption {
	var choices []chat.MenuOption
	for _, r := range several.Readings {
		choice := chat.MenuOption{Label: voice.Raw(card.Title(r.White)), Value: readingValue(r)}
		if r.Black != r.White && !r.Turned() {
			choice.Label = voice.Raw(card.Title(r.White) + " / " + card.Title(r.Black))
		}
		if r.Scheme != nil && r.Scheme != chess960.Scharnagl {
			choice.Description = voice.Raw(r.Scheme.Format(r.Number))
		}
		if choices = append(choices, choice); len(choices) == 25 {
			break
		}
	}
	return choices
}

// readingValue returns the value of a position in the menu: the back ranks of White and
// Black, such as "RNBQKBNR-RNBQKBNR".
func readingValue(r recognize.Reading) string { return fmt.Sprintf("%v-%v", r.White, r.Black) }

// askWhich asks which of several meanings of a text is right. Only the asker sees the menu.
func askWhich(several *recognize.AmbiguousError, customID string) *chat.Reply {
	reply := chat.Say(voice.Say("number.severalMeanings", voice.F{
		"Text": voice.Quoted(several.Input), "Positions": len(several.Readings),
	}))
	reply.Components = append(reply.Components, chat.Row(chat.Menu(customID, voice.Phrase("number.choosePosition"), readingChoices(several))))
	return reply
}

// chosenReading returns the position chosen in the menu of askWhich.
func chosenReading(r *chat.Request) (recognize.Reading, error) {
	if len(r.Values) != 1 {
		return recognize.Reading{}, chat.Foreign()
	}
	first, second, _ := strings.Cut(r.Values[0], "-")
	white, whiteErr := chess960.ParsePosition(first)
	black, blackErr := chess960.ParsePosition(second)
	chosen := recognize.Reading{White: white, Black: black}
	if whiteErr != nil || blackErr != nil || readingValue(chosen) != r.Values[0] {
		return recognize.Reading{}, chat.Foreign()
	}
	return chosen, nil
}
