package bot_test

import (
	"log/slog"
	"os"
	"testing"

	"chess960bot/bot"
)

// discordgo's log belongs to the whole process; the tests' faults would fill
// the screen with it.
func TestMain(m *testing.M) {
	bot.BridgeLogs(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}
