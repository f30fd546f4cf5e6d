package commands

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/render"
)

// boards draws for all tests, so that tiles are drawn once.
var boards = render.New()

const (
	anna = "100000000000000001"
	ben  = "100000000000000002"
)

// fixedTools returns tools that always draw the given number, with a fixed clock.
func fixedTools(drawn int) Tools {
	return Tools{
		Boards: boards,
		Draw:   func(int) (int, error) { return drawn, nil },
		Now:    func() time.Time { return time.Unix(1_790_000_000, 0) },
	}
}

// run runs a command as typed, such as "/sp number:518 view:black".
func run(t *testing.T, tools Tools, typed string) (*Reply, error) {
	t.Helper()
	name, rest, _ := strings.Cut(strings.TrimPrefix(typed, "/"), " ")
	c := command(t, tools, name)
	r := &Request{Asker: anna, Options: Options{}}
	for _, field := range strings.Fields(rest) {
		option, value, ok := strings.Cut(field, ":")
		if !ok {
			r.Subcommand = field
			continue
		}
		r.Options[option] = optionValue(c, option, value)
	}
	return c.Run(t.Context(), r)
}

func command(t *testing.T, tools Tools, name string) Command {
	t.Helper()
	for _, c := range All(tools) {
		if c.Def.Name == name {
			return c
		}
	}
	t.Fatalf("no command /%s", name)
	return Command{}
}

// optionValue returns the value of an option as Discord sends it: an integer is a JSON
// number.
func optionValue(c Command, option, value string) any {
	for _, o := range c.Def.Options {
		if o.Name == option && o.Type == discordgo.ApplicationCommandOptionBoolean {
			return value == "true"
		}
	}
	return value
}

// text returns all texts of a reply, in order.
func text(reply *Reply) string {
	var all []string
	for c := range walk(reply.Components) {
		if c.Type == discordgo.TextDisplayComponent {
			all = append(all, c.Content)
		}
	}
	var defs []Definition
	for _, c := range All(fixedTools(0)) {
		defs = append(defs, c.Def)
	}
	return Mentions(defs, nil).Replace(strings.Join(all, "\n"))
}

// walk yields components and their nested components, in order.
func walk(components []Component) iter.Seq[Component] {
	return func(yield func(Component) bool) {
		for _, c := range components {
			if !yield(c) {
				return
			}
			for inner := range walk(c.Components) {
				if !yield(inner) {
					return
				}
			}
		}
	}
}

// buttons returns a reply's buttons by label.
func buttons(reply *Reply) map[string]Component {
	found := map[string]Component{}
	for c := range walk(reply.Components) {
		if c.Type == discordgo.ButtonComponent {
			found[c.Label] = c
		}
	}
	return found
}

func press(t *testing.T, tools Tools, who, customID string, m *Message) (*Reply, error) {
	t.Helper()
	return pressed(t, tools, &Request{Asker: who, GuildID: "1", ChannelID: "2", CustomID: customID, Message: m})
}

// pressed answers the press of a button or a choice in a menu.
func pressed(t *testing.T, tools Tools, r *Request) (*Reply, error) {
	t.Helper()
	name, _, _ := strings.Cut(r.CustomID, ":")
	for _, c := range All(tools) {
		if press, ok := c.Buttons[name]; ok {
			return press(t.Context(), r)
		}
	}
	t.Fatalf("no command answers %q", r.CustomID)
	return nil, nil
}

func TestExamplesRun(t *testing.T) {
	tools := fixedTools(303)
	kept, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	tools.Events = kept
	for _, c := range All(tools) {
		if c.Def.Type != discordgo.ChatApplicationCommand || c.Def.Name == "daily-posts" {
			continue // nothing to type, or not for everyone
		}
		reply, err := run(t, tools, c.Example)
		if err != nil || !strings.HasPrefix(text(reply), "## ") || reply.Private {
			t.Errorf("%s: %v, %v", c.Example, reply, err)
		}
	}
}

