package bot

import (
	"slices"
	"sync"

	"chess960bot/internal/recent"
)

// positionsKept is how many positions are remembered for each channel.
const positionsKept = 10

// shown remembers the positions that everyone in a channel has seen last. Private answers
// are not remembered.
type shown struct{ channels recent.Table[*channelShown] }

// channelShown has the positions shown in one channel, the newest first.
type channelShown struct {
	mu        sync.Mutex
	positions []string
}

// note remembers the positions of a message that was sent to a channel.
func (s *shown) note(channel string, positions []string) {
	if len(positions) == 0 {
		return
	}
	c := s.of(channel)
	c.mu.Lock()
	defer c.mu.Unlock()
	newest := slices.Clone(positions)
	for _, p := range c.positions {
		if !slices.Contains(newest, p) {
			newest = append(newest, p)
		}
	}
	c.positions = newest[:min(positionsKept, len(newest))]
}

// in returns the positions shown in a channel, the newest first. Nobody changes the list.
func (s *shown) in(channel string) []string {
	c := s.of(channel)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.positions
}

func (s *shown) of(channel string) *channelShown {
	c, _ := s.channels.Get(channel, func() *channelShown { return &channelShown{} })
	return c
}
