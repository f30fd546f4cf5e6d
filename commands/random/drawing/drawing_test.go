package drawing_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/testrun"
)

// paths yields every drawing of a method without repeated throws, with its throws.
func paths(m *drawing.Method, yield func(d drawing.Drawing, outcomes []int)) {
	var walk func(d drawing.Drawing, outcomes []int)
	walk = func(d drawing.Drawing, outcomes []int) {
		if d.Done() {
			yield(d, outcomes)
			return
		}
		for i, o := range d.Next.Outcomes {
			if !o.Again {
				walk(d.With(i), append(outcomes[:len(outcomes):len(outcomes)], i))
			}
		}
	}
	walk(m.Start(), nil)
}

// For every path of the dice, the guided draw, the typed throws, the bot's own draw and
// the code of an unfinished draw lead to the same position.
func TestEveryPathOfTheDiceLeadsToOnePosition(t *testing.T) {
	testrun.LongOnly(t, "walks every path")
	for id, want := range map[string]int{"die": 4 * 4 * 6 * 5 * 4, "platonic": 8 * 4 * 6 * 20} {
		m := method(t, id)
		n := 0
		paths(m, func(guided drawing.Drawing, outcomes []int) {
			n++
			var labels, named []string
			for _, s := range guided.Steps {
				if s.Choice.Device != "" {
					labels = append(labels, s.Outcome.Label)
					named = append(named, string(s.Choice.Device)+"="+s.Outcome.Label)
				}
			}
			throw := 0
			simulated, err := m.Draw(func(int) (int, error) {
				if throw++; throw > len(outcomes) {
					return 0, nil // an optional throw
				}
				return outcomes[throw-1], nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if guided.Next.Optional {
				simulated = simulated.Undo()
			}
			given, err := m.Read(strings.Join(labels, " "))
			if err != nil {
				t.Fatal(err)
			}
			byName, err := m.Read(strings.Join(named, ", "))
			if err != nil {
				t.Fatal(err)
			}
			resumed, err := m.Resume(guided.Code())
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range []drawing.Drawing{simulated, given, byName, resumed} {
				if d.Position() != guided.Position() || d.Counting().Code() != guided.Code() {
					t.Fatalf("%s %v: %v and %v", id, labels, guided.Position(), d.Position())
				}
			}
			if undone := guided.Undo(); undone.Done() || undone.With(outcomes[len(outcomes)-1]).Position() != guided.Position() {
				t.Fatalf("%s %v: undone to %v", id, labels, undone.Rank())
			}
		})
		if n != want {
			t.Errorf("%s has %d paths, not %d", id, n, want)
		}
	}
}

// The throws of the bot's own draw can be typed, including repeated ones, and lead to the
// same position.
func TestReadsWhatTheBotThrew(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 60))
	draws := testrun.Choose(50, 300)
	for _, m := range drawing.Methods() {
		for range draws {
			d, err := m.Draw(func(n int) (int, error) { return random.IntN(n), nil })
			if err != nil {
				t.Fatal(err)
			}
			var labels []string
			for _, s := range d.Steps {
				if s.Choice.Device != "" {
					labels = append(labels, s.Outcome.Label)
				}
			}
			again, err := m.Read(strings.Join(labels, " "))
			if err != nil || again.Position() != d.Position() || again.Throws() != len(labels) {
				t.Fatalf("%s %v: %v, then %v, %v", m.ID, labels, d.Position(), again.Rank(), err)
			}
			if m.ID == "computer" {
				continue
			}
			if resumed, err := m.Resume(d.Code()); err != nil || resumed.Position() != d.Position() || resumed.Throws() != d.Throws() {
				t.Fatalf("%s %v: code %q: %v", m.ID, labels, d.Code(), err)
			}
			if counting := d.Counting(); counting.Position() != d.Position() || counting.Throws() > d.Throws() {
				t.Fatalf("%s %v: counting %q", m.ID, labels, counting.Code())
			}
		}
	}
}