func TestDefinitions(t *testing.T) {
	name := regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	var names []string
	for _, c := range All(fixedTools(0)) {
		names = append(names, c.Def.Name)
		var options []string
		for _, o := range c.Def.Options {
			options = append(options, o.Name)
			if !name.MatchString(o.Name) || o.Description == "" || len([]rune(o.Description)) > 100 {
				t.Errorf("/%s %s: %q", c.Def.Name, o.Name, o.Description)
			}
		}
		if c.Def.Type != discordgo.ChatApplicationCommand || c.Def.Options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
			continue
		}
		if looks := []string{"explain", "view", "theme", "private"}; slices.Contains(options, "explain") && !slices.Equal(options[len(options)-4:], looks) {
			t.Errorf("/%s ends with the options %v", c.Def.Name, options)
		}
		if options[len(options)-1] != "private" {
			t.Errorf("/%s cannot be asked in private: %v", c.Def.Name, options)
		}
		if len(c.Def.Description) > 100 {
			t.Errorf("/%s: the description has %d characters", c.Def.Name, len(c.Def.Description))
		}
	}
	if want := []string{"sp", "random", "encode", "fritz", "daily", "daily-posts", "castle", "find", "event", "table", "about", "help", explainThis}; !slices.Equal(names, want) {
		t.Errorf("commands %v, want %v", names, want)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ command, option, value, want string }{
		{"sp", "number", "961", "There is no SP number 961"},
		{"sp", "number", "-5", "There is no SP number -5"},
		{"sp", "number", "99999999999999999999", "I cannot use `99999999999999999999` as a number. SP numbers run from 0 to 959"},
		{"sp", "number", "<@1>*x*", "I cannot use `<@1>*x*` as a number."},
		{"sp", "theme", "pink", "`pink` is not a theme"},
		{"table", "name", "queens", "`queens` is not one of the tables."},
		{"table", "position", "RNBQKBNX", "unknown piece on h1"},
		{"sp", "explain", "magic", "`magic` is not a method of explanation"},
		{"sp", "view", "side`ways", "`sideˋways` is not a side"},
		{"fritz", "number", "0", "There is no Fritz 9 number 0. Fritz 9 numbers run from 1 to 960."},
		{"fritz", "number", "961", "There is no Fritz 9 number 961"},
		{"encode", "position", "518", "`518` can mean more than one position:\n- RNBQKBNR, SP-518\n- NRBBKNQR, SP-261 (Fritz 9: 518)\n- RNBBQKNR, SP-517 (Almanac: 518)"},
		{"encode", "position", "SP-1518", "There is no SP number 1518. SP numbers run from 0 to 959."},
		{"encode", "position", "Fritz 9: 0", "There is no Fritz 9 number 0. Fritz 9 numbers run from 1 to 960."},
		{"encode", "position", "RNBQKBNR or QNRKRNBB", "can mean more than one position:\n- RNBQKBNR, SP-518\n- QNRKRNBB, SP-303"},
		{"encode", "position", "", "That does not look like a position. Try `RNBQKBNR`, a FEN, or a lichess link."},
		{"encode", "against", "rubbish", "That does not look like a position. Try `RNBQKBNR`, a FEN, or a lichess link."},
		{"table", "position", "1518", "There is no SP number 1518"},
		{"encode", "position", "RNBQKBN`", "- seven letters, not eight\n- one rook missing"},
		{"encode", "position", "QNBQKBNR", "two queens, one rook missing"},
		{"encode", "position", strings.Repeat("@everyone ", 600), "That does not look like a position."},
	} {
		r := &Request{Asker: anna, Options: Options{"number": 1.0, "position": "RNBQKBNR", "name": "kings"}}
		if c.command == "table" {
			delete(r.Options, "number")
			delete(r.Options, "position")
		}
		r.Options[c.option] = c.value
		_, err := command(t, fixedTools(0), c.command).Run(t.Context(), r)
		refused, ok := errors.AsType[*UserError](err)
		if !ok || !strings.Contains(strings.ToLower(refused.Msg), strings.ToLower(c.want)) || refused.Hint == "" && !strings.Contains(refused.Msg, "Try") {
			t.Errorf("/%s %s:%q: %v, want %q and a hint", c.command, c.option, c.value, err, c.want)
			continue
		}
		if reply := refused.Reply(); !reply.Private || len(text(reply)) > 2000 || strings.HasPrefix(text(reply), "an empty text") {
			t.Errorf("/%s %s:%q: private %t, %d bytes", c.command, c.option, c.value, reply.Private, len(text(reply)))
		}
	}
}

// Every numbering refuses a number below its range, in full sentences.
func TestNumbersOfNoNumbering(t *testing.T) {
	for _, n := range numberings() {
		_, err := run(t, fixedTools(0), fmt.Sprintf("/sp number:%d scheme:%s", n.first-1, n.id))
		refused, ok := errors.AsType[*UserError](err)
		if !ok || !regexp.MustCompile(`^There is no (SP|Fritz 9|Almanac|SP\+1) number -?\d\. (SP|Fritz 9|Almanac|SP\+1) numbers run from [01] to 9(59|60)\.$`).MatchString(refused.Msg) {
			t.Errorf("%s: %v", n.id, err)
		}
	}
}

func TestOptionsOfAnyType(t *testing.T) {
	for _, v := range []any{nil, true, 518.5, 1e300, []any{1.0}, map[string]any{"x": 1.0}, "518x", ""} {
		if n, ok := (Options{"number": v}).Int("number"); ok {
			t.Errorf("%v is read as %d", v, n)
		}
	}
	for _, v := range []any{518.0, "518", " 518 "} {
		if n, ok := (Options{"number": v}).Int("number"); !ok || n != 518 {
			t.Errorf("%v is read as %d, %t", v, n, ok)
		}
	}
}

func Test960IsSP0(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/sp number:960")
	if err != nil {
		t.Fatal(err)
	}
	if got := text(reply); !strings.HasPrefix(got, "## SP-0 · BBQNNRKR\n960 is another name for SP-0.\n") {
		t.Errorf("got %s", got)
	}
}

