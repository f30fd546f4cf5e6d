package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/online"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// BenchmarkDearest lists the dearest input of every option, form, file, message and press: the
// processor time, the memory and the number of allocations of the whole answer, from Discord's JSON
// to the body of the callback. What takes more than 5 ms belongs in [chat.HeavyWork].
//
//	go test ./bot -run '^$' -bench Dearest -benchtime 1x -v
//
// With -short a sample of the inputs is asked.
func BenchmarkDearest(b *testing.B) {
	a := newAttacker(b)
	for range b.N {
		a.typeIntoOptions()
		a.useOnMessages()
		a.press()
		for _, attack := range attacksOnFeatures {
			attack(a)
		}
	}
	most := slices.SortedFunc(maps.Values(a.dearest), func(x, y cost) int {
		return cmp.Or(cmp.Compare(y.cpu, x.cpu), strings.Compare(x.where, y.where))
	})
	for _, c := range most {
		turn := ""
		if c.turn {
			turn = "heavy work"
		}
		b.Logf("%7.2f ms %8.0f KB %8d allocations  %-10s  %-46s %.60q", c.cpu.Seconds()*1000, float64(c.bytes)/1000, c.allocations, turn, c.where, c.unit)
	}
	if len(most) > 0 {
		b.ReportMetric(most[0].cpu.Seconds()*1000, "cpu-ms")
		b.ReportMetric(0, "ns/op")
		if i := slices.IndexFunc(most, func(c cost) bool { return !c.turn }); i >= 0 {
			b.ReportMetric(most[i].cpu.Seconds()*1000, "cpu-ms-without-turn")
		}
	}
}

// attacksOnFeatures attack what the tests of features know, and gamesOfAttacks offers games.
var (
	attacksOnFeatures []func(*attacker)
	gamesOfAttacks    = func(testing.TB) online.Games { return nil }
)

// A cost is what an answer takes.
type cost struct {
	where, unit string // what was typed again and again
	cpu         time.Duration
	bytes       uint64
	allocations uint64
	turn        bool // taken, of [chat.HeavyWork]
}

// An attacker asks for dear answers.
type attacker struct {
	testing.TB
	bot     *Bot
	dearest map[string]cost
	ids     []string // custom ids that were seen and not pressed so far
	seen    map[string]int
	file    string // that is given
	n       int
	store   *store.Store
	channel string
	large   string // what is large in the channel
	units   []string
}

func newAttacker(t testing.TB) *attacker {
	kept, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "dearest.db"), commands.Parts()...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	log := slog.New(slog.DiscardHandler)
	all := commands.All(feature.Tools{Boards: render.New(), Store: kept, Games: gamesOfAttacks(t)})
	return &attacker{TB: t, store: kept, channel: "5", units: units(), dearest: map[string]cost{}, seen: map[string]int{}, bot: New(Options{
		APIURL: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}, Token: "token", Log: log, AnswerTime: time.Hour, Commands: all,
	})}
}

