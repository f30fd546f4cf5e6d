package main

import (
	"net/http"
	"slices"
	"strconv"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// people are the persons to choose from in the playground: enough for an evening.
var people = []discordtest.User{discordtest.Anna, discordtest.Ben, discordtest.Cleo, {ID: "507732871650103680", Name: "Dora"}}

// manager manages the server. Her interactions carry an ordinary member's
// permissions, Manage Server and Manage Events.
var manager = discordtest.Anna

// permissionsOf returns what a person may do in the server.
func permissionsOf(u discordtest.User) int {
	const member, manageServer, manageEvents = 2248473465835073, 1 << 5, 1 << 33
	if u == manager {
		return member | manageServer | manageEvents
	}
	return member
}

// A spot is a channel of the server, by its id, or "direct", the direct messages of
// the person.
type spot struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Direct bool   `json:"direct"`
}

const direct = "direct"

// spots lists the server's channels without threads, and the direct messages.
func (s *stage) spots() []spot {
	var list []spot
	for _, ch := range s.discord.Channels(discordtest.GuildID) {
		if ch.ParentID == "" {
			list = append(list, spot{ch.ChannelID, ch.Name, false})
		}
	}
	return append(list, spot{direct, "Direct message", true})
}

// A viewer is a person at a spot.
type viewer struct {
	who    discordtest.User
	where  discordtest.Place
	locale string // Discord's name for the language of the person and of the server; "" for English
}

// viewerOf finds the person with the user id and the spot with the given id.
func (s *stage) viewerOf(who, place string) (viewer, bool) {
	person := slices.IndexFunc(people, func(u discordtest.User) bool { return u.ID == who })
	known := slices.ContainsFunc(s.spots(), func(p spot) bool { return p.ID == place })
	switch {
	case person < 0 || !known:
		return viewer{}, false
	case place == direct:
		return viewer{who: people[person], where: people[person].DM()}, true
	}
	return viewer{who: people[person], where: discordtest.Place{GuildID: discordtest.GuildID, ChannelID: place}}, true
}

// details are the parts of an interaction that depend on the person.
func (v viewer) details() []discordtest.Detail {
	details := []discordtest.Detail{discordtest.Permissions(uint64(permissionsOf(v.who)))}
	if v.locale != "" {
		details = append(details, discordtest.Locale(v.locale), discordtest.ServerLocale(v.locale))
	}
	return details
}

// sees reports whether the viewer sees a message.
func (v viewer) sees(m *discordtest.Message) bool {
	return m.ChannelID == v.where.ChannelID && (!m.Private() || m.For == v.who)
}

// elsewhere returns the id of another spot where the person would see a message, or
// "".
func (s *stage) elsewhere(v viewer, m *discordtest.Message) string {
	for _, p := range s.spots() {
		other, _ := s.viewerOf(v.who.ID, p.ID)
		if other.where != v.where && other.sees(m) {
			return p.ID
		}
	}
	return ""
}

// A userJSON is a person, or the bot.
type userJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
	Role string `json:"role,omitempty"` // such as "manager"

	Permissions string `json:"permissions,omitempty"` // bits, in the server; people see no commands for which they have none
}

func userOf(u discordtest.User) userJSON {
	j := userJSON{ID: u.ID, Name: u.Name, Bot: u == discordtest.Bot}
	if u == manager {
		j.Role = "manager"
	}
	return j
}

// A sceneJSON has everything that does not change while the playground runs.
type sceneJSON struct {
	Bot    userJSON   `json:"bot"`
	People []userJSON `json:"people"`
	Places []spot     `json:"places"`
	Roles  []roleJSON `json:"roles"`
	// Locales are those of the languages in which the bot answers, English first.
	Locales []localeJSON `json:"locales"`
	Themes  []themeJSON  `json:"themes"`
}

// A localeJSON is a language of Discord's clients, with its own name.
type localeJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// offeredLocales returns a locale of each language in which the bot answers.
func offeredLocales() []localeJSON {
	var all []localeJSON
	for _, language := range voice.Languages() {
		id := slices.Max(chat.LocalesOf(language)) // en-US rather than en-GB, es-ES rather than es-419
		all = append(all, localeJSON{string(id), voice.In("en").Say(chat.ChoiceName("language", language))})
	}
	return all
}

// A roleJSON is a role of the server.
type roleJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (s *server) getScene(w http.ResponseWriter, _ *http.Request) {
	scene := sceneJSON{Bot: userOf(discordtest.Bot), Places: s.spots(), Roles: []roleJSON{}, Locales: offeredLocales(), Themes: themes()}
	for _, u := range people {
		person := userOf(u)
		person.Permissions = strconv.Itoa(permissionsOf(u))
		scene.People = append(scene.People, person)
	}
	for _, r := range s.discord.Roles() {
		if r.ID != discordtest.GuildID { // everyone
			scene.Roles = append(scene.Roles, roleJSON{r.ID, r.Name})
		}
	}
	send(w, http.StatusOK, scene)
}

// getRules lists the bot's mistakes that Discord would refuse.
func (s *server) getRules(w http.ResponseWriter, _ *http.Request) {
	broken := s.discord.Broken()
	if broken == nil {
		broken = []string{}
	}
	send(w, http.StatusOK, map[string][]string{"broken": broken})
}
