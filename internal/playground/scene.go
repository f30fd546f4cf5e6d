package main

import (
	"net/http"

	"chess960bot/internal/discordtest"
)

// people are whom one can be in the playground.
var people = []discordtest.User{discordtest.Anna, discordtest.Ben}

// A spot is where one can be: a place that may depend on who one is.
type spot struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Direct bool   `json:"direct"`
	of     func(discordtest.User) discordtest.Place
}

var spots = []spot{
	{"channel", "chess960", false, func(discordtest.User) discordtest.Place { return discordtest.Channel }},
	{"direct", "Direct message", true, discordtest.User.DM},
}

// A viewer is a person somewhere: what is asked, and what is seen, depends on
// both.
type viewer struct {
	who   discordtest.User
	where discordtest.Place
}

// viewerOf finds the person with the user id and the spot with the given id.
func viewerOf(who, place string) (viewer, bool) {
	for _, user := range people {
		for _, spot := range spots {
			if user.ID == who && spot.ID == place {
				return viewer{user, spot.of(user)}, true
			}
		}
	}
	return viewer{}, false
}

// sees tells whether the viewer is shown a message.
func (v viewer) sees(m *discordtest.Message) bool {
	return m.ChannelID == v.where.ChannelID && (!m.Private() || m.For == v.who)
}

// A userJSON is a person, or the bot.
type userJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

func userOf(u discordtest.User) userJSON {
	return userJSON{u.ID, u.Name, u == discordtest.Bot}
}

// A sceneJSON is all that stays the same while the playground runs.
type sceneJSON struct {
	Bot    userJSON    `json:"bot"`
	People []userJSON  `json:"people"`
	Places []spot      `json:"places"`
	Themes []themeJSON `json:"themes"`
}

func (s *server) getScene(w http.ResponseWriter, _ *http.Request) {
	scene := sceneJSON{Bot: userOf(discordtest.Bot), Places: spots, Themes: themes()}
	for _, u := range people {
		scene.People = append(scene.People, userOf(u))
	}
	send(w, http.StatusOK, scene)
}

// getRules lists what the bot did that Discord would not stand for.
func (s *server) getRules(w http.ResponseWriter, _ *http.Request) {
	broken := s.discord.Broken()
	if broken == nil {
		broken = []string{}
	}
	send(w, http.StatusOK, map[string][]string{"broken": broken})
}
