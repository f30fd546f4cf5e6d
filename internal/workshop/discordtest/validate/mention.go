package validate

import (
	"regexp"
	"slices"
)

// mentionKinds are the kinds of mention that allowed_mentions can name.
var mentionKinds = []string{"users", "roles", "everyone"}

// AllowedMentions says which mentions in a message notify someone.
type AllowedMentions struct {
	parse        []string // kinds of mention that all notify
	users, roles []string // ids
}

// CheckAllowedMentions checks allowed_mentions and returns what they allow. If they are
// missing, a message to a channel may notify everyone, and an answer only users.
func CheckAllowedMentions(v Value, answer bool) AllowedMentions {
	switch {
	case v.Null() && answer:
		return AllowedMentions{parse: []string{"users"}}
	case v.Null():
		return AllowedMentions{parse: mentionKinds}
	case !v.Object():
		return AllowedMentions{}
	}
	a := AllowedMentions{v.Get("parse").strings(), v.Get("users").strings(), v.Get("roles").strings()}
	for _, item := range v.Get("parse").List(0, 1521) {
		if s, _ := item.v.(string); !slices.Contains(mentionKinds, s) {
			item.Fault("BASE_TYPE_CHOICES", "Value must be one of {'users', 'roles', 'everyone'}.")
		}
	}
	v.Get("parse").unique()
	for _, name := range []string{"users", "roles"} {
		for _, id := range v.Get(name).List(0, 100) {
			id.Snowflake()
		}
		v.Get(name).unique()
		if !v.Get(name).Empty() && slices.Contains(a.parse, name) {
			v.Fault("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", name, name)
		}
	}
	v.Get("replied_user").Boolean()
	return a
}

// Everyone reports whether @everyone and @here are allowed.
func (a AllowedMentions) Everyone() bool { return slices.Contains(a.parse, "everyone") }

// User reports whether mentions of a user are allowed.
func (a AllowedMentions) User(id string) bool {
	return slices.Contains(a.parse, "users") || slices.Contains(a.users, id)
}

// Role reports whether mentions of a role are allowed.
func (a AllowedMentions) Role(id string) bool {
	return slices.Contains(a.parse, "roles") || slices.Contains(a.roles, id)
}

// Mention is one mention in a text: of everyone, of a role, or of a user.
type Mention struct {
	Text           string // as written
	Everyone, Role bool
	ID             string // of the role or user
}

var mention = regexp.MustCompile(`@(everyone|here)|<@(&|!?)(\d+)>`)

// Mentions finds the mentions in a text. Discord looks for them in the content and
// in text displays.
func Mentions(text string) []Mention {
	var out []Mention
	for _, found := range mention.FindAllStringSubmatch(text, -1) {
		out = append(out, Mention{found[0], found[1] != "", found[2] == "&", found[3]})
	}
	return out
}

// RemarkMentions adds a remark for the first mention in a message without
// allowed_mentions.
func RemarkMentions(v Value, texts []string) {
	for _, text := range texts {
		if found := Mentions(text); found != nil {
			v.Remark("mentions not disarmed: %s without allowed_mentions", found[0].Text)
			return
		}
	}
}