func TestReadsThrowsAsPeopleTypeThem(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "1 3 2 2 4", "BRQNKBRN"},
		{"die", "13224", "BRQNKBRN"},
		{"die", "1, 3; 2/2 then 4", "BRQNKBRN"},
		{"die", "132 2 4", "BRQNKBRN"},
		{"computer", "518", "RNBQKBNR"},
		{"die", "5 6 1 5 3 2 6 2 6 5 4", "BRQNKBRN"},
		{"die", "d6=1 d6=3 d6=2 d6=2 d6=4", "BRQNKBRN"},
		{"platonic", "d8=3 d4=1 d6=5 d20=17", "NBBRKRQN"},
		{"platonic", "D20: 17, d6:5, d8 = 3, D4=1", "NBBRKRQN"},
		{"platonic", "3 1 5 17", "NBBRKRQN"},
		{"coins", "HT TT TH T HH HT TH", "BRNKQBNR"},
		{"coins", "ht,tt,th,t,hh,ht,th", "BRNKQBNR"},
		{"coins", "HTTTTHTHHHTTH", "BRNKQBNR"},
		{"coins", "3 1 2 1 3 2", "BRNKQBNR"},
		{"bag", "RNBQKBNR", "RNBQKBNR"},
		{"bag", "r n b q k b n r", "RNBQKBNR"},
		{"bag", "rook, knight, bishop, queen, king, bishop, knight and rook", "RNBQKBNR"},
		{"bag", "BNBQKRNR", "NBBQRKNR"},
		{"bag-wheeler", "BNBQKRNR W Q", "RNBQKRNB"},
		{"cards", "BNBQKRNR a-4", "RNBQKRNB"},
		{"cards", "BNBQKRNR h1", "BBNQRKNR"},
		{"number-cards", "1 2 3 4 5 6 7 8", "RNBQKBNR"},
		{"number-cards", "32645178 8", "BNRQKRNB"},
		{"hold", "A J 10 Q K 10 J A", "RNBQKBNR"},
		{"hold", "KQJJAA1010", "QNNRKRBB"},
		{"hold", "RNBQKBNR", "RNBQKBNR"},
		{"circle", "RNBQKBNR", "RNBQKBNR"},
		{"digits", "594", "BRQNKBRN"},
		{"digits", "9 7 6 5 9", "RKRNNQBB"},
		{"digits", "zero, zero, zero", "BBQNNRKR"},
		{"circle", "BNBQKRNR RNBQKBNR", "RNBQKBNR"},
		{"die", "⚀ ⚂ ⚁ ⚁ ⚃", "BRQNKBRN"},
		{"die", "１３２２４", "BRQNKBRN"},
		{"platonic", "d8 3 d4 1 d6 5 d20 17", "NBBRKRQN"},
		{"platonic", "d8-3, d4-1, d6-5, d20-17", "NBBRKRQN"},
		{"coins", "H T T T T H T H H H T T H", "BRNKQBNR"},
		{"coins", "heads tails, tails tails, tail head, tails, heads heads, heads tails, tails heads", "BRNKQBNR"},
		{"bag", "♖♘♗♕♔♗♘♖", "RNBQKBNR"},
		{"bag-wheeler", "BNBQKRNR white queen", "RNBQKRNB"},
		{"bag-wheeler", "BNBQKRNR w 4", "RNBQKRNB"},
		{"cards", "BNBQKRNR a 4", "RNBQKRNB"},
		{"hold", "A T J Q K J T A", "RBNQKNBR"},
	} {
		d, err := method(t, c.method).Read(c.throws)
		if err != nil {
			t.Errorf("%s %q: %v", c.method, c.throws, err)
		} else if got := d.Position().String(); got != c.want {
			t.Errorf("%s %q leads to %s, want %s", c.method, c.throws, got, c.want)
		}
	}
}

