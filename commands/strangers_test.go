package commands

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/castle"
	"chess960bot/commands/number"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/storetest"
)

// strangerAsks asks as a line of strangers.txt says. The kind of the line has a channel of its own.
func strangerAsks(t *testing.T, all []chat.Command, id, kind, line string) (*chat.Reply, error) {
	t.Helper()
	name, rest, _ := strings.Cut(line, "|")
	r := &chat.Request{
		ID: id, Asker: chattest.Anna, GuildID: "9", ChannelID: kind, Options: chat.Options{}, Permissions: -1, AppPermissions: -1,
		Channels: map[string]chat.Channel{kind: {ID: kind}},
	}
	name, r.Subcommand, _ = strings.Cut(name, " ")
	command := map[string]string{
		"Explain": number.ExplainThisName, "Explain-file": number.ExplainThisName, "Can": castle.CastleHereName, "Can-file": castle.CastleHereName,
		"encode-file": "encode", "evening-file": "encode",
	}[name]
	if command == "" {
		command = name
		for option := range strings.SplitSeq(rest, "|") {
			name, value, _ := strings.Cut(option, ":")
			r.Options[name] = value
		}
	}
	if strings.HasSuffix(name, "-file") {
		file := chat.Attachment{Name: "x.pgn"}
		if name, text, ok := strings.Cut(rest, ">>"); ok {
			file.Name, rest = name, text
		}
		file.Size = len(rest)
		file.Read = func(context.Context, int) ([]byte, error) { return []byte(rest), nil }
		if command == "encode" {
			r.Options["file"], r.Attachments = "5", map[string]chat.Attachment{"5": file}
		} else {
			r.TargetFiles = []chat.Attachment{file}
		}
	} else {
		r.Target = rest
	}
	c := chattest.Command(t, all, command)
	switch name {
	case "evening-file":
		p, _ := chess960.FromSP(594)
		c = number.Encode(boards, reading.NewFiles(chat.NewHeavyWork()), func(context.Context, string) (map[reading.Pairing]chess960.Position, error) {
			return map[reading.Pairing]chess960.Position{{Round: 1, Board: 1}: p, {Round: 1, Board: 2}: p}, nil
		})
	case "daily-posts":
		r.Options["channel"] = kind
	}
	return chattest.Ask(t, c.Answer, r)
}

// Texts as people type them, by 19 kinds after public reports, are read right or refused with a true
// sentence: with the keyboards and the autocorrection of phones, in seven languages, with Markdown and links.
func TestStrangers(t *testing.T) {
	tools := fixedTools(303)
	tools.Store = storetest.Open(t, storetest.SQLite(t))
	all := All(tools)
	files, err := filepath.Glob("testdata/*strangers.txt")
	if err != nil || files == nil {
		t.Fatal(files, err)
	}
	var data []byte
	for _, file := range files {
		lines, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data = append(append(data, '\n'), lines...)
	}
	const board = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"
	spelled := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\u000d`, "\r", `\ufeff`, "\ufeff", `\u00a0`, "\u00a0", `\0`, "\x00", `\xff`, "\xff", `\xfe`, "\xfe", "$S", board+" w KQkq - 0 1", "$B", board)
	kind, asked := "", 0
	for i, line := range strings.Split(string(data), "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			kind, _, _ = strings.Cut(title, " ")
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		text, want, checked := strings.Cut(line, " => ")
		reply, err := strangerAsks(t, all, fmt.Sprint(i), kind, spelled.Replace(text))
		said := ""
		switch refused, ok := err.(*chat.UserError); {
		case ok:
			said = "REFUSED " + chattest.English(refused.Msg) + "\n" + chattest.English(refused.Hint)
		case err != nil:
			t.Errorf("%s: %v", line, err)
			continue
		default:
			said = chattest.Text(reply)
			for c := range chattest.Walk(reply.Components) {
				said += "\n" + strings.ReplaceAll(c.URL, "_", " ")
			}
		}
		said = strings.ReplaceAll(said, "\u00a0", " ")
		isThere := func(part string) bool {
			without, absent := strings.CutPrefix(strings.TrimSpace(part), "!")
			return strings.Contains(said, without) != absent
		}
		for part := range strings.SplitSeq(want, " && ") {
			if checked && !slices.ContainsFunc(strings.Split(part, " || "), isThere) {
				t.Errorf("%s %s\n%.400s", kind, line, said)
			}
		}
		asked++
	}
	if asked < 850 {
		t.Errorf("only %d texts", asked)
	}
}
