package reading_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/card"
	"chess960bot/commands/castle"
	"chess960bot/commands/find"
	"chess960bot/commands/number"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// What people paste, kind by kind: each command, and a part of its answer or refusal. A part after
// "!" must not be there. Options of the command stand between bars.
func TestKindsOfTexts(t *testing.T) {
	for kind, cases := range map[string][][2]string{
		"a castling field that is wrong": {
			{"/encode|position:rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1", "SP 958|The castling field `HEhe` does not name the rooks. It should be `KQkq` or `CAca`."},
			{"/encode|position:" + board594 + " w KQkqx - 0 1", "SP 594|The castling field `KQkqx` does not name the rooks."},
			{"/encode|position:" + board594 + " w 0 - 0 1", "The castling field `0` does not name the rooks."},
			{"/encode|position:" + board594 + " w GBg - 0 1", "The castling field `GBg` leaves castlings out."},
			{"/encode|position:" + board594 + " w GBgb - 0 1", "SP 594|!castling field"},
			{"/encode|position:" + board594 + " w", "SP 594|!castling field"},
			{"/encode|position:" + board594 + " w and then", "SP 594|!castling field"},
			{"/encode file|[Round \"1.1\"] [FEN \"nqrkbbrn/pppppppp/8/8/8/8/PPPPPPPP/NQRKBBRN w - - 0 1\"] *", "drawn as SP 594 and played from SP 314. The castling field `-` forbids castling."},
			{"/encode file|[Round \"7.1\"] [FEN \"" + board594 + " w HAha - 0 1\"] *", "Game 1: The castling field `HAha` does not name the rooks."},
			{"/encode|position:nrnbbqkr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w - - 0 1", "The castling field `-` forbids castling."},
		},
		"moves dropped without a word": {
			{"/castle|position:BRNBQKRN f1g1", "BRNBQRKN b kq - 1 1`"}, {"/castle|position:BRNBQKRN O-O", "BRNBQRKN b kq"}, {"/castle|position:RNBQKBNR e4", "Black to move (move 1)"},
			{"/castle|position:BRNBQKRN 00", "BRNBQRKN b kq"}, {"/castle|position:SP 609 ooo", "1. `ooo` is not a legal move\nc1, d1 and e1 are occupied."},
			{"/castle|position:1. OO e5", "1. `OO` is not a legal move\nf1 and g1 are occupied."},
			{"/castle|position:BRNBQKRN 1. KxR", "`KxR` is not a legal move\nI do not know this notation. If castling is meant, write `O-O` or `O-O-O`."},
			{"/castle|position:BRNBQKRN KxR", "If castling is meant, write `O-O`"},
			{"/castle|position:1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Ke1-g1", "RNBQ1RK1 b kq - 5 4`"}, {"/castle|position:1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1", "RNBQ1RK1 b kq - 5 4`"},
			{"/castle|position:1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kxh1", "RNBQ1RK1 b kq - 5 4`"}, {"/castle|position:1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 00", "RNBQ1RK1 b kq - 5 4`"},
			{"/castle|position:1. e4 e5 2. Kg1", "f1 and g1 are occupied.|!No king can go"}, {"/castle|position:1. e4 e5 2. Ke2 Ke7 3. Kd3", "- - 3 3`|!is not a legal move"},
			{"/castle|position:BRNBQKRN 1. castles", "If castling is meant, write `O-O`"}, {"/castle|position:BRNBQKRN 1. Rochade", "`Rochade` is not a legal move\nI do not know this notation."}, {"/castle|position:BRNBQKRN how do I castle", "## Castling: SP 609"},
			{"/castle|position:r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 5 17", "## Black to move (move 17)|!is not a legal move"}, {"/castle|position:r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 5 17 fxe3", "R3K2R w KQkq - 0 18`|!The game stops"},
			{"/castle|position:1. e4 e5 2. Kb1", "No king can go to b1."}, {"/castle|position:8/P7/7k/8/8/8/8/1R2K3 w Q - 0 1 1. a8 (Q)", "Black to move"}, {"/castle|position:8/P7/7k/8/8/8/8/1R2K3 w Q - 0 1 1. a8 = R+ Kg7", "White to move"}, {"/castle|position:8/P7/7k/8/8/8/8/1R2K3 w Q - 0 1 1. a8(♕)", "Black to move"}, {"/castle|position:8/P7/7k/8/8/8/8/1R2K3 w Q - 0 1 1. a8 (Qe4) Kg7", "does not say which piece"},
			{"/castle|position:o rei em e1 e a torre em h1", "O-O**: allowed."}, {"/castle|position:1. e4 e5 2. Nf3 Nc6|move:zug 2 weiß", "White to move (move 2)"},
			{"/castle|position:BRNBQKRN O - O", "BRNBQRKN b kq - 1 1`"}, {"/castle|position:BRNBQKRN 1. О – О!? 0 - 0", "White to move (move 2)"}, {"/castle|position:SP 609 O - O - O", "1. `O-O-O` is not a legal move\nc1, d1 and e1 are occupied."}, {"/castle|position:1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. o\u00a0-\u00a0o d6", "White to move (move 5)"},
			{"/castle|position:**RNBQKBNR** 1. **e4** e5", "White to move (move 2)"}, {"/castle|position:FEN: " + start594 + " 1. e4 e5", "White to move (move 2)|!I assumed"},
			{"/castle|position:SP 594 e4 blah", "1... `blah` is not a legal move\nI do not know this notation."},
			{"/castle|position:Kc1 Rb1", "## Castling: king c1, rook b1"}, {"/castle|position:Ra1 Nb1 Bc1 Qd1 Ke1 Bf1 Ng1 Rh1", "## Castling: SP 518"}, {"/castle|position:RNBQKBNR from a1 to h1", "## Castling: SP 518"},
		},
		"another game judged by chess": {
			{"/castle|position:[Variant \"Atomic\"] [FEN \"rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1\"] 9. Bd2 Qxd2", "## Castling: SP 953|This is a game of `Atomic`, but I judge only the moves of chess and Chess960.|!is not a legal move"},
			{"/encode|position:[Variant \"Crazyhouse960\"] [FEN \"" + start594 + "\"] 1. e4 N@e5", "SP 594|This is a game of `Crazyhouse960`, but"},
			{"/castle|position:[Variant \"Racing Kings\"] 1. Kh3 Kg3", "This is a game of `Racing Kings`, but|!is not a legal move"},
			{"/castle|position:[Variant \"Horde\"] 1. e4 e5", "This is a game of `Horde`, but|!SP 518 · RNBQKBNR"}, {"/encode|position:[Variant \"Racing Kings\"] 1. Kh3", "This is a game of `Racing Kings`, but"},
			{"/castle|position:[Variant \"Fischer Random Chess\"] [FEN \"" + start594 + "\"] 1. e4 e5", "White to move (move 2)|!This is a game of"},
			{"/encode file|" + horde, "Game 1: This is a game of `Horde`, but|!mistake"}, {"Explain|" + horde, "This is a game of `Horde`, but|!no king"}, {"/castle|position:" + horde, "This is a game of `Horde`, but|!no king"},
			{"/encode file|[Round \"1.1\"] [Variant \"Racing Kings\"] 1. Kh3 *", "does not say where the game on board 1 of round 1 began|!played from"},
		},
		"counters of a FEN": {
			{"/castle|position:r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 1 moves e1h1", "R4RK1 b kq - 5 1`"},
			{"/castle|position:r3k2r/8/8/8/8/8/8/R3K2R w KQ - 3 8 8. O-O", "R4RK1 b - - 4 8`"},
		},
		"links": {
			{"/encode|position:https://lichess.org/analysis/chess960?position=123", "## SP 123"}, {"Explain|https://lichess.org/analysis/chess960?position=123", "## SP 123"},
			{"/encode|position:https://chess.example/960/?lang=de&pos=7#top", "## SP 7 "},
			{"/encode|position:https://lichess.org/analysis/chess960?position=1000", "There is no SP number 1000."},
			{"/encode|position:https://lichess.org/practice", "I found no position in that.|!link to a game"}, {"/encode|position:https://lichess.org/training", "!link to a game"}, {"/encode|position:https://lichess.org/analysis", "!link to a game"},
			{"/encode|position:https://lichess.org/abcdefgh", "I do not open links to games.|Write the ID's capital letters as in the link"}, {"Can I castle|lichess.org/q7zvsdus/black", "capital letters as in the link"}, {"/encode|position:https://lichess.org/aBcd1234", "!capital letters"},
			{"/encode|position:https://lichess.org/aBcd1234", "I do not open links to games."}, {"/encode|position:https://lichess.org/aBcd1234/black#12", "I do not open links to games."}, {"/encode|position:https://www.chess.com/game/live/12", "I do not open links to games."},
		},
		"a number that is not the board's": {
			{"Explain|rnnqbbkr/pppppppp/8/8/8/8/PPPPPPPP/RNNQBBKR w KQkq - 0 1 {SP 445}", "## SP 442|not number 445 in any numbering|SP 445 is RNNBQKBR.|Your board differs from SP 445 on d1, e1, f1 and g1."},
			{"/encode|position:RNNQBBKR {SP 445}", "not number 445 in any numbering|Your board differs from SP 445"},
			{"/encode|position:RNBQKBNR my clock 595 518", "I read only `RNBQKBNR` of that.|!not number"}, {"/encode|position:RNBQKBNR 519", "519 is this position's SP number plus 1"}, {"/encode|position:RNBQKBNR 518", "518 is this position's SP number."},
			{"/encode|position:841: RKNRBBQN", "not number 841 in any|Your board differs from SP 841"}, {"Explain|841: RKNRBBQN", "not number 841 in any"},
			{"/encode|position:my clock shows 406. RQBBNNKR", "406 is this position's Almanac number."}, {"Explain|my clock shows 406. RQBBNNKR", "406 is this position's Almanac number."},
			{"/encode|position:" + start594 + " pos 594", "594 is this position's SP number."},
			{"/encode|position:RNBQKBNR|against:the clock says 595", "not number 595 in any|Your board differs from SP 595"}, {"/encode|position:BRQNKBRN|against:my book says 601", "601 is this position's Almanac number."},
			{"/encode|position:BRQNKBRN|against:the clock says 6010", "not number 6010"}, {"/encode|position:RNBQKBNR|against:xyz", "I cannot read `against`: `xyz`."},
			{"/encode|position:SP 518 and BRQNKBRN", "Which one do you mean?"}, {"Explain|RNBQKBNR or SP 303?", "names 2 positions"}, {"Explain|RNBQKBNR, elo 1500", "!1500"},
			{"Explain|Shall we play SP 303 again on Thursday? The last time it was RNBQKBNR.", "names 2 positions"},
			{"/sp|number:519", "In lists from 1 to 960, 519 is the normal start position."}, {"/sp|number:518", "!In lists"},
		},
		"another number beside the FEN of a game": {
			{"/encode file|[Round \"1.1\"] [FEN \"" + start594 + "\"] {SP 314} 1. e4 *", "1 game started from the position drawn|Game 1: its FEN is SP 594, but its text also names SP 314."},
			{"/encode file|[Annotator \"SP593\"] [FEN \"" + start594 + "\"] 1. e4 *", "Game 1: its FEN is SP 594, but its text also names SP 593."},
			{"/encode file|[Annotator \"SP594\"] [Event \"SP 25\"] [FEN \"" + start594 + "\"] {From 594, not 518} 1. e4 *", "!also names"},
			{"/encode|position:[Annotator \"SP593\"] [FEN \"" + start594 + "\"] 1. e4 *", "## SP 594|differs from SP 593"}, {"Explain|[FEN \"" + start594 + "\"] {SP 314} 1. e4 *", "## SP 594|differs from SP 314"},
		},
		"numbers of other rounds": {
			{"/encode|position:SP 594 in round 2, and 120 in round 1", "can mean 2 positions"}, {"Explain|Runde 1: SP 594, Runde 2: 120", "names 2 positions"}, {"Explain|SP 594 в туре 2, 120 в туре 1", "names 2 positions"},
			{"Explain|Round 1: SP 594. Round 2: 120 players", "## SP 594"}, {"Explain|Round 2: 120. SP 594", "## SP 594"},
		},
		"files that are compared": {
			{"/encode file|[Round \"1\"] [FEN \"nqrkbbrn/pppppppp/8/8/8/8/PPPPPPPP/NQRKBBRN w KQkq - 0 1\"] *", "Game 1 of round 1 was drawn as SP 594 and played from SP 314."},
			{"/encode file|[Round \"Round 1\"] [FEN \"" + start594 + "\"] *", "1 game started from the position drawn for its board."},
			{"/encode file|[Round \"1.1 \"] [FEN \"" + start594 + "\"] *", "1 game started from the position drawn for its board."},
			{"/encode file|[Round \"1\"] [Board \"1\"] [FEN \"" + start594 + "\"] *", "1 game started from the position drawn for its board."},
			{"/encode file|[Round \"?\"] [FEN \"" + start594 + "\"] *", "1 game names no round and board of this event."}, {"/encode file|[Round \"2\"] [FEN \"" + start594 + "\"] * [Event \"x\"] 1. e4 *", "2 games name no round and board of this event."},
		},
		"lists": {
			{"/find|positions:#518 #594", "## 2 positions|518  RNBQKBNR|594  BRQNKBRN"}, {"/find|positions:1. 518\n2. 594", "## 2 positions|518  RNBQKBNR|594  BRQNKBRN"}, {"/find|positions:518 / 594", "## 2 positions"},
			{"/find|positions:do 100 ao 109", "## 10 positions"}, {"/find|positions:100 fino a 109", "## 10 positions"},
			{"/find|positions:518 and 594 hello", "`hello` is neither an SP number"},
		},
		"numbers": {
			{"/encode|position:594.0", "## SP 594"}, {"/encode|position:n. 594", "## SP 594"}, {"/encode|position:Aufst. 594", "## SP 594"}, {"/encode|position:Chess960 2.0", "no position"}, {"/encode|position:4 0 5", "## SP 405"}, {"/encode|position:5 18", "no position"}, {"/encode|position:startpos", "## SP 518"}, {"/encode|position:position startpos moves e2e4 e7e5", "## SP 518"}, {"/encode|position:Normalstellung", "## SP 518"}, {"/encode|position:posición clásica", "## SP 518"}, {"/encode|position:scacchi classici", "## SP 518"}, {"/encode|position:SP=-1", "There is no SP number -1."}, {"/encode|position:1..960: 406", "## SP 405"}, {"/encode|position:ronda 3: 518", "## SP 518"}, {"/encode|position:¿cuál es 518?", "## SP 518"},
			{"/castle|position:startpos moves e2e4 e7e5", "White to move (move 2)|!I assumed the normal start position."},
			{"/encode|position:no. 405 in Scharnagls Buch", "## SP 405"}, {"/encode|position:Nr. 359 bei Fritz", "## SP 518"},
			{"/encode|position:1-960: 406", "## SP 405|In such a list 406 is SP 405: 406 − 1 = 405."}, {"/encode|position:406 (1-960 numbering)", "## SP 405|In such a list 406 is SP 405"}, {"Explain|1-960: 406", "## SP 405"},
			{"/encode|position:Fritz 0", "There is no Fritz 9 number 0. Fritz 9 numbers run from 1 to 960."}, {"/encode|position:Fritz 17", "no position"}, {"/encode|position:Fritz -1", "There is no Fritz 9 number -1. Fritz 9 numbers run from 1 to 960."}, {"/find|positions:518, Fritz -1", "Fritz 9 numbers run from 1 to 960."},
			{"/encode|position:SP -1", "There is no SP number -1. SP numbers run from 0 to 959."}, {"/encode|position:SP -518", "There is no SP number -518. SP numbers run from 0 to 959."}, {"/encode|position:SP-518", "## SP 518"}, {"/encode|position:SP-1", "## SP 1 "}, {"/encode|position:SP - 12", "## SP 12"}, {"Explain|SP -1", "!## SP 1 "},
			{"/encode|position:594/29", "can mean 3 positions."}, {"/encode|position:518/534", "can mean 3 positions."}, {"/encode|position:SP 405 / SP 842", "can mean 3 positions."}, {"Explain|W: 405 B: 842", "## SP 405|SP 842, RKNRBBQN."}, {"/encode|position:White SP405 vs Black SP842", "## SP 405 against SP 842"}, {"/encode|position:594/960", "## SP 594"}, {"/encode|position:DFRC 405 842", "## SP 405 against SP 842"}, {"/encode|position:dfrc: 405/842", "## SP 405 against SP 842"}, {"/encode|position:Double Fischer Random SP 405 vs. SP 842", "## SP 405 against SP 842"}, {"/encode|position:transcendental RQBBNNKR - RKNRBBQN", "## SP 405 against SP 842"}, {"/encode|position:Chess960 double : 405 et 842", "## SP 405 against SP 842"}, {"/encode|position:doppeltes Schach960 405 842", "## SP 405 against SP 842"}, {"/encode|position:двойные шахматы 960: 405 и 842", "## SP 405 against SP 842"}, {"/encode|position:DFRC 405 1842", "There is no SP number 1842."}, {"/castle|position:DFRC 405 842", "SP 842"}, {"Explain|DFRC 405 842", "SP 842, RKNRBBQN."},
			{"/encode|position:Position 601: BRQNKBRN", "## SP 594|601 is this position's Almanac number."},
			{"Explain|White SP405 vs Black SP842", "## SP 405|Black starts from another position: SP 842, RKNRBBQN."},
		},
		"words that are left over": {
			{"/encode|position:BRQNKBRN xyz", "## SP 594|I read only `BRQNKBRN` of that."}, {"/encode|position:BRQNKBRN 1000", "I read only"}, {"/encode|position:BRQNKBRN не 594, а 595", "I read only"}, {"/encode|position:RKNRBBQN turned out well", "## SP 842|I read only"}, {"/encode|position:Tonight: BRQNKBRN, 7 pm", "I read only"},
			{"/encode|position:what is brqnkbrn?", "## SP 594|!I read only"}, {"/encode|position:RNBQKBNR from a1 to h1", "!I read only"}, {"/encode|position:White: BRQNKBRN, Black: brqnkbrn", "## SP 594|!I read only"}, {"/encode|position:mirror of BRQNKBRN", "!I read only"}, {"/encode|position:LTDSKLTS bitte", "!I read only"}, {"/encode|position:BRQNKBRN 595", "!I read only"}, {"/encode|position:" + start594, "!I read only"},
		},
		"ranks": {
			{"/encode|position:RKNRBBQ", "A back rank has 8 letters, not 7.|There must be 2 knights, not 1.|With one more letter it can be NRKNRBBQ"}, {"/encode|position:RKNRBBQ", "RKNRBBQN|!no king"},
			{"/encode|position:RKNRBBQN mirrored", "## SP 117"}, {"/encode|position:RKNRBBQN turned", "## SP 117"}, {"/encode|position:RKNRBBQN (mirror)", "## SP 117"}, {"/encode|position:RKNRBBQN, gespiegelt", "## SP 117"}, {"/encode|position:mirror: RKNRBBQN", "## SP 117"}, {"/encode|position:RKNRBBQN зеркально", "## SP 117"}, {"/encode|position:RKNRBBQN, mirror image", "## SP 117"}, {"/encode|position:2.0", "## SP 2 "}, {"/encode|position:BRQNKBRN is 593", "not number 593"}, {"/encode|position:#-1", "There is no SP number -1."},
			{"/encode|position:RKNRBBQN rotated", "## SP 117"}, {"/encode|position:RKNRBBQN umgedreht", "## SP 117"}, {"/encode|position:RKNRBBQN inversée", "## SP 117"}, {"/encode|position:RKNRBBQN inversee", "## SP 117"}, {"/encode|position:RKNRBBQN al revés", "## SP 117"}, {"/encode|position:RKNRBBQN speculare", "## SP 117"}, {"/encode|position:RKNRBBQN invertida", "## SP 117"}, {"/encode|position:RKNRBBQN наоборот", "## SP 117"}, {"/encode|position:turned RKNRBBQN", "## SP 117"},
			{"/encode|position:RKNRBBQN turned out well", "## SP 842"}, {"/encode|position:RKNRBBQN, Black mirrored", "## SP 842"},
		},
		"whose move": {
			{"/castle|position:1. e4 e5 1. d4 d5", "2. `d4` is not a legal move\nAnother game begins here."}, {"/castle|position:" + start594 + " 1... e5", "`e5` is not a legal move\nIt is White's move."}, {"/castle|position:1. e4 e5 2. bxa8", "There is no pawn on b7."}, {"/castle|position:1. e4 bxa3", "There is no pawn on b4."},
			{"/castle|position:" + start594 + " " + start153, "can mean 2 positions. Which one do you mean?"}, {"/castle|position:" + start594 + " " + start153 + " 1. e4 e5", "SP 594 · BRQNKBRN"},
			{"/castle|position:r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 1 r3k3/8/8/8/8/8/8/R3K2R w KQ - 4 1", "I found two different FENs in that"},
		},
		"reasons": {
			{"/castle|position:1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Nf3 Nf6 5. Bc4 Bc5 6. O-O", "`O-O` is not a legal move\nThe king moved on move 2."},
			{"/castle|position:1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 5. O-O", "`O-O` is not a legal move\nThe king castled on move 4."},
			{"/castle|position:1. h4 a5 2. Rh3 Ra6 3. Rh1 Ra8 4. O-O", "`O-O` is not a legal move\nThe rook left h1 on move 2."},
		},
	} {
		for _, c := range cases {
			command, rest, _ := strings.Cut(c[0], "|")
			var got string
			switch command {
			case "/encode file", "Explain", "Can I castle":
				got = said(readers(t)[command](rest))
			default:
				options := chat.Options{}
				for option := range strings.SplitSeq(rest, "|") {
					name, value, _ := strings.Cut(option, ":")
					options[name] = value
				}
				got = said(chattest.Ask(t, chattest.Command(t, all, command[1:]).Answer, &chat.Request{Asker: chattest.Anna, Options: options}))
			}
			wrong := func(part string) bool {
				without, isAbsent := strings.CutPrefix(part, "!")
				return strings.Contains(got, without) == isAbsent
			}
			if slices.ContainsFunc(strings.Split(c[1], "|"), wrong) {
				t.Errorf("%s: %s\nwant %s\n%s", kind, c[0], c[1], got)
			}
		}
	}
}

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has the commands that read what people type or attach.
var all = []chat.Command{
	number.Encode(boards, newFiles(), nil), number.ExplainThis(boards, newFiles(), nil), number.SP(card.Pages{Boards: boards}),
	castle.Castle(boards), castle.CastleHere(boards, newFiles()), find.Find(chat.NewHeavyWork()), find.Table(),
}

