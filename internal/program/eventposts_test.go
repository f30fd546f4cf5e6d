package program_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/app"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
)

// The app sends posts of both kinds by itself: a sealed draw opens in its channel, where
// everyone can check it, and a daily post comes.
func TestPostsComeByThemselves(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	kept := storetest.Open(t, storetest.SQLite(t), commands.Parts()...)
	var wound atomic.Int64
	clock := func() time.Time { return time.Now().Add(time.Duration(wound.Load())) }
	api, _ := url.Parse(discord.URL())
	timing := outbox.StandardTiming()
	timing.Plan, timing.Idle = 20*time.Millisecond, 10*time.Millisecond
	a := app.New(app.Options{
		Bot:    bot.Options{Token: discordtest.Token, APIURL: api, Log: slog.New(slog.DiscardHandler)},
		Store:  kept,
		Boards: boards,
		Timing: timing,
		Now:    clock,
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	if err := discord.WaitReady(within); err != nil {
		t.Fatal(err)
	}
	if err := discord.WaitCommands(within, "event"); err != nil {
		t.Fatal(err)
	}
	ask := func(subcommand string, options map[string]any) *discordtest.Message {
		answer, err := discord.Slash(within, discordtest.Anna, discordtest.Channel, "event "+subcommand, options, discordtest.Permissions(discordgo.PermissionManageEvents))
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message
	}
	must := func(answer *discordtest.Answer, err error) *discordtest.Answer {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	ask("new", map[string]any{"name": "Sealed", "rounds": 2, "sealed": true})
	seal := ask("draw", nil)
	press, _ := seal.Button("Add a number")
	form := must(discord.Press(within, discordtest.Ben, seal, press.CustomID))
	number, err := form.Form()
	if err != nil {
		t.Fatal(err)
	}
	added := must(discord.Submit(within, discordtest.Ben, seal, number, map[string]string{"number": "17"}))
	if got := added.Message.Text(); !strings.Contains(got, "1 number has been added so far.") {
		t.Errorf("the answer to the number: %s", got)
	}
	waitForText(t, within, discord, seal, "1 number has been added so far.")
	earlier := len(discord.Messages(discordtest.Channel))

	wound.Store(int64(evening.SealTime))
	m := waitForMessage(t, within, discord, discordtest.Channel, earlier)
	if !strings.Contains(m.Text(), "round 1 of 2: ") || !strings.Contains(m.Text(), "Added: ") || len(m.Attachments) != 2 {
		t.Errorf("the seal opens with\n%s", m.Text())
	}
	if name := m.Pictures()[0].Name; !strings.HasPrefix(name, "seal-") {
		t.Errorf("a look cannot recognise the picture %s", name)
	}
	for shown := false; !shown; { // noted just after the post has arrived
		e, err := eventrows.Of(kept).Event(within, evening.Ref{Channel: discordtest.ChannelID})
		if err != nil {
			t.Fatal(err)
		}
		shown = e.Last().Shown
	}
	over := waitForText(t, within, discord, seal, "round 1 of 2: open")
	if _, live := over.Button("Open the draw"); live {
		t.Errorf("after the opening the sealed message is\n%s", over.Text())
	}
	waitForText(t, within, discord, seal, "https://discord.com/channels/"+discordtest.GuildID+"/"+discordtest.ChannelID+"/"+m.ID)
	if next := ask("draw", nil); !strings.Contains(next.Text(), "round 2 of 2") {
		t.Errorf("the draw was not noted as shown: %s", next.Text())
	}

	elsewhere := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518999"}
	discord.AddChannel(elsewhere, "elsewhere")
	now := clock().UTC()
	s := schedule.Sub{Channel: elsewhere.ChannelID, Guild: discordtest.GuildID, Zone: "UTC", Status: schedule.Active, SetBy: discordtest.Anna.ID, SetAt: now}
	s.NextDate, s.NextAt = schedule.Next(now, 0, time.UTC, 0)
	if err := dailyrows.Of(kept).Save(within, s); err != nil {
		t.Fatal(err)
	}
	wound.Store(int64(time.Until(s.NextAt) + time.Minute))
	if m := waitForMessage(t, within, discord, elsewhere, 0); !strings.Contains(m.Text(), "Position of the day") {
		t.Errorf("the daily post is\n%s", m.Text())
	}
}

// waitForText returns a message as soon as it has a text.
func waitForText(t *testing.T, ctx context.Context, discord *discordtest.Server, m *discordtest.Message, text string) *discordtest.Message {
	t.Helper()
	for {
		i := slices.IndexFunc(discord.Messages(discordtest.Channel), func(now *discordtest.Message) bool { return now.ID == m.ID })
		now := discord.Messages(discordtest.Channel)[i]
		if strings.Contains(now.Text(), text) {
			return now
		}
		select {
		case <-ctx.Done():
			t.Fatalf("want %s in\n%s", text, now.Text())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// The data of a server that has removed the bot are deleted 30 days later, by the running
// program: an open event too, in a server that never had a daily post. Other servers keep
// theirs.
func TestServersThatRemovedTheBotAreForgotten(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	kept := storetest.Open(t, storetest.SQLite(t), commands.Parts()...)
	const left = "1042101960960518777"
	discord.LeaveGuild(left)
	for channel, guild := range map[string]string{"1042101960960518998": left, discordtest.ChannelID: discordtest.GuildID} {
		e := &evening.Event{ID: "event in " + guild, Channel: channel, Guild: guild, Invited: true, OpenedBy: discordtest.Anna.ID, OpenedAt: time.Now(), Rules: evening.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}}
		if err := eventrows.Of(kept).NewEvent(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	var wound atomic.Int64
	api, _ := url.Parse(discord.URL())
	timing := outbox.StandardTiming()
	timing.Plan = 20 * time.Millisecond
	a := app.New(app.Options{
		Bot:   bot.Options{Token: discordtest.Token, APIURL: api, Log: slog.New(slog.DiscardHandler)},
		Store: kept, Boards: boards, Timing: timing, Now: func() time.Time { return time.Now().Add(time.Duration(wound.Load())) },
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	await := func(what string, done func(known map[string]privacy.KnownServer) bool) {
		t.Helper()
		for {
			servers, err := kept.Servers(within)
			if err != nil {
				t.Fatal(what, err)
			}
			known := map[string]privacy.KnownServer{}
			for _, server := range servers {
				known[server.Guild] = server
			}
			if done(known) {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	await("the removal is noticed", func(known map[string]privacy.KnownServer) bool { return !known[left].LeftAt.IsZero() })
	wound.Store(int64(privacy.KeptAfterLeaving + time.Minute))
	await("the server is forgotten", func(known map[string]privacy.KnownServer) bool { return known[left].Guild == "" })
	if _, err := eventrows.Of(kept).Event(within, evening.Ref{Channel: "1042101960960518998"}); !errors.Is(err, evening.ErrNone) {
		t.Errorf("the open event: %v", err)
	}
	if _, err := eventrows.Of(kept).Event(within, evening.Ref{Channel: discordtest.ChannelID}); err != nil {
		t.Errorf("the other server's event: %v", err)
	}
	for _, rule := range discord.Broken() {
		t.Error("rule broken: ", rule)
	}
}
