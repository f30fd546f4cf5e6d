package drawing

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// A ThrowError is returned for a text of throws that does not lead to a position.
type ThrowError struct {
	Drawing Drawing // the drawing before the wrong throw; its Next was expected
	Throw   int     // number of the wrong throw, from 1
	Given   string  // the wrong throw; "" if the text ends
}

// TooLong reports whether the rank is not complete after MostThrows throws.
func (e *ThrowError) TooLong() bool { return e.Throw > MostThrows && !e.TooMany() }

// Missing reports whether the text ends before the rank is complete.
func (e *ThrowError) Missing() bool { return e.Given == "" }

// TooMany reports whether the text has more throws after the rank was complete.
func (e *ThrowError) TooMany() bool { return e.Drawing.over() }

// Error names the throw, for operators.
func (e *ThrowError) Error() string {
	next, labels := e.Drawing.Next, []string{}
	for _, o := range next.Outcomes {
		labels = append(labels, o.Label)
	}
	return fmt.Sprintf("throw %d: %q for %s %s %v", e.Throw, e.Given, next.Device, next.For.Kind, labels)
}

// A typedThrow is one word of a text of throws, in upper case, with the name of the
// die in front of it: "d8" in "d8=3".
type typedThrow struct {
	device Device
	text   string
	run    bool // so long that it may be a run of several throws
}

var thrownPattern = regexp.MustCompile(`(?i)(?:(d\d+)[ =:-]+)?([\p{L}\p{N}]+)`)

// MostThrows is the largest number of throws that Read reads. No drawing needs so many.
const MostThrows = 100

// Read returns the drawing with the throws that people typed. Characters other than
// letters and digits separate throws. Throws of one letter or digit need no separator:
// "1 3 2 2 4", "d8=3 d4=1 d6=5 d20=17", "HT,TT", "RNBQKBNR". Dice with names may be in
// any order. Words are read too: "I rolled one, then three, 2, 2 and 4", "heads tails",
// "rook knight …", and the letters of other languages. The error, if any, is a
// *ThrowError. An optional throw may be left out.
func (m *Method) Read(text string) (Drawing, error) {
	d, err := m.read(text, true)
	if err != nil && m.ID == "coins" {
		if tossed, err := m.read(text, false); err == nil {
			return tossed, nil
		}
	}
	return d, err
}

// read is Read. With rolled, the numbers 4 to 6 that two coins have no place for are those
// of a die, on which they count as 1 to 3. Otherwise 4 is tossed again.
func (m *Method) read(text string, rolled bool) (Drawing, error) {
	d := m.Start()
	words := m.wordsOf(text)
	for throw := 1; ; throw++ {
		i := slices.IndexFunc(words, func(w typedThrow) bool { return w.device == "" || w.device == d.Next.Device })
		switch {
		case len(words) == 0 && d.Done():
			return d, nil
		case len(words) == 0:
			return d, &ThrowError{Drawing: d, Throw: throw}
		case throw > MostThrows, i < 0, d.over():
			return d, &ThrowError{d, throw, words[0].String()}
		}
		outcome, rest := d.Next.match(d.Next.respelled(words[i], rolled))
		if outcome < 0 {
			return d, &ThrowError{d, throw, words[i].String()}
		}
		d = d.With(outcome)
		if words[i].text = rest; rest == "" {
			words = slices.Delete(words, i, i+1)
		}
	}
}

// String returns the word as people write it: "d8=3".
func (w typedThrow) String() string {
	if strings.HasPrefix(string(w.device), "d") {
		return string(w.device) + "=" + w.text
	}
	return w.text
}

// wordsOf returns the throws of a text, one more than MostThrows at most.
func (m *Method) wordsOf(text string) []typedThrow {
	var words []typedThrow
	for _, found := range thrownPattern.FindAllStringSubmatch(m.plain(text), mostWords) {
		w, ok := m.readWord(typedThrow{Device(strings.ToLower(found[1])), strings.ToUpper(found[2]), len(found[2]) >= shortestRun})
		if ok {
			words = append(words, w)
		}
	}
	words = m.inEnglish(words)
	return words[:min(len(words), MostThrows+1)]
}

// shortestRun is the shortest word that may be several throws. A number of two digits,
// such as 12, is one throw.
const shortestRun = 3

// match returns the index of the outcome that a word names, or with which a run of
// throws begins, and the rest of the run. The index is -1 for no outcome.
func (c Choice) match(w typedThrow) (outcome int, rest string) {
	for i, o := range c.Outcomes {
		if w.text == strings.ToUpper(strings.ReplaceAll(o.Label, "-", "")) || slices.Contains(o.Aliases[:], w.text) {
			return i, ""
		}
	}
	isNumber := w.text[0] <= '9'
	if isNumber && (!w.run || c.Device == d20 || c.Device == Number) {
		return -1, ""
	}
	for i, o := range c.Outcomes {
		for _, label := range []string{o.Label, o.Aliases[0], o.Aliases[1]} {
			if rest, ok := strings.CutPrefix(w.text, label); ok && label != "" {
				return i, rest
			}
		}
	}
	return -1, ""
}

// mostWords is how many words of a text are looked at: throws and the words around them.
const mostWords = 4 * MostThrows

