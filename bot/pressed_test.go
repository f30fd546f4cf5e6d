package bot_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// The custom ids of buttons, menus and forms are an interface: people press those of old
// messages. testdata/pressed has presses under the messages of commit 586d8f68, and the
// databases that they belong to. Each press is still answered; the usual run presses each control once.
func TestButtonsOfOldMessages(t *testing.T) {
	files, err := filepath.Glob("testdata/pressed/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no presses", err)
	}
	controls := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(file, ".jsonl")
		var presses [][]byte
		for press := range bytes.Lines(content) {
			control, _, _ := strings.Cut(pressedID(t, press), ":")
			if testrun.Long() || !controls[control] {
				presses = append(presses, press)
			}
			controls[control] = true
		}
		if len(presses) == 0 {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			with := oldTools(t, name+".sqlite.gz")
			offerGames(t, &with)
			w := connect(t, offer(commands.All(with)))
			for _, press := range presses {
				w.Restore(pressedMessage(t, press))
				answer, err := w.Interact(within(t), press)
				if err != nil {
					t.Errorf("%s: %v", pressedID(t, press), err)
					continue
				}
				for _, wrong := range []string{foreign, "went wrong on my side"} {
					if answer.Message != nil && strings.Contains(answer.Message.Text(), wrong) {
						t.Errorf("%s is answered with\n%s", pressedID(t, press), answer.Message.Text())
					}
				}
			}
		})
	}
	if len(controls) != 90 {
		t.Errorf("%d controls, want all 90", len(controls))
	}
}

var foreign = chattest.English(chat.Foreign().Msg)

// pressedID returns the custom id in an interaction.
func pressedID(t *testing.T, press []byte) string {
	t.Helper()
	var p struct {
		Data struct {
			CustomID string `json:"custom_id"`
		}
	}
	if err := json.Unmarshal(press, &p); err != nil {
		t.Fatal(err)
	}
	return p.Data.CustomID
}

// pressedMessage returns the message in an interaction.
func pressedMessage(t *testing.T, press []byte) *discordtest.Message {
	t.Helper()
	var p struct {
		GuildID   string           `json:"guild_id"`
		ChannelID string           `json:"channel_id"`
		User      discordtest.User `json:"user"`
		Member    struct {
			User discordtest.User `json:"user"`
		} `json:"member"`
		Message struct {
			ID         string
			Flags      int
			Components json.RawMessage
		}
	}
	if err := json.Unmarshal(press, &p); err != nil {
		t.Fatal(err)
	}
	return &discordtest.Message{
		ID: p.Message.ID, GuildID: p.GuildID, ChannelID: p.ChannelID, Flags: p.Message.Flags, Components: p.Message.Components,
		Author: discordtest.Bot, For: cmp.Or(p.Member.User, p.User),
	}
}

// oldTools returns tools with a copy of a packed database, or with a new one if there is no such
// file.
func oldTools(t *testing.T, packed string) feature.Tools {
	t.Helper()
	f, err := os.Open(packed)
	if err != nil {
		return tools(t)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "old.sqlite")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return toolsWith(storetest.Open(t, "sqlite:"+file, commands.Parts()...))
}