func newFiles() *reading.Files { return reading.NewFiles(chat.NewHeavyWork()) }

// start594 and start153 are FENs of start positions.
const (
	horde    = `[Variant "Horde"] [FEN "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"] 1. e5 *`
	board594 = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"
	start594 = board594 + " w KQkq - 0 1"
	start153 = "nrnbbqkr/pppppppp/8/8/8/8/PPPPPPPP/NRNBBQKR w KQkq - 0 1"
)

// readers are all ways to have a text read, by their names. The last one compares a file with an
// evening that has drawn SP 594 for its first board.
func readers(t *testing.T) map[string]func(text string) (*chat.Reply, error) {
	ask := func(command string, r chat.Request) (*chat.Reply, error) {
		r.Asker = chattest.Anna
		return chattest.Ask(t, chattest.Command(t, all, command).Answer, &r)
	}
	p, _ := chess960.FromSP(594)
	return map[string]func(text string) (*chat.Reply, error){
		"/encode position": func(text string) (*chat.Reply, error) {
			return ask("encode", chat.Request{Options: chat.Options{"position": text}})
		},
		"/castle": func(text string) (*chat.Reply, error) {
			return ask("castle", chat.Request{Options: chat.Options{"position": text}})
		},
		"Explain":      func(text string) (*chat.Reply, error) { return ask(number.ExplainThisName, chat.Request{Target: text}) },
		"Can I castle": func(text string) (*chat.Reply, error) { return ask(castle.CastleHereName, chat.Request{Target: text}) },
		"Explain, a file": func(text string) (*chat.Reply, error) {
			return ask(number.ExplainThisName, chat.Request{TargetFiles: []chat.Attachment{chattest.File("x.pgn", text)}})
		},
		"Can I castle, a file": func(text string) (*chat.Reply, error) {
			return ask(castle.CastleHereName, chat.Request{TargetFiles: []chat.Attachment{chattest.File("x.pgn", text)}})
		},
		"/encode file": func(text string) (*chat.Reply, error) {
			encode := number.Encode(boards, newFiles(), func(context.Context, string) (map[reading.Pairing]chess960.Position, error) {
				return map[reading.Pairing]chess960.Position{{Round: 1, Board: 1}: p}, nil
			})
			return chattest.Ask(t, encode.Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"file": "5"}, Attachments: map[string]chat.Attachment{"5": chattest.File("x.pgn", text)}})
		},
	}
}

