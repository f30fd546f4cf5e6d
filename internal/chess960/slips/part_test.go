package slips

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

// byHand returns what the part adds by every origin.
func (part Part) byHand(meant *chess960.Scheme, p chess960.Position) map[Origin]int {
	f, mirror := figuresOf(p.String()), figuresOf(p.Mirror().String())
	weight := map[Part]int{Queen: 16, Sequence: 96}
	digit, counted := map[Part]int{Queen: f.queen, Sequence: f.sequence}, f.queenFile
	mirrored := map[Part]int{Queen: mirror.queen, Sequence: mirror.sequence}
	if meant == chess960.Fritz9 {
		weight = map[Part]int{Queen: 240, Sequence: 16}
		digit, counted = map[Part]int{Queen: f.fritzQueen, Sequence: f.knights}, f.queenAmongAllButPair
		mirrored = map[Part]int{Queen: mirror.fritzQueen, Sequence: mirror.knights}
	}
	other := map[Part]Part{Queen: Sequence, Sequence: Queen}[part]
	code := func(dark, light int) int { return 4*dark + light }
	if meant == chess960.Almanac {
		code = func(dark, light int) int { return 4*light + dark }
	}
	by := map[Kind]int{}
	read := mirrored[part] * weight[part]
	switch part {
	case Bishops:
		read = code(mirror.dark, mirror.light)
		by = map[Kind]int{BishopsExchanged: code(f.light, f.dark), DarkFromOne: code(f.dark+1, f.light), LightFromOne: code(f.dark, f.light+1), BishopsFromOne: code(f.dark+1, f.light+1)}
	case Queen:
		by = map[Kind]int{BishopsCounted: counted * weight[Queen], QueenFromOne: (f.queen + 1) * weight[Queen]}
		if meant == chess960.Fritz9 {
			by[QueenFromOne] = (f.fritzQueen + 1) * weight[Queen]
		}
	case Sequence:
		by = map[Kind]int{SequenceAbove: (digit[part] + 1) * weight[part], SequenceBelow: (digit[part] - 1) * weight[part]}
	}
	if part != Bishops {
		by[WeightForgotten], by[WeightsExchanged] = digit[part], digit[part]*weight[other]
	}
	numbers := map[Origin]int{{Numbered, meant, true}: read}
	for kind, n := range by {
		numbers[Origin{kind, meant, false}] = n
	}
	return numbers
}

// Every slip in every part of every position is named, together with the other slips that
// lead to the same number and with no others. The sums in the sentence are right and lead
// from the right number to the wrong one. Outside long runs one position in 23 is tried.
func TestSlipsInParts(t *testing.T) {
	for _, meant := range meantSchemes() {
		for sp, p := range chess960.All() {
			if sp%testrun.Choose(23, 1) != 0 {
				continue
			}
			for _, part := range []Part{Bishops, Queen, Sequence} {
				right, wrong := part.Number(meant, p), part.byHand(meant, p)
				for origin, n := range wrong {
					var want []Origin
					for _, o := range part.origins(meant) {
						if by, ok := wrong[o]; !ok {
							t.Fatalf("%+v is not known by hand", o)
						} else if by == n {
							want = append(want, o)
						}
					}
					if n == right {
						want = []Origin{{Numbered, meant, false}}
					}
					got := part.Explain(meant, p, n)
					if !slices.Equal(got, want) || len(part.origins(meant)) != len(wrong) {
						t.Fatalf("%v %s part %d: %d is %v, want %v", p, meant.ID, part, n, got, want)
					}
					if n == right {
						continue
					}
					said := part.source(origin, p, n)
					if said.Number != n || said.Got != (Sum{}) && right+said.Got.Result()-said.Want.Result() != n {
						t.Fatalf("%v: %+v leads from %d to %d", p, said, right, n)
					}
					if origin.Kind == WeightForgotten && said.Want.Result() != right {
						t.Fatalf("%v: %+v", p, said)
					}
				}
			}
		}
	}
}

