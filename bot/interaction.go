package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// An interaction is a request, with what the bot needs to answer it.
type interaction struct {
	*chat.Request
	kind    discordgo.InteractionType
	token   string
	name    string    // of the command, button or form
	arrived time.Time // when the asker began to wait

	// deliver sends the answer. If something follows the reply, nil means that Discord has accepted
	// the answer: over HTTP, the answer then goes by a request of its own.
	deliver func(ctx context.Context, i *interaction, answer rest.Body) error
	refusal *chat.UserError // the answer to an interaction over the limits, otherwise nil
	reply   chat.Reply      // what is sent, with what follows; empty before, and for an apology
	message string          // the id of the answer's message, once deliver knows it
}

// readInteraction decodes an interaction. ok is false for an interaction that cannot
// be answered. get reads the files of the interaction.
func readInteraction(raw []byte, get getFile) (i *interaction, ok bool) {
	var in received
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, false
	}
	r := &chat.Request{
		ID:             in.ID,
		AppID:          in.AppID,
		Asker:          cmp.Or(in.Member.User.ID, in.User.ID),
		AskerName:      cmp.Or(voice.Name(in.Member.Nick), in.Member.User.name(), in.User.name()),
		GuildID:        in.GuildID,
		ChannelID:      cmp.Or(in.ChannelID, in.Channel.ID),
		ChannelName:    voice.WithoutControls(in.Channel.Name),
		Permissions:    int64(in.Member.Permissions),
		AppPermissions: int64(in.AppPermissions),
		Thread:         chat.IsThread(in.Channel.Type),
		CustomID:       in.Data.CustomID,
		Values:         in.Data.Values,
		Options:        chat.Options{},
		Channels:       map[string]chat.Channel{},
		Roles:          map[string]chat.Role{},
		Users:          map[string]chat.User{},
		Attachments:    map[string]chat.Attachment{},
		Uninvited:      in.uninvited(),
		Language:       languageOf(in.Locale),
		ServerLanguage: languageOf(in.GuildLocale),
		OwnLanguage:    languageOf(in.GuildLocale),
		FileLimit:      bytesOf(in.FileLimit),
		Target:         strings.Join(textsOf(in.Data.Resolved.Messages[in.Data.TargetID]), "\n"),
	}
	if m := in.Message; m != nil {
		r.Message = &chat.Message{ID: m.ID, Private: m.Flags&discordgo.MessageFlagsEphemeral != 0, Buttons: m.Buttons}
		r.ChannelID = cmp.Or(r.ChannelID, m.ChannelID)
	}
	in.readOptions(r)
	in.readResolved(r, get)
	i = &interaction{Request: r, kind: in.Type, token: in.Token, name: in.Data.Name, arrived: time.Now()}
	if r.CustomID != "" {
		i.name = chat.IDName(r.CustomID)
	}
	return i, r.ID != "" && i.token != "" && r.Asker != "" && slices.Contains(answerable, i.kind)
}

// answerable are the kinds of interactions that commands answer.
var answerable = []discordgo.InteractionType{
	discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent,
	discordgo.InteractionApplicationCommandAutocomplete, discordgo.InteractionModalSubmit,
}

// completes reports whether Discord asks for choices while somebody types.
func (i *interaction) completes() bool {
	return i.kind == discordgo.InteractionApplicationCommandAutocomplete
}

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
