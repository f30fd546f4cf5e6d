package bot

import (
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/workshop/testrun"
)

func init() {
	attacksOnFeatures = append(attacksOnFeatures, func(a *attacker) {
		rounds := evening.MostRounds
		if testrun.Short() {
			rounds = 3
		}
		a.largestEvenings("55", " (large evenings)", evening.Rules{Rounds: rounds, Boards: evening.MostBoards, Games: evening.MostGames})
		a.largestEvenings("56", " (each board)", evening.Rules{Rounds: min(rounds, 5), Boards: evening.MostBoards, Games: evening.MostGames, Each: true})
	})
}

// largestEvenings fills a channel with evenings that have as many rounds, boards and results as the
// bot takes, and asks about them. The rules leave a round to draw.
func (a *attacker) largestEvenings(channel, large string, rules evening.Rules) {
	rules.Name = strings.Repeat("Large ", 16)
	now := time.Now().UTC()
	asker := evening.Asker{User: "7", At: now}
	for n := range 3 {
		e := &evening.Event{ID: fmt.Sprint("large", channel, n), Channel: channel, Guild: "9", OpenedBy: "7", OpenedAt: now.Add(time.Duration(n) * time.Second),
			Rules: rules}
		if err := eventrows.Of(a.store).NewEvent(a.Context(), e); err != nil {
			a.Fatal(err)
		}
		if _, err := eventrows.Of(a.store).UpdateEvent(a.Context(), e.Ref(), func(e *evening.Event) error {
			for round := range rules.Rounds - 1 {
				by := asker
				by.Interaction = fmt.Sprint(channel, n, "-", round)
				if _, err := e.Draw(by, func(n int) (int, error) { return round % n, nil }); err != nil {
					return err
				}
			}
			var told []evening.Result
			for i := range min(evening.MostResults-100, (rules.Rounds-1)*400) {
				told = append(told, evening.Result{
					Game:  evening.GameRef{Draw: i / 400, Board: i/2%evening.MostBoards + 1, Game: i%2 + 1},
					White: fmt.Sprint("Somebody with a long name ", i%5000), Black: fmt.Sprint("Another with a long name ", i%4999), Outcome: evening.Drawn,
				})
			}
			for i := range e.Draws {
				e.Draws[i].Shown = true
			}
			_, err := e.AddResults(asker, told)
			if n < 2 {
				e.ClosedAt = now.Add(time.Minute)
			}
			return err
		}); err != nil {
			a.Fatal(err)
		}
	}
	a.channel, a.large, a.units = channel, large, []string{"Somebody ", "5", "1 Anna – Ben 1-0\n"}
	clear(a.seen)
	for _, name := range []string{"round", "standings", "event"} {
		c := a.bot.commands[name]
		a.typeInto(name, "", c.Definition().Options)
		for _, o := range c.Definition().Options {
			if o.Type == discordgo.ApplicationCommandOptionSubCommand && o.Name != "close" && o.Name != "new" {
				a.typeInto(name, o.Name, o.Options)
			}
		}
	}
	a.press()
	a.typeInto("event", "close", nil)
	a.press()
	a.channel, a.units = "5", units()
}
