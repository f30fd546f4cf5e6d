package bot_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/tools/txtar"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// The archives in testdata/conversations, here and in the folders of the commands, have the actions of
// people and the answers that they see. The name of a file in an archive is an action:
//
//	Anna: /sp number:518
//	Anna, who manages the server: /daily-posts set channel:#chess960 time:19:30 timezone:UTC
//	Anna, in private messages: /random
//	Ben presses Next
//	Anna chooses fritz9
//	Ben writes: Shall we play SP 303?
//	Anna explains that message
//	Anna asks about castling in that message
//	Anna answers number=518
//	Anna fills in Rename a player: from=Dora to=Dora_K.
//	Anna fills in Results: results=1_Anna_–_Ben_1-0¶2_Cem_–_Dana_½
//	Anna downloads event.csv
//	Anna: /event draw, and Discord loses that answer
//	Ben is interested in Thursday
//	a moderator deletes Thursday
//	a moderator lets the bot make no events
//	a moderator lets the bot make events
//	the server's events
//	40 minutes later
//
// and its content is the answer. An action is about the last answer. Another one gets a name
// in brackets where it is given, and is found by that name later:
//
//	Anna: /sp number:518 [classical]
//	Anna presses Flip on [classical]
//
// Time stands still unless it is told to pass. Then the answer is what the bot posts by itself.
//
// The answer is the same over the gateway and over HTTP.
// Run the tests with -update to write the answers again.
func TestConversations(t *testing.T) {
	for _, file := range conversations(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := meet(t, name, connectWith)
			c.converse(t, file)
			if strings.HasSuffix(name, "manual") {
				page := manualPage(t, name)
				c.comparePictures(t, page)
				c.compareExamples(t, page)
			}
		})
		t.Run(name+" over HTTP", func(t *testing.T) {
			testrun.LongOnly(t, "TestSameAnswersOverHTTP compares some")
			t.Parallel()
			meet(t, name, connectOverHTTPWith).converse(t, file)
		})
	}
}

// meet returns a conversation in which nobody has said anything. Games are opened on a stand-in for
// lichess where the manual is typed, as in the default set-up, and where the name begins with lichess.
func meet(t *testing.T, name string, connected func(*testing.T, bot.Options, ...discordtest.Setting) *world) *conversation {
	t.Helper()
	c := &conversation{tools: tools(t), clock: clockAt(drawnAt), named: map[string]*discordtest.Message{}}
	c.tools.Now, c.tools.Languages = c.clock.Now, languages.New(c.tools.Store)
	if strings.HasSuffix(name, "manual") || strings.HasPrefix(name, "lichess") {
		offerGames(t, &c.tools)
	}
	o := bot.Options{Commands: commands.All(c.tools), Languages: c.tools.Languages, AnswerTime: patience}
	c.world = connected(t, o, discordtest.Deadline(patience), discordtest.Clock(c.clock.Now))
	return c
}

