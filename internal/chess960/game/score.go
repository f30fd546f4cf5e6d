package game

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Score is a game as it is written down.
type Score struct {
	Tags  map[string]string // by their names; nil without tags
	Moves []Written         // the moves of the game itself, without those of variations
}

// A Written is a move as it is written down.
type Written struct {
	Text   string
	Number int // that stands before it; 0 for none
	at     int // the byte where the move or its number begins
}

// Scores yields the games of a text: PGN with or without tags, from one or many games, and
// moves alone. Comments, variations, clocks, annotations and results are left out, and line
// breaks may be spaces. A comment or variation without end is a move "{" or "(".
func Scores(text string) iter.Seq[Score] {
	return func(yield func(Score) bool) {
		s := scanner{text: text, lines: strings.Contains(text, "\n")}
		var score Score
		number, at := 0, 0
		for {
			t := s.next()
			ends := t.kind == nothing || t.kind == result || t.kind == tag && score.Moves != nil
			if ends && (score.Tags != nil || score.Moves != nil) {
				if !yield(score) {
					return
				}
				score, number = Score{}, 0
			}
			switch t.kind {
			case nothing:
				return
			case tag:
				if score.Tags == nil {
					score.Tags = map[string]string{}
				}
				if len(score.Tags) < mostTags {
					score.Tags[t.name] = t.text
				}
			case moveNumber:
				number, at = t.number, t.at
			case move:
				if number == 0 {
					at = t.at
				}
				score.Moves = append(score.Moves, Written{t.text, number, at})
				number = 0
			}
		}
	}
}

const (
	mostTags   = 64   // of a game that are kept
	longestTag = 1024 // bytes of a tag; a longer one is none
)

// Split divides a typed text into its words before the first move, such as a FEN or the name
// of a start position, and its moves. ok is false if the text has no move with its number,
// no moves after the word “moves” as in UCI, and does not end in moves without numbers.
func Split(text string) (head string, moves []Written, ok bool) {
	for score := range Scores(text) {
		for i, m := range score.Moves {
			uci := i > 0 && strings.EqualFold(score.Moves[i-1].Text, "moves")
			if (m.Number != 0 || uci) && looksLikeMove(m.Text) {
				return text[:m.at], score.Moves[i:], true
			}
		}
	}
	for score := range Scores(text) {
		i := len(score.Moves)
		for i > 0 && looksLikeMove(score.Moves[i-1].Text) {
			i--
		}
		if moves := score.Moves[i:]; unnumbered(moves) {
			return text[:moves[0].at], moves, true
		}
	}
	return "", nil, false
}

// unnumbered reports whether words that look like moves are some: each in UCI, or an opening,
// whose first move goes to rank 3 or 4 and whose second one to rank 5 or 6. Others may be pieces
// with their squares.
func unnumbered(moves []Written) bool {
	const fewest = 3
	inUCI := func(m Written) bool { return uciPattern.MatchString(m.Text) }
	switch {
	case len(moves) < fewest:
		return false
	case !slices.ContainsFunc(moves, func(m Written) bool { return !inUCI(m) }):
		return true
	}
	first, second := movePattern.FindStringSubmatch(plain(moves[0].Text)), movePattern.FindStringSubmatch(plain(moves[1].Text))
	return first != nil && second != nil && strings.Contains("34", first[4][1:]) && strings.Contains("56", second[4][1:])
}

type kind int

const (
	nothing kind = iota
	tag
	moveNumber
	move
	result
)

type token struct {
	kind   kind
	at     int
	name   string // of a tag
	text   string
	number int
}

// A scanner walks over a text once.
type scanner struct {
	text  string
	at    int
	lines bool // the text has line breaks
}

// next returns the next token.
func (s *scanner) next() token {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch c, n := rest[0], blank(rest); {
		case n > 0:
			s.at += n
		case strings.IndexByte(".)}]*", c) >= 0:
			s.at++
			if c == '*' && !strings.HasPrefix(s.text[s.at:], "*") && !strings.HasSuffix(s.text[:s.at-1], "*") {
				return token{kind: result, at: s.at - 1}
			}
		case c == '{':
			if !s.skipTo("}") {
				return s.unclosed("{")
			}
		case c == ';':
			s.comment()
		case c == '%' && (s.at == 0 || s.text[s.at-1] == '\n'):
			s.skipTo("\n")
		case c == '(':
			if !s.variation() {
				return s.unclosed("(")
			}
		case c == '$':
			s.at += 1 + len(digits(rest[1:]))
		case c == '[':
			if t, ok := s.tag(); ok {
				return t
			}
		default:
			if t := s.word(); t.kind != nothing {
				return t
			}
		}
	}
	return token{at: s.at}
}

