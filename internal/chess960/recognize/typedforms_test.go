package recognize_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/workshop/testrun"
)

// A form is a way to write a position. Text reads each as the position, or offers it
// among several.
type form struct {
	kind, name string
	write      func(p chess960.Position) string
}

// replaced returns a form that replaces the words RANK and rank by the back rank, SP,
// F9, AL and PLUS by the numbers, FEN, XFEN and SFEN by the FENs, KQ by the castling
// rights of Shredder-FEN, and MIRROR by the rank from h to a.
func replaced(kind string, texts ...string) []form {
	var forms []form
	for _, text := range texts {
		forms = append(forms, form{kind, text, func(p chess960.Position) string {
			number := func(s *chess960.Scheme) string { return fmt.Sprint(s.Derive(p).Number()) }
			spaced := strings.Split(p.String(), "")
			return strings.NewReplacer(
				"RANK", p.String(), "rank", strings.ToLower(p.String()), "MIRROR", p.Mirror().String(), "mirror", strings.ToLower(p.Mirror().String()),
				"{SP}", fmt.Sprint(p.SP()), "{SP3}", fmt.Sprintf("%03d", p.SP()), "{S P}", strings.Join(strings.Split(fmt.Sprint(p.SP()), ""), " "),
				"{F9}", number(chess960.Fritz9), "{AL}", number(chess960.Almanac), "{DGT}", number(chess960.Scharnagl1To960), "{PLUS}", fmt.Sprint(p.SP()+1),
				"XFEN", p.XFEN(), "SFEN", p.ShredderFEN(), "BOARD", strings.Fields(p.XFEN())[0], "HA", strings.Fields(p.ShredderFEN())[2][:2],
				"R_A_N_K", strings.Join(spaced, " "), "R,A", strings.Join(spaced, ","), "R-A", strings.Join(spaced, "-"), "R|A", strings.Join(spaced, "|"), "R.A", strings.Join(spaced, "."),
				"R and K", strings.Join(spaced[:7], ", ")+" and "+spaced[7],
				"R8NK", strings.ReplaceAll(p.String(), "B", "8"),
			).Replace(text)
		}})
	}
	return forms
}

// listed returns a form that writes each file with its piece: P for the letter, p for the
// name, S for the square, f for the file, n for its number.
func listed(kind, between string, texts ...string) []form {
	var forms []form
	for _, text := range texts {
		forms = append(forms, form{kind, text + between, func(p chess960.Position) string {
			var list []string
			for f := range chess960.AllFiles.All() {
				list = append(list, strings.NewReplacer("{P}", p.Piece(f).String(), "{p}", strings.ToLower(p.Piece(f).String()), "{name}", p.Piece(f).Name(), "{S}", f.Square(), "{f}", f.String(), "{F}", strings.ToUpper(f.String()), "{n}", fmt.Sprint(int(f)+1)).Replace(text))
			}
			return strings.Join(list, between)
		}})
	}
	return forms
}

// byKind writes the squares of each kind of piece.
func byKind(p chess960.Position, format, between string, name func(chess960.Piece) string, pieces string) string {
	var list []string
	for _, piece := range pieces {
		files := p.Files(chess960.Piece(piece))
		var squares []string
		for f := range files.All() {
			squares = append(squares, f.Square())
		}
		list = append(list, strings.NewReplacer("{P}", name(chess960.Piece(piece)), "{S}", strings.Join(squares, between)).Replace(format))
	}
	return strings.Join(list, ", ")
}

func plural(p chess960.Piece) string {
	if p == chess960.King || p == chess960.Queen {
		return p.Name()
	}
	return p.Name() + "s"
}

func inFigures(text string) string {
	return strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘", "P", "♙", "k", "♚", "q", "♛", "r", "♜", "b", "♝", "n", "♞", "p", "♟").Replace(text)
}

func between(text, mark string) string { return strings.Join(strings.Split(text, ""), mark) }

// shifted moves the ASCII capitals of a text to another block of Unicode.
func shifted(text string, to rune) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + to
		}
		return r
	}, text)
}

func digitsFrom(n int, zero rune) string {
	return strings.Map(func(r rune) rune { return r - '0' + zero }, fmt.Sprint(n))
}

