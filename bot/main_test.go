package bot_test

import (
	"os"
	"testing"

	"chess960bot/bot"
	"chess960bot/internal/discordtest"
)

// discordgoLog is what discordgo has logged: its log belongs to the whole process.
var discordgoLog logBuffer

func TestMain(m *testing.M) {
	bot.BridgeLogs(newLog(&discordgoLog, discordtest.Token))
	os.Exit(m.Run())
}
