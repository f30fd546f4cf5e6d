package drawing

import (
	"regexp"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/typed"
)

// mostWords is how many words of a text are looked at: throws and the words around them.
const mostWords = 4 * MostThrows

var (
	dice         = strings.NewReplacer("⚀", " 1 ", "⚁", " 2 ", "⚂", " 3 ", "⚃", " 4 ", "⚄", " 5 ", "⚅", " 6 ")
	cardLabel    = regexp.MustCompile(`(?i)\b([ah])[ -]+(\d)\b`)
	coinName     = regexp.MustCompile(`(?i)\b(?:(heads?|kopf|face|cara|testa|kruis)|(tails?|zahl|pile|cruz|croce|munt))\b`)
	coinLetters  = regexp.MustCompile(`(?i)\b[kz]+\b`) // German: Kopf, Zahl
	singleCoins  = regexp.MustCompile(`(?i)\b[ht](?:[^\p{L}\p{N}]+[ht]\b)+`)
	betweenCoins = regexp.MustCompile(`\P{L}+`)
)

// plain replaces other spellings by the labels of outcomes: figures of dice and pieces,
// full-width digits, the label "a 3" of a card, and separate coins such as "heads tails",
// "H T" or "KZ".
func (m *Method) plain(text string) string {
	text = typed.Plain(dice.Replace(text))
	switch m.ID {
	case "cards":
		return cardLabel.ReplaceAllString(text, "$1$2")
	case "coins":
		text = coinLetters.ReplaceAllStringFunc(text, strings.NewReplacer("K", "H", "k", "H", "Z", "T", "z", "T").Replace)
		text = coinName.ReplaceAllStringFunc(text, func(name string) string {
			if coinName.FindStringSubmatch(name)[1] != "" {
				return "H"
			}
			return "T"
		})
		return singleCoins.ReplaceAllStringFunc(text, func(coins string) string {
			return betweenCoins.ReplaceAllString(coins, "")
		})
	}
	return text
}

// around are the words that people write around throws.
var around = map[string]bool{
	"I": true, "WE": true, "ROLLED": true, "ROLL": true, "ROLLS": true, "THREW": true, "TOSSED": true, "DREW": true, "DEALT": true, "GOT": true, "MY": true, "DIE": true, "DICE": true, "COINS": true, "BAG": true, "SIDE": true, "FINALLY": true, "FIRST": true, "NEXT": true, "LAST": true,
	"ICH": true, "WIR": true, "HABE": true, "HABEN": true, "GEWÜRFELT": true, "GEWORFEN": true, "GEZOGEN": true, "DANACH": true,
}

// cardNames are the names of playing cards.
var cardNames = map[string]string{"ACE": "A", "ACES": "A", "JACK": "J", "KNAVE": "J", "ASS": "A", "BUBE": "J"}

// colours are the names of the colours of pawns and cards.
var colours = map[string]string{
	"WHITE": "WHITE", "WEISS": "WHITE", "WEIß": "WHITE", "BLANC": "WHITE", "BLANCO": "WHITE", "BIANCO": "WHITE",
	"BLACK": "BLACK", "SCHWARZ": "BLACK", "NOIR": "BLACK", "NEGRO": "BLACK", "NERO": "BLACK",
}

// means replaces a word by the label that it means, in any language. It reports false for
// a word that is no throw.
func (m *Method) means(w *thrown) bool {
	if w.device == "d12" && m.ID == "platonic" {
		return false // draws lots for the colours
	}
	if w.device == "d6" && m.ID == "coins" {
		w.device = "" // a die for the numbers 1 to 3
	}
	if letter, ok := typed.Piece(w.text); ok {
		w.text = letter
	} else if n, ok := typed.Number(w.text); ok {
		w.text = strconv.Itoa(n)
	} else if colour, ok := colours[w.text]; ok {
		w.text = colour
	} else if card, ok := cardNames[w.text]; ok {
		w.text = card
	} else {
		return !around[w.text] && !typed.IsLink(w.text)
	}
	w.run = false
	return true
}

// inEnglish translates the pieces drawn from a bag, or dealt as cards, from the letters of
// another language.
func (m *Method) inEnglish(words []thrown) []thrown {
	if !m.drawsPieces() {
		return words
	}
	var english []thrown
	for i := 0; i < len(words); i++ {
		if rank, n := pieces(words[i:]); n > 0 {
			english = append(english, thrown{text: rank, run: true})
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
	return next.Outcomes[0].Label == chess960.King.String() && next.Device != "playing card"
}

// pieces returns the eight pieces that the first n words are in the letters of a language
// other than English, or 0.
func pieces(words []thrown) (rank string, n int) {
	const longest = 10 // letters of two characters: the Russian king, English knights
	letters := ""
	for n < len(words) && words[n].device == "" {
		letters += words[n].text
		n++
		if count := len([]rune(letters)); count > longest {
			break
		} else if count < len(set) {
			continue
		}
		for _, l := range typed.Languages() {
			if rank, ok := l.Translate(letters); ok && isSet(rank) {
				return rank, n
			}
		}
	}
	return "", 0
}

// isSet reports whether English letters are the eight pieces of one side.
func isSet(rank string) bool {
	for _, piece := range kinds {
		if strings.Count(rank, piece.String()) != set.Files(piece).Len() {
			return false
		}
	}
	return len(rank) == len(set)
}

// respelled returns the word in the labels of this choice: "a" and "h" name the bishop
// nearer to them, which a white and a black pawn do too, and a die's 4 to 6 count as 1 to
// 3 where two coins have no place for them.
func (c Choice) respelled(w thrown, rolled bool) thrown {
	switch {
	case c.Device == "pawn" && w.text == "A":
		w.text = "W"
	case c.Device == "pawn" && w.text == "H":
		w.text = "B"
	case c.Device == "coins" && rolled && c.Outcomes[3].Again && len(w.text) > 0 && '4' <= w.text[0] && w.text[0] <= '6':
		w.text = string(w.text[0]-3) + w.text[1:]
	}
	return w
}
