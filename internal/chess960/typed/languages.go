package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// English is the letters of chess960.Piece, in the order of Language.Letters.
const English = "KQRBN"

// A Language has letters and names of its own for the pieces.
type Language struct {
	Code    string    // as in Discord's locales, such as "de"
	Name    string    // in English, such as "German"
	Letters [5]string // of king, queen, rook, bishop and knight, in upper case
	names   [5]string // in lower case with spaces between, the same order
}

// Languages returns every language, English first. A language with several sets of
// letters has a row for each. Of languages that share their letters, the most widespread
// comes first.
func Languages() []*Language { return languages }

var languages = []*Language{
	{"en", "English", [5]string{"K", "Q", "R", "B", "N"}, [5]string{"king kings", "queen queens", "rook rooks castle castles", "bishop bishops", "knight knights night nights horse horses"}},
	{"de", "German", [5]string{"K", "D", "T", "L", "S"}, [5]string{"könig koenig", "dame damen königin koenigin", "turm türme tuerme türmen", "läufer laeufer läufern", "springer springern pferd pferde"}},
	{"fr", "French", [5]string{"R", "D", "T", "F", "C"}, [5]string{"roi", "dame reine", "tour tours", "fou fous", "cavalier cavaliers"}},
	{"es", "Spanish", [5]string{"R", "D", "T", "A", "C"}, [5]string{"rey", "dama reina", "torre torres", "alfil alfiles", "caballo caballos"}},
	{"it", "Italian", [5]string{"R", "D", "T", "A", "C"}, [5]string{"re", "donna regina", "torre torri", "alfiere alfieri", "cavallo cavalli"}},
	{"pt", "Portuguese", [5]string{"R", "D", "T", "B", "C"}, [5]string{"rei", "dama rainha", "torre torres", "bispo bispos", "cavalo cavalos"}},
	{"nl", "Dutch", [5]string{"K", "D", "T", "L", "P"}, [5]string{"koning", "dame koningin", "toren torens", "loper lopers", "paard paarden"}},
	{"pl", "Polish", [5]string{"K", "H", "W", "G", "S"}, [5]string{"król", "hetman królowa", "wieża wieże", "goniec gońce", "skoczek skoczki koń konie"}},
	{"sv", "Swedish", [5]string{"K", "D", "T", "L", "S"}, [5]string{"kung kungen", "dam dronning drottning", "torn", "löpare", "springare häst"}},
	{"ru", "Russian", [5]string{"КР", "Ф", "Л", "С", "К"}, [5]string{"король", "ферзь королева", "ладья ладьи", "слон слоны", "конь кони"}},
	{"en", "English", [5]string{"K", "Q", "R", "B", "KT"}, [5]string{}},
	{"en", "English", [5]string{"K", "Q", "R", "B", "KN"}, [5]string{}},
	{"en", "English", [5]string{"K", "Q", "R", "B", "S"}, [5]string{}}, // problemists
	{"en", "English", [5]string{"K", "Q", "R", "B", "H"}, [5]string{}},
	{"da", "Danish", [5]string{"K", "D", "T", "L", "S"}, [5]string{"konge", "dronning", "tårn tårne taarn", "løber løbere loeber", "springer springere"}},
	{"no", "Norwegian", [5]string{"K", "D", "T", "L", "S"}, [5]string{"konge", "dronning", "tårn", "løper løpere", "springer springere"}},
	{"fi", "Finnish", [5]string{"K", "D", "T", "L", "R"}, [5]string{"kuningas", "kuningatar daami", "torni tornit", "lähetti lähetit", "ratsu ratsut"}},
	{"et", "Estonian", [5]string{"K", "L", "V", "O", "R"}, [5]string{"kuningas", "lipp", "vanker vankrid", "oda odad", "ratsu ratsud"}},
	{"cs", "Czech", [5]string{"K", "D", "V", "S", "J"}, [5]string{"král", "dáma královna", "věž věže", "střelec střelci", "jezdec jezdci kůň koně"}},
	{"sk", "Slovak", [5]string{"K", "D", "V", "S", "J"}, [5]string{"kráľ", "dáma kráľovná", "veža veže", "strelec strelci", "jazdec jazdci kôň"}},
	{"hu", "Hungarian", [5]string{"K", "V", "B", "F", "H"}, [5]string{"király", "vezér királynő", "bástya bástyák", "futó futók", "huszár huszárok"}},
	{"tr", "Turkish", [5]string{"Ş", "V", "K", "F", "A"}, [5]string{"şah", "vezir", "kale kaleler", "fil filler", "at atlar"}},
	{"ro", "Romanian", [5]string{"R", "D", "T", "N", "C"}, [5]string{"rege", "damă regină", "turn turnuri", "nebun nebuni", "cal cai"}},
	{"ca", "Catalan", [5]string{"R", "D", "T", "A", "C"}, [5]string{"rei", "dama reina", "torre torres", "alfil alfils", "cavall cavalls"}},
	{"hr", "Croatian", [5]string{"K", "D", "T", "L", "S"}, [5]string{"kralj", "dama kraljica", "top topovi", "lovac lovci", "skakač skakači konj"}},
	{"sr", "Serbian", [5]string{"К", "Д", "Т", "Л", "С"}, [5]string{"краљ", "дама краљица", "топ топови", "ловац ловци", "скакач скакачи коњ"}},
	{"uk", "Ukrainian", [5]string{"КР", "Ф", "Т", "С", "К"}, [5]string{"король", "ферзь королева", "тура тури", "слон слони", "кінь коні"}},
	{"bg", "Bulgarian", [5]string{"Ц", "Д", "Т", "О", "К"}, [5]string{"цар", "дама царица", "топ топове", "офицер офицери", "кон коне"}},
	{"el", "Greek", [5]string{"Ρ", "Β", "Π", "Α", "Ι"}, [5]string{"βασιλιάς", "βασίλισσα", "πύργος πύργοι", "αξιωματικός αξιωματικοί", "ίππος ίπποι άλογο"}},
	{"he", "Hebrew", [5]string{"מ", "ה", "צ", "ר", "פ"}, [5]string{"מלך", "מלכה", "צריח צריחים", "רץ רצים", "פרש פרשים"}},
	{"zh", "Chinese", [5]string{"王", "后", "车", "象", "马"}, [5]string{"国王 國王", "王后 皇后", "城堡", "主教", "骑士 騎士"}},
	{"zh", "Chinese", [5]string{"王", "后", "車", "象", "馬"}, [5]string{}},
	{"ja", "Japanese", [5]string{"キ", "ク", "ル", "ビ", "ナ"}, [5]string{"キング", "クイーン クィーン", "ルーク", "ビショップ 僧正", "ナイト 騎士"}},
	{"ko", "Korean", [5]string{"왕", "여", "성", "비", "나"}, [5]string{"킹", "퀸 여왕", "룩", "비숍 주교", "나이트 기사"}},
}

