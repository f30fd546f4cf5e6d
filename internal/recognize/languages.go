package recognize

import "strings"

// A Language has letters and names of its own for the pieces.
type Language struct {
	Name    string    // in English, such as "German"
	Letters [5]string // of king, queen, rook, bishop and knight, in upper case

	names [5][]string // in lower case, the same order
}

// english is the letters of chess960.Piece, in the order of Letters.
const english = "KQRBN"

// Languages returns the languages, other than English, in which back ranks are read. Of
// languages that share their letters, the most widespread comes first.
func Languages() []*Language { return languages[1:] }

var languages = []*Language{
	{"English", [5]string{"K", "Q", "R", "B", "N"}, [5][]string{{"king"}, {"queen"}, {"rook"}, {"bishop"}, {"knight"}}},
	{"German", [5]string{"K", "D", "T", "L", "S"}, [5][]string{{"könig"}, {"dame"}, {"turm"}, {"läufer"}, {"springer"}}},
	{"French", [5]string{"R", "D", "T", "F", "C"}, [5][]string{{"roi"}, {"dame"}, {"tour"}, {"fou"}, {"cavalier"}}},
	{"Spanish", [5]string{"R", "D", "T", "A", "C"}, [5][]string{{"rey"}, {"dama", "reina"}, {"torre"}, {"alfil"}, {"caballo"}}},
	{"Italian", [5]string{"R", "D", "T", "A", "C"}, [5][]string{{"re"}, {"donna", "regina"}, {"torre"}, {"alfiere"}, {"cavallo"}}},
	{"Portuguese", [5]string{"R", "D", "T", "B", "C"}, [5][]string{{"rei"}, {"dama", "rainha"}, {"torre"}, {"bispo"}, {"cavalo"}}},
	{"Dutch", [5]string{"K", "D", "T", "L", "P"}, [5][]string{{"koning"}, {"dame"}, {"toren"}, {"loper"}, {"paard"}}},
	{"Polish", [5]string{"K", "H", "W", "G", "S"}, [5][]string{{"król"}, {"hetman"}, {"wieża"}, {"goniec"}, {"skoczek"}}},
	{"Swedish", [5]string{"K", "D", "T", "L", "S"}, [5][]string{{"kung"}, {"dam"}, {"torn"}, {"löpare"}, {"springare"}}},
	{"Russian", [5]string{"КР", "Ф", "Л", "С", "К"}, [5][]string{{"король"}, {"ферзь"}, {"ладья"}, {"слон"}, {"конь"}}},
}

// translate turns upper-case letters of the language into English ones. ok is false if
// the language does not use one of the letters. The Russian king "Кр" is tried before
// the knight "К".
func (l *Language) translate(letters string) (string, bool) {
	var b strings.Builder
letter:
	for letters != "" {
		for i, of := range l.Letters {
			if rest, ok := strings.CutPrefix(letters, of); ok {
				b.WriteByte(english[i])
				letters = rest
				continue letter
			}
		}
		return "", false
	}
	return b.String(), true
}

// pieceNames maps the name of a piece, in any language and in lower case, to its
// English letter.
var pieceNames = func() map[string]string {
	names := map[string]string{}
	for _, l := range languages {
		for i, of := range l.names {
			for _, name := range of {
				names[name] = english[i : i+1]
			}
		}
	}
	return names
}()