// typedForms are the forms beside those of the bot's own answers.
var typedForms = slices.Concat(
	replaced("numbers", "SP{SP}", "SP {SP}", "sp-{SP3}", "SP #{SP}", "SP: {SP}", "SP={SP}", "S.P. {SP}", "SP No. {SP}", "SP–{SP}", "SP_{SP}", "SP‑{SP}", "SP({SP})", "SP\u00a0{SP}", "“SP-{SP}”", "**SP-{SP}**", "> SP-{SP}", "||SP-{SP}||", "SP-{SP}.", "Scharnagl {SP}", "scharnagl number {SP}", "Scharnagl #{SP}",
		"SP {S P}", "SP+1 {PLUS}", "SP + 1: {PLUS}", "plus1 {PLUS}", "SP plus one {PLUS}",
		"Chess960 {SP}", "chess960:{SP}", "Chess 960 {SP}", "chess960 #{SP}", "Chess960 position {SP}", "Chess960 start position #{SP}", "chess960-{SP}", "FRC {SP}", "frc #{SP}", "FRC-{SP}", "Fischer Random {SP}", "Fischerrandom #{SP}", "Fischer random chess position {SP}", "Freestyle {SP}", "Freestyle Chess position {SP}", "C960 {SP}", "Schach960 {SP}", "idn {SP}", "IDN: {SP}", "ID {SP}", "id={SP}", "ID #{SP}", "№{SP}", "№ {SP}", "#{SP}", "# {SP}",
		"DGT960 {DGT}", "DGT 960: {DGT}", "DGT {DGT}", "Fischer-Random {SP}", "S P {SP}", "Ausgangsstellung {SP}", "Start #{SP3}", "国际象棋960 {SP}", "Startstellung Nr. {SP}", "Startstellung {SP}", "start position {SP}", "Starting position #{SP}", "startpos {SP}", "start position number {SP}", "position de départ n° {SP}", "posición inicial {SP}", "начальная позиция {SP}", "Position #{SP}", "позиция № {SP}", "{SP} (Chess960)", "{SP} SP", "{SP} in Chess960", "number {SP} in Chess960", "position no. {SP} (Chess960)",
		"359 is not it, SP-{SP} is", "Tonight we play SP-{SP}!", "Round 3: SP {SP}, 15+10", "sp{SP} please",
		"{F9} Fritz", "{F9} Fritz 9", "F9 {F9}", "f9: {F9}", "Fritz9 {F9}", "Fritz9: {F9}", "Fritz 9 - {F9}", "Fritz 9 #{F9}", "fritz9={F9}", "Fritz-9 {F9}", "Fritz 9 no. {F9}", "Fritz 9 position {F9}", "{F9} (Fritz 9)", "{F9} in Fritz 9", "number {F9} in Fritz 9",
		"{AL} almanac", "almanac #{AL}", "Almanac: {AL}", "i_num {AL}", "i_num={AL}", "zenquaker {AL}", "Almanac no. {AL}", "{AL} in the almanac",
		"[Chess960 \"{SP}\"]", "[Position \"SP-{SP}\"]", "Chess960={SP}", "https://www.chess-960.org/en/position/{SP}", "https://chess960.net/start-positions/#{SP}", "https://chess960.net/?sp={SP}", "http://www.chess960.net/position/{SP}/"),
	replaced("bare numbers", "{SP}", "position {SP}", "pos {SP}", "pos. {SP}", "Position: {SP}", "Position Nr. {SP}", "Nr. {SP}", "nr {SP}", "No. {SP}", "no {SP}", "nº {SP}", "n° {SP}", "N.º {SP}", "number {SP}", "Number: {SP}", "Stellung {SP}", "Stellung Nr. {SP}", "posición {SP}", "posición n.º {SP}", "posizione {SP}", "posição {SP}", "позиция {SP}", "position n° {SP}", "numéro {SP}", "Nummer {SP}", "номер {SP}", "pozycja {SP}", "ställning {SP}", "局面{SP}", "第{SP}号", "{SP}th", "the {SP}th", "the {SP}th position", "{SP}. Stellung", "{SP}/960", "{SP} of 960", "position {SP} of 960", "({SP})", "[{SP}]", "{SP}!", "{SP}?", "`{SP}`", "“{SP}”", "\u200b{SP}\u200b", "Round 1: position {SP3}", "{SP} please", "{SP}\n"),
	[]form{
		{"numbers", "full-width digits", func(p chess960.Position) string { return "SP-" + digitsFrom(p.SP(), '０') }},
		{"numbers", "Arabic digits", func(p chess960.Position) string { return "SP " + digitsFrom(p.SP(), '٠') }},
		{"numbers", "Persian digits", func(p chess960.Position) string { return "Chess960 " + digitsFrom(p.SP(), '۰') }},
		{"numbers", "Devanagari digits", func(p chess960.Position) string { return "#" + digitsFrom(p.SP(), '०') }},
		{"bare numbers", "Arabic digits alone", func(p chess960.Position) string { return digitsFrom(p.SP(), '٠') }},
		{"numbers", "bold digits", func(p chess960.Position) string { return "𝐒𝐏 " + digitsFrom(p.SP(), '𝟎') }},
		{"numbers", "keycaps", func(p chess960.Position) string {
			return "SP " + between(fmt.Sprint(p.SP()), "\ufe0f\u20e3") + "\ufe0f\u20e3"
		}},
		{"numbers", "zero-width", func(p chess960.Position) string {
			return "S\u200bP\u200b-\u200b" + between(fmt.Sprint(p.SP()), "\u200d")
		}},
	},
	replaced("letters", "RANK", "rank", "R_A_N_K", "R,A", "R-A", "R|A", "R.A", "R and K", "[RANK]", "(RANK)", "White: RANK", "RANK.", "RANK!", "'RANK'", "«RANK»", "```RANK```", "```\nRANK\n```", "> RANK", "~~RANK~~", "__RANK__", "||RANK||", "rank/RANK", "RANK RANK", "RANKRANK", "rankRANK", "RANK / RANK", "White RANK, Black rank", "SP-{SP} RANK", "RANK ({SP})", "{SP} RANK", "{SP}: RANK", "{SP}. RANK", "| {SP} | RANK |", "Tonight: RANK, 7 pm", "what is rank?", "number of RANK please", "position:RANK", "R8NK",
		"from h to a: MIRROR", "MIRROR from h to a", "MIRROR (h-a)", "h1-a1: MIRROR", "h1→a1 MIRROR", "h to a: mirror", "von h nach a: MIRROR", "right to left: MIRROR", "a to h: RANK", "RANK (a-h)", "a1-h1: RANK", "from a to h: RANK", "from Black’s side: MIRROR"),
	[]form{
		{"letters", "halves", func(p chess960.Position) string { return p.String()[:4] + " " + p.String()[4:] }},
		{"letters", "quarters in lines", func(p chess960.Position) string {
			return p.String()[:2] + "\n" + p.String()[2:4] + "\n" + p.String()[4:6] + "\n" + p.String()[6:]
		}},
		{"letters", "a letter in each line", func(p chess960.Position) string { return between(p.String(), "\n") }},
		{"letters", "first letter large", func(p chess960.Position) string { return p.String()[:1] + strings.ToLower(p.String()[1:]) }},
		{"letters", "JSON", func(p chess960.Position) string { return `["` + between(p.String(), `","`) + `"]` }},
		{"letters", "escaped", func(p chess960.Position) string { return url.QueryEscape(inFigures(p.String())) }},
		{"letters", "bold", func(p chess960.Position) string { return shifted(p.String(), '𝐀') }},
		{"letters", "script", func(p chess960.Position) string { return shifted(p.String(), '𝓐') }},
		{"letters", "double-struck in order", func(p chess960.Position) string { return shifted(p.String(), '𝕬') }},
		{"letters", "circled", func(p chess960.Position) string { return shifted(p.String(), 'Ⓐ') }},
		{"letters", "regional", func(p chess960.Position) string { return between(shifted(p.String(), '🇦'), " ") }},
		{"letters", "squared", func(p chess960.Position) string { return shifted(p.String(), '🅰') }},
		{"letters", "zero-width", func(p chess960.Position) string { return between(p.String(), "\u200d") }},
		{"letters", "no-break spaces", func(p chess960.Position) string { return between(p.String(), "\u00a0") }},
		{"letters", "narrow spaces", func(p chess960.Position) string { return between(p.String(), "\u202f") }},
		{"letters", "tabs", func(p chess960.Position) string { return between(p.String(), "\t") }},
		{"letters", "arrows", func(p chess960.Position) string { return between(p.String(), " → ") }},
		{"letters", "bullets", func(p chess960.Position) string { return between(p.String(), " • ") }},
		{"letters", "plus", func(p chess960.Position) string { return between(p.String(), "+") }},
		{"figures", "white", func(p chess960.Position) string { return inFigures(p.String()) }},
		{"figures", "black", func(p chess960.Position) string { return inFigures(strings.ToLower(p.String())) }},
		{"figures", "spaces", func(p chess960.Position) string { return between(inFigures(p.String()), " ") }},
		{"figures", "text style", func(p chess960.Position) string { return between(inFigures(p.String()), "\ufe0e") + "\ufe0e" }},
		{"figures", "emoji style", func(p chess960.Position) string { return between(inFigures(p.String()), "\ufe0f") + "\ufe0f" }},
		{"figures", "both sides", func(p chess960.Position) string {
			return inFigures(strings.ToLower(p.String())) + "\n" + inFigures(p.String())
		}},
		{"figures", "HTML", func(p chess960.Position) string {
			var b strings.Builder
			for _, r := range inFigures(p.String()) {
				fmt.Fprintf(&b, "&#%d;", r)
			}
			return b.String()
		}},
		{"figures", "emoji", func(p chess960.Position) string {
			return strings.NewReplacer("R", "🏰", "N", "🐴", "B", "⛪", "Q", "👸", "K", "🤴").Replace(p.String())
		}},
		{"figures", "emoji with a crown", func(p chess960.Position) string {
			return strings.NewReplacer("R", "🏰", "N", "🐎", "B", "⛪", "Q", "👸", "K", "👑").Replace(p.String())
		}},
		{"figures", "emoji of a server", func(p chess960.Position) string {
			return strings.NewReplacer("R", "<:white_rook:12345678>", "N", "<:white_knight:1234567>", "B", "<:white_bishop:918>", "Q", "<a:white_queen:99>", "K", "<:white_king:1>").Replace(p.String())
		}},
		{"figures", "pawns too", func(p chess960.Position) string { return "♙♙♙♙♙♙♙♙\n" + inFigures(p.String()) }},
		{"figures", "with squares", func(p chess960.Position) string {
			return inFigures(strings.Join(bySquare(p, "PS", chess960.Piece.String), " "))
		}},
	},
	listed("squares", " ", "{P}{S}", "{p}{S}", "{S}={P}", "{S}-{P}", "{S}:{P}", "{S} {P}", "w{P}{S}", "W{P}{S}", "{name} {S}", "{name} on {S}", "{S}{P}", "{P}@{S}", "{f}{P}", "{P}{f}", "{n}={P}", "{n}.{P}", "{n}) {P}", "{f}={P}", "{f}: {name}", "{n}{P}", "{P}({S})"),
	listed("squares", ", ", "{P}{S}", "{S} = {P}", "{S}: {name}", "the {name} on {S}", "a {name} on {S}", "{name} at {S}", "{name} ({S})", "{S} is the {name}", "{f}: {name}", "{F}: {P}", "{P} {S}", "White {name} {S}"),
	listed("squares", "\n", "{S} {P}", "{S}: {name}", "- {S}: {name}", "{n}. {name}", "{f} {P}", "* {name} {S}", "{f}: {name}"),
	listed("squares", ";", "{S}={P}", "{P}{S}", "{name} {S}"), listed("squares", ",", `"{S}":"{P}"`, "{S}:'w{P}'", "{P}{S}", "{S}={p}", "w{P}{S}"), listed("squares", " and ", "{name} on {S}"), listed("squares", ", ", "{name} on {f}", "{f}-file {name}"), listed("letters", " ", "w{P}"), listed("letters", "/", "{p}"),
	[]form{
		{"squares", "K: e1", func(p chess960.Position) string {
			return strings.ReplaceAll(byKind(p, "{P}: {S}", " ", chess960.Piece.String, "KQRBN"), ",", "")
		}},
		{"squares", "K e1, R a1 h1", func(p chess960.Position) string {
			return byKind(p, "{P} {S}", " ", chess960.Piece.String, "KQRBN")
		}},
		{"squares", "Ke1, Ra1 h1", func(p chess960.Position) string {
			return byKind(p, "{P}{S}", "", chess960.Piece.String, "KQ") + ", " + byKind(p, "{P}: {S}", ", ", chess960.Piece.String, "RBN")
		}},
		{"squares", "rooks on a1 and h1", func(p chess960.Position) string { return byKind(p, "{P} on {S}", " and ", plural, "RNBQK") }},
		{"squares", "rooks a1/h1", func(p chess960.Position) string { return byKind(p, "{P} {S}", "/", plural, "RNBQK") }},
		{"squares", "the king on e1", func(p chess960.Position) string { return byKind(p, "the {P} on {S}", " and ", plural, "KQRBN") }},
		{"squares", "bishops, queen, knights", func(p chess960.Position) string { return byKind(p, "{P} {S}", " ", plural, "BQN") }},
		{"squares", "bishops, knights, queen on", func(p chess960.Position) string { return byKind(p, "{P} on {S}", " and ", plural, "BNQ") }},
		{"squares", "without knights", func(p chess960.Position) string { return byKind(p, "{P}: {S}", ", ", plural, "RKQB") }},
		{"squares", "both sides", func(p chess960.Position) string {
			white := strings.Join(bySquare(p, "PS", chess960.Piece.String), ", ")
			return "White: " + white + "; Black: " + strings.ReplaceAll(white, "1", "8")
		}},
		{"squares", "Black alone", func(p chess960.Position) string {
			return strings.ReplaceAll(strings.Join(bySquare(p, "PS", chess960.Piece.String), " "), "1", "8")
		}},
		{"squares", "both sides with pawns", func(p chess960.Position) string {
			white := strings.Join(bySquare(p, "PS", chess960.Piece.String), " ")
			return "White: " + white + " pawns a2 b2 c2 d2 e2 f2 g2 h2\nBlack: " + strings.ReplaceAll(white, "1", "8") + " pawns a7-h7"
		}},
		{"names", "commas", func(p chess960.Position) string { return strings.Join(names(p), ", ") }},
		{"names", "spaces", func(p chess960.Position) string { return strings.Join(names(p), " ") }},
		{"names", "dashes", func(p chess960.Position) string { return strings.Join(names(p), "-") }},
		{"names", "slashes", func(p chess960.Position) string { return strings.Join(names(p), "/") }},
		{"names", "lines", func(p chess960.Position) string { return strings.Join(names(p), "\n") }},
		{"names", "capitals", func(p chess960.Position) string { return strings.ToUpper(strings.Join(names(p), ", ")) }},
		{"names", "articles", func(p chess960.Position) string { return "a " + strings.Join(names(p), ", a ") }},
		{"names", "the", func(p chess960.Position) string { return "the " + strings.Join(names(p), ", then the ") }},
		{"names", "and", func(p chess960.Position) string { return strings.Join(names(p)[:7], ", ") + " and " + names(p)[7] }},
		{"names", "castle and horse", func(p chess960.Position) string {
			return strings.NewReplacer("rook", "castle", "knight", "horse").Replace(strings.Join(names(p), ", "))
		}},
		{"names", "from h to a", func(p chess960.Position) string { return "from h to a: " + strings.Join(names(p.Mirror()), ", ") }},
	},
	replaced("FEN", "XFEN", "SFEN", "BOARD", "BOARD w", "BOARD w KQkq", "BOARD w KQkq -", "BOARD w KQkq - 0", "BOARD w KQkq - 0 0", "BOARD w - - 0 1", "BOARD w HA - 0 1", "BOARD b KQkq - 0 1", "BOARD w qkQK - 0 1", "BOARD w KQ - 0 1", "BOARD w KQkq - 12 7", "BOARD w KQkq e3 0 1", "FEN: XFEN", "fen XFEN", "[FEN \"XFEN\"]", "[FEN    \"SFEN\"]", "[ FEN \"XFEN\" ]", "FEN=\"XFEN\"", "`XFEN`", "“XFEN”", "> XFEN", "```fen\nXFEN\n```", "{\"fen\":\"XFEN\"}", "position fen XFEN moves e2e4", "rank/pppppppp/32/PPPPPPPP/RANK", "rank/pppppppp/32/PPPPPPPP/RANK w KQkq - 0 1", "rank/pppppppp/8888/PPPPPPPP/RANK", "rank/pppppppp//PPPPPPPP/RANK", "rank/pppppppp/////PPPPPPPP/RANK", "rank/pppppppp/PPPPPPPP/RANK", "PPPPPPPP/RANK", "RANK/PPPPPPPP", "rank/pppppppp", "rank / pppppppp / 8 / 8 / 8 / 8 / PPPPPPPP / RANK w KQkq - 0 1", "rank/pppppppp/11111111/11111111/11111111/11111111/PPPPPPPP/RANK w KQkq - 0 1", "RANK/PPPPPPPP/8/8/8/8/PPPPPPPP/RANK", "rank/pppppppp/8/8/8/8/pppppppp/rank w kqkq - 0 1", "rank/\npppppppp/\n8/\n8/\n8/\n8/\nPPPPPPPP/\nRANK", "rank\npppppppp\n8\n8\n8\n8\nPPPPPPPP\nRANK",
		"MIRROR/PPPPPPPP/8/8/8/8/pppppppp/mirror w KQkq - 0 1", "RANK/PPPPPPPP/8/8/8/8/pppppppp/rank w KQkq - 0 1"),
	[]form{
		{"FEN", "upper case", func(p chess960.Position) string { return strings.ToUpper(p.XFEN()) }},
		{"FEN", "lower case", func(p chess960.Position) string { return strings.ToLower(p.XFEN()) }},
		{"FEN", "first letter large", func(p chess960.Position) string { return strings.ToUpper(p.XFEN()[:1]) + p.XFEN()[1:] }},
		{"FEN", "figures", func(p chess960.Position) string { return inFigures(strings.Fields(p.XFEN())[0]) }},
		{"FEN", "EPD", func(p chess960.Position) string {
			return strings.Join(strings.Fields(p.XFEN())[:4], " ") + ` id "SP"; bm e4;`
		}},
		{"FEN", "JSON with escaped slashes", func(p chess960.Position) string {
			return `{"variant":"chess960","fen":"` + strings.ReplaceAll(p.XFEN(), "/", `\/`) + `"}`
		}},
		{"FEN", "no-break spaces", func(p chess960.Position) string { return strings.ReplaceAll(p.XFEN(), " ", "\u00a0") }},
		{"FEN", "zero-width after slashes", func(p chess960.Position) string { return strings.ReplaceAll(p.XFEN(), "/", "/\u200b") }},
		{"FEN", "other dash", func(p chess960.Position) string { return strings.ReplaceAll(p.XFEN(), " - ", " – ") }},
	},
	links(), diagrams(), inLanguages(),
)

