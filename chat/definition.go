package chat

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// A Definition is a command in the JSON of Discord's API. discordgo's own type sends
// null for fields that Discord wants to be left out.
type Definition struct {
	ID               string                                 `json:"id,omitempty"` // set by Discord
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	LocalizedName    Translations                           `json:"name_localizations,omitempty"` // of a message command
	Description      string                                 `json:"description,omitempty"`        // "" for a message command, which has none
	Localized        Translations                           `json:"description_localizations,omitempty"`
	Options          []Option                               `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`

	// DefaultMemberPermissions are the permission bits of the people who see the
	// command until an administrator decides otherwise; "" for everyone.
	DefaultMemberPermissions string `json:"default_member_permissions,omitempty"`
}

// An Option is an option of a command, or a subcommand with its options.
type Option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Localized    Translations                           `json:"description_localizations,omitempty"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Choices      []Choice                               `json:"choices,omitempty"`
	ChannelTypes []discordgo.ChannelType                `json:"channel_types,omitempty"`
	MinValue     *float64                               `json:"min_value,omitempty"`
	MaxValue     *float64                               `json:"max_value,omitempty"`
	MinLength    int                                    `json:"min_length,omitempty"` // of a text, in characters
	MaxLength    int                                    `json:"max_length,omitempty"` // of a text, in characters
	Options      []Option                               `json:"options,omitempty"`    // of a subcommand
}

// Translations are a description or a name in the languages of Discord's clients.
type Translations map[discordgo.Locale]string

// A Choice is a value offered for an option, and its label. The bot uses only
// strings as values.
type Choice struct {
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

// Define describes a slash command that works in servers, in direct messages
// with the bot, and anywhere for people who installed the app for themselves.
func Define(name, description string, options ...Option) Definition {
	return Definition{
		Type:        discordgo.ChatApplicationCommand,
		Name:        name,
		Description: description,
		Options:     options,
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
}

// Subcommand describes a subcommand with its options.
func Subcommand(name, description string, options ...Option) Option {
	return Option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, Description: description, Options: options}
}

// TextOption describes a text.
func TextOption(name, description string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description}
}

// ChoiceOption describes a text that people choose from a menu.
func ChoiceOption(name, description string, choices []Choice) Option {
	return Option{Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description, Choices: choices}
}

// BoolOption describes a choice between true and false.
func BoolOption(name, description string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: description}
}

// NumberOption describes a whole number.
func NumberOption(name, description string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: description}
}

// Between returns the option with the lowest and the highest number that Discord
// lets people type.
func (o Option) Between(first, last int) Option {
	low, high := float64(first), float64(last)
	o.MinValue, o.MaxValue = &low, &high
	return o
}

// MostTyped is the largest number of characters that Discord allows in the text of an
// option.
const MostTyped = 6000

// Completed returns the option with autocompletion: see [Command].
func (o Option) Completed() Option {
	o.Autocomplete = true
	return o
}

// UpTo returns the option with the largest number of characters that people may type. The
// smallest is 1.
func (o Option) UpTo(characters int) Option {
	o.MinLength, o.MaxLength = 1, characters
	return o
}

// CheckLengths refuses a request with a longer text than its option allows. Discord's own
// clients send none.
func (d Definition) CheckLengths(r *Request) error {
	options := d.Options
	if i := slices.IndexFunc(options, func(o Option) bool { return o.Name == r.Subcommand }); r.Subcommand != "" && i >= 0 {
		options = options[i].Options
	}
	for _, o := range options {
		if n := utf8.RuneCountInString(r.Options.Text(o.Name)); o.MaxLength > 0 && n > o.MaxLength {
			return Refuse(fmt.Sprintf("`%s` has %d characters, and %d are the most.", o.Name, n, o.MaxLength), "Shorten the text.")
		}
	}
	return nil
}

// Mandatory returns a copy of the option that people must fill in.
func (o Option) Mandatory() Option {
	o.Required = true
	return o
}

// RoleOption describes a role of the server.
func RoleOption(name, description string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionRole, Name: name, Description: description}
}

// UserOption describes a person.
func UserOption(name, description string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionUser, Name: name, Description: description}
}
