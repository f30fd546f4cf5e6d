package quiz

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/store"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/render"
)

// A player uses /quiz at a time that the test sets. Only the player sees the answers.
type player struct {
	*testing.T
	kept  *store.Store
	tools Tools
	all   []chat.Command
	now   time.Time
}

const (
	anyChannel = "2"
	anyServer  = "1"
)

func newPlayer(t *testing.T) *player {
	t.Helper()
	kept := storetest.Open(t, storetest.SQLite(t))
	p := &player{T: t, kept: kept, now: time.Date(2026, 11, 22, 18, 0, 0, 0, time.UTC)}
	p.tools = Tools{Boards: render.New(), Store: rows.Of(kept), Draw: func(int) (int, error) { return 0, nil }, Now: func() time.Time { return p.now }}
	p.all = []chat.Command{Command(p.tools)}
	return p
}

// request returns a request of Anna in a channel of a server, in which the bot may post.
func (p *player) request() *chat.Request {
	const discordEpoch = 1_420_070_400_000 // milliseconds
	return &chat.Request{Permissions: discordgo.PermissionSendMessages,
		ID: fmt.Sprint((p.now.UnixMilli() - discordEpoch) << 22), Asker: chattest.Anna, GuildID: anyServer, ChannelID: anyChannel,
		AppPermissions: discordgo.PermissionAdministrator, Options: chat.Options{},
	}
}

func (p *player) run(subcommand string, update func(r *chat.Request)) (*chat.Reply, error) {
	p.Helper()
	r := p.request()
	r.Subcommand = subcommand
	update(r)
	return chattest.Ask(p.T, p.all[0].Answer, r)
}

// press uses a button or a form under a private message.
func (p *player) press(id string, options chat.Options) (*chat.Reply, error) {
	p.Helper()
	r := p.request()
	r.CustomID, r.Options, r.Message = id, options, &chat.Message{ID: "1", Private: true}
	return chattest.Pressed(p.T, p.all, r)
}

func (p *player) daily() *chat.Reply {
	p.Helper()
	reply, err := p.run("daily", func(*chat.Request) {})
	if err != nil || reply.Audience != chat.OnlyAsker {
		p.Fatalf("%+v, %v", reply, err)
	}
	return reply
}

// answer answers the question of a page, and returns the next page.
func (p *player) answer(page *chat.Reply, options chat.Options) *chat.Reply {
	p.Helper()
	if label, ok := options["castling"].(string); ok {
		var err error
		if next, ok := chattest.Controls(page)["Next"]; ok { // after the solution of the step before
			if page, err = p.press(next, chat.Options{}); err != nil || !strings.Contains(chattest.Text(page), "question 6 of 6") || page.Audience != chat.InPlace {
				p.Fatalf("the step after a solution: %+v, %v", page, err)
			}
		}
		next, err := p.press(chattest.Controls(page)[label], chat.Options{})
		if err != nil {
			p.Fatal(err)
		}
		return next
	}
	opened, err := p.press(chattest.Controls(page)["Answer"], chat.Options{})
	if err != nil || opened.Form == nil {
		p.Fatalf("no form: %+v, %v", opened, err)
	}
	next, err := p.press(opened.Form.CustomID, options)
	if err != nil {
		p.Fatal(err)
	}
	if next.Audience != chat.InPlace {
		p.Errorf("the answer is a new message: %+v", next)
	}
	return next
}

// options answer a question for a number by that many too much, and any other rightly.
func options(q training.Question, tooMuch int) chat.Options {
	if q.Level == training.Castling {
		return chat.Options{"castling": [...]string{"Neither", "O-O", "O-O-O", "Both"}[(q.Number()+tooMuch)%4]}
	}
	if q.Direction == training.ToNumber {
		return chat.Options{"number": fmt.Sprint(q.Number() + tooMuch)}
	}
	filled := chat.Options{}
	of := chess960.Scharnagl.Derive(q.Position).Parts()
	right := map[string]int{"dark": of.Dark.Digit, "light": of.Light.Digit, "queen": of.Queen.Digit, "sequence": of.Knights.Digit}
	for _, g := range q.Groups() {
		filled[g.ID] = fmt.Sprint((right[g.ID] + tooMuch) % len(g.Choices))
	}
	return filled
}