// A slip concerns the part in which it was made. What a person knows of the other parts
// stays known.
func TestConcerns(t *testing.T) {
	all := []Part{Bishops, Queen, Sequence}
	of := map[Kind][]Part{
		Numbered: all, PlusOne: all, DoubleIndex: all,
		BishopsExchanged: {Bishops}, DarkFromOne: {Bishops}, LightFromOne: {Bishops}, BishopsFromOne: {Bishops}, NoBishops: {Bishops},
		BishopsCounted: {Queen}, QueenFromOne: {Queen}, NoQueen: {Queen},
		SequenceAbove: {Sequence}, SequenceBelow: {Sequence}, NoSequence: {Sequence},
		WeightsExchanged: {Queen, Sequence}, WeightForgotten: {Queen, Sequence},
	}
	if len(of) != len(habits) {
		t.Errorf("%d kinds, and %d have habits", len(of), len(habits))
	}
	for kind, want := range of {
		got := slices.DeleteFunc(slices.Clone(all), func(part Part) bool { return !Origin{Kind: kind, Scheme: chess960.Scharnagl}.Concerns(part) })
		if !slices.Equal(got, want) {
			t.Errorf("%s concerns the parts %v, want %v", kind, got, want)
		}
	}
}

func TestSayPart(t *testing.T) {
	p := chess960.Classical()
	bishops := Source{"bishopsExchanged", 521, "scharnagl", Sum{4, 2, 1, true}, Sum{4, 1, 2, true}, Orders{}}
	queen := Sum{Weight: 16, Digit: 2}
	after := Orders{"RNNKR", "RNKNR", OrderStep{"rightKnight", "RNNKR", "RNKNR"}}
	above := Orders{"RNKRN", "RNKNR", OrderStep{"rightKnight", "RNKNR", "RNKRN"}}
	for _, c := range []struct {
		part   Part
		number int
		want   []any
	}{
		{Whole, 521, []any{bishops}},
		{Bishops, 9, []any{Source{"bishopsExchanged", 9, "scharnagl", bishops.Got, bishops.Want, Orders{}}}},
		{Queen, 2, []any{Source{"weightForgotten", 2, "", Sum{}, queen, Orders{}}}},
		{Queen, 48, []any{Source{"bishopsCounted", 48, "scharnagl", Sum{Weight: 16, Digit: 3}, queen, Orders{}}, Alternative{"queenFromOne", "scharnagl"}, Alternative{"mirrorRight", ""}}},
		{Queen, 192, []any{Source{"partExchanged", 192, "", Sum{Weight: 96, Digit: 2}, queen, Orders{}}}},
		{Sequence, 384, []any{Source{"partAfter", 384, "scharnagl", Sum{Weight: 96, Digit: 4}, Sum{Weight: 96, Digit: 5}, after}}},
		{Whole, 422, []any{Source{"orderAfter", 422, "scharnagl", Sum{Weight: 96, Digit: 4}, Sum{Weight: 96, Digit: 5}, after}}},
		{Sequence, 576, []any{Source{"partBefore", 576, "scharnagl", Sum{Weight: 96, Digit: 6}, Sum{Weight: 96, Digit: 5}, above}}},
		{Sequence, 480, []any{Source{"right", 480, "", Sum{}, Sum{Weight: 96, Digit: 5}, Orders{}}}},
	} {
		var got []any
		for _, s := range c.part.Say(p, c.number, c.part.Explain(chess960.Scharnagl, p, c.number)) {
			got = append(got, s)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d:\n got %+v\nwant %+v", c.number, got, c.want)
		}
	}
}

// Every origin has a habit with a sentence, and different slips have different ones.
func TestHabits(t *testing.T) {
	said := map[Did]Habit{}
	for _, meant := range meantSchemes() {
		for _, o := range slices.Concat(Origins(meant), Queen.origins(meant)) {
			did, ok := o.Habit().Did()
			if other, used := said[did]; !ok || used && other != o.Habit() {
				t.Errorf("%+v: %+v %q", o, did, o.Habit())
			}
			if by := did.By(2); by != (PeopleDid{did.Kind, did.Scheme, 2}) || by.People.Count() != 2 {
				t.Errorf("%+v: %+v", did, by)
			}
			said[did] = o.Habit()
		}
	}
	if _, ok := Habit("x").Did(); ok || len(said) != len(chess960.Schemes())+len(habits) {
		t.Errorf("%d habits: %v", len(said), said)
	}
}

// The list of orders is that of the sequences, and a step moves the left knight only when
// the right one has come to the end.
func TestOrders(t *testing.T) {
	for i, sequence := range sequences {
		if got := orderOf(i); string(got) != sequence {
			t.Errorf("%d is %s, want %s", i, got, sequence)
		}
		if i == 0 {
			continue
		}
		kind := StepKind("rightKnight")
		if strings.HasSuffix(sequences[i-1], "N") {
			kind = "leftKnight"
		}
		step := OrderStep{kind, Order(sequences[i-1]), Order(sequence)}
		if got, want := ordersOf(i, i-1), (Orders{step.To, step.From, step}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got, want := ordersOf(i-1, i), (Orders{step.From, step.To, step}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}
