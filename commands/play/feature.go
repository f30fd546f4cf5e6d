package play

import (
	"context"
	"fmt"
	"net/url"

	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/commands/play/lichess"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/online"
	"chess960bot/internal/outbox"
)

// address is the setting with lichess's address.
const address = "LICHESS_URL"

// Feature is play on lichess: the button under positions, and “Play Chess960” in the menu of a person. No slash
// command.
var Feature = feature.Feature{
	Name:     "play",
	Names:    []string{"play"},
	Settings: []feature.Setting{{Name: address, Default: "https://lichess.org"}},
	Checks: []feature.Check{{
		Flag: "lichess", Usage: "open one casual game on lichess, which nobody has to play",
		Assumption: "lichess opens a game", Run: check,
	}},
	Games: func(f feature.Tools) online.Games {
		if f.Settings[address] == nil {
			return nil
		}
		return On(f.Settings[address], f.Store, f)
	},
	Commands: func(f feature.Tools) []chat.Command { return []chat.Command{gamesOf(f).onPerson()} },
	OnCard: func(f feature.Tools) []chat.Press {
		g := gamesOf(f)
		return []chat.Press{card.PlayButton.On(g.ask), openForm.On(g.open), refilled.On(g.askAgain)}
	},
}

// gamesOf returns the games of the tools, or games that refuse.
func gamesOf(f feature.Tools) games {
	g, opens := f.Games.(games)
	if !opens {
		g = games{now: f.Now, boards: f.Boards, draw: f.Draw}
	}
	return g
}

// On opens games on lichess, at an address. The slots limit all processes that share them; nil for no
// such limit.
func On(address *url.URL, slots outbox.Slots, f feature.Tools) online.Games {
	return games{lichess.New(lichess.Options{URL: address, Log: f.Log, Now: f.Now, Slots: slots}), f.Now, f.Boards, f.Draw}
}

// check opens a game.
func check(ctx context.Context, f feature.Tools) error {
	if f.Settings[address] == nil {
		return fmt.Errorf("%s %w", address, feature.ErrNowhere)
	}
	challenge := online.Challenge{Position: chess960.Classical(), Time: online.Time{Text: "5+0"}, Name: "check"}
	_, err := lichess.New(lichess.Options{URL: f.Settings[address], Log: f.Log}).Open(ctx, lichess.Asker{}, challenge)
	return err
}