// Six steps: three are right at once, one after a slip, and two are wrong. A wrong castling has
// no second try.
func TestDaily(t *testing.T) {
	p := newPlayer(t)
	date := when.DateOf(p.now)
	steps := training.ForDay(date)
	page := p.daily()
	page = p.answer(page, options(steps[0], 0))
	page = p.answer(page, options(steps[1], 0))
	earlier := page
	page = p.answer(page, options(steps[2], 16)) // counts from 1
	if text := chattest.Text(page); !strings.Contains(text, "You counted the queen's squares from 1") || strings.Contains(text, fmt.Sprint("**", steps[2].Number(), "**")) {
		t.Errorf("after a slip:\n%s", text)
	}
	page = p.answer(page, options(steps[2], 0))
	if stale, err := p.press(chattest.Controls(earlier)["Answer"], chat.Options{}); err != nil || !strings.Contains(chattest.Text(stale), "question 4 of 6") {
		t.Errorf("an old page: %+v, %v", stale, err)
	}
	if _, err := p.press(chattest.Controls(page)["Answer"], chat.Options{}); err != nil {
		t.Error(err)
	}
	page = p.answer(page, options(steps[3], 0))
	p.now = p.now.Add(72 * time.Second)
	page = p.answer(page, options(steps[4], 1))
	page = p.answer(page, options(steps[5], 1))
	const result = "Chess960 quiz, 22 November 🟩🟩🟨🟩🟥🟥 4 of 6 in 1:12. 1 day in a row."
	if text := chattest.Text(page); !strings.Contains(text, result) || !strings.Contains(text, voice.In("en").Say(steps[4].Answer())) {
		t.Errorf("the result is\n%s", text)
	}
	if text := chattest.Text(p.daily()); !strings.Contains(text, result) {
		t.Errorf("a second attempt:\n%s", text)
	}

	share := chattest.Controls(page)["Share"]
	for _, want := range []string{"Your result appears here in a moment.", "You have shared this result already."} {
		reply, err := p.press(share, chat.Options{})
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(reply), want) {
			t.Errorf("share: %+v, %v; want %s", reply, err, want)
		}
	}
	posted, ok, err := p.kept.Claim(t.Context(), p.now, "holder", time.Minute)
	if err != nil || !ok || posted.Kind != training.DayKind || posted.Channel != anyChannel {
		t.Fatalf("%+v, %t, %v", posted, ok, err)
	}
	a, err := p.tools.Store.Attempt(t.Context(), posted.Subject, when.Date(posted.Number))
	if err != nil {
		t.Fatal(err)
	}
	message, err := sharedDayPost(a, 1)
	shared := message.(*chat.Reply)
	if err != nil || chattest.Text(shared) != chat.Mention(chattest.Anna)+": "+result || chattest.Controls(shared)["Play"] != playID(posted.Subject, date) {
		t.Errorf("%s, %v", chattest.Text(shared), err)
	}

	p.now = p.now.Add(24 * time.Hour)
	if text := chattest.Text(p.daily()); !strings.Contains(text, "Quiz of 23 November, question 1 of 6") || !strings.Contains(text, "1 day in a row.") {
		t.Errorf("the next day:\n%s", text)
	}
}