// conversations lists the archives of this package and those of the commands, by their names.
func conversations(t *testing.T) (files []string) {
	t.Helper()
	for _, folder := range []string{".", "../commands/*"} {
		found, err := filepath.Glob(folder + "/testdata/conversations/*.txtar")
		if err != nil || len(found) == 0 {
			t.Fatal("no conversations in ", folder, err)
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	return files
}

// manualPage returns the page of a conversation with the manual's examples.
func manualPage(t *testing.T, name string) string {
	t.Helper()
	file := map[string]string{"manual": "commands", "event-manual": "events", "quiz-manual": "quiz"}[name]
	page, err := os.ReadFile("../docs/" + file + ".md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// Each command is typed in a conversation of its own subject, beside the manual's example.
func TestEveryCommandIsTyped(t *testing.T) {
	said := map[string]bool{"quiz daily": true, "quiz race": true} // depend on the day: packages quiz and program test them
	for _, file := range conversations(t) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if m := typed.FindStringSubmatch(f.Name); m != nil && !strings.HasSuffix(file, "manual.txtar") {
				said[m[3]] = true
			}
		}
	}
	for _, c := range commands.All(tools(t)) {
		if c.InMenu() {
			continue
		}
		names := []string{c.Name}
		if c.Subcommands != nil {
			names = nil
		}
		for _, s := range c.Subcommands {
			names = append(names, c.Name+" "+s.Name)
		}
		for _, name := range names {
			if !said[name] {
				t.Errorf("nobody types /%s in a conversation: say there what it answers and refuses", name)
			}
		}
	}
}

// converse carries out the actions of an archive, and compares the answers.
func (c *conversation) converse(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 {
		t.Fatalf("%s has no actions", file)
	}
	for i, f := range archive.Files {
		archive.Files[i].Data = []byte(c.say(t, f.Name))
	}
	for name := range c.named {
		if !strings.Contains(string(txtar.Format(archive)), " on ["+name+"] --") {
			t.Errorf("no action is about the answer [%s]", name)
		}
	}
	c.everyAnswer(t)
	golden.Text(t, file, string(txtar.Format(archive)))
	holdAgainstOpenAPI(t, c.Requests())
}

type conversation struct {
	*world
	tools    feature.Tools
	clock    *clock         // of the tools
	engine   *outbox.Engine // sends posts; nil until time passes
	last     string         // the id of the last interaction
	language string         // of people and servers; "" for English
	original *conversation  // the same one in English, in which buttons have the names of the actions
	answers  []*discordtest.Message
	typed    []string                        // commands, such as "/sp number:518"
	named    map[string]*discordtest.Message // answers with a name
}

var (
	naming  = regexp.MustCompile(`^(.+) \[([^]]+)\]$`)
	typed   = regexp.MustCompile(`^(\w+)(, in private messages|, who manages the server|, who manages events)?: /([\w-]+(?: (?:set|show|log|pause|resume|remove|test|new|draw|void|set|result|player|again|change|reopen|export|close|practice|daily|race|progress)\b)?)(.*)$`)
	pressed = regexp.MustCompile(`^(\w+) presses (.+?)(?: on \[([^]]+)\])?$`)
	chosen  = regexp.MustCompile(`^(\w+) chooses (\w+)(?: on \[([^]]+)\])?$`)
	written = regexp.MustCompile(`^(\w+)(, in private messages)? writes: (.+)$`)
	filled  = regexp.MustCompile(`^(\w+) (?:answers|fills in (.+?):) ((?:\w+=\S* ?)+)(?:on \[([^]]+)\])?$`)
	loaded  = regexp.MustCompile(`^\w+ downloads (\S+)(?: on \[([^]]+)\])?$`)
	passed  = regexp.MustCompile(`^(\d+) (second|minute|hour)s? later$`)
	applied = regexp.MustCompile(`^(\w+) (explains|asks about castling in) that message$`)
	option  = regexp.MustCompile(`(\w+):("[^"]*"|\S+)`)
	people  = map[string]discordtest.User{"Anna": discordtest.Anna, "Ben": discordtest.Ben, "Cleo": discordtest.Cleo}
)

// say carries out an action and returns the answer.
func (c *conversation) say(t *testing.T, line string) string {
	t.Helper()
	name := ""
	if m := naming.FindStringSubmatch(line); m != nil && !strings.HasSuffix(m[1], " on") {
		line, name = m[1], m[2]
	}
	if m := passed.FindStringSubmatch(line); m != nil {
		return c.later(t, m[1]+m[2][:1], name)
	}
	if said, ok := c.atServerEvents(t, line); ok {
		return said
	}
	if m := loaded.FindStringSubmatch(line); m != nil {
		return c.download(t, c.answer(t, m[2]), m[1])
	}
	if action, ok := strings.CutSuffix(line, ", and Discord loses that answer"); ok {
		c.refuse(t, func(ctx context.Context) (*discordtest.Answer, error) { return c.act(ctx, t, action) })
		return ""
	}
	answer, err := c.act(within(t), t, line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return c.hear(t, line, name, answer)
}

// hear notes an answer, which may get a name, and returns what people see.
func (c *conversation) hear(t *testing.T, line, name string, answer *discordtest.Answer) string {
	t.Helper()
	c.answers = append(c.answers, answer.Message)
	if answer.ID != "" {
		c.last = answer.ID
	}
	if c.named[name] != nil {
		t.Fatalf("two answers have the name [%s]", name)
	}
	if name != "" {
		c.named[name] = answer.Message
	}
	said := seen(answer)
	if heard := unspelled.FindString(said); heard != "" {
		t.Errorf("%s: people hear %q", line, heard)
	}
	if m := answer.Message; m != nil && m.Author == discordtest.Bot {
		for _, wrong := range c.wrongLooks(m) {
			t.Errorf("%s: %s\n%s", line, wrong, said)
		}
	}
	return said
}

// later lets a time pass, and returns what the bot posts by itself.
func (c *conversation) later(t *testing.T, span, name string) string {
	t.Helper()
	if c.engine == nil {
		c.engine = c.posting(c.tools)
	}
	d, err := time.ParseDuration(span)
	if err != nil {
		t.Fatal(err)
	}
	if !c.log.until(within(t), func() bool { return strings.Contains(c.log.String(), "interaction="+c.last) }) { // once it is noted what was seen
		t.Fatal(c.log)
	}
	posts := func() (all []*discordtest.Message) {
		for _, where := range []discordtest.Place{discordtest.Channel, discordtest.Anna.DM(), discordtest.Ben.DM(), discordtest.Cleo.DM()} {
			all = append(all, c.Messages(where)...)
		}
		return all
	}
	earlier := posts()
	c.clock.advance(d)
	if err := c.engine.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, m := range posts() {
		if !slices.ContainsFunc(earlier, func(e *discordtest.Message) bool { return e.ID == m.ID }) {
			said += c.hear(t, span+" later", name, &discordtest.Answer{Message: m})
			for _, role := range m.Pings.Roles {
				said += "→ <@&" + role + ">\n"
			}
			name = ""
		}
	}
	return said
}

// act carries out what a person does, and returns the answer.
func (c *conversation) act(ctx context.Context, t *testing.T, line string) (*discordtest.Answer, error) {
	t.Helper()
	if m := written.FindStringSubmatch(line); m != nil {
		said, err := c.Write(people[m[1]], where(people[m[1]], m[2]), m[3])
		return &discordtest.Answer{Message: said}, err
	}
	if m := applied.FindStringSubmatch(line); m != nil {
		return c.UseOn(ctx, people[m[1]], c.answer(t, ""), map[string]string{"explains": "Explain this position", "asks about castling in": "Can I castle here?"}[m[2]], c.speaks()...)
	}
	if m := typed.FindStringSubmatch(line); m != nil {
		c.typed = append(c.typed, "/"+m[3]+m[4])
		return c.slash(ctx, people[m[1]], m[2], m[3], m[4])
	}
	if m := pressed.FindStringSubmatch(line); m != nil {
		return c.press(ctx, people[m[1]], m[2], c.answer(t, m[3]), c.originalOf(t, m[3]))
	}
	if m := filled.FindStringSubmatch(line); m != nil {
		return c.fillIn(ctx, people[m[1]], cmp.Or(m[2], "Answer"), m[3], c.answer(t, m[4]), c.originalOf(t, m[4]))
	}
	if m := chosen.FindStringSubmatch(line); m != nil {
		return c.choose(ctx, people[m[1]], m[2], c.answer(t, m[3]))
	}
	return nil, errors.New("an unknown action")
}

// compareExamples checks that the manual's examples were typed as printed, and that the bot
// refused none of them.
func (c *conversation) compareExamples(t *testing.T, page string) {
	t.Helper()
	examples := regexp.MustCompile("(?m)^```text\n(/.*)$").FindAllStringSubmatch(page, -1)
	for _, m := range examples {
		if !slices.Contains(c.typed, m[1]) {
			t.Errorf("nobody types the manual's example %s", m[1])
		}
	}
	if len(examples) < 3 {
		t.Errorf("only %d examples", len(examples))
	}
	for _, m := range c.answers {
		if m != nil && m.Author == discordtest.Bot && *m.Tree()[0].AccentColor == red {
			t.Errorf("an example is refused:\n%s", m.Text())
		}
	}
}

func (c *conversation) slash(ctx context.Context, who discordtest.User, how, command, rest string) (*discordtest.Answer, error) {
	details := []discordtest.Detail{discordtest.Permissions(discordgo.PermissionSendMessages)}
	switch how {
	case ", who manages events":
		details = []discordtest.Detail{discordtest.Permissions(discordgo.PermissionManageEvents)}
	case ", who manages the server":
		details = []discordtest.Detail{discordtest.Permissions(discordgo.PermissionManageGuild), discordtest.AppPermissions(botPermissions)}
	}
	details = append(details, c.speaks()...)
	options := map[string]any{}
	for _, m := range option.FindAllStringSubmatch(rest, -1) {
		options[m[1]] = value(m[2])
	}
	return c.Slash(ctx, who, where(who, how), command, options, details...)
}

// fillIn presses a button under an answer, and submits the form with values such as "dark=1 light=2".
// An underscore stands for a space.
func (c *conversation) fillIn(ctx context.Context, who discordtest.User, label, values string, m, original *discordtest.Message) (*discordtest.Answer, error) {
	opened, err := c.press(ctx, who, label, m, original)
	if err != nil {
		return nil, err
	}
	form, err := opened.Form()
	if err != nil {
		return nil, err
	}
	entered := map[string]string{}
	for field := range strings.FieldsSeq(values) {
		input, value, _ := strings.Cut(field, "=")
		entered[input] = strings.NewReplacer("_", " ", "¶", "\n").Replace(value)
	}
	return c.Submit(ctx, who, m, form, entered, c.speaks()...)
}

// where returns the channel that an action names after the person.
func where(who discordtest.User, how string) discordtest.Place {
	if how == ", in private messages" {
		return who.DM()
	}
	return discordtest.Channel
}

// botPermissions are the permissions in the README's invite link.
const botPermissions = chat.InvitedPermissions

// value returns an option's value; its type depends on the text. A number is sent even if
// Discord's client would not allow it because it is out of range.
func value(s string) any {
	if n, err := strconv.Atoi(s); err == nil {
		return discordtest.As{Type: 4, Value: n}
	}
	switch s {
	case "true", "false":
		return s == "true"
	case "#chess960":
		return discordtest.Channel
	case "players":
		return discordtest.Players
	}
	if who, ok := people[strings.TrimPrefix(s, "@")]; ok && s[0] == '@' {
		return who
	}
	return s
}

// press presses the button of an answer that has a label in the original.
func (c *conversation) press(ctx context.Context, who discordtest.User, label string, m, original *discordtest.Message) (*discordtest.Answer, error) {
	button, ok := original.Button(label)
	if !ok {
		return nil, fmt.Errorf("no button %q", label)
	}
	i := slices.IndexFunc(original.Buttons(), func(b discordtest.Button) bool { return b.CustomID == button.CustomID })
	return c.Press(ctx, who, m, m.Buttons()[i].CustomID, c.speaks()...)
}

// speaks are the details of interactions in the language of the conversation.
func (c *conversation) speaks() []discordtest.Detail {
	if c.language == "" {
		return nil
	}
	locale := string(slices.Max(chat.LocalesOf(c.language)))
	return []discordtest.Detail{discordtest.Locale(locale), discordtest.ServerLocale(locale)}
}

// originalOf returns the answer with a name in the English conversation, in which the action comes
// later.
func (c *conversation) originalOf(t *testing.T, name string) *discordtest.Message {
	t.Helper()
	if c.original == nil {
		return c.answer(t, name)
	}
	return c.original.answer(t, name)
}

func (c *conversation) choose(ctx context.Context, who discordtest.User, value string, m *discordtest.Message) (*discordtest.Answer, error) {
	menus := m.Selects()
	if len(menus) != 1 {
		return nil, fmt.Errorf("%d menus to choose from", len(menus))
	}
	return c.Select(ctx, who, m, menus[0].CustomID, value, c.speaks()...)
}

// answer returns the current state of the answer with a name, or of the last one.
func (c *conversation) answer(t *testing.T, name string) *discordtest.Message {
	t.Helper()
	if name == "" {
		return c.Message(c.answers[len(c.answers)-1])
	}
	m := c.named[name]
	if m == nil {
		t.Fatalf("no answer has the name [%s]", name)
	}
	return c.Message(m)
}

// unspelled matches alt texts with a pattern of letters and dashes, and a short “remainder”.
// Screen readers say “N N” for both N-N-- and -N-N-, and “R 2” for a remainder of 2.
var unspelled = regexp.MustCompile(`(?m)^\[picture .*[KQRBN‑-]{4}.*$|\d r \**\d`)

var commandMention = regexp.MustCompile(`</([^:>]+):\d+>`)

// idOfTime matches an id that Discord has just made.
var idOfTime = regexp.MustCompile(`\d{19}`)

var messageLink = regexp.MustCompile(`(https://discord\.com/channels/\S+/)\d+`)

// seen describes an answer as a person sees it.
func seen(a *discordtest.Answer) string {
	var b strings.Builder
	m := a.Message
	switch {
	case a.Updated:
		b.WriteString("(the message changes)\n")
	case m.Private():
		fmt.Fprintf(&b, "(only %s sees this)\n", m.For.Name)
	}
	seenComponents(&b, m, m.Tree())
	return commandMention.ReplaceAllString(messageLink.ReplaceAllString(b.String(), "${1}…"), "</${1}:…>")
}

func seenComponents(b *strings.Builder, m *discordtest.Message, tree []discordtest.Component) {
	for _, c := range tree {
		switch c.Type {
		case 1:
			for i, control := range c.Components {
				if i > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprintf(b, "[%s]", seenControl(control))
			}
			b.WriteByte('\n')
		case 10:
			b.WriteString(strings.TrimSuffix(c.Content, "\n") + "\n")
		case 12:
			for _, item := range c.Items {
				fmt.Fprintf(b, "[picture %s: %s]\n", idOfTime.ReplaceAllString(path.Base(item.Media.URL), "…"), item.Description)
			}
		case 13:
			fmt.Fprintf(b, "[file %s]\n", path.Base(c.File.URL))
		case 14:
			b.WriteString("――――\n")
		default:
			seenComponents(b, m, c.Components)
		}
	}
}

// seenControl returns a button's label, or the text on a menu: its choice, or else its
// placeholder.
func seenControl(c discordtest.Component) string {
	for _, o := range c.Options {
		if o.Default {
			return "▾ " + o.Label
		}
	}
	return c.Label + c.Placeholder
}

// holdAgainstOpenAPI validates requests with Discord's OpenAPI document. The variable
// DISCORD_OPENAPI has its path.
func holdAgainstOpenAPI(t *testing.T, requests []discordtest.Request) {
	t.Helper()
	file := os.Getenv("DISCORD_OPENAPI")
	if file == "" {
		return
	}
	if len(requests) == 0 {
		t.Fatal("no requests to validate with the OpenAPI document")
	}
	document := openapi(t, file)
	for _, r := range requests {
		if err := document.check(r); err != nil {
			t.Errorf("%s %s: %v\n%s", r.Method, r.Route, err, r.Body)
		}
	}
}