func links() []form {
	var forms []form
	for _, link := range []string{
		"https://lichess.org/editor/_?variant=chess960", "https://lichess.org/editor?fen=%s", "lichess.org/analysis/chess960/_", "https://lichess.org/analysis/chess960/_?color=white#0", "https://lichess.org/analysis/fromPosition/_", "https://lichess.org/analysis/standard/_", "https://lichess.org/?fen=%s#ai", "https://lichess.org/study/abcdefgh/ijklmnop fen _", "https://www.chess.com/analysis?fen=%s&flip=false&tab=analysis", "https://www.chess.com/analysis?fen=+", "https://www.chess.com/practice/custom?fen=+&is960=1", "https://lichess1.org/export/fen.gif?fen=%s&color=white", "https://lichess.org/api/cloud-eval?fen=%s&variant=chess960", "https://example.org/board/_", "[analysis](https://lichess.org/analysis/chess960/_)", "<https://lichess.org/analysis/chess960/_>", "https://www.365chess.com/analysis_board.php?fen=%s", "https://backscattering.de/web-boardimage/board.svg?fen=+",
	} {
		forms = append(forms, form{"links", link, func(p chess960.Position) string {
			return strings.NewReplacer("%s", url.PathEscape(p.XFEN()), "=+", "="+url.QueryEscape(p.XFEN()), "/_", "/"+strings.ReplaceAll(p.XFEN(), " ", "_"), " _", " "+p.XFEN()).Replace(link)
		}})
	}
	for _, pgn := range []string{
		"[Variant \"Chess960\"]\n[FEN \"XFEN\"]\n[SetUp \"1\"]\n\n1. e4 e5 *", "[Event \"x\"]\n[FEN  \"SFEN\"]\n[Result \"*\"]\n\n1. Nf3 Nc6 2. O-O *", "[FEN \"XFEN\"] [Variant \"Fischerandom\"] 1. d4", "[FEN “XFEN”]\n[Variant “Chess960”]", "[Variant \"chess 960\"][FEN \"BOARD w KQkq - 0 1\"]", "[Event \\\"x\\\"]\\n[FEN \\\"XFEN\\\"]\\n\\n1. e4",
	} {
		forms = append(forms, replaced("PGN", pgn)...)
	}
	return forms
}