func TestSaysWhichThrowIsWrong(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "", `throw 1: "" for d6 darkBishop [1 2 3 4 5 6]`},
		{"die", "1 3 2", `throw 4: "" for d6 firstKnight [1 2 3 4 5 6]`},
		{"die", "1 3 2 2 5", `throw 6: "" for d6 secondKnight [1 2 3 4 5 6]`},
		{"die", "1 3 7 2 4", `throw 3: "7" for d6 queen [1 2 3 4 5 6]`},
		{"die", "1 3 2 2 4 1", `throw 6: "1" for   []`},
		{"die", "0", `throw 1: "0" for d6 darkBishop [1 2 3 4 5 6]`},
		{"die", "12 2 2 4", `throw 1: "12" for d6 darkBishop [1 2 3 4 5 6]`},
		{"die", strings.Repeat("5 ", 99) + "7", `throw 100: "7" for d6 darkBishop [1 2 3 4 5 6]`},
		{"die", "d20=3", `throw 1: "d20=3" for d6 darkBishop [1 2 3 4 5 6]`},
		{"platonic", "d8=3 d4=5", `throw 2: "d4=5" for d4 otherBishop [1 2 3 4]`},
		{"platonic", "3 1 5 21", `throw 4: "21" for d20 bothKnights [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20]`},
		{"platonic", "3 1 5 171", `throw 4: "171" for d20 bothKnights [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20]`},
		{"coins", "HT TT TH HX", `throw 5: "X" for coins rightRook [TT TH HT HH]`},
		{"bag", "RNBQKBNN", `throw 8: "N" for bag square [R]`},
		{"bag", "RNBQKBNRR", `throw 9: "R" for   []`},
		{"bag-wheeler", "BNBQKRNR", `throw 9: "" for pawn movingBishop [W B]`},
		{"cards", "BNBQKRNR a5", `throw 9: "A5" for one-more-card movingBishopAndSquare [a-1 a-2 a-3 a-4 h-1 h-2 h-3 h-4]`},
		{"circle", "BNBQKRNR", `throw 9: "" for ring square [K Q R B N]`},
		{"die", strings.Repeat("5 ", 3000), `throw 101: "5" for d6 darkBishop [1 2 3 4 5 6]`},
		{"die", "\x00\u202e🙂", `throw 1: "" for d6 darkBishop [1 2 3 4 5 6]`},
	} {
		_, err := method(t, c.method).Read(c.throws)
		if thrown, ok := errors.AsType[*drawing.ThrowError](err); !ok || thrown.Error() != c.want {
			t.Errorf("%s %.40q: %v\nwant %s", c.method, c.throws, err, c.want)
		}
	}
}

// A number of more than three digits is not an SP number with something behind it.
func TestRefusesLongNumbers(t *testing.T) {
	for _, number := range []string{"960", "5180", "9185"} {
		d, err := method(t, "computer").Read(number)
		if thrown, ok := errors.AsType[*drawing.ThrowError](err); !ok || thrown.Throw != 1 || thrown.Given != number {
			t.Errorf("%s is read as %v, %v", number, d.Rank(), err)
		}
	}
}