var (
	dice         = strings.NewReplacer("⚀", " 1 ", "⚁", " 2 ", "⚂", " 3 ", "⚃", " 4 ", "⚄", " 5 ", "⚅", " 6 ")
	cardLabel    = regexp.MustCompile(`(?i)\b([ah])[ -]+(\d)\b`)
	singleCoins  = regexp.MustCompile(`(?i)\b[ht](?:[^\p{L}\p{N}]+[ht]\b)+`)
	coinWord     = regexp.MustCompile(`\p{L}{3,}`)
	betweenCoins = regexp.MustCompile(`\P{L}+`)
)

// plain replaces other spellings by the labels of outcomes: figures of dice and pieces,
// full-width digits, the label "a 3" of a card, and separate coins such as "heads tails",
// "H T", "KZ" or "penny H, nickel T".
func (m *Method) plain(text string) string {
	text = typed.Plain(dice.Replace(text))
	switch m.ID {
	case "cards":
		return cardLabel.ReplaceAllString(text, "$1$2")
	case "coins", "coins-die", "coins-once":
		for _, code := range typed.With("coin letters") { // German: Kopf, Zahl
			head, tail, _ := strings.Cut(typed.Words(code, "coin letters"), " ")
			sides := strings.NewReplacer(head, "H", strings.ToUpper(head), "H", tail, "T", strings.ToUpper(tail), "T")
			text = regexp.MustCompile(`(?i)\b[`+head+tail+`]+\b`).ReplaceAllStringFunc(text, sides.Replace)
		}
		text = coinWord.ReplaceAllStringFunc(text, func(word string) string {
			switch {
			case typed.Is(word, "heads"):
				return "H"
			case typed.Is(word, "tails"):
				return "T"
			case typed.Is(word, "coins"):
				return " "
			}
			return word
		})
		return singleCoins.ReplaceAllStringFunc(text, func(coins string) string {
			return betweenCoins.ReplaceAllString(coins, "")
		})
	}
	return text
}

// labelOf returns the label that a word means in any language.
func labelOf(word string) (label string, ok bool) {
	if letter, ok := typed.Piece(word); ok {
		return letter, true
	}
	if n, ok := typed.Number(word); ok {
		return strconv.Itoa(n), true
	}
	owner, _ := typed.OwnerOf(word)
	switch isLetter := len(word) == 1; {
	case typed.Is(word, "ace"):
		return "A", true
	case typed.Is(word, "jack"):
		return "J", true
	case owner == typed.White && !isLetter:
		return "WHITE", true
	case owner == typed.Black && !isLetter:
		return "BLACK", true
	}
	return "", false
}

// readWord returns the throw that a word of the text is. ok is false for a word that is
// no throw.
func (m *Method) readWord(w typedThrow) (read typedThrow, ok bool) {
	if w.device == d6 && m.ID == "coins" { // a die for the numbers 1 to 3
		w.device = ""
	}
	if label, ok := labelOf(w.text); ok {
		w.text, w.run = label, false
	} else if typed.Is(w.text, "beside throws") || typed.IsLink(w.text) {
		return w, false
	}
	if m.ID == "coins-once" && w.device == "" { // coins and dice lie on the table together
		w.device = pair.name
		if w.text[0] <= '9' {
			w.device = d6
		}
	}
	return w, true
}

// inEnglish translates the pieces drawn from a bag, or dealt as cards, from the letters of
// another language.
func (m *Method) inEnglish(words []typedThrow) []typedThrow {
	if next := m.Start().Next; next.Outcomes[0].Label != chess960.King.String() || next.Device == PlayingCards { // no pieces
		return words
	}
	var english []typedThrow
	for i := 0; i < len(words); i++ {
		if rank, n := pieces(words[i:]); n > 0 {
			english = append(english, typedThrow{text: rank, run: true})
			i += n - 1
		} else {
			english = append(english, words[i])
		}
	}
	return english
}

// pieces returns the eight pieces that the first n words are in the letters of a language,
// or "" and 0.
func pieces(words []typedThrow) (rank string, n int) {
	letters := ""
	for i, w := range words {
		letters += w.text
		count := utf8.RuneCountInString(letters)
		if w.device != "" || count > typed.LongestRank {
			break
		}
		if count < len(set) {
			continue
		}
		for _, l := range typed.Languages() {
			if rank, ok := l.Translate(letters); ok && typed.IsFullSet(rank) {
				return rank, i + 1
			}
		}
	}
	return "", 0
}

// respelled returns the word in the labels of this choice. "A" and "H" name the bishop
// nearer to that side, as a white and a black pawn do. Where two coins have no outcome 4,
// a die's 4 to 6 count as 1 to 3.
func (c Choice) respelled(w typedThrow, rolled bool) typedThrow {
	switch {
	case c.Device == Pawn && w.text == "A":
		w.text = "W"
	case c.Device == Pawn && w.text == "H":
		w.text = "B"
	case c.Device == Coins && rolled && c.Outcomes[3].Again && len(w.text) > 0 && '4' <= w.text[0] && w.text[0] <= '6':
		w.text = string(w.text[0]-3) + w.text[1:]
	}
	return w
}
