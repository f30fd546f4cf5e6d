package discordtest

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The one bot that the server knows, and the default server and channel.
const (
	Token         = "MTI5NTQ2MDk2MDUxMjk2MjU2MA.GdiscT.chess960-not-a-real-token-0000000000000" // without "Bot "
	ApplicationID = "1295460960512962560"
	GuildID       = "1042101960960518144"
	ChannelID     = "1042101960960518159"
	botName       = "chess960"
)

// User is a person, or the bot itself.
type User struct{ ID, Name string }

// The people for tests. Any other User with an id and a name works too.
var (
	Anna = User{ID: "204255221017214977", Name: "Anna"}
	Ben  = User{ID: "305032189173080064", Name: "Ben"}
	Cleo = User{ID: "406882160549101579", Name: "Cleo"}
)

// Naming returns the lines of a log that have the id of one of these people, or of others.
func Naming(log string, others ...User) (lines []string) {
	people := append([]User{Anna, Ben, Cleo}, others...)
	for line := range strings.Lines(log) {
		if slices.ContainsFunc(people, func(u User) bool { return strings.Contains(line, u.ID) }) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Bot is the author of the bot's messages.
var Bot = User{ID: ApplicationID, Name: botName}

// Place is where something happens: a channel of a server or, if GuildID is empty,
// direct messages with the bot. The zero Place is the direct messages of the person
// who does something.
type Place struct{ GuildID, ChannelID string }

// Channel is the default channel of the default server.
var Channel = Place{GuildID: GuildID, ChannelID: ChannelID}

// DM is the place of this person's direct messages with the bot.
func (u User) DM() Place {
	n, _ := strconv.ParseUint(u.ID, 10, 64)
	return Place{ChannelID: strconv.FormatUint(n+1<<22, 10)}
}

func (p Place) direct() bool { return p.GuildID == "" }

// of returns the place, or for the zero Place the person's direct messages.
func (p Place) of(who User) Place {
	if p == (Place{}) {
		return who.DM()
	}
	return p
}

// userJSON is Discord's user object.
type userJSON struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	GlobalName    *string `json:"global_name"`
	Discriminator string  `json:"discriminator"`
	Avatar        *string `json:"avatar"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	Bot           bool    `json:"bot,omitempty"`
	PrimaryGuild  *string `json:"primary_guild"`
}

func (u User) json() userJSON {
	j := userJSON{ID: u.ID, Username: u.Name, Discriminator: "0"}
	if u.ID == ApplicationID {
		j.Bot, j.Discriminator = true, "9600"
	} else {
		j.GlobalName = &u.Name
	}
	return j
}

// memberJSON is Discord's guild member object in interactions.
type memberJSON struct {
	User                       userJSON `json:"user"`
	Nick                       *string  `json:"nick"`
	Avatar                     *string  `json:"avatar"`
	Banner                     *string  `json:"banner"`
	Roles                      []string `json:"roles"`
	JoinedAt                   string   `json:"joined_at"`
	PremiumSince               *string  `json:"premium_since"`
	CommunicationDisabledUntil *string  `json:"communication_disabled_until"`
	Deaf                       bool     `json:"deaf"`
	Mute                       bool     `json:"mute"`
	Pending                    bool     `json:"pending"`
	Flags                      int      `json:"flags"`
	Permissions                string   `json:"permissions"`
}

func (u User) member(permissions string) *memberJSON {
	return &memberJSON{User: u.json(), Roles: []string{}, JoinedAt: joined, Permissions: permissions}
}

// partialMember returns a member in resolved data: without user, deaf and mute.
func (u User) partialMember() map[string]any {
	return map[string]any{
		"nick": nil, "avatar": nil, "banner": nil, "roles": []string{}, "joined_at": joined, "premium_since": nil,
		"communication_disabled_until": nil, "pending": false, "flags": 0, "permissions": strconv.Itoa(memberPermissions),
	}
}

// joined is when every member joined the server.
const joined = "2022-11-15T18:09:06.000000+00:00"

// people are the users to whom the bot can write.
type people struct {
	mu           sync.Mutex
	known        map[string]User
	hasInstalled map[string]bool // by user id
}

func (p *people) add(u User) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u.ID != "" && u != Bot {
		p.known[u.ID] = u
	}
}

func (p *people) get(id string) (User, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u, ok := p.known[id]
	return u, ok
}
