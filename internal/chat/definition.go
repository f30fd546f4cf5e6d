package chat

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// A Definition is a command in the JSON of Discord's API. discordgo's own type sends
// null for fields that Discord wants to be left out.
type Definition struct {
	ID               string                                 `json:"id,omitempty"` // set by Discord
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	LocalizedName    Translations                           `json:"name_localizations,omitempty"` // of a command in a menu
	Description      string                                 `json:"description,omitempty"`        // "" for a command in a menu, which has none
	Localized        Translations                           `json:"description_localizations,omitempty"`
	Options          []OptionDefinition                     `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`

	// DefaultMemberPermissions are the permission bits of the people who see the
	// command until an administrator decides otherwise; "" for everyone.
	DefaultMemberPermissions string `json:"default_member_permissions,omitempty"`
}

// An OptionDefinition is an option of a command, or a subcommand with its options, in the
// JSON of Discord's API.
type OptionDefinition struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Localized    Translations                           `json:"description_localizations,omitempty"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []ChoiceDefinition                     `json:"choices,omitempty"`
	ChannelTypes []discordgo.ChannelType                `json:"channel_types,omitempty"`
	FileTypes    []string                               `json:"file_types,omitempty"` // endings of file names, such as ".pgn"
	MinValue     *float64                               `json:"min_value,omitempty"`
	MaxValue     *float64                               `json:"max_value,omitempty"`
	MinLength    int                                    `json:"min_length,omitempty"` // of a text, in characters
	MaxLength    int                                    `json:"max_length,omitempty"` // of a text, in characters
	Options      []OptionDefinition                     `json:"options,omitempty"`    // of a subcommand
}

// Translations are a description or a name in the languages of Discord's clients.
type Translations map[discordgo.Locale]string

// A Choice is a value offered for an option, and its label. The value is a text, or a number
// for the option of a number.
type Choice struct {
	Name  voice.Sentence
	Value any
}

// A ChoiceDefinition is a choice of an option in the JSON of Discord's API.
type ChoiceDefinition struct {
	Name      string       `json:"name"`
	Localized Translations `json:"name_localizations,omitempty"`
	Value     any          `json:"value"`
}

// The most choices that an option offers, or that autocompletion answers, and the most
// characters of their names and values.
const (
	MostChoices    = 25
	MostChoiceText = 100
)

// Definition returns what Discord is told about the command. Commands work in servers, in
// direct messages with the bot, and anywhere for people who installed the app for
// themselves.
//
// Descriptions are phrases of package voice. That of /event draw is commands.event.draw.does,
// and those of its options are commands.event.draw.at and the like. An option that is the same in
// several subcommands is commands.event.options.round, and in several commands commands.options.board.
func (c Command) Definition() Definition {
	d := Definition{
		Type:    discordgo.ChatApplicationCommand,
		Name:    c.Name,
		Options: definitions(c.Options, c.Name),
		Contexts: []discordgo.InteractionContextType{
			discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM,
			discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: []discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall,
		},
	}
	for _, s := range c.Subcommands {
		path := c.Name + "." + s.Name
		sub := OptionDefinition{Type: discordgo.ApplicationCommandOptionSubCommand, Name: s.Name, Options: definitions(s.Options, path)}
		sub.Description, sub.Localized = described(path + ".does")
		d.Options = append(d.Options, sub)
	}
	if c.Permission != 0 {
		d.DefaultMemberPermissions = strconv.FormatInt(c.Permission, 10)
	}
	if c.ServerOnly {
		d.Contexts = d.Contexts[:1]
	}
	if c.InMenu() {
		d.Type, d.LocalizedName = discordgo.MessageApplicationCommand, inOtherLanguages(c.MenuName)
		if c.OnPerson {
			d.Type = discordgo.UserApplicationCommand
		}
		return d
	}
	d.Description, d.Localized = described(c.Name + ".does")
	return d
}

// definitions returns the definitions of the options of a command or of a subcommand.
func definitions(options []Option, path string) []OptionDefinition {
	var defs []OptionDefinition
	command, _, _ := strings.Cut(path, ".")
	for _, o := range options {
		def := o.definition()
		def.Description, def.Localized = described(path+"."+def.Name, command+".options."+def.Name, "options."+def.Name)
		defs = append(defs, def)
	}
	return defs
}

// described returns the first description that there is, in English and in the other
// languages. Without one it is the id.
func described(ids ...string) (english string, others Translations) {
	for _, id := range ids {
		if s := voice.Phrase("commands." + id); voice.In("en").Has(s) {
			return voice.In("en").Say(s), inOtherLanguages(s)
		}
	}
	return ids[0], nil
}

// ChoiceName returns the name of a choice of a list: the message commands.choices.theme.brown
// for "theme" and "brown".
func ChoiceName(list, id string) voice.Phrase {
	return voice.Phrase("commands.choices." + list + "." + id)
}

// LanguageOf returns the language that people with a locale of Discord see, "" for a locale
// without one. "es-ES" and "es-419" see "es". It is no matcher of similar languages: that would
// answer Ukrainian in Russian.
func LanguageOf(locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	if _, ok := discordgo.Locales[discordgo.Locale(locale)]; !ok || !slices.Contains(voice.Languages(), language) {
		return ""
	}
	return language
}

// LocalesOf returns the locales of Discord that see a language, in alphabetical order.
func LocalesOf(language string) []discordgo.Locale { return locales[language] }

var locales = func() map[string][]discordgo.Locale {
	of := map[string][]discordgo.Locale{}
	for _, locale := range slices.Sorted(maps.Keys(discordgo.Locales)) {
		language := LanguageOf(string(locale))
		of[language] = append(of[language], locale)
	}
	return of
}()

// inOtherLanguages returns the sentence in the languages that have a message for it.
func inOtherLanguages(s voice.Sentence) Translations {
	all := Translations{}
	for _, language := range voice.Languages()[1:] {
		v := voice.Descriptions(language)
		if !v.Has(s) {
			continue
		}
		said := v.Say(s)
		for _, locale := range LocalesOf(language) {
			all[locale] = said
		}
	}
	return all
}

// Slash returns the name of a slash command, such as "sp" or "daily-posts set", for
// use in a text. Discord opens the command when somebody chooses the name: see [Mentions].
func Slash(name string) string { return string(voice.MentionStart) + name + string(voice.MentionEnd) }

// Mentions returns a replacer for the names of slash commands in texts. A command with
// an id, by the command's name, becomes a mention such as </sp:123>; without one it becomes code
// such as `/sp`.
func Mentions(commands []Command, ids map[string]string) *strings.Replacer {
	var pairs []string
	add := func(name, id string) {
		shown := "`/" + name + "`"
		if id != "" {
			shown = "</" + name + ":" + id + ">"
		}
		pairs = append(pairs, Slash(name), shown)
	}
	for _, c := range commands {
		if c.InMenu() {
			continue
		}
		add(c.Name, ids[c.Name])
		for _, s := range c.Subcommands {
			add(c.Name+" "+s.Name, ids[c.Name])
		}
	}
	return strings.NewReplacer(pairs...)
}

// Mention returns a mention of a person. It pings nobody: see allowed_mentions in
// package bot.
func Mention(userID string) string { return "<@" + userID + ">" }

// InvitedPermissions are the permissions that the bot asks for when it is added to a server.
const InvitedPermissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
	discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory |
	discordgo.PermissionCreateEvents

// Invitation returns the address at which people add the bot of an application to their server.
func Invitation(application string) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
		application, int64(InvitedPermissions))
}