// Where the bot cannot post, or its asker may not write, people get the line to copy, and nothing is
// planned.
func TestShareByHand(t *testing.T) {
	p := newPlayer(t)
	page := p.daily()
	for _, q := range training.ForDay(when.DateOf(p.now)) {
		page = p.answer(page, options(q, 0))
	}
	for name, c := range map[string]struct {
		update func(r *chat.Request)
		says   string // first
	}{
		"a direct message":   {func(r *chat.Request) { r.GuildID = "" }, ""},
		"a foreign server":   {func(r *chat.Request) { r.Uninvited = true }, ""},
		"without permission": {func(r *chat.Request) { r.AppPermissions = discordgo.PermissionViewChannel }, ""},
		"an asker without":   {func(r *chat.Request) { r.Permissions = 0 }, "You may not write in this channel, so I post nothing here for you."},
	} {
		r := p.request()
		r.CustomID, r.Message = chattest.Controls(page)["Share"], &chat.Message{ID: "1", Private: true}
		c.update(r)
		reply, err := chattest.Pressed(t, p.all, r)
		if err != nil || !strings.HasPrefix(chattest.Text(reply), c.says) || !strings.Contains(chattest.Text(reply), "copy this:\n```\nChess960 quiz, 22 November 🟩🟩🟩🟩🟩🟩 6 of 6 in 0:00. 1 day in a row. /quiz daily\n```") {
			t.Errorf("%s: %+v, %v", name, reply, err)
		}
	}
	if _, ok, err := p.kept.Claim(t.Context(), p.now, "holder", time.Minute); ok || err != nil {
		t.Errorf("a post is planned: %t, %v", ok, err)
	}
}

