package quizzes

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/voice"
)

// A raceID is the id of a race in the custom id of the button that ends the race. Every
// question has this button.
type raceID string

func (id *raceID) fields(f *chat.Fields) { f.Word((*string)(id)) }

var endButton = chat.NewControl("race-end", (*raceID).fields)

// over refuses a press after the end of a race.
func over() error {
	return chat.Refuse(voice.Phrase("quizzes.overAlready"), voice.Phrase("quizzes.startAnother"))
}

// endRace answers the button "End the race". The next post of the race shows the ranking.
func (t Tools) endRace(ctx context.Context, r *chat.Request, id raceID) (*chat.Reply, error) {
	found, err := t.Store.Race(ctx, string(id))
	if err != nil {
		return nil, raceRefusal(err)
	}
	if found.Channel != r.ChannelID {
		return nil, chat.Foreign()
	}
	if !found.Running() {
		return nil, over()
	}
	if r.Asker != found.StartedBy && !r.May(discordgo.PermissionManageMessages) && !r.May(discordgo.PermissionManageEvents) {
		return nil, chat.Refuse(voice.Phrase("quizzes.mayNotEnd"), voice.Phrase("quizzes.askToEnd"))
	}
	if _, err := t.Store.UpdateRace(ctx, string(id), func(r *quiz.Race) { r.Stop(t.now()) }); err != nil {
		return nil, raceRefusal(err)
	}
	return chat.Done(voice.Phrase("quizzes.raceEnds")), nil
}