func inLanguages() []form {
	var forms []form
	for _, l := range typed.Languages()[1:] {
		letters := func(p chess960.Position) string { return inLetters(l, p) }
		forms = append(forms,
			form{"letters of languages", l.Name, letters},
			form{"letters of languages", l.Name + ", lower case", func(p chess960.Position) string { return strings.ToLower(letters(p)) }},
			form{"letters of languages", l.Name + ", apart", func(p chess960.Position) string {
				var list []string
				for _, r := range p.String() {
					list = append(list, l.Letters[strings.IndexRune(typed.English, r)])
				}
				return strings.Join(list, " ")
			}},
			form{"letters of languages", l.Name + ", squares", func(p chess960.Position) string {
				return strings.Join(bySquare(p, "PS", func(piece chess960.Piece) string { return l.Letters[strings.Index(typed.English, piece.String())] }), ", ")
			}})
	}
	for language, list := range map[string]string{
		"German": "König,Dame,Turm,Läufer,Springer", "German capitals": "KÖNIG,DAME,TURM,LÄUFER,SPRINGER", "German ASCII": "Koenig,Dame,Turm,Laeufer,Springer", "German bare": "konig,dame,turm,laufer,pferd", "French": "roi,dame,tour,fou,cavalier", "Spanish": "rey,dama,torre,alfil,caballo", "Spanish reina": "rey,reina,torre,alfil,caballo", "Italian": "re,donna,torre,alfiere,cavallo", "Portuguese": "rei,dama,torre,bispo,cavalo", "Dutch": "koning,dame,toren,loper,paard", "Polish": "król,hetman,wieża,goniec,skoczek", "Polish bare": "krol,hetman,wieza,goniec,skoczek", "Swedish": "kung,dam,torn,löpare,springare", "Russian": "король,ферзь,ладья,слон,конь", "Danish": "konge,dronning,tårn,løber,springer", "Finnish": "kuningas,kuningatar,torni,lähetti,ratsu", "Czech": "král,dáma,věž,střelec,jezdec", "Hungarian": "király,vezér,bástya,futó,huszár", "Turkish": "şah,vezir,kale,fil,at", "Ukrainian": "король,ферзь,тура,слон,кінь", "Romanian": "rege,damă,turn,nebun,cal", "Greek": "βασιλιάς,βασίλισσα,πύργος,αξιωματικός,ίππος", "Chinese": "国王,王后,城堡,主教,骑士", "Japanese": "キング,クイーン,ルーク,ビショップ,ナイト",
		"German articles": "der König,die Dame,der Turm,der Läufer,der Springer", "French articles": "le roi,la dame,la tour,le fou,le cavalier", "Spanish articles": "el rey,la dama,la torre,el alfil,el caballo", "Italian articles": "il re,la donna,la torre,l’alfiere,il cavallo", "Portuguese articles": "o rei,a dama,a torre,o bispo,o cavalo", "Dutch articles": "de koning,de dame,de toren,de loper,het paard", "decomposed": "ko\u0308nig,dame,turm,la\u0308ufer,springer",
	} {
		name := func(piece chess960.Piece) string {
			return strings.Split(list, ",")[strings.Index(typed.English, piece.String())]
		}
		for _, between := range []string{", ", "; ", "\n"} {
			forms = append(forms, form{"names of languages", language + between, func(p chess960.Position) string {
				return strings.Join(bySquare(p, "P", name), between)
			}})
		}
		forms = append(forms, form{"names of languages", language + " with squares", func(p chess960.Position) string {
			return strings.Join(bySquare(p, "S P", name), ", ")
		}}, form{"names of languages", language + " before squares", func(p chess960.Position) string {
			return strings.Join(bySquare(p, "P S", name), ", ")
		}})
	}
	return forms
}

