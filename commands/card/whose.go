package card

import (
	"context"
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/voice"
)

// WhoseNumber says where a number comes from that somebody gave to the
// position, meant in a scheme. There are no origins if neither a numbering nor a slip gives
// this number. The first sentence has the most likely origin.
func WhoseNumber(p chess960.Position, number int, meant *chess960.Scheme) (sentence string, origins []slips.Origin) {
	if origins = slips.Explain(meant, p, number); len(origins) > 0 {
		said := slips.Say(p, number, origins)
		said[0] = voice.Bold(said[0])
		return voice.In("en").Say(voice.Run(said)), origins
	}
	belongs := fmt.Sprintf("there is no SP number %d", number)
	if other, err := chess960.FromSP(number); err == nil {
		belongs = fmt.Sprintf("SP %d is %v", number, other)
	}
	return fmt.Sprintf("**No numbering that I know gives this position %d; %s.**", number, belongs), nil
}

// numberInput is the line for the number in the form.
var numberInput = chat.TextInput("number", voice.Raw("for example 359"), 7)

// askNumber answers the button "Whose number?" with a form.
func askNumber(_ context.Context, _ *chat.Request, c Card) (*chat.Reply, error) {
	return &chat.Reply{Form: &chat.Form{
		CustomID: whoseNumber.ID(c),
		Title:    voice.Raw("Whose number is that?"),
		Parts: []chat.FormPart{
			chat.Label(voice.Raw(fmt.Sprintf("A number that somebody gave to %v", c.Position)), voice.Raw(""), numberInput),
		},
	}}, nil
}

// answerNumber answers the form of askNumber.
func answerNumber(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
	n, ok := numberInput.ReadNumber(r)
	if !ok {
		return nil, chat.Refuse(voice.Raw(chat.QuoteFirst(numberInput.Read(r))+" is not a whole number."), voice.Raw("Press **Whose number?** again and type a number such as 359."))
	}
	sentence, _ := WhoseNumber(c.Position, n, chess960.Scharnagl)
	return chat.Say(voice.Raw(fmt.Sprintf("%s\n%v: %s", sentence, c.Position, c.Numbers()))), nil
}
