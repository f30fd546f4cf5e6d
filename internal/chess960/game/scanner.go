package game

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind is the kind of a token.
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
	if c, n := utf8.DecodeRuneInString(text); c <= ' ' || strings.ContainsRune(",`|\u00a0\ufeff", c) {
		return n
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
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
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
	n, _ := strconv.Atoi(digits)
	return n
}

func isResult(word string) bool {
	return slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "1/2"}, dashes.Replace(word))
}

// isSign reports whether a word says nothing about the move: “+”, “!?”, “±”, “N”, “e.p.”.
func isSign(word string) bool {
	switch strings.ToLower(word) {
	case "e.p.", "e.p", "ep":
		return true
	}
	return !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || isFigure(r) }) &&
		strings.Trim(word, "-–—") != ""
}