// isOffered reports whether Text should offer several positions for a form.
func (f form) isOffered() bool {
	return f.kind == "bare numbers" || strings.HasPrefix(f.name, "MIRROR/") || strings.HasPrefix(f.name, "RANK/") && strings.HasSuffix(f.name, "KQkq - 0 1")
}

// Every form of every position is read as the position. Numbers without a scheme, and
// FENs with White at the top, are offered with other positions.
func TestReadsWhatPeopleType(t *testing.T) {
	read, all := map[string]int{}, map[string]int{}
	step := testrun.Sized(chess960.Count, 13, 1) // 13 and the tables' 4, 6 and 16 have no common divisor
	for i, f := range typedForms {
		first := 5 + 480*(i%2) // usually all: one or three digits
		all[f.kind]++
		failed := false
		for _, p := range chess960.All() {
			if p.SP()%step != first%step || f.name == "Round 1: position {SP3}" && p.SP() < 100 {
				continue
			}
			text := f.write(p)
			r, err := recognize.Text(text, nil)
			ambiguous, several := errors.AsType[*recognize.AmbiguousError](err)
			switch {
			case !f.isOffered() && err == nil && r.White == p && r.Black == p:
			case f.isOffered() && several && slices.ContainsFunc(ambiguous.Readings, func(r recognize.Reading) bool { return r.White == p }):
			case f.isOffered() && p.SP() == 0 && err == nil && r.White == p: // no other scheme has the number 0
			default:
				if !failed {
					t.Errorf("%s, %q: Text(%q) = %v %v, %v; want %v", f.kind, f.name, text, r.White, r.Black, err, p)
				}
				failed = true
			}
		}
		if !failed {
			read[f.kind]++
		}
	}
	for kind, n := range all {
		t.Logf("%s: %d of %d forms read", kind, read[kind], n)
	}
}