// said returns an answer or a refusal as people read it.
func said(reply *chat.Reply, err error) string {
	text := ""
	if refused, ok := err.(*chat.UserError); ok {
		text = chattest.English(refused.Msg) + "\n" + chattest.English(refused.Hint)
	} else if err != nil {
		text = err.Error()
	} else {
		text = chattest.TextWithFEN(reply)
	}
	return strings.ReplaceAll(text, "\u00a0", " ")
}

// The same text means the same to every reader: each answer has one of the parts between bars.
func TestOneText(t *testing.T) {
	const (
		is594   = "SP 594|brqnkbrn/pppppppp/8/8/4P3" // a game goes on from there
		is579   = "SP 579|bqrnkrnb/ppp"
		asks    = "Which one do you mean?|can mean more than one position|two different FEN tags|names 2 positions"
		none    = "I found no position in that.|I found no Chess960 start position in that message.|I found no games in that file."
		notSaid = "I assumed the normal start position.|does not say where it began"
		normal  = "SP 518|I assumed the normal start position."
		unfit   = "The castling field `HAha` does not name the rooks. It should be `KQkq` or `GBgb`."
		forbids = "The castling field `-` forbids castling. At the start it should be `KQkq` or `GBgb`.|According to the FEN, the right to castle"
		partial = "The castling field `KQ` leaves castlings out.|According to the FEN, the right to castle"
	)
	for text, want := range map[string]string{
		`[Fen "` + start594 + `"] 1. e4 *`: is594, `[fen "` + start594 + `"]`: is594, `[FEN"` + start594 + `"] 1. e4 *`: is594, `[FEN '` + start594 + `'] 1. e4 *`: is594,
		`[FEN „` + start594 + `“] 1. e4 *`: is594, `[Round "1.1"] [FEN "` + start594 + `" 1. e4 *`: is594, "[Round \"1.1\"]\n[FEN \"" + start594 + "\n\n1. e4 *": is594, "[FEN " + start594 + "]": is594,
		start594: is594, "BRQNKBRN": is594, "SP 594": is594, "{SP 594} 1. e4 *": is594,
		`[FEN "` + board594 + ` w HAha - 0 1"] 1. e4 *`: unfit, board594 + " w HAha - 0 1": unfit,
		`[FEN "` + board594 + ` w - - 0 1"] 1. e4 *`: forbids, board594 + " w - - 0 1": forbids, board594 + " w KQ - 0 1": partial,
		`[FEN "` + start594 + `"] [FEN "` + start153 + `"] 1. e4 *`: asks, `[FEN "` + start594 + `"] [FEN "` + start153 + `"]`: asks, start594 + " " + start153: asks, start153 + "\n" + start594: asks,
		`[Variant "Chess960"] 1. e4 e5 *`: notSaid, `[Variant "wild/fr"] 1. e4 e5 *`: notSaid, `[Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 *`: notSaid, `[variant "Freestyle Chess"] 1. e4 *`: notSaid,
		`[Round "1.1"] [Variant "Chess960"] [Annotator "579"] 1. e3 *`: is579, `[Variant "Chess960"] {SP 579} 1. e3 *`: is579, `[Variant "Chess960"] {Position 579} 1. e3 *`: is579,
		`[Variant "Chess960"] {BQRNKRNB} 1. e3 *`: is579, `[Variant "Chess960"] {from bqrnkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQRNKRNB w KQkq - 0 1} 1. e3 *`: is579,
		`[Event "SP 579"] [Variant "Chess960"] 1. e3 *`: is579, `[Event "x"] {SP 579} 1. e3 *`: is579,
		`[Variant "Standard"] 1. e4 *`: normal, `[Event "x"] 1. e4 *`: normal,
		"Dear Anna, see you on Thursday.": none, "<!DOCTYPE html><html><body>Not found 404</body></html>": none, "I asked [White to move] what to do": none, "\x01\x02\xfe{{[*1-0": none,
	} {
		for name, read := range readers(t) {
			got := said(read(text))
			if !slices.ContainsFunc(strings.Split(want, "|"), func(part string) bool { return strings.Contains(got, part) }) {
				t.Errorf("%s: %q\n%s\nwant %s", name, text, got, want)
			}
			if want != normal && strings.Contains(got, "· RNBQKBNR") && want != notSaid {
				t.Errorf("%s: %q is SP 518:\n%s", name, text, got)
			}
		}
	}
}

// A link to a game and a picture are refused with a way on.
func TestWaysOn(t *testing.T) {
	for text, want := range map[string]string{
		"https://lichess.org/AbCdEfGh": "I do not open links to games.", "lichess.org/abcdefgh1234#12": "I do not open links to games.",
		"https://www.chess.com/game/live/123": "I do not open links to games.", "board.PNG": "I cannot read pictures.",
		"Milener 518": "The sources name Milener's numbering, but none of them defines it. So I cannot read such a number.",
	} {
		for _, command := range []string{"encode", "castle"} {
			_, err := chattest.Ask(t, chattest.Command(t, all, command).Answer, &chat.Request{Options: chat.Options{"position": text}})
			chattest.RefusedWith(t, err, want)
		}
	}
}
