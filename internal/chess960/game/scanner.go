package game

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
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
	quoted bool   // a tag's text is in quotes
	bare   bool   // a tag is only a FEN
	text   string
	number int
	black  bool // three dots stand after the number
}

// A scanner walks over a text once.
type scanner struct {
	text          string
	at            int
	lines         bool // the text has line breaks
	brief         bool // moves are skipped: only what ends the game is of interest
	bracket, line int  // where the next “]” and the next line break were found
}

// find returns the place of a byte at or after a place, and the end of the text without one.
// before is what was found the last time, so that a text is searched only once.
func (s *scanner) find(b byte, before, from int) int {
	if before >= from {
		return before
	}
	if i := strings.IndexByte(s.text[from:], b); i >= 0 {
		return from + i
	}
	return len(s.text)
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
		case s.brief:
			if number := numberLength(rest); number > 0 {
				s.at += number
				continue
			}
			word := rest[:wordLength(rest)]
			if t, ok := s.board(word); ok {
				return t
			}
			s.at += len(word)
			if isResult(word) {
				return token{kind: result, text: word, at: s.at - len(word)}
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
	case c <= ' ' || c == ',' || c == '`' || c == '|':
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	if c, n := utf8.DecodeRuneInString(text); c == '\u00a0' || c == '\ufeff' {
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
		if s.text[i-1] != ' ' {
			continue
		}
		if n := digits(s.text[i:]); n != "" && strings.HasPrefix(s.text[i+len(n):], ".") {
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

// tag reads a tag. A bracket that begins none is skipped. There may be no space before a quote. A
// tag FEN may have no bracket at its end.
func (s *scanner) tag() (token, bool) {
	t := token{kind: tag, at: s.at}
	s.at++
	s.bracket, s.line = s.find(']', s.bracket, s.at), s.find('\n', s.line, s.at)
	line := s.text[s.at:min(s.line, s.at+longestTag)]
	const blanks = " \t\u00a0"
	inside := strings.TrimLeft(line, blanks)
	t.name = inside[:len(inside)-len(strings.TrimLeftFunc(inside, isNameRune))]
	isFEN := strings.EqualFold(t.name, "FEN")
	if s.bracket-s.at >= len(line) && !isFEN {
		return token{}, false
	}
	value := strings.TrimLeft(inside[len(t.name):], blanks)
	if quoted := strings.TrimLeft(value, blanks+"=:"); strings.HasPrefix(quoted, `"`) {
		value = quoted
	}
	if t.name == "" || len(value) == len(inside)-len(t.name) && !strings.HasPrefix(value, `"`) && !strings.HasPrefix(value, "'") {
		return token{}, false
	}
	end := strings.IndexByte(value, ']')
	quote := closingQuote(value)
	switch {
	case quote > 0:
		t.quoted, t.text = true, value[1:quote]
		if strings.Contains(t.text, `\`) {
			t.text = escapes.Replace(t.text)
		}
		if end = strings.IndexByte(value[quote:], ']'); end >= 0 {
			end += quote
		} else if isFEN {
			end = quote
		}
	case end >= 0:
		t.quoted = strings.IndexAny(value[:end], `"'“”„`) == 0
		t.text = strings.Trim(value[:end], ` "“”„'`)
	case isFEN:
		if fen := openFEN.FindStringIndex(value); fen != nil {
			t.text, end = strings.Trim(value[:fen[1]], ` "“”„'`), fen[1]-1
		}
	}
	if end < 0 {
		return token{}, false
	}
	s.at += len(line) - len(value) + end + 1
	return t, true
}

// openFEN is a FEN in a tag without an end, as far as its fields have their forms.
var openFEN = regexp.MustCompile(`^["“„']?[1-8A-Za-z]+(?:/[1-8A-Za-z]+){7}(?:[ _][wb](?:[ _][-A-Za-z]{1,8}(?:[ _](?:-|[a-h][36])(?:[ _]\d+(?:[ _]\d+)?)?)?)?)?`)

// spacedCastling is the beginning of a castling with blanks, “O - O”, in longestSpaced bytes.
var spacedCastling = regexp.MustCompile(`^[O0oО](?:[ \x{a0}][-–—−‑][ \x{a0}][O0oО]){1,2}`)

const longestSpaced = 24

// board reads a FEN outside of tags, at the word that has its board. The word may be a link.
func (s *scanner) board(word string) (token, bool) {
	const shortest, longest, slashes = len("8/8/8/8/8/8/8/8"), 400, 7
	if len(word) < shortest || len(word) > longest || strings.Count(word, "/") < slashes {
		return token{}, false
	}
	word, _, _ = strings.Cut(word, "_")
	ranks := strings.Split(word, "/")
	ranks = ranks[max(0, len(ranks)-slashes-1):]
	ranks[0] = ranks[0][strings.LastIndexAny(ranks[0], `="“'(:`)+1:]
	board := strings.Join(ranks, "/")
	if _, err := chess960.ParseBoard(board); err != nil {
		return token{}, false
	}
	t := token{kind: tag, at: s.at, name: "FEN", bare: true}
	s.at += len(word) - len(board)
	t.text = openFEN.FindString(s.text[s.at:])
	s.at += len(t.text)
	t.text = strings.ReplaceAll(t.text, "_", " ")
	return t, true
}

// closingQuote returns the index of the quote that ends a value in quotes, or 0.
func closingQuote(value string) int {
	if !strings.HasPrefix(value, `"`) {
		return 0
	}
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

var escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

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
	if length := numberLength(rest); length > 0 {
		s.at += length
		t.kind = moveNumber
		if number := digits(rest); len(number) <= 4 { // no game has more moves
			t.number, _ = strconv.Atoi(number)
		}
		t.black = strings.HasSuffix(rest[:length], "...") || strings.HasSuffix(rest[:length], "…")
		return t
	}
	t.text = rest[:wordLength(rest)]
	if fen, ok := s.board(t.text); ok {
		return fen
	}
	near := rest[:min(len(rest), longestSpaced)]
	if castling := spacedCastling.FindString(near); castling != "" {
		last := len(castling) - len("O")
		length := last + wordLength(rest[last:])
		s.at += length
		t.text = strings.Join(strings.Fields(rest[:length]), "")
		return t
	}
	s.at += len(t.text)
	if next := near[min(len(near), len(t.text)):]; strings.HasPrefix(strings.TrimPrefix(next, " "), "(") || strings.HasPrefix(next, " =") {
		if piece := promoted.FindString(next); piece != "" && toLastRank.MatchString(t.text) {
			s.at += len(piece)
			t.text += strings.ReplaceAll(piece, " ", "")
		}
	}
	switch {
	case t.text == "bm" && strings.Contains(near, ";"): // the best move of an EPD, which nobody has played
		s.skipTo(";")
		t.kind = nothing
	case isResult(t.text):
		t.kind = result
	case digits(t.text) == t.text && t.text != "00" && t.text != "000", isSign(t.text):
		t.kind = nothing
	}
	return t
}

var (
	toLastRank = regexp.MustCompile(`^(?:[a-h][1-8]?[-x:]?)?[a-h][18]=?$`) // a castling.Pawn
	promoted   = regexp.MustCompile(`^ ?(?:\((?:\pL{1,2}|[♔-♟])\)|= ?(?:[♔-♟]|[A-Z]\b|[А-Я]))`)
)

// numberLength returns the length in bytes of the number of a move with its dots, “12.”, “12 …” or
// “12. ...”, at the beginning of a text; 0 for another word.
func numberLength(text string) int {
	digits := len(digits(text))
	if digits == 0 {
		return 0
	}
	dots := strings.TrimLeft(text[digits:], " ")
	rest := strings.TrimLeft(dots, ".…")
	if len(rest) == len(dots) {
		return 0
	}
	if after := strings.TrimLeft(rest, " "); strings.HasPrefix(after, "...") || strings.HasPrefix(after, "…") {
		return len(text) - len(after) + len("...") // as long as “…”
	}
	return len(text) - len(rest)
}

// wordLength returns the length of the word at the beginning of a text, in bytes; at least 1.
func wordLength(text string) int {
	for i := 1; i < len(text); i++ {
		if end := endsWord[text[i]]; end == always || end == perhaps && blank(text[i:]) > 0 {
			return i
		}
	}
	return len(text)
}

// endsWord says for each byte whether it ends a word: always, or perhaps, as the first byte of
// a blank that has several.
var endsWord = func() (ends [256]byte) {
	for c := range utf8.RuneSelf {
		if strings.IndexByte("{}()[];$*", byte(c)) >= 0 || blank(string(rune(c))) > 0 {
			ends[c] = always
		}
	}
	ends["\u00a0"[0]], ends["\ufeff"[0]] = perhaps, perhaps
	return ends
}()

const (
	always  = 1
	perhaps = 2
)

// isResult reports whether a word is a result: 1-0, 0-1, ½-½ or ½, with any dash or a colon.
func isResult(word string) bool {
	if c := word[0]; c != '0' && c != '1' && c != half[0] { // most words
		return false
	}
	white, rest := points(word)
	if rest == "" {
		return white == half
	}
	dash, length := utf8.DecodeRuneInString(rest)
	if dash != '-' && dash != ':' && dash != '–' && dash != '—' {
		return false
	}
	black, rest := points(rest[length:])
	return rest == "" && (white == "1" && black == "0" || white == "0" && black == "1" || white == half && black == half)
}

// points reads the points of a player at the beginning of a result.
func points(word string) (points, rest string) {
	switch {
	case strings.HasPrefix(word, "1/2"):
		return half, word[len("1/2"):]
	case strings.HasPrefix(word, half):
		return half, word[len(half):]
	case strings.HasPrefix(word, "1"), strings.HasPrefix(word, "0"):
		return word[:1], word[1:]
	}
	return "", word
}

const half = "½"

// isSign reports whether a word says nothing about the move: “+”, “!?”, “±”, “N”, “e.p.”.
func isSign(word string) bool {
	if word[0] == 'e' || word[0] == 'E' {
		switch strings.ToLower(word) {
		case "e.p.", "e.p", "ep":
			return true
		}
		return false
	}
	sign := false
	for _, r := range word {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || isFigure(r) {
			return false
		}
		sign = sign || r != '-' && r != '–' && r != '—'
	}
	return sign
}