// A message with a form names its position and no other one.
func TestFindsWhatPeopleTypeInMessages(t *testing.T) {
	for _, f := range typedForms {
		if f.isOffered() {
			continue
		}
		for _, sp := range testrun.Choose([]int{303}, []int{118, 303, 518, 594}) {
			p := chess960.MustFromSP(sp)
			for _, text := range []string{f.write(p), "For tonight:\n\n" + f.write(p) + "\n\nSee you at 7!"} {
				for _, r := range recognize.All(text) {
					if r.White != p || r.Black != p {
						t.Errorf("%s, %q: All(%q) has %v %v, %q", f.kind, f.name, text, r.White, r.Black, r.Text)
					}
				}
			}
		}
	}
}

// A number alone is read wherever only numbers are expected.
func TestNumber(t *testing.T) {
	for typed, want := range map[string]int{"518": 518, " 518 ": 518, "SP-518": 518, "sp 518": 518, "#518": 518, "007": 7, "0": 0, "999999": 999999, "+480": 480, "480.": 480, "SP #518": 518, "# 518": 518, "٥": 5, "“５１８”": 518} {
		if n, ok := recognize.Number(typed); !ok || n != want {
			t.Errorf("%q: %d, %t", typed, n, ok)
		}
	}
	for _, typed := range []string{"", "-", "five", "5 18", "5.18", "1234567", "-480", "++5", "0x5"} {
		if n, ok := recognize.Number(typed); ok {
			t.Errorf("%q: %d", typed, n)
		}
	}
}
