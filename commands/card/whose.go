package card

import (
	"context"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
)

// WhoseNumber says where a number comes from that somebody gave to the
// position, meant in a scheme. There are no origins if neither a numbering nor a slip gives
// this number. The first sentence has the most likely origin.
func WhoseNumber(p chess960.Position, number int, meant *chess960.Scheme) (sentence voice.Sentence, origins []slips.Origin) {
	if origins = slips.Whole.Explain(meant, p, number); len(origins) > 0 {
		said := slips.Whole.Say(p, number, origins)
		said[0] = voice.Bold(said[0])
		return voice.Run(said), origins
	}
	var belongs voice.Sentence = voice.Say("card.noSuchNumber", voice.F{"Number": number})
	if other, err := chess960.FromSP(number); err == nil {
		belongs = voice.Say("card.belongsTo", voice.F{"Name": chess960.Name(number), "Position": other})
	}
	return voice.Run{voice.Bold(voice.Say("card.notItsNumber", voice.F{"Number": number})), belongs}, nil
}

// isItRight is the label of the button, and the title of its form.
const isItRight voice.Phrase = "card.isItRight"

// numberInput is the line for the number in the form.
var numberInput = chat.TextInput("number", voice.Phrase("card.numberExample"), 7)

// askNumber answers the button "I have another number" with a form.
func askNumber(_ context.Context, _ *chat.Request, c Card) (*chat.Reply, error) {
	return &chat.Reply{Form: &chat.Form{
		CustomID: whoseNumber.ID(c),
		Title:    isItRight,
		Parts: []chat.FormPart{chat.Label(voice.Say("card.numberFor", voice.F{
			"Position": c.Position,
		}), nil, numberInput)},
	}}, nil
}

// answerNumber answers the form of askNumber.
func answerNumber(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
	n, ok := numberInput.ReadNumber(r)
	if !ok {
		n, ok = recognize.Number(numberInput.Read(r))
	}
	if !ok {
		return nil, chat.Refuse(voice.Say("card.notWhole", voice.F{
			"Text": voice.Quoted(numberInput.Read(r)),
		}), voice.Phrase("card.typeNumber"))
	}
	sentence, _ := WhoseNumber(c.Position, n, chess960.Scharnagl)
	return chat.Say(voice.Lines{sentence, voice.Say("card.positionNumbers", voice.F{
		"Position": c.Position, "Numbers": voice.Raw(c.Numbers()),
	})}), nil
}
