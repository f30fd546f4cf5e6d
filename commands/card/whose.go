package card

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/slips"
)

// WhoseNumber says where a number comes from that somebody gave to the
// position, meant in a scheme. There are no origins if neither a numbering nor a slip gives
// this number. The first sentence has the most likely origin.
func WhoseNumber(p chess960.Position, number int, meant *chess960.Scheme) (sentence string, origins []slips.Origin) {
	if origins = slips.Explain(meant, p, number); len(origins) > 0 {
		sentence = "**" + slips.Say(p, number, origins[:1]) + "**"
		if len(origins) > 1 {
			sentence += " Or it " + strings.TrimPrefix(slips.Say(p, number, origins[1:]), fmt.Sprintf("%d ", number))
		}
		return sentence, origins
	}
	belongs := fmt.Sprintf("there is no SP number %d", number)
	if other, err := chess960.FromSP(number); err == nil {
		belongs = fmt.Sprintf("SP %d is %v", number, other)
	}
	return fmt.Sprintf("**No numbering that I know gives this position %d; %s.**", number, belongs), nil
}

// askNumber answers the button "Whose number?" with a form.
func askNumber(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var c Card
	if err := chat.ReadID(r.CustomID, c.fields); err != nil {
		return nil, err
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: chat.WriteID("whose-number", c.fields),
		Title:    "Whose number is that?",
		Parts: []chat.FormPart{
			chat.Label(fmt.Sprintf("A number that somebody gave to %v", c.Position), "", chat.TextInput("number", "for example 359", 7)),
		},
	}}, nil
}

// answerNumber answers the form of askNumber.
func answerNumber(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var c Card
	if err := chat.ReadID(r.CustomID, c.fields); err != nil {
		return nil, err
	}
	n, ok := r.Options.Int("number")
	if !ok {
		return nil, chat.Refuse(chat.QuoteFirst(r.Options.Text("number"))+" is not a whole number.", "Press **Whose number?** again and type a number such as 359.")
	}
	sentence, _ := WhoseNumber(c.Position, n, chess960.Scharnagl)
	return chat.Say(fmt.Sprintf("%s\n%v: %s", sentence, c.Position, c.Numbers())), nil
}