// units are texts that may be dear to read, again and again. "%d" is another number, and "%s" another
// back rank each time.
func units() []string {
	all := []string{
		"a", "9", " ", "\n", "é", "Ж", "♔", "RNBQKBNR", "rnbqkbnr ", "R", "N", "%d", "%d ", "%d,", "SP %d ", "Fritz %d ", "#%d ", "sp%d-", "SP ", "%s ", "%s", "%s/", "%s\n",
		"%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1 ", "8/", "/", "8/8/8/8/8/8/8/8 w - - 0 1\n", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1 ",
		"R3K2R/8/8/8/8/8/8/8 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ", "1. e4 e5 ", "1. Nf3 Nf6 2. Ng1 Ng8 ", "Nf3 Nf6 Ng1 Ng8 ", "e2e4 e7e5 ", "g1f3 g8f6 f3g1 f6g8 ", "(", "1. e4 (", "{", "[", "[FEN \"", "[FEN \"%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1\"]\n",
		"[Event \"x\"]\n1. e4 *\n", "*\n", "1-0 ", "½", "Kc1 Rb1 ", "Ka%d ", "K", "king ", "König ", "bishop knight ", "Springer auf g1, ", "Dame, ", "Kc1 Rb1 Rh1 Kc8 Rb8 Rh8 ", "bishops a1 b1 ", "https://lichess.org/", "https://lichess.org/analysis/chess960/%s ",
		"position number ", "number %d says %d ", "SP518 or SP%d ", "B.....N. ", ".", "*", "?", "B..B ", "[BN]", "a-b ", "<->", "e-f,", "1 Anna – Ben 1-0\n", "%d Anna – Ben 1-0\n", "Anna – ", "HTHT ", "6 5 4 ", "H", "monday,", "in 10 minutes ", "Berlin ", "UTC+", "+", "-", "\u200b", "\u0301", "\"", "`", "\\", "<@1> ", "ﬀ", "ﷺ", "㋿", "ﷲ1", "𝕂", "Ǆ", "%d+%d ",
		"[White \"%d\"]\n[Variant \"Chess960\"]\n1. e4 *\n", "{%d " + strings.Repeat("½", 1900) + "} 1. e4 *\n", "{" + strings.Repeat("SP 1 ", 390) + "%d} 1. Nf3 *\n", "[SetUp \"1\"]\n[Annotator \"" + strings.Repeat("1/2 ", 100) + "%d\"]\n1. e4 *\n",
		"SP %d · %s\n", "0x", "I", "IV ", "zero ", "eins ", "\x00", "\xff", "a1 ", "O-O ", "O-O-O 0-0 ", "castling ", "rochade ", "BRQNKBRN w HAha ",
		"r1b1k2r/pp1p1ppp/2p5/8/8/2P5/PP1P1PPP/R1B1K2R w KQkq - 0 9\n", "a8=Q ", "Kf1 Rg1 Ke1 ",
	}
	if !testrun.Short() {
		return all
	}
	var sample []string
	for i := 0; i < len(all); i += 40 {
		sample = append(sample, all[i])
	}
	return sample
}

// repeated returns a unit again and again, up to so many bytes or characters.
func repeated(unit string, most int) string {
	var b strings.Builder
	for i := 0; b.Len() < 4*most; i++ {
		p, _ := chess960.FromSP((i*37 + 5) % chess960.Count)
		again := strings.ReplaceAll(strings.ReplaceAll(unit, "%s", p.String()), "%d", fmt.Sprint((i*371+7)%1000))
		b.WriteString(again)
		if again == "" {
			break
		}
	}
	text := []rune(strings.ToValidUTF8(b.String(), "�"))
	return string(text[:min(most, len(text))])
}

// fileOf returns a file of a megabyte.
func fileOf(unit string) string {
	text := repeated(unit, 200_000) + "\n"
	return strings.Repeat(text, 1<<20/len(text)+1)[:1<<20]
}

// lengths are those of texts: what may be read without a turn, and the longest that Discord takes.
var lengths = []int{60, 250, 6000}

// inTurn says that a text is read as heavy work.
func inTurn(text string) string {
	if len(text) > 250 {
		return " (long)"
	}
	return ""
}

// A turnSeen is a context that notes when a piece of heavy work is asked for: [chat.HeavyWork] looks
// whether the context has a turn already.
type turnSeen struct {
	context.Context
	seen *bool
}

func (c turnSeen) Value(key any) any {
	*c.seen = *c.seen || fmt.Sprintf("%T", key) == "chat.turn"
	return c.Context.Value(key)
}

// typeIntoOptions fills each option with text, completes it, and gives files.
func (a *attacker) typeIntoOptions() {
	for _, name := range slices.Sorted(maps.Keys(a.bot.commands)) {
		c := a.bot.commands[name]
		if c.InMenu() {
			continue
		}
		a.typeInto(name, "", c.Definition().Options)
		for _, o := range c.Definition().Options {
			if o.Type == discordgo.ApplicationCommandOptionSubCommand {
				a.typeInto(name, o.Name, o.Options)
			}
		}
	}
}

// given are values for options that are not under attack.
var given = map[string]any{"number": 518, "rounds": 3, "round": 1, "board": 1, "boards": 200, "result": "1-0", "name": "Thursday", "channel": "5", "language": "en", "position": "518", "from": "Anna", "to": "Ben", "kind": "rank", "position2": "1"}

