package recognize_test

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// names returns the pieces of a position in words, a-file first.
func names(p chess960.Position) []string {
	var list []string
	for f := range chess960.AllFiles.All() {
		list = append(list, p.Piece(f).Name())
	}
	return list
}

// bySquare writes the eight squares with their pieces, such as "Ra1 Nb1".
func bySquare(p chess960.Position, format string, name func(chess960.Piece) string) []string {
	var list []string
	for f := range chess960.AllFiles.All() {
		list = append(list, strings.NewReplacer("P", name(p.Piece(f)), "S", f.Square()).Replace(format))
	}
	return list
}

func sp(p chess960.Position) string { return fmt.Sprintf("SP-%d", p.SP()) }

// forms are ways to write a position. The first ones are those in the bot's own answers.
var forms = map[string]func(p chess960.Position) string{
	"heading": func(p chess960.Position) string { return fmt.Sprintf("## %s · %v\nThe normal start.", sp(p), p) },
	"numbers": func(p chess960.Position) string {
		return fmt.Sprintf("SP **%d** · Fritz 9 %d · Almanac %d · mirror image SP %d", p.SP(), chess960.Fritz9.Derive(p).Number(), chess960.Almanac.Derive(p).Number(), p.Mirror().SP())
	},
	"card of earlier versions": func(p chess960.Position) string {
		return fmt.Sprintf("SP **%d** · Fritz 9: %d · Almanac: %d · mirror image: %s", p.SP(), chess960.Fritz9.Derive(p).Number(), chess960.Almanac.Derive(p).Number(), sp(p.Mirror()))
	},
	"X-FEN":        chess960.Position.XFEN,
	"Shredder-FEN": chess960.Position.ShredderFEN,
	"code": func(p chess960.Position) string {
		return "**X-FEN**\n```\n" + p.XFEN() + "\n```\n**Shredder-FEN**\n```\n" + p.ShredderFEN() + "\n```"
	},
	"PGN tags": chess960.Position.PGNTags,
	"lichess": func(p chess960.Position) string {
		return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(p.XFEN(), " ", "_")
	},
	"spoken": func(p chess960.Position) string { return "White's first rank: " + strings.Join(names(p), ", ") + "." },
	"alt text": func(p chess960.Position) string {
		return fmt.Sprintf("Board of SP %d, seen from White's side. White's first rank, a to h: %s. Black's pieces stand opposite.", p.SP(), strings.Join(names(p), ", "))
	},
	"alt text of earlier versions": func(p chess960.Position) string {
		return "Chess960 start position, seen from White's side. White's first rank: " + strings.Join(bySquare(p, "S P", chess960.Piece.Name), ", ") + ". Black's pieces mirror them on rank 8; the pawns are on ranks 2 and 7."
	},
	"Ra1": func(p chess960.Position) string { return strings.Join(bySquare(p, "PS", chess960.Piece.String), " ") },
	"Fritz 9": func(p chess960.Position) string {
		return fmt.Sprintf("Fritz 9: %d", chess960.Fritz9.Derive(p).Number())
	},
	"Almanac": func(p chess960.Position) string {
		return fmt.Sprintf("almanac %d", chess960.Almanac.Derive(p).Number())
	},

	"SP-number":     sp,
	"sp number":     func(p chess960.Position) string { return fmt.Sprintf("sp %d", p.SP()) },
	"SPnumber":      func(p chess960.Position) string { return fmt.Sprintf("SP%03d", p.SP()) },
	"#number":       func(p chess960.Position) string { return fmt.Sprintf("#%d", p.SP()) },
	"back rank":     chess960.Position.String,
	"small letters": func(p chess960.Position) string { return strings.ToLower(p.String()) },
	"backticks":     func(p chess960.Position) string { return "`" + p.String() + "`" },
	"quotes":        func(p chess960.Position) string { return "“" + p.String() + "”" },
	"spaces":        func(p chess960.Position) string { return strings.Join(strings.Split(p.String(), ""), " ") },
	"dashes": func(p chess960.Position) string {
		return "The rank is " + strings.Join(strings.Split(p.String(), ""), " – ") + "!"
	},
	"full width": func(p chess960.Position) string {
		return strings.Map(func(r rune) rune { return r - '!' + '！' }, p.String())
	},
	"white figures": func(p chess960.Position) string { return figures(p, '♔') },
	"black figures": func(p chess960.Position) string { return figures(p, '♚') },
	"diagram": func(p chess960.Position) string {
		return figures(p, '♚') + "\n♟♟♟♟♟♟♟♟\n........\n........\n........\n........\n♙♙♙♙♙♙♙♙\n" + figures(p, '♔')
	},
	"board alone":  func(p chess960.Position) string { return strings.Fields(p.XFEN())[0] },
	"FEN in prose": func(p chess960.Position) string { return "I like " + p.XFEN() + " very much, you know." },
	"FEN, board, prose": func(p chess960.Position) string {
		return strings.Fields(p.XFEN())[0] + " is what we played by candle light"
	},
	"escaped link": func(p chess960.Position) string {
		return "see https://lichess.org/editor?fen=" + strings.NewReplacer(" ", "%20", "/", "%2F").Replace(p.XFEN()) + "&variant=chess960"
	},
	"fromPosition": func(p chess960.Position) string {
		return "<https://lichess.org/analysis/fromPosition/" + strings.ReplaceAll(p.XFEN(), " ", "_") + "?color=black>"
	},
	"whole game": func(p chess960.Position) string {
		return "[Event \"Club\"]\n[Date \"2026.11.21\"]\n" + p.PGNTags() + "\n1. e4 e5 2. Ng3 Ng6 3. Bb5 c6 4. Rd1 { [%clk 0:03:00] } O-O 1/2-1/2\n"
	},
	"game with the older Variant tag": func(p chess960.Position) string {
		return strings.Replace(p.PGNTags(), `"Chess960"`, `"Fischerandom"`, 1) + "\n1. e4 e5 *\n"
	},
	"piece on square": func(p chess960.Position) string {
		return strings.Join(bySquare(p, "P on S", chess960.Piece.Name), " and ")
	},
	"a1=R": func(p chess960.Position) string { return strings.Join(bySquare(p, "S=P", chess960.Piece.String), "; ") },
	"backwards": func(p chess960.Position) string {
		list := bySquare(p, "PS", chess960.Piece.String)
		slices.Reverse(list)
		return strings.Join(list, ", ")
	},
	"invisible": func(p chess960.Position) string {
		return "\u202e" + strings.Join(strings.Split(p.String(), ""), "\u200b")
	},
}

func figures(p chess960.Position, king rune) string {
	return strings.Map(func(r rune) rune { return king + rune(strings.IndexRune("KQRBN", r)) }, p.String())
}
