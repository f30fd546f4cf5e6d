package discordtest

import (
	"cmp"
	"regexp"
	"slices"
)

// Pings are those whom a message notifies.
type Pings struct {
	Everyone     bool     // by @everyone or @here
	Users, Roles []string // ids, in the order in which they are mentioned
}

// None tells whether nobody is notified.
func (p Pings) None() bool { return !p.Everyone && p.Users == nil && p.Roles == nil }

// Only tells whether this role is notified and nobody else.
func (p Pings) Only(r Role) bool {
	return !p.Everyone && p.Users == nil && slices.Equal(p.Roles, []string{r.ID})
}

var mentionKinds = []string{"users", "roles", "everyone"}

// checkMentions checks allowed_mentions: its shape, and that a kind is not both
// parsed and listed.
func checkMentions(v value) {
	if v.null() || !v.object() {
		return
	}
	var parse []string
	for _, item := range v.get("parse").list(0, 1521) {
		s, _ := item.v.(string)
		if !slices.Contains(mentionKinds, s) {
			item.fault("BASE_TYPE_CHOICES", "Value must be one of {'users', 'roles', 'everyone'}.")
		}
		parse = append(parse, s)
	}
	v.get("parse").unique()
	for _, name := range []string{"users", "roles"} {
		for _, id := range v.get(name).list(0, 100) {
			id.snowflake()
		}
		v.get(name).unique()
		if !v.get(name).null() && !isEmptyList(v.get(name).v) && slices.Contains(parse, name) {
			v.fault("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", name, name)
		}
	}
	v.get("replied_user").boolean()
}

// unique faults a list of strings that has one twice.
func (v value) unique() {
	seen := map[any]bool{}
	for _, item := range items(v) {
		s, ok := item.v.(string)
		if ok && seen[s] {
			v.fault("SET_TYPE_CONTAINS_DUPLICATES", "Values must be unique")
			return
		}
		seen[s] = true
	}
}

var (
	mention = regexp.MustCompile(`@(everyone|here)|<@(&|!?)(\d+)>`)
	ping    = regexp.MustCompile(`@everyone|@here|<@[!&]?\d+>`)
)

// allowed tells what allowed_mentions lets through. Without it that is
// everything in a message to a channel, and users in an answer.
type allowed struct {
	parse, users, roles []string
}

func allowedMentions(v value, answer bool) allowed {
	switch {
	case v.null() && answer:
		return allowed{parse: []string{"users"}}
	case v.null():
		return allowed{parse: mentionKinds}
	}
	return allowed{texts(v.get("parse")), texts(v.get("users")), texts(v.get("roles"))}
}

// texts are the strings of a list.
func texts(v value) []string {
	var out []string
	for _, item := range items(v) {
		s, _ := item.v.(string)
		out = append(out, s)
	}
	return out
}

func (a allowed) user(id string) bool {
	return slices.Contains(a.parse, "users") || slices.Contains(a.users, id)
}

func (a allowed) role(id string) bool {
	return slices.Contains(a.parse, "roles") || slices.Contains(a.roles, id)
}

// pings finds whom texts notify in a channel. Roles have to exist; those that
// not everyone may mention, and everyone, need a permission.
func (s *Server) pings(ch ChannelInfo, a allowed, texts []string) Pings {
	var p Pings
	add := func(list *[]string, id string) {
		if !slices.Contains(*list, id) {
			*list = append(*list, id)
		}
	}
	for _, text := range texts {
		for _, found := range mention.FindAllStringSubmatch(text, -1) {
			role, known := s.roles.get(found[3])
			switch {
			case found[1] != "":
				p.Everyone = p.Everyone || slices.Contains(a.parse, "everyone") && !ch.direct() && !ch.State.CannotMention
			case found[2] != "&" && a.user(found[3]):
				add(&p.Users, found[3])
			case found[2] == "&" && known && a.role(found[3]) && !ch.direct() && (role.Mentionable || !ch.State.CannotMention):
				add(&p.Roles, found[3])
			}
		}
	}
	return p
}

// setPings notes whom a message notifies: one to a single person nobody else.
func (s *Server) setPings(v value, m *Message, texts []string) {
	ch, _ := s.history.info(m.ChannelID)
	if m.Private() {
		m.Pings = Pings{}
		return
	}
	m.Pings = s.pings(ch, allowedMentions(v.get("allowed_mentions"), m.webhook), append([]string{m.Content}, texts...))
	m.pinged = nil
	for _, id := range m.Pings.Users {
		u, _ := s.people.get(id)
		m.pinged = append(m.pinged, User{id, cmp.Or(u.Name, "user")})
	}
}

// remarkPing notes text that would ping someone because allowed_mentions does
// not say otherwise. Discord reads mentions in the content and in text displays.
func (m *Message) remarkPing(v value, texts []string) {
	if !v.get("allowed_mentions").null() {
		return
	}
	if v.has("content") {
		texts = append(texts, m.Content)
	}
	for _, text := range texts {
		if found := ping.FindString(text); found != "" {
			v.form.remark("mentions not disarmed: %s without allowed_mentions", found)
			return
		}
	}
}
