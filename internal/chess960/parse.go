package chess960

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// cut shortens s to at most n runes. The last rune of a shortened text is "…".
func cut(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return s
}

// ParsePosition reads a position from a back rank, a-file first, or from a FEN
// (see [ParseFEN]). A text with a slash is read as a FEN. A back rank is eight
// letters K, Q, R, B, N in any case, or chess figures of either colour, with
// spaces, commas or dashes anywhere between. The error, if any, is a *ParseError.
func ParsePosition(text string) (Position, error) {
	if strings.Contains(text, "/") {
		return ParseFEN(text)
	}
	rank := squares(text)
	if p, ok := position(rank); ok {
		return p, nil
	}
	return Position{}, &ParseError{"back rank", text, backRankProblems(rank)}
}

// MustParsePosition is like [ParsePosition] but panics if the text is not a position.
func MustParsePosition(text string) Position {
	p, err := ParsePosition(text)
	if err != nil {
		panic(err)
	}
	return p
}

// position returns the position with these letters, and reports whether they are one.
func position(rank []rune) (p Position, ok bool) {
	text := string(rank)
	copy(p.rank[:], text)
	return p, len(text) == len(p.rank) && p.SP() >= 0
}

// squares reduces a typed back rank to upper-case letters, one for each square. Figures
// become letters and separators are dropped. Other characters stay, so that the error
// can name them.
func squares(text string) []rune {
	rank := make([]rune, 0, 8)
	for _, r := range text {
		if !isSeparator(r) {
			const figures = "KQRBN"
			switch {
			case '♔' <= r && r <= '♘':
				r = rune(figures[r-'♔'])
			case '♚' <= r && r <= '♞':
				r = rune(figures[r-'♚'])
			}
			rank = append(rank, unicode.ToUpper(r))
		}
	}
	return rank
}

func isSeparator(r rune) bool {
	const variationSelectors = "\ufe0e\ufe0f" // follow a figure to choose its look
	return unicode.IsSpace(r) || r == ',' || unicode.Is(unicode.Pd, r) || r == '−' ||
		strings.ContainsRune(variationSelectors, r) ||
		unicode.Is(unicode.Cf, r) // invisible marks in pasted text
}

// A Pattern is a back rank in which some pieces are not determined: 0 stands for any
// piece. The zero Pattern matches every position.
type Pattern [8]Piece

// marks replaces the marks that stand for any piece. An ellipsis counts as the three dots
// that a phone made it from.
var marks = strings.NewReplacer("…", "...", "*", ".", "_", ".", "x", ".", "X", ".", "·", ".")

// ParsePattern reads a pattern such as "Q.....KR", a-file first: letters or chess
// figures as in [ParsePosition], and ".", "?", "*", "_" or "x" for any piece. A dash
// stands for any piece too if the pattern has eight squares then, "Q-----KR"; otherwise
// dashes separate pieces. The error, if any, is a *ParseError.
func ParsePattern(typed string) (Pattern, error) {
	text := marks.Replace(typed)
	rank := squares(text)
	if dashed := squares(strings.Map(dashToDot, text)); len(rank) != 8 && len(dashed) == 8 {
		rank = dashed
	}
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Broken: Broken{Kind: "pattern", Number: n}})
	}
	problems = append(problems, unknownLetters(rank, func(r rune) bool { return isOpen(r) || isPieceLetter(r) })...)
	if problems != nil {
		return Pattern{}, &ParseError{"pattern", typed, problems}
	}
	var p Pattern
	for f, r := range rank {
		if !isOpen(r) {
			p[f] = Piece(r)
		}
	}
	return p, nil
}

func dashToDot(r rune) rune {
	if unicode.Is(unicode.Pd, r) || r == '−' {
		return '.'
	}
	return r
}

func isOpen(r rune) bool { return r == '.' || r == '?' }

// Matches reports whether the position has the pattern's pieces.
func (p Pattern) Matches(q Position) bool {
	for f, piece := range p {
		if piece != 0 && piece != q.Piece(File(f)) {
			return false
		}
	}
	return true
}

// Missing returns a problem for each kind of piece of which the pattern has too few, or too many.
func (p Pattern) Missing() []Problem { return wrongCounts([]rune(p.String())) }

// String returns the pattern with "." for any piece.
func (p Pattern) String() string {
	var b strings.Builder
	for _, piece := range p {
		if piece == 0 {
			b.WriteByte('.')
		} else {
			b.WriteString(piece.String())
		}
	}
	return b.String()
}

// maxUnknown is the largest number of different unknown letters that an error lists for
// a text of more or fewer than eight letters: such a text is hardly meant as a back rank.
const maxUnknown = 3

// backRankProblems returns a problem for every rule of a back rank that the letters
// break. It returns nothing for the 960 positions, and only for these.
func backRankProblems(rank []rune) []Problem {
	if len(rank) == 0 {
		return []Problem{{Broken: Broken{Kind: "empty"}}}
	}
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Broken: Broken{Kind: "letters", Number: n}})
	}
	return slices.Concat(problems, unknownLetters(rank, isPieceLetter), wrongCounts(rank), bishopsOnOneColour(rank), kingNotBetween(rank))
}

// onSquares returns the problem that squares of a rank break a rule, and none for no square.
func onSquares(rule Rule, squares Files, rank int) []Problem {
	if squares == 0 {
		return nil
	}
	return []Problem{{Broken: Broken{Kind: rule, Squares: squares.On(rank)}}}
}