func (a *attacker) typeInto(command, sub string, options []chat.OptionDefinition) {
	var mandatory []any
	for _, o := range options {
		if o.Required {
			v, ok := given[o.Name]
			if len(o.Choices) > 0 {
				v, ok = o.Choices[0].Value, true
			}
			if !ok {
				a.Errorf("%s %s: no value for %s", command, sub, o.Name)
			}
			mandatory = append(mandatory, map[string]any{"name": o.Name, "type": o.Type, "value": v})
		}
	}
	ask := func(kind discordgo.InteractionType, what, unit string, option map[string]any, files map[string]any) {
		list := slices.DeleteFunc(slices.Clone(mandatory), func(m any) bool { return m.(map[string]any)["name"] == option["name"] })
		if option != nil {
			list = append(list, option)
		}
		if sub != "" {
			list = []any{map[string]any{"name": sub, "type": 1, "options": list}}
		}
		a.ask(strings.TrimSpace("/"+command+" "+sub)+what, unit, map[string]any{"type": kind, "data": map[string]any{"name": command, "options": list,
			"resolved": map[string]any{"channels": map[string]any{"5": map[string]any{"type": 0, "app_permissions": "-1"}}, "attachments": files}}})
	}
	ask(discordgo.InteractionApplicationCommand, "", "", nil, nil)
	for _, o := range options {
		switch {
		case o.Type == discordgo.ApplicationCommandOptionAttachment:
			for _, unit := range a.units {
				a.file = fileOf(unit)
				ask(discordgo.InteractionApplicationCommand, " "+o.Name+": (a file)", unit, map[string]any{"name": o.Name, "type": o.Type, "value": "9"},
					map[string]any{"9": map[string]any{"filename": "x.pgn", "size": len(a.file), "url": "x"}})
			}
		case len(o.Choices) > 0:
			for _, choice := range o.Choices {
				ask(discordgo.InteractionApplicationCommand, fmt.Sprintf(" %s:%v", o.Name, choice.Value), "", map[string]any{"name": o.Name, "type": o.Type, "value": choice.Value}, nil)
			}
		case o.Type == discordgo.ApplicationCommandOptionString:
			for _, unit := range a.units {
				for _, most := range lengths {
					text := repeated(unit, min(most, cmp.Or(o.MaxLength, 6000)))
					option := map[string]any{"name": o.Name, "type": o.Type, "value": text}
					ask(discordgo.InteractionApplicationCommand, " "+o.Name+":"+inTurn(text), unit, option, nil)
					if o.Autocomplete {
						ask(discordgo.InteractionApplicationCommandAutocomplete, " "+o.Name+": completed", unit, map[string]any{"name": o.Name, "type": o.Type, "value": text, "focused": true}, nil)
					}
				}
			}
		case o.Type == discordgo.ApplicationCommandOptionBoolean:
			ask(discordgo.InteractionApplicationCommand, " "+o.Name+":true", "", map[string]any{"name": o.Name, "type": o.Type, "value": true}, nil)
		case o.MaxValue != nil:
			for _, v := range []float64{*o.MinValue, *o.MaxValue} {
				ask(discordgo.InteractionApplicationCommand, fmt.Sprintf(" %s:%v", o.Name, v), "", map[string]any{"name": o.Name, "type": o.Type, "value": v}, nil)
			}
		}
	}
}

// useOnMessages uses the message commands on long messages, with embeds and forwarded messages, and on
// files.
func (a *attacker) useOnMessages() {
	for _, name := range slices.Sorted(maps.Keys(a.bot.commands)) {
		if !a.bot.commands[name].OnMessage {
			continue
		}
		use := func(what, unit string, message map[string]any) {
			a.ask(name+what, unit, map[string]any{"type": 2, "data": map[string]any{"name": name, "type": 3, "target_id": "6", "resolved": map[string]any{"messages": map[string]any{"6": message}}}})
		}
		for _, unit := range a.units {
			for _, most := range lengths {
				text := repeated(unit, min(most, 4000))
				use(" (a message)"+inTurn(text), unit, map[string]any{"content": text})
			}
			text := repeated(unit, 4000)
			inner := map[string]any{"content": text, "embeds": []any{map[string]any{"description": text}, map[string]any{"description": text[:len(text)/2]}}}
			use(" (a message with embeds)", unit, inner)
			use(" (a forwarded message)", unit, map[string]any{"content": text, "embeds": inner["embeds"], "message_snapshots": []any{map[string]any{"message": inner}}})
			a.file = fileOf(unit)
			use(" (a file)", unit, map[string]any{"content": "", "attachments": []any{map[string]any{"filename": "x.pgn", "size": len(a.file), "url": "x"}}})
		}
	}
}