// What cannot be read costs no try, and a quiz of the past is over.
func TestDailyRefusals(t *testing.T) {
	p := newPlayer(t)
	page := p.daily()
	answer := chattest.Controls(page)["Answer"]
	opened, err := p.press(answer, chat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.press(opened.Form.CustomID, chat.Options{"number": "x"})
	chattest.RefusedWith(t, err, "I need a whole number of at least 0, not `x`.")
	_, err = p.press("quiz-share:"+fmt.Sprint(int(when.DateOf(p.now))), chat.Options{})
	chattest.RefusedWith(t, err, "You have not finished the quiz of 22 November.")
	if again := p.answer(page, options(training.ForDay(when.DateOf(p.now))[0], 0)); !strings.Contains(chattest.Text(again), "question 2 of 6 🟩") {
		t.Errorf("after a text that is no number:\n%s", chattest.Text(again))
	}
	p.now = p.now.Add(24 * time.Hour)
	_, err = p.press(answer, chat.Options{})
	if reply, ok := err.(*chat.UserError); ok {
		t.Errorf("a step that was answered: %v", reply)
	}
	_, err = p.press(tryButton.ID(tryID{when.DateOf(p.now) - 1, training.Try{Step: 1}}), chat.Options{})
	chattest.RefusedWith(t, err, "The quiz of 22 November is over.")
}

// Nobody can start a race where the bot or they themselves cannot post, or with rules out of
// range.
func TestRaceRefusals(t *testing.T) {
	p := newPlayer(t)
	for want, update := range map[string]func(r *chat.Request){
		"I can only post in servers that I have been invited to. This server has not invited me.": func(r *chat.Request) { r.Uninvited = true },
		"A race needs several people in a channel of a server.":                                   func(r *chat.Request) { r.GuildID = "" },
		"I cannot post in this channel on my own.":                                                func(r *chat.Request) { r.AppPermissions = discordgo.PermissionSendMessages },
		"You may not write in this channel, so I post nothing here for you.":                      func(r *chat.Request) { r.Permissions = discordgo.PermissionSendMessagesInThreads },
		"`rounds` must be a whole number from 1 to 20.":                                           func(r *chat.Request) { r.Options["rounds"] = 21.0 },
		"`seconds` must be a whole number from 10 to 120.":                                        func(r *chat.Request) { r.Options["seconds"] = 9.0 },
		"I cannot use `hard`.": func(r *chat.Request) { r.Options["level"] = "hard" },
	} {
		_, err := p.run("race", func(r *chat.Request) {
			r.Permissions = discordgo.PermissionSendMessages
			update(r)
		})
		chattest.RefusedWith(t, err, want)
	}
	_, err := p.run("race", func(r *chat.Request) { r.AppPermissions = discordgo.PermissionViewChannel; r.Thread = true })
	if refused, ok := err.(*chat.UserError); !ok || chattest.English(refused.Hint) != "Grant me **Send Messages in Threads**, **Embed Links** and **Attach Files** here, and ask again." {
		t.Errorf("in a thread: %v", err)
	}
	_, err = p.run("race", func(r *chat.Request) { r.Permissions, r.Thread = discordgo.PermissionSendMessages, true })
	chattest.RefusedWith(t, err, "You may not write in this channel, so I post nothing here for you.")
	if _, err := p.run("race", func(r *chat.Request) { r.Permissions = discordgo.PermissionSendMessages }); err != nil {
		t.Error(err)
	}
	for _, forged := range []struct{ id, channel, want string }{
		{"race-answer:1:1", anyChannel, "I do not know this race any more."},
		{"race-answer:" + p.request().ID + ":1", "elsewhere", chattest.English(chat.Foreign().Msg)},
		{"race-end:1", anyChannel, "I do not know this race any more."},
		{"race-end:" + p.request().ID, "elsewhere", chattest.English(chat.Foreign().Msg)},
		{"race-given:" + p.request().ID + ":1", anyChannel, "My record of this race ends before the first question: a backup was restored."}, // not asked yet
	} {
		r := p.request()
		r.CustomID, r.ChannelID, r.Message = forged.id, forged.channel, &chat.Message{ID: r.ID}
		_, err := chattest.Pressed(t, p.all, r)
		chattest.RefusedWith(t, err, forged.want)
	}
}

// The second try hears what practice says about the same answer: one too few is not one too many.
func TestSecondTryHasTheDirection(t *testing.T) {
	said := 0
	for d := when.Date(20770); d < 20800; d++ {
		q := training.OfDay(d, 4)
		of := chess960.Scharnagl.Derive(q.Position).Parts()
		for by, want := range map[int]string{-1: "one too few for the knights", 1: "one too many for the knights"} {
			p, err := q.Choose([]int{of.Dark.Digit, of.Light.Digit, of.Queen.Digit, of.Knights.Digit + by})
			if err != nil {
				continue // there is no such sequence
			}
			if text := voice.In("en").Say(secondTry(q.Judge(p.SP()).Habits())); strings.Contains(text, "for the knights") {
				if said++; !strings.Contains(text, want) {
					t.Errorf("%v, sequence %d: %s", d, of.Knights.Digit+by, text)
				}
			}
		}
	}
	if said < 10 {
		t.Errorf("only %d answers", said)
	}
}

// A session can be ended with its result when its open question is too old to be answered.
func TestStopAfterAnHour(t *testing.T) {
	p := newPlayer(t)
	page, err := p.run("practice", func(r *chat.Request) { r.Options["level"] = "number" })
	if err != nil {
		t.Fatal(err)
	}
	p.now = p.now.Add(61 * time.Minute)
	if page, err = p.press(chattest.Controls(page)["Stop"], nil); err != nil || !strings.Contains(chattest.Text(page), "Until next time") {
		t.Errorf("%v, %v", page, err)
	}
}

// Two questions of each level come with its rule. The first one offers to teach before anything else, and the
// lesson leads back to the question.
func TestTeach(t *testing.T) {
	for _, level := range training.Levels() {
		p := newPlayer(t)
		page, err := p.run("practice", func(r *chat.Request) { r.Options["level"] = level.ID() })
		if err != nil {
			t.Fatal(err)
		}
		question, controls := chattest.Text(page), chattest.Controls(page)
		lesson, err := p.press(controls["Teach me"], nil)
		text := chattest.Text(lesson)
		if err != nil || !strings.Contains(text, "Example · ") || strings.Contains(text, "teach the parts") != (level == training.WholeNumber || level == training.WholePosition) {
			t.Errorf("%s: %v, %v", level.ID(), text, err)
		}
		if page, err = p.press(chattest.Controls(lesson)["Now you"], nil); err != nil || chattest.Text(page) != question {
			t.Errorf("%s: %v\nthen %v, %v", level.ID(), question, chattest.Text(page), err)
		}
		for n := range 3 {
			hasRule := strings.Count(chattest.Text(page), "-# ") == 1
			if hasRule != (n < 2) {
				t.Errorf("%s, question %d: %s", level.ID(), n+1, chattest.Text(page))
			}
			if page, err = p.press(chattest.Controls(page)["Show the answer"], nil); err != nil {
				t.Fatal(err)
			}
			if page, err = p.press(chattest.Controls(page)["Next"], nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}