// unknownLetters names each letter that is not known, once, with its places.
func unknownLetters(rank []rune, known func(rune) bool) []Problem {
	var problems []Problem
	var seen []rune
	for _, r := range rank {
		if known(r) || slices.Contains(seen, r) {
			continue
		}
		if seen = append(seen, r); len(seen) > maxUnknown && len(rank) != 8 {
			return append(problems, Problem{Broken: Broken{Kind: "moreLetters"}})
		}
		problems = append(problems, unknownLetter(rank, r))
	}
	return problems
}

func isPieceLetter(r rune) bool { return r <= unicode.MaxASCII && Piece(r).Name() != "" }

// unknownLetter names the squares of r if the text has eight letters, and otherwise the number
// of the first such letter.
func unknownLetter(rank []rune, r rune) Problem {
	p := Problem{Broken{Kind: "letter"}, string(r)}
	switch {
	case r == '.':
		p = Problem{Broken: Broken{Kind: "vacant"}}
	case r > unicode.MaxASCII && unicode.IsLetter(r): // may look like a piece letter
		p.Broken.Kind = "alphabet"
	}
	if len(rank) == 8 {
		p.Broken.Squares = filesOf(rank, r).On(1)
	} else {
		p.Broken.Number = slices.Index(rank, r) + 1
	}
	return p
}

// wrongCounts compares the pieces with a full set. If there are too many of a kind, it names
// their squares.
func wrongCounts(rank []rune) (problems []Problem) {
	for i, rule := range []Rule{"king", "queen", "rooks", "bishops", "knights"} { // as pieces
		k := pieces[i]
		if n := count(rank, k.piece); n != k.count {
			b := Broken{Kind: rule, Number: n}
			if n > k.count && len(rank) == 8 {
				b.Squares = filesOf(rank, rune(k.piece)).On(1)
			}
			problems = append(problems, Problem{Broken: b})
		}
	}
	return problems
}

func bishopsOnOneColour(rank []rune) []Problem {
	bishops := filesOf(rank, rune(Bishop))
	switch {
	case len(rank) != 8 || bishops.Len() != 2:
		return nil
	case bishops&LightFiles == 0:
		return onSquares("darkBishops", bishops, 1)
	case bishops&DarkFiles == 0:
		return onSquares("lightBishops", bishops, 1)
	}
	return nil
}

func kingNotBetween(rank []rune) []Problem {
	if count(rank, King) != 1 || count(rank, Rook) != 2 {
		return nil
	}
	king := slices.Index(rank, rune(King))
	left := slices.Index(rank, rune(Rook))
	right := left + 1 + slices.Index(rank[left+1:], rune(Rook))
	switch {
	case left < king && king < right:
		return nil
	case len(rank) != 8:
		return []Problem{{Broken: Broken{Kind: "between"}}}
	}
	return []Problem{{Broken: Broken{Kind: "between", King: Square(king), Squares: filesOf(rank, rune(Rook)).On(1)}}}
}

func count(rank []rune, piece Piece) int { return strings.Count(string(rank), piece.String()) }

// filesOf returns the files among the first eight letters that hold r.
func filesOf(rank []rune, r rune) Files {
	return FilesWhere(func(f File) bool { return int(f) < len(rank) && rank[f] == r })
}

// A ParseError is returned for a text that could not be read. It names every rule that
// the text breaks, not only the first.
type ParseError struct {
	What     string // the expected form, such as "back rank", "FEN" or "pattern"
	Input    string // the whole text
	Problems []Problem
}

// Error quotes the input, shortened to 80 characters, and names the rules, for operators.
// People read the sentences of the problems.
//
//	parse back rank "RNBQKBNX": letter h1 "X"; rooks 1
func (e *ParseError) Error() string {
	return fmt.Sprintf("parse %s %q: %s", e.What, cut(e.Input, 80), joined(e.Problems))
}

func joined(problems []Problem) string {
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// A Problem is a rule that a text breaks, with the part of the text that breaks the rule.
type Problem struct {
	Broken Broken
	At     string // "" if the squares are enough
}

// String writes the rule with its facts: `letter h1 "X"`, "rooks 3 a1 b1 h1".
func (p Problem) String() string {
	b := p.Broken
	text := string(b.Kind)
	for _, n := range []int{b.Rank, b.Number} {
		if n > 0 {
			text += " " + strconv.Itoa(n)
		}
	}
	if b.Kind == "between" && b.Squares != nil {
		text += " " + b.King.String()
	}
	for _, s := range b.Squares {
		text += " " + s.String()
	}
	if p.At != "" {
		text += " " + strconv.Quote(p.At)
	}
	return text
}

// Broken is a broken rule, as a sentence. The message of the rule (chess960.broken in package
// voice) shows which fields it uses.
type Broken struct {
	Kind    Rule
	Squares []Square
	King    Square // of a king who is not between the rooks
	Rank    int
	Number  int       // of pieces, letters, squares, ranks or parts, or the number of a letter
	Rights  fieldText // that the FEN should have
}

// A fieldText is a part of a FEN. It prints as code.
type fieldText string

// String returns the code.
func (f fieldText) String() string { return "`" + string(f) + "`" }

// Sentence returns the rule.
func (b Broken) Sentence() string { return string(b.Kind) }

// A Rule is one that a text must keep: a back rank, a pattern, a list of pieces, a field of a FEN or a
// path of swaps. Its message is in chess960.broken.
type Rule string

// The rules that package recognize finds broken.
const (
	UnknownName Rule = "unknownName" // a list of eight names of pieces has no other word
	RuleTwice   Rule = "twice"       // two pieces on a square
	RuleOpen    Rule = "open"        // squares that more than one set of pieces can fill, or none
)
