package recognize_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"chess960bot/internal/chess960/recognize"
)

// repeated are texts that keep one of the readers busy when they are repeated.
var repeated = map[string]string{
	"letter": "R", "letters apart": "R ", "first ranks": "RNBQKBNR ", "nearly first ranks": "RNBQKBN ", "letters of two": "KтK", "Russian": "кр", "Chinese": "车马象",
	"squares": "a1 ", "square and name": "a1 rook ", "pieces on squares": "Ra1 ", "names": "rook ", "names by kind": "rooks a1 h1 ", "files": "a b c d e f g ", "files with pieces": "aR bN cB ", "numbered": "1. R 2. N 3. B ",
	"SP": "SP-", "SP numbers": "SP-1 ", "long numbers": "SP-99999999999999999999 ", "hash": "#", "hash numbers": "#518 ", "names of schemes": "chess960 position number ", "alternatives": "or 518 ", "SP and alternatives": "SP 518 or 519 ", "digits": "1", "digits apart": "5 ", "mirror": "mirror image ", "Fritz": "fritz 9 ",
	"ranks": "8/", "pieces and slashes": "rnbqkbnr/", "slashes": "/", "empty boards": "8/8/8/8/8/8/8/8 ", "FENs": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ", "one long FEN": "rnbqkbnr/pppppppp/8/8/8/8/", "numbers of squares": "88888888/",
	"diagram lines": "r n b q k b n r\n. . . . . . . .\n", "empty lines": "\n", "bars": "|", "bars and spaces": "| ", "frames": "+---", "labels": "a b c d e f g h\n",
	"brackets": "[", "tags": "[Variant \"Chess960\"]", "FEN tags": "[FEN ", "directions": "h to a ", "directions and ranks": "h-a RNBQKBNR\n", "links": "https://chess960.net/", "percent": "%", "escapes": "%20", "double escapes": "%25", "entities": "&amp;", "half entities": "&", "emoji": "😀", "server emoji": "<:wr:1>", "half server emoji": "<:w", "figures": "♖", "pawns": "♟\n", "figures with selectors": "♜\ufe0f", "zeros": "\x00", "marks": "\u202e", "accents": "\u0301", "letters with accents": "e\u0301", "not UTF-8": "\xff", "full width": "Ｒ", "ligatures": "\ufdfa", "dashes": "-", "spaces": " ", "words": "words and words ", "long words": "abcdefghijklmnopqrstuvwxyz",
}

// processorTime is the time that the program had the processor: busy machines give it
// less of the elapsed time.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}

// BenchmarkLength reads texts of three lengths. The time of a character must not grow
// with the length.
func BenchmarkLength(b *testing.B) {
	for name, part := range repeated {
		for _, length := range []int{600, 6000, 60000} {
			text := strings.Repeat(part, length/utf8.RuneCountInString(part))
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(name, " ", "_"), length), func(b *testing.B) {
				earlier := processorTime(b)
				for b.Loop() {
					recognize.Text(text, nil)
					recognize.All(text)
				}
				b.ReportMetric(float64((processorTime(b)-earlier).Nanoseconds())/float64(b.N*length), "ns/char")
			})
		}
	}
}