// press presses what the answers have offered, some of each kind, fills in the forms that open, and
// goes on with the answers to that.
func (a *attacker) press() {
	const mostOfAKind = 40
	for len(a.ids) > 0 {
		id := a.ids[0]
		a.ids = a.ids[1:]
		kind := chat.IDName(id)
		if a.seen[kind]++; a.seen[kind] > mostOfAKind {
			continue
		}
		a.ask("press "+kind, id, map[string]any{"type": 3, "message": map[string]any{"id": "3"}, "data": map[string]any{"custom_id": id}})
		for _, value := range []string{"518", "RNBQKBNR", "BBQNNRKR", "head", "Anna", "5+3", "1"} {
			a.ask("press "+kind, id+" "+value, map[string]any{"type": 3, "message": map[string]any{"id": "3"}, "data": map[string]any{"custom_id": id, "values": []string{value}}})
		}
	}
}

var (
	customID  = regexp.MustCompile(`"custom_id":"((?:[^"\\]|\\.)*)"`)
	opensForm = regexp.MustCompile(`"type":9\b`)
)

// fillIn submits a form with long texts.
func (a *attacker) fillIn(ids []string) {
	form := ids[0]
	kind := chat.IDName(form)
	if a.seen["form "+kind]++; a.seen["form "+kind] > 3 {
		return
	}
	for _, input := range ids[1:] {
		for _, unit := range a.units {
			for _, most := range lengths {
				text := repeated(unit, min(most, 4000))
				a.ask("form "+kind+" "+input+inTurn(text), unit, map[string]any{"type": 5, "message": map[string]any{"id": "3"}, "data": map[string]any{"custom_id": form,
					"components": []any{map[string]any{"type": 18, "component": map[string]any{"type": 4, "custom_id": input, "value": text}}}}})
			}
		}
	}
}

// ask measures an answer.
func (a *attacker) ask(where, unit string, interaction map[string]any) {
	a.n++
	if a.channel != "5" {
		where += a.large
	}
	maps.Copy(interaction, map[string]any{
		"id": fmt.Sprint(1_000_000_000_000_000_000 + int64(a.n)<<22), "token": "t", "channel_id": a.channel, "guild_id": "9", "app_permissions": "2199023255551", "attachment_size_limit": 10 << 20,
		"member": map[string]any{"permissions": "2199023255551", "user": map[string]any{"id": "7", "username": "anna"}},
	})
	raw, err := json.Marshal(interaction)
	if err != nil {
		a.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime(a)
	answer, turn := a.answer(where, raw)
	c := cost{where: where, unit: unit, cpu: processorTime(a) - began, turn: turn}
	runtime.ReadMemStats(&after)
	c.bytes, c.allocations = after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
	if had, ok := a.dearest[where]; !ok || c.cpu > had.cpu {
		for try := 0; try < 3 && c.cpu > 2*time.Millisecond; try++ { // perhaps something else took the time
			began = processorTime(a)
			a.answer(where, raw)
			c.cpu = min(c.cpu, processorTime(a)-began)
		}
		if !ok || c.cpu > had.cpu {
			a.dearest[where] = c
		}
	}
	var ids []string
	for _, m := range customID.FindAllSubmatch(answer, -1) {
		var id string
		if json.Unmarshal([]byte("\""+string(m[1])+"\""), &id) == nil {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 && opensForm.Match(answer[:min(len(answer), 20)]) {
		a.fillIn(ids)
		return
	}
	for _, id := range ids {
		if kind := chat.IDName(id); a.seen["id "+id] == 0 && a.seen["offered "+kind] < 60 {
			a.seen["id "+id]++
			a.seen["offered "+kind]++
			a.ids = append(a.ids, id)
		}
	}
}

// answer returns the JSON of an answer, and whether it was heavy work.
func (a *attacker) answer(where string, raw []byte) (_ []byte, turn bool) {
	i, ok := readInteraction(raw, func(context.Context, string, int) ([]byte, error) { return []byte(a.file), nil })
	if !ok {
		a.Fatalf("%s cannot be read", where)
	}
	answer, err := a.bot.compose(turnSeen{a.Context(), &turn}, i)
	if _, refused := errors.AsType[*chat.UserError](err); refused {
		instead, _ := a.bot.refusalOrApology(a.bot.log, i, err)
		answer, err = a.bot.encodeInstead(i, instead)
	}
	if err != nil {
		a.Errorf("%s: %v", where, err)
	}
	i.reply.WasSent(a.Context(), "99", nil)
	return answer.Bytes, turn
}

// processorTime returns the processor time that this process has used.
func processorTime(t testing.TB) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