// Translate turns upper-case letters of the language into English ones. ok is false if
// the language does not use one of the letters. The Russian king "Кр" is tried before
// the knight "К".
func (l *Language) Translate(letters string) (rank string, ok bool) {
	var english [16]byte
	n := 0
	for letters != "" {
		best := -1
		for i, of := range l.Letters {
			if strings.HasPrefix(letters, of) && (best < 0 || len(of) > len(l.Letters[best])) {
				best = i
			}
		}
		if best < 0 || n == len(english) {
			return "", false
		}
		english[n] = English[best]
		n++
		letters = letters[len(l.Letters[best]):]
	}
	return string(english[:n]), true
}

// IsFullSet reports whether English letters are the eight pieces of one side.
func IsFullSet(rank string) bool {
	var count [5]int
	for i := range len(rank) {
		piece := strings.IndexByte(English, rank[i])
		if piece < 0 {
			return false
		}
		count[piece]++
	}
	return count == [5]int{1, 1, 2, 2, 2}
}

// LongestRank is the most letters that a back rank takes: the Russian king "Кр" and the
// English knights "Kt" take two each.
const LongestRank = 10

// Write writes a back rank of English letters in the language's letters.
func (l *Language) Write(rank string) string {
	var b strings.Builder
	for _, r := range rank {
		b.WriteString(l.Letters[strings.IndexRune(English, r)])
	}
	return b.String()
}

// fold returns a word in lower case and without accents, so that "König", "konig" and
// "KÖNIG" are one word.
func fold(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ø':
			return 'o'
		case r == 'ł':
			return 'l'
		case r == 'ı':
			return 'i'
		}
		return r
	}, norm.NFD.String(strings.ToLower(word)))
}

// Piece returns the English letter of a piece that is named in any language, with or
// without accents and in any case.
func Piece(word string) (letter string, ok bool) { return pieceNames.meaning(word) }

var pieceNames = func() dictionary[string] {
	names := dictionary[string]{}
	for _, l := range languages {
		for i, of := range l.names {
			names.add(of, English[i:i+1])
		}
	}
	return names
}()
