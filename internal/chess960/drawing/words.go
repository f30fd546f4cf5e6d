package drawing

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// mostWords is how many words of a text are looked at: throws and the words around them.
const mostWords = 4 * MostThrows

var (
	dice         = strings.NewReplacer("⚀", " 1 ", "⚁", " 2 ", "⚂", " 3 ", "⚃", " 4 ", "⚄", " 5 ", "⚅", " 6 ")
	cardLabel    = regexp.MustCompile(`(?i)\b([ah])[ -]+(\d)\b`)
	coinLetters  = regexp.MustCompile(`(?i)\b[kz]+\b`) // German: Kopf, Zahl
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
		text = coinLetters.ReplaceAllStringFunc(text, strings.NewReplacer("K", "H", "k", "H", "Z", "T", "z", "T").Replace)
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
	if !m.drawsPieces() {
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

// drawsPieces reports whether the throws of a method are the letters of pieces.
func (m *Method) drawsPieces() bool {
	next := m.Start().Next
	return next.Outcomes[0].Label == chess960.King.String() && next.Device != PlayingCards
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