// The position can be read from the alt text.
func TestAltTextReadsBack(t *testing.T) {
	square := regexp.MustCompile(`([a-h])1 (king|queen|rook|bishop|knight)`)
	letters := map[string]byte{"king": 'K', "queen": 'Q', "rook": 'R', "bishop": 'B', "knight": 'N'}
	for sp, p := range chess960.All() {
		for _, fromBlack := range []bool{false, true} {
			alt := boardAlt(p, fromBlack)
			var rank [8]byte
			for _, m := range square.FindAllStringSubmatch(alt, -1) {
				rank[m[1][0]-'a'] = letters[m[2]]
			}
			if string(rank[:]) != p.String() || len(alt) > 1024 {
				t.Errorf("SP %d: %s", sp, alt)
			}
		}
	}
}

func TestQuote(t *testing.T) {
	for given, want := range map[string]string{
		"RNBQKBNX":                    "`RNBQKBNX`",
		"a\nb\tc":                     "`a b c`",
		"``` @everyone":               "`ˋˋˋ @everyone`",
		"x\x00\u202ey":                "`x��y`",
		"Z\u0335\u0335\u0301algo":     "`Zalgo`",
		"":                            "an empty text",
		" \n ":                        "an empty text",
		strings.Repeat("é", 91):       "`" + strings.Repeat("é", 90) + "…`",
		"\u200b":                      "`�`",
		strings.Repeat("`", 5) + "**": "`ˋˋˋˋˋ**`",
	} {
		if got := quote(given); got != want {
			t.Errorf("quote(%q) = %q, want %q", given, got, want)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("@everyone `code` **bold**\n# heading \u202e")
	f.Fuzz(func(t *testing.T, given string) {
		got := quote(given)
		if got == "an empty text" {
			return
		}
		inside := strings.TrimSuffix(strings.TrimPrefix(got, "`"), "`")
		if len(inside) != len(got)-2 || strings.ContainsAny(inside, "`\n\r\u2028\u2029\u202e\u2066\x00") || len([]rune(inside)) > maxQuoted+1 {
			t.Errorf("quote(%q) = %q", given, got)
		}
	})
}

// Every description has translations, and every translation belongs to a description.
func TestTranslations(t *testing.T) {
	used := map[string]bool{}
	var look func(name, description string, localized Translations, options []Option)
	look = func(name, description string, localized Translations, options []Option) {
		used[description] = true
		for _, locale := range []discordgo.Locale{discordgo.German, discordgo.French, discordgo.SpanishES, discordgo.SpanishLATAM} {
			if n := len([]rune(localized[locale])); n == 0 || n > 100 {
				t.Errorf("%s: %d characters in %s for %q", name, n, locale, description)
			}
		}
		for _, o := range options {
			look(name+" "+o.Name, o.Description, o.Localized, o.Options)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if c.Def.Type == discordgo.ChatApplicationCommand {
			look(c.Def.Name, c.Def.Description, c.Def.Localized, c.Def.Options)
		}
	}
	for description := range descriptions {
		if !used[description] {
			t.Errorf("nothing is described as %q", description)
		}
	}
}

// Names of commands become mentions once their ids are known. Texts of people do not.
func TestMentions(t *testing.T) {
	var defs []Definition
	for _, c := range All(fixedTools(0)) {
		defs = append(defs, c.Def)
	}
	help := helpText()
	mentioned := Mentions(defs, map[string]string{"sp": "1", "daily-posts": "2"}).Replace(help)
	for _, want := range []string{"</sp:1> shows", "</daily-posts set:2> posts", "`/random` draws"} {
		if !strings.Contains(mentioned, want) {
			t.Errorf("%q is not in %s", want, mentioned)
		}
	}
	for _, c := range All(fixedTools(0)) {
		if c.Def.Type == discordgo.ChatApplicationCommand && c.Def.Name != "help" && !strings.Contains(help, mentionStart+c.Def.Name) {
			t.Errorf("/help does not mention /%s", c.Def.Name)
		}
	}
	if got, want := withMentions("`/sp path:true` or `/daily-posts set`, `/random`, `-N-N-`"), slash("sp")+" `path:true` or "+slash("daily-posts set")+", "+slash("random")+", `-N-N-`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, topic := range topics() {
		if breakable := regexp.MustCompile("`[KQRBN]*-[KQRBN-]*`").FindString(topic.text()); breakable != "" {
			t.Errorf("/about %s: a phone may break %s", topic.id, breakable)
		}
		if said := Mentions(defs, nil).Replace(topic.text()); strings.ContainsAny(said, mentionStart+mentionEnd) {
			t.Errorf("/about %s names an unknown command:\n%s", topic.id, said)
		}
	}
	if strings.ContainsAny(quote(slash("sp")), mentionStart+mentionEnd) {
		t.Error("a person's text can mention a command")
	}
}
