package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
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
