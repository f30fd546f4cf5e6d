package discordtest

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/workshop/testrun"
)

// sceneEnv names the scene that a process of its own plays to discordgo's session: some scenes end it.
const sceneEnv = "DISCORDTEST_SCENE"

// sceneTime is how long a scene may take. discordgo v0.29.0 needs 36 s for a request to reconnect before READY.
const sceneTime = 60 * time.Second

// The bot has a gateway client of its own: docs/decisions/0001-own-gateway-client.md. This test plays the
// scenes that the client must pass to discordgo's session, and fails on the day it passes them all: then read
// there when to go back.
func TestDiscordgoStillFails(t *testing.T) {
	testrun.LongOnly(t, "waits for connections that hang")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var playing sync.WaitGroup
	failed := make([]bool, len(GatewayScenes))
	for i, scene := range GatewayScenes {
		playing.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), sceneTime)
			defer cancel()
			cmd := exec.CommandContext(ctx, self)
			cmd.Env = append(os.Environ(), sceneEnv+"="+scene.Name)
			failed[i] = cmd.Run() != nil
		})
	}
	playing.Wait()
	passed := 0
	for i, scene := range GatewayScenes {
		if !failed[i] {
			passed++
		}
		t.Logf("%s: passed %t", scene.Name, !failed[i])
	}
	switch passed {
	case 0:
		t.Error("discordgo passes no scene: the test itself must be wrong")
	case len(GatewayScenes):
		t.Errorf("discordgo %s passes all %d scenes: decision 1 says when to go back", discordgo.VERSION, passed)
	}
	t.Logf("discordgo %s passes %d of %d", discordgo.VERSION, passed, len(GatewayScenes))
}

// playScene plays a scene to a session that is opened until that succeeds, as a simple caller does. It returns
// an exit code: 0 if the session answers after the scene, with as few new sessions as the bot's own client.
func playScene(name string) int {
	ctx, cancel := context.WithTimeout(context.Background(), sceneTime)
	defer cancel()
	for _, scene := range GatewayScenes {
		if scene.Name != name {
			continue
		}
		s, err := Start(scene.Settings()...)
		if err != nil {
			return 3
		}
		d := newSession(s)
		d.ShouldReconnectOnError = true
		d.AddHandler(func(d *discordgo.Session, i *discordgo.InteractionCreate) {
			respond(d, i, map[string]any{"type": 4, "data": map[string]any{"content": "here"}})
		})
		for d.Open() != nil && ctx.Err() == nil {
			time.Sleep(100 * time.Millisecond)
		}
		if _, err := d.ApplicationCommandBulkOverwrite(ApplicationID, "", []*discordgo.ApplicationCommand{pingCommand}); err != nil {
			return 3
		}
		answers := func() bool {
			_, err := s.Slash(ctx, Anna, Channel, "ping", nil)
			return err == nil
		}
		if scene.Happen != nil {
			if !answers() {
				return 1
			}
			scene.Happen(s)
		}
		if s.WaitSessions(ctx, scene.Identifies, scene.Resumes) != nil || !answers() ||
			s.Identifies() > scene.Identifies || s.Connections() > scene.Connections {
			return 1
		}
		return 0
	}
	return 3
}