// blank returns the bytes of the first character of a text if it only separates words, or 0.
func blank(text string) int {
	switch c := text[0]; {
	case c <= ' ', c == ',', c == '`', c == '|':
		return 1
	case c < utf8.RuneSelf:
		return 0
	case strings.HasPrefix(text, "\u00a0"):
		return len("\u00a0")
	case strings.HasPrefix(text, "\ufeff"):
		return len("\ufeff")
	}
	return 0
}

// skipTo goes on behind the next end. It goes to the end of the text and returns false if
// there is none.
func (s *scanner) skipTo(end string) bool {
	i := strings.Index(s.text[s.at:], end)
	if i < 0 {
		s.at = len(s.text)
		return false
	}
	s.at += i + len(end)
	return true
}

func (s *scanner) unclosed(bracket string) token {
	return token{kind: move, at: s.at, text: bracket}
}

// comment skips a comment that ends with its line, or before the next number if the line
// breaks of the text are lost.
func (s *scanner) comment() {
	if s.lines {
		s.skipTo("\n")
		return
	}
	for i := s.at + 1; i < len(s.text); i++ {
		if n := digits(s.text[i:]); n != "" && s.text[i-1] == ' ' && strings.HasPrefix(s.text[i+len(n):], ".") {
			s.at = i
			return
		}
	}
	s.at = len(s.text)
}

// variation skips a variation with its comments and variations.
func (s *scanner) variation() bool {
	for depth := 0; s.at < len(s.text); {
		switch s.text[s.at] {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if !s.skipTo("}") {
				return false
			}
			continue
		}
		s.at++
		if depth == 0 {
			return true
		}
	}
	return false
}

// tag reads a tag. A bracket that begins none is skipped.
func (s *scanner) tag() (token, bool) {
	t := token{kind: tag, at: s.at}
	s.at++
	line, _, _ := strings.Cut(s.text[s.at:min(len(s.text), s.at+longestTag)], "\n")
	inside := strings.TrimLeft(line, " ")
	name := inside[:len(inside)-len(strings.TrimLeftFunc(inside, isNameRune))]
	value := strings.TrimLeft(inside[len(name):], " ")
	if name == "" || len(value) == len(inside)-len(name) {
		return token{}, false
	}
	end := strings.IndexByte(value, ']')
	if strings.HasPrefix(value, `"`) {
		if quote := closingQuote(value); quote > 0 {
			if end = strings.IndexByte(value[quote:], ']'); end >= 0 {
				end += quote
			}
			t.text = escapes.Replace(value[1:quote])
		}
	} else if end >= 0 {
		t.text = strings.Trim(value[:end], ` "“”`)
	}
	if end < 0 {
		return token{}, false
	}
	t.name = name
	s.at += len(line) - len(value) + end + 1
	return t, true
}

var (
	escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
	dashes  = strings.NewReplacer("–", "-", "—", "-", "½", "1/2", ":", "-")
)

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// closingQuote returns the index of the quote that ends a value in quotes, or 0.
func closingQuote(value string) int {
	for i := 1; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return 0
}

// digits returns the digits at the beginning of a text.
func digits(text string) string {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n]
}

// word reads a number of a move, a move or a result. It returns nothing for signs such as
// “!?” and “e.p.”.
func (s *scanner) word() token {
	rest := s.text[s.at:]
	t := token{kind: move, at: s.at}
	if n := digits(rest); n != "" {
		after := strings.TrimLeft(rest[len(n):], " ")
		if dots := strings.TrimLeft(after, ".…"); len(dots) < len(after) {
			s.at += len(rest) - len(dots)
			t.kind, t.number = moveNumber, number(n)
			return t
		}
	}
	end := 0
	for end < len(rest) && blank(rest[end:]) == 0 && strings.IndexByte("{}()[];$", rest[end]) < 0 {
		end++
	}
	t.text = rest[:end]
	s.at += end
	switch {
	case isResult(t.text):
		t.kind = result
	case digits(t.text) == t.text, isSign(t.text):
		t.kind = nothing
	}
	return t
}

// number returns the number of a move, 0 for one that no game has.
func number(digits string) int {
	const longest = 4
	if len(digits) > longest {
		return 0
	}
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n
}

func isResult(word string) bool {
	switch dashes.Replace(word) {
	case "1-0", "0-1", "1/2-1/2", "1/2":
		return true
	}
	return false
}

// isSign reports whether a word says nothing about the move: “+”, “!?”, “±”, “N”, “e.p.”.
func isSign(word string) bool {
	if strings.EqualFold(word, "e.p.") || strings.EqualFold(word, "e.p") || strings.EqualFold(word, "ep") {
		return true
	}
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || isFigure(r) }) &&
		strings.Trim(word, "-–—") != ""
}
