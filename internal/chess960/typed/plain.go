// Package typed turns what people type, paste or copy into plain characters, and knows
// the words that they use for pieces and numbers.
//
//   - [Plain] returns a text in plain ASCII, as far as it has such characters.
//   - [Languages] are the letters and names of the pieces.
//   - [Piece], [Is], [OwnerOf], [IsLink] and [Number] give the meaning of one word.
//   - [Words] are those of a language for days, times and more.
//
// The words are in the folder words, one file a language, and a new language is a new file. A line
// has the name of a meaning and its words, the usual one first. A dash in a word stands for a space
// too, case and accents do not count, and ";" stands between the words of several things:
//
//   - name: of the language, in English;
//   - letters: the place of the language among all, then the letters of king, queen, rook, bishop
//     and knight; of several sets of letters the usual one comes first;
//   - king to pawn: names of pieces; castling: what people write for O-O; own, enemy, white, black: whose pieces they are;
//   - white moves, black moves: whose move it is in a position;
//   - double: beside a name of Chess960, for two numbers or ranks of White and Black;
//   - article: of one letter, before a piece; link, or: words between pieces or positions; numbers: 0 to 20;
//   - weekday, month, part, half: what CLDR lacks of the names of a day from Sunday, which is 0, of a month, of
//     the hours of a part of the day, and of am and pm; next: before or after a day; ordinal: after a day's number;
//   - beside days, every: what means nothing beside days and dates, and what says that a day comes again;
//   - daily, weekend, weekdays, noon, midnight;
//   - to: between two days; at: before a time; clock: before or after its hour; after, one, minutes, hours,
//     half an hour: "in 10 minutes"; from now: behind such a time; days, seconds: of a time control;
//   - none: for no time or no position;
//   - number, position, start position, chess: before a number; beside numbers: what means nothing there;
//     drawn, negation: whether a remark says where a game begins;
//     says: before the number that a clock or a person gives; units: after a number of something else;
//     behind number: “st” and the like; of: before 960 or 959; then: before the next number; the: before a name;
//   - move: before the number of a move;
//   - normal, normal start: names of the normal start position; mirrored, turned: for a rank from h to a,
//     turned only beside the rank; file: in "from the h-file"; and: between numbers;
//   - heads, tails, coins, coin letters: of a toss, coins with names of their own, letters for both sides; ace, jack: playing cards; beside throws:
//     what means nothing beside throws;
//   - drawn game, bye, forfeit, no result, decided: behind the players of a game;
//   - greeting, asking, thinking: around a position that somebody asks for; playing: names of rounds.
package typed

import (
	"encoding/hex"
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	// escapedByte is a byte in a link: "%2F". Other percent signs stay.
	escapedByte = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	// customEmoji is an emoji of a Discord server: "<:wr:1234>".
	customEmoji = regexp.MustCompile(`<a?:(\w+):\d+>`)
	// Escapes of JSON.
	jsonEscapes = strings.NewReplacer(`\/`, "/", `\n`, "\n", `\t`, " ")
)

// Plain returns a text in the characters that readers look for. Letters and digits in
// full width, in circles or squares, in bold or in other scripts' digits become ASCII.
// White's chess figures become upper-case English letters, Black's lower-case ones, and
// every dash becomes "-". Escapes of links, HTML and JSON are resolved. Spaces, quotes
// and control characters become spaces, but line breaks stay. Invisible marks are
// dropped. A text whose characters stand for very many others, such as “㋿” for two, is cut.
func Plain(text string) string {
	text = escapedByte.ReplaceAllStringFunc(text, func(escape string) string {
		decoded, _ := hex.DecodeString(escape[1:]) // two hexadecimal digits
		return string(decoded)
	})
	if strings.ContainsRune(text, '&') {
		text = html.UnescapeString(text)
	}
	if strings.ContainsRune(text, '\\') {
		text = jsonEscapes.Replace(text)
	}
	if strings.ContainsRune(text, '<') {
		text = customEmoji.ReplaceAllString(text, " $1 ")
	}
	crown := 'K' // is the king, or the queen beside a prince
	if strings.ContainsRune(text, '🤴') {
		crown = 'Q'
	}
	text = strings.Map(emojiRune, strings.ReplaceAll(strings.ToValidUTF8(text, " "), "👑", string(crown)))
	return strings.Map(plainRune, compatible(text))
}

// compatible replaces characters by those that they stand for, one or several: "ﬀ" is "ff". The
// result is at most mostMore bytes longer than the text: “ﷺ” stands for 18 characters.
func compatible(text string) string {
	const mostMore = 1000
	if norm.NFKC.IsNormalString(text) {
		return text
	}
	normal := norm.NFKC.String(text)
	if most := len(text) + mostMore; len(normal) > most {
		return strings.ToValidUTF8(normal[:most], "")
	}
	return normal
}

// emojis are the pictures that stand for pieces.
var emojis = map[rune]rune{
	'🤴': 'K', '👸': 'Q', '🏰': 'R', '🗼': 'R', '⛪': 'B', '🐴': 'N', '🐎': 'N', '🏇': 'N', '🦄': 'N',
}

// emojiRune replaces the characters that normalization would keep, or would turn into
// something else.
func emojiRune(r rune) rune {
	switch {
	case r < 0x80:
		return r
	case '🇦' <= r && r <= '🇿':
		return r - '🇦' + 'A'
	case '🅐' <= r && r <= '🅩':
		return r - '🅐' + 'A'
	case '🅰' <= r && r <= '🆉':
		return r - '🅰' + 'A'
	case 0x1FA00 <= r && r <= 0x1FA05: // chess figures of no colour
		return rune(figures[r-0x1FA00])
	case r == '№':
		return '#'
	case r == '°':
		return 'o' // as in "N° 518"
	case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r):
		return ' ' // the number of a footnote
	}
	if letter, ok := emojis[r]; ok {
		return letter
	}
	return r
}

// figures is the order of the chess figures in Unicode.
const figures = "KQRBNP"

func plainRune(r rune) rune {
	switch {
	case r == '\n':
		return r
	case '♔' <= r && r <= '♙':
		return rune(figures[r-'♔'])
	case '♚' <= r && r <= '♟':
		return unicode.ToLower(rune(figures[r-'♚']))
	case r > ' ' && r < 0x80:
		if strings.ContainsRune("`'\"~<>\\", r) {
			return ' '
		}
		return r
	case unicode.Is(unicode.Nd, r): // the digits of every script are consecutive, from zero to nine
		zero := r
		for unicode.Is(unicode.Nd, zero-1) {
			zero--
		}
		return '0' + (r-zero)%10
	case unicode.Is(unicode.Pd, r), r == '−':
		return '-'
	case unicode.IsSpace(r), unicode.IsControl(r), unicode.In(r, unicode.Pi, unicode.Pf), r == '„':
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me): // such as U+202E, or a figure's variation selector
		return -1
	case utf8.RuneLen(unicode.ToLower(r)) != utf8.RuneLen(r): // such as İ: places in a text stay when it becomes lower case
		return unicode.ToLower(r)
	}
	return r
}