// The bot's own draw throws fairly: of all the numbers that the first throw can draw, each
// outcome has as many as its weight.
func TestDrawsEachOutcomeByItsWeight(t *testing.T) {
	for _, m := range drawing.Methods() {
		first := m.Start().Next
		all := 0
		for _, o := range first.Outcomes {
			all += o.Weight
		}
		drawn := map[string]int{}
		for number := range all {
			throw := 0
			d, err := m.Draw(func(n int) (int, error) {
				if throw++; throw > 1 {
					return (number + throw) % n, nil
				}
				if n != all {
					t.Fatalf("%s: the first throw has %d results, not %d", m.ID, n, all)
				}
				return number, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			drawn[d.Steps[0].Outcome.Label]++
		}
		for _, o := range first.Outcomes {
			if drawn[o.Label] != o.Weight {
				t.Errorf("%s: %d of %d first throws are %s, not %d", m.ID, drawn[o.Label], all, o.Label, o.Weight)
			}
		}
	}
}

// Coffin's rule for all bishops on squares of the same colour: of a-b, c-d and e-f the first
// pair with a bishop is swapped.
func TestSwapsTheFirstPairWithABishop(t *testing.T) {
	for left := range 8 {
		for right := left + 2; right < 8; right += 2 {
			rank, rest := []byte("........"), "RNQKNR"
			for f := range rank {
				if rank[f] = 'B'; f != left && f != right {
					rank[f], rest = rest[0], rest[1:]
				}
			}
			d, err := method(t, "bag").Read(string(rank))
			if err != nil {
				t.Fatal(err)
			}
			pair := strings.IndexByte(string(rank), 'B') &^ 1
			rank[pair], rank[pair+1] = rank[pair+1], rank[pair]
			if d.Position().String() != string(rank) {
				t.Errorf("bishops on %d and %d: %v, want %s", left, right, d.Position(), rank)
			}
		}
	}
}

// A letter stands for an outcome, and the letter after the last outcome for none.
func TestCodeHasALetterForEachOutcome(t *testing.T) {
	for _, m := range drawing.Methods() {
		if m.ID == "computer" {
			continue // has more outcomes than there are letters
		}
		outcomes := len(m.Start().Next.Outcomes)
		for i := range outcomes {
			if d, err := m.Resume(string(rune('a' + i))); err != nil || d.Throws() != 1 {
				t.Errorf("%s: outcome %d is resumed after %d throws, %v", m.ID, i, d.Throws(), err)
			}
		}
		if _, err := m.Resume(string(rune('a' + outcomes))); !errors.Is(err, drawing.ErrCode) {
			t.Errorf("%s: a letter after the last outcome: %v", m.ID, err)
		}
	}
}

func TestRefusesForgedCodes(t *testing.T) {
	for _, m := range drawing.Methods() {
		for _, code := range []string{"z", "a a", "\x00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "{", "A"} {
			if d, err := m.Resume(code); !errors.Is(err, drawing.ErrCode) {
				t.Errorf("%s resumes %q: %v", m.ID, code, d.Rank())
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"1 3 2 2 4", "d8=3 d4=1 d6=5 d20=17", "HT TT", "RNBQKBNR W N", "a-3", "32645178 8", "KQJJAA1010"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range drawing.Methods() {
			d, err := m.Read(text)
			if thrown, ok := errors.AsType[*drawing.ThrowError](err); err != nil && (!ok || thrown.Error() == "") {
				t.Errorf("%s %q: %v", m.ID, text, err)
			}
			if err == nil && d.Position() == (chess960.Position{}) {
				t.Errorf("%s %q leads nowhere", m.ID, text)
			}
		}
	})
}

// The bot throws all that lies on the table: four dice and a d12, or four pairs of coins and
// two dice. People may leave out what places no piece.
func TestOptionalThrows(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 6))
	for id, throws := range map[string]int{"platonic": 5, "coins-once": 6} {
		spare := 0
		for range 100 {
			d, err := method(t, id).Draw(func(n int) (int, error) { return random.IntN(n), nil })
			if err != nil || d.Throws() != throws {
				t.Fatalf("%s: %d throws, %v", id, d.Throws(), err)
			}
			last := d.Steps[len(d.Steps)-1]
			if !last.Choice.Optional {
				continue
			}
			spare++
			if last.Outcome.Means == "" || last.Before != last.After {
				t.Errorf("%s: the optional throw is %+v", id, last)
			}
			without := d.Undo()
			if !without.Done() || !without.Next.Optional || without.Position() != d.Position() {
				t.Errorf("%s: without its optional throw %v is %v", id, d.Rank(), without.Rank())
			}
			if resumed, err := d.Method.Resume(without.Code()); err != nil || !resumed.Done() {
				t.Errorf("%s: %q is not resumed: %v", id, without.Code(), err)
			}
		}
		if id == "platonic" && spare != 100 || spare == 0 {
			t.Errorf("%s: %d optional throws", id, spare)
		}
	}
}

// A die for a number from 1 to 3 counts 4, 5 and 6 as 1, 2 and 3.
func TestDieCountsAround(t *testing.T) {
	d, err := method(t, "coins-die").Resume("caba") // king on the second of its four squares
	if err != nil || d.Next.Device != "d6" {
		t.Fatalf("%+v, %v", d.Next, err)
	}
	for i, o := range d.Next.Outcomes {
		if want := d.Next.Outcomes[i%3]; o.Label != strconv.Itoa(i+1) || o.Aliases[0] != strconv.Itoa(i%3+1) || o.Changes(d.Rank()) != want.Changes(d.Rank()) {
			t.Errorf("%s counts %s, and changes %v", o.Label, o.Aliases[0], o.Changes(d.Rank()))
		}
	}
}

// Undo takes back the throw that ended a round, and no round before it.
func TestUndoAfterARoundThatLedNowhere(t *testing.T) {
	d := method(t, "circle").Start()
	for _, label := range strings.Split("BNBQKRNR", "") { // the bishops share a colour: the pieces are gathered
		d = d.With(slices.IndexFunc(d.Next.Outcomes, func(o drawing.Outcome) bool { return o.Label == label }))
	}
	again := d.With(0)
	if code := d.Code(); d.Undo().Code() != code[:len(code)-1] || again.Undo().Code() != code || d.Counting().Code() != "" {
		t.Errorf("%q is undone to %q, and %q to %q", code, d.Undo().Code(), again.Code(), again.Undo().Code())
	}
}

// The examples of how throws are written are throws: bishops of one colour, and what is thrown then.
func TestExamplesOfThrowsAreRead(t *testing.T) {
	for id, typed := range map[string]string{"bag-wheeler": "RBNBQKNR W N", "cards": "RBNBQKNR a-3"} {
		if d, err := method(t, id).Read(typed); err != nil || !d.Done() || !strings.HasSuffix(voice.In("en").Say(method(t, id).Order()), ": "+typed+".") {
			t.Errorf("%s: %v, %v, %s", id, d.Rank(), err, voice.In("en").Say(method(t, id).Order()))
		}
	}
}
