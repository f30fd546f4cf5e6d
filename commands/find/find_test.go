package find

import (
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// all has every command of the package.
var all = []chat.Command{Find(chat.NewHeavyWork()), Table()}

// plainFacts are the properties that /find can search for, computed from the letters of
// the position.
type plainFacts struct {
	position          chess960.Position
	rank              string
	castle, bishops   []string // ids of the features that the position has
	undefended, swaps int
}

func plainFactsOf(sp int, p chess960.Position, swaps []int) plainFacts {
	rank := p.String()
	facts := plainFacts{position: p, rank: rank, swaps: swaps[sp]}
	king, left, right := strings.Index(rank, "K"), strings.Index(rank, "R"), strings.LastIndex(rank, "R")
	add := func(ids *[]string, id string, has bool) {
		if has {
			*ids = append(*ids, id)
		}
	}
	add(&facts.castle, "first-move", king == 5 && right == 6 || king == 3 && left == 2)
	add(&facts.castle, "king-alone", king != 6 && right == 5 || king != 2 && left == 3)
	add(&facts.castle, "rook-alone", king == 6 || king == 2)
	add(&facts.bishops, "corner", rank[0] == 'B' || rank[7] == 'B')
	add(&facts.bishops, "corners", rank[0] == 'B' && rank[7] == 'B')
	add(&facts.bishops, "adjacent", strings.Contains(rank, "BB"))
	add(&facts.bishops, "classical", rank[2] == 'B' && rank[5] == 'B')
	for f := range 8 {
		near := func(distance int, pieces string) bool {
			return f >= distance && strings.Contains(pieces, rank[f-distance:f-distance+1]) || f+distance < 8 && strings.Contains(pieces, rank[f+distance:f+distance+1])
		}
		if !near(0, "KQR") && !near(1, "KQB") && !near(2, "N") {
			facts.undefended++
		}
	}
	return facts
}

// swapDistances returns the distances by SP number, found by breadth-first search.
func swapDistances() []int {
	distances := slices.Repeat([]int{-1}, chess960.Count)
	distances[518] = 0
	for level := range chess960.Count {
		for sp, p := range chess960.All() {
			if distances[sp] != level {
				continue
			}
			for _, s := range chess960.Swaps() {
				if q, err := p.Swap(s); err == nil && distances[q.SP()] < 0 {
					distances[q.SP()] = level + 1
				}
			}
		}
	}
	return distances
}

// Every combination of criteria, with a few patterns.
func TestFindAgainstBruteForce(t *testing.T) {
	testrun.NotShort(t, "searches all positions")
	var all []plainFacts
	swaps := swapDistances()
	for sp, p := range chess960.All() {
		all = append(all, plainFactsOf(sp, p, swaps))
	}
	values := func(name string) []string { // all values of an option, and ""
		for _, o := range Find(nil).Definition().Options {
			if o.Name == name {
				list := []string{""}
				for _, choice := range o.Choices {
					list = append(list, choice.Value.(string))
				}
				if o.MaxValue != nil {
					for n := range int(*o.MaxValue) + 1 {
						list = append(list, strconv.Itoa(n))
					}
				}
				return list
			}
		}
		t.Fatalf("no criterion %s", name)
		return nil
	}
	for _, pattern := range []string{"", "Q?????KR", "??B??B??"} {
		for _, castle := range values("castle") {
			for _, undefended := range values("undefended") {
				for _, swaps := range values("swaps") {
					for _, bishops := range values("bishops") {
						s, err := searchOf(&chat.Request{Options: chat.Options{"pattern": pattern, "castle": castle, "undefended": undefended, "swaps": swaps, "bishops": bishops}})
						if err != nil {
							t.Fatal(err)
						}
						for _, f := range all {
							matches, _ := path.Match(pattern, f.rank)
							want := (pattern == "" || matches) &&
								(castle == "" || slices.Contains(f.castle, castle)) &&
								(undefended == "" || undefended == strconv.Itoa(f.undefended)) &&
								(swaps == "" || swaps == strconv.Itoa(f.swaps)) &&
								(bishops == "" || slices.Contains(f.bishops, bishops))
							if s.has(f.position) != want {
								t.Errorf("%s by %v: %t", f.rank, s.list(), !want)
							}
						}
					}
				}
			}
		}
	}
}

// The pages of a search, opened with their buttons, together list the positions of the
// file.
func TestFindPages(t *testing.T) {
	testrun.NotShort(t, "walks through many pages")
	for _, c := range []struct {
		typed, heading string
		count          int
	}{
		{"/find", "## All 960 positions\n", 960},
		{"/find pattern:Q.....KR", "## 18 positions\n- The back rank matches `Q.....KR`.\n", 18},
		{"/find castle:first-move", "## 162 positions\n- Castling is possible on move 1.\n", 162},
		{"/find positions:594,12,0-24,RNBQKBNR", "## 27 positions\n```", 27},
		{"/find positions:0-959 castle:first-move", "## 162 positions\n- Castling is possible on move 1.\n", 162},
		{"/find positions:corners,RNBQKBNR,77 swaps:0", "## 1 position\n- The position is", 1},
		{"/find swaps:0", "## 1 position\n- The position is the normal start position.\n", 1},
		{"/find pattern:RNBQKBNR swaps:0 undefended:0 bishops:classical", "## 1 position\n- The back rank matches `RNBQKBNR`.\n- At the start every pawn is defended.\n", 1},
	} {
		reply, err := chattest.Run(t, all, c.typed)
		if err != nil {
			t.Errorf("%s: %v", c.typed, err)
			continue
		}
		if said := chattest.Text(reply); !strings.HasPrefix(said, c.heading) {
			t.Errorf("%s: %s", c.typed, said)
		}
		rows := readCSV(t, reply)
		if c.count > 0 && len(rows) != c.count {
			t.Errorf("%s: %d positions, want %d", c.typed, len(rows), c.count)
		}
		listed := listedSPs(reply)
		if _, turns := chattest.Buttons(reply)["Next"]; !turns && len(rows) > perPage { // a list too long for a custom id
			if listed[0] != rows[0][0] {
				t.Errorf("%s: the page begins with %s, the file with %s", c.typed, listed[0], rows[0][0])
			}
			continue
		}
		for next, ok := chattest.Buttons(reply)["Next"]; ok; next, ok = chattest.Buttons(reply)["Next"] {
			if reply, err = chattest.Press(t, all, chattest.Ben, next.CustomID, nil); err != nil || reply.Audience != chat.OnlyAsker || reply.Audience == chat.InPlace {
				t.Fatalf("%s: %+v, %v", next.CustomID, reply, err)
			}
			listed = append(listed, listedSPs(reply)...)
			if len(listed) > 2*perPage {
				continue
			}
			back, err := chattest.Press(t, all, chattest.Ben, chattest.Buttons(reply)["Previous"].CustomID, &chat.Message{Private: true})
			if err != nil || back.Audience == chat.OnlyAsker || back.Audience != chat.InPlace || slices.Contains(listedSPs(back), listed[len(listed)-1]) {
				t.Fatalf("%s: back to %+v, %v", next.CustomID, back, err)
			}
		}
		var want []string
		for _, row := range rows {
			want = append(want, row[0])
		}
		if !slices.Equal(listed, want) {
			t.Errorf("%s: pages list %v, the file %v", c.typed, listed, want)
		}
	}
}

// listedSPs returns the SP numbers of a page.
func listedSPs(reply *chat.Reply) []string {
	_, rows, _ := strings.Cut(chattest.Text(reply), "a–h       Fritz 9  Almanac\n")
	rows, _, _ = strings.Cut(rows, "```")
	var sps []string
	for line := range strings.Lines(rows) {
		sps = append(sps, strings.Fields(line)[0])
	}
	return sps[:min(len(sps), perPage)]
}

// readCSV reads the file of a reply and compares every row with its position.
func readCSV(t *testing.T, reply *chat.Reply) [][]string {
	t.Helper()
	if len(reply.Files) != 1 || reply.Files[0].ContentType != "text/csv" || !strings.HasSuffix(reply.Files[0].Name, ".csv") {
		t.Fatalf("files %v", reply.Files)
	}
	rows, err := csv.NewReader(strings.NewReader(string(reply.Files[0].Bytes))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns := []string{"SP", "rank", "Fritz 9", "Almanac"}
	for _, s := range chess960.DistinctSchemes()[3:] {
		columns = append(columns, s.Name)
	}
	if !slices.Equal(rows[0], append(columns, "mirror", "swaps", "X-FEN", "Shredder-FEN")) {
		t.Errorf("columns %s", rows[0])
	}
	for _, row := range rows[1:] {
		p := chess960.MustParsePosition(row[1])
		want := []string{fmt.Sprint(p.SP()), p.String()}
		for _, s := range chess960.DistinctSchemes()[1:] {
			want = append(want, fmt.Sprint(s.Derive(p).Number()))
		}
		want = append(want, fmt.Sprint(p.Mirror().SP()), fmt.Sprint(len(p.SwapPath())), p.XFEN(), p.ShredderFEN())
		if !slices.Equal(row, want) {
			t.Errorf("row %v, want %v", row, want)
		}
	}
	return rows[1:]
}

// A list keeps its order, and a list that says nothing is refused.
func TestFindInAList(t *testing.T) {
	reply, err := chattest.Run(t, all, "/find positions:594,12,RNBQKBNR,12-14")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := listedSPs(reply), []string{"594", "12", "518", "13", "14"}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	for typed, want := range map[string]string{
		"/find positions:,;":              "The list has no position.",
		"/find positions:961":             "There is no SP 961: the numbers go from 0 to 959.",
		"/find positions:518,kingside":    "`kingside` is neither an SP number from 0 to 959 nor a position.",
		"/find positions:518 swaps:3":     "No position in your list fits:\n- The position is 3 swaps of two pieces away from the normal start position.",
		"/find diagrams:12 positions:960": "",
	} {
		reply, err := chattest.Run(t, all, typed)
		if want == "" {
			if err != nil || len(reply.Files) != 2 {
				t.Errorf("%s: %v", typed, err)
			}
			continue
		}
		chattest.RefusedWith(t, err, want)
	}
}

// Diagrams are attached where they are asked for, and given by the button to the person who
// presses it: as many as were found, with the titles that were chosen.
func TestFindPrintsDiagrams(t *testing.T) {
	testrun.NotShort(t, "prints sheets alone")
	size := map[string]int{}
	for _, typed := range []string{
		"/find positions:0-40", "/find positions:0-39", "/find fair:even castle:first-move", "/find pattern:Q.....KR",
		"/find positions:77,12 diagrams:6 titles:rank", "/find positions:77,12 diagrams:6 titles:none", "/find positions:77,12 titles:number", "/find diagrams:12",
	} {
		reply, err := chattest.Run(t, all, typed)
		if err != nil {
			t.Fatal(typed, err)
		}
		found := len(readCSV(t, &chat.Reply{Files: reply.Files[:1]}))
		button, has := chattest.Buttons(reply)["Diagrams"]
		asked := strings.Contains(typed, "diagrams") || strings.Contains(typed, "titles")
		if has == (asked || found > mostInID && strings.Contains(typed, "positions")) {
			t.Errorf("%s: button %t", typed, has)
		}
		if has {
			if reply, err = chattest.Press(t, all, chattest.Ben, button.CustomID, nil); err != nil || reply.Audience != chat.OnlyAsker {
				t.Fatalf("%s: %+v, %v", typed, reply, err)
			}
		}
		if !has && !asked {
			continue
		}
		var printed []chat.File
		for _, file := range reply.Files {
			if file.ContentType == "application/pdf" {
				printed, size[typed] = append(printed, file), size[typed]+len(file.Bytes)
			}
		}
		if found > mostInAFile {
			if len(printed) != (found+mostInAFile-1)/mostInAFile || printed[7].Name != "chess960-960-diagrams-8.pdf" {
				t.Errorf("%s: %d files", typed, len(printed))
			}
			continue
		}
		file := printed[0]
		if len(printed) != 1 || file.Name != fmt.Sprintf("chess960-%d-diagrams.pdf", found) || file.ContentType != "application/pdf" || !strings.HasPrefix(string(file.Bytes), "%PDF-") {
			t.Errorf("%s: %s %s", typed, file.Name, file.ContentType)
		}
	}
	rank, none := size["/find positions:77,12 diagrams:6 titles:rank"], size["/find positions:77,12 diagrams:6 titles:none"]
	if rank <= none || size["/find diagrams:12"] < 100*rank/10 {
		t.Errorf("sizes %v", size)
	}
}

// Diagrams are in the language of the answer that they are attached to.
func TestDiagramsAreInTheLanguageOfTheAnswer(t *testing.T) {
	find := chattest.Command(t, all, "find").Answer
	pdf := func(r chat.Request, private bool) string {
		t.Helper()
		r.Asker, r.Options = chattest.Anna, chat.Options{"positions": "77", "diagrams": "12", "private": private}
		reply, err := find(t.Context(), &r)
		if err != nil {
			t.Fatal(err)
		}
		return string(reply.Files[len(reply.Files)-1].Bytes)
	}
	in := map[string]string{}
	for _, language := range []string{"", "de", "fr"} {
		in[language] = pdf(chat.Request{GuildID: "1", ServerLanguage: language}, false)
	}
	if in["de"] == in["fr"] || in["de"] == in[""] {
		t.Fatal("the languages print the same")
	}
	for _, c := range []struct {
		asked   chat.Request
		private bool
		want    string
	}{
		{chat.Request{GuildID: "1", Language: "de", ServerLanguage: "fr"}, false, "fr"},
		{chat.Request{GuildID: "1", Language: "de", ServerLanguage: "fr"}, true, "de"},
		{chat.Request{Language: "de", ServerLanguage: "fr"}, false, "de"},
		{chat.Request{Uninvited: true, Language: "de"}, false, ""},
	} {
		if pdf(c.asked, c.private) != in[c.want] {
			t.Errorf("asked in %+v, private %t: not in %q", c.asked, c.private, c.want)
		}
	}
}
