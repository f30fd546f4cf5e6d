package recognize_test

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
)

// ordinary are texts of chess clubs that name no start position.
var ordinary = []string{
	// Sentences.
	"Good game, well played!", "What a nice day for a game of chess!", "I castled on the h-side and lost a rook.", "The knight on f3 is better than the bishop on c1.", "My king is on g1, my rook on f1.", "Who plays board 3 tonight?", "Please bring your own clock and set.", "A rook, a knight and a bishop walk into a bar.", "King and queen against king and rook is won.", "Two bishops are worth more than two knights.", "rook rook rook", "king queen", "Wir spielen heute um 19.30 Uhr.", "Der Läufer auf c4 ist stark.", "Le roi est mort, vive le roi !", "El rey y la reina fueron a Sevilla.", "La torre di Pisa è alta 57 metri.", "Король и ладья против короля.", "Un cavalier, une dame et un roi.", "I am at work, call me at noon.", "Turn the board, please, and re-set the clocks.", "The horse ran to the castle.", "On a dark night the king, the queen, a knight and a bishop met.", "Back rank mate is a classic.", "I like the bishop pair; knights on the rim are dim.", "abcdefgh", "a b c d e f g h", "a1 b1 c1 d1 e1 f1 g1 h1", "h to a", "from a to h", "the first rank", "position", "SP", "Chess960", "Fischer Random", "FRC", "Fritz", "Almanac", "#", "№", "number", "Startstellung", "Chess960 is fun", "Chess960!", "I love Chess 960.", "The 960 positions are numbered.", "There are 960 start positions.", "We have 960 possibilities", "960 is a nice number", "All 960 of them", "One of 960 positions was drawn",
	// Scores, ratings, times, dates, money.
	"1-0", "0-1", "½-½", "1/2-1/2", "I won 3-1", "It was 518 to 12", "5 1/2 points of 7", "4.5/7", "12:30", "19.30", "7pm", "2026-11-22", "22.11.2026", "11/22/2026", "1/2/3/4", "1/1/2026", "1/2/3", "10+5", "3+2 blitz", "Chess960 10+5", "Chess960 3+2 tonight", "Chess960 15+10, round 2", "Chess960 100 games", "Chess960 500 times", "Chess960 2.0", "Chess960 2024", "World Chess960 Championship 2022", "Freestyle 2025", "Freestyle 10 minutes", "Elo 2100", "rated 1518 and 1834", "I am 1500 on lichess", "100%", "-3", "costs 518 €", "518 people came", "50 points", "S&P 500", "SP 5.5", "PS 5", "PS5", "RTX 4090", "E4 400", "B12", "C42", "A00-E99", "v1.2.3", "192.168.0.1", "+49 170 1234567", "call 555 0123", "ISBN 3-8334-1322-0", "3.14159", "1e4", "0x1F", "123456789012345678", "<@123456789012345678>", "<#987654321098765432>", "<:pogchamp:123456789012345678>", "<t:1700000000:R>",
	// Places in lists, tickets.
	"Round 5", "Round #2", "Board 18", "board #3", "issue #123 is open", "Fixes #404 and #518 in the tracker", "room #204 please", "You are number 518 in the queue", "We are at position 250 in the queue", "He finished in position 12.", "position 3 of the table", "My position is worse", "ID 4711 lost", "my ticket ID is 482", "user id 123 left", "Nr. 5 lebt", "No. 1 seed", "no 7 today", "number one", "I have 3 rooks", "page 518 of the book", "chapter 5", "Fritz 9", "Fritz 17", "Fritz 95", "Fritz 5 was good", "F9 key", "almanac of 2020 openings", "wsp 518", "espn 518", "gsp-12", "frc team wins", "FRC 25 teams came", "Stellung unklar", "in Stellung 5 gehen", "mirror image: SP-534",
	// Openings and moves.
	"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6", "1. d4 d5 2. c4 Qxd5 3. Nc3 Qa5 4. Bd2", "Rad1 Rfe1 Qc2 Nbd2", "Ra1 Rb1 Rc1 Rd1", "1. Ra1 Rb1 2. Rc1 Rd1 3. Re1 Rf1 4. Rg1 Rh1", "Kg1 Qd1 Ra1 Rf1 Bc1 Nf3 Bb5", "White: Ke1, Qd1, Ra1, Rh1, Bc1, Bb5, Nc3, Nf3", "King g1, rooks a1 and f1, queen d1, bishops c1 and e2", "O-O O-O-O", "0-0-0", "Ruy Lopez, Berlin", "Caro-Kann B12", "Sicilian Najdorf, 6. Bg5", "Queen's Gambit Declined", "King's Indian Attack", "Bishop's opening", "Two Knights", "Smothered mate with Nf7", "Qxf7#", "e4", "Nf3 d5 g3 c5", "R vs B", "KRB vs KR", "KBN v K", "KQ KR", "KNNvKP", "QRBN", "bad bank ranks", "barn", "banker", "RB Leipzig", "NBA", "BBQ", "BBQ, RNB and NRK", "TV ARD", "TACT", "attract", "cadre", "DTRFC", "kraft", "strand", "Tal - Botvinnik 1960",
	// Links.
	"https://lichess.org/", "https://lichess.org/abcd1234", "https://lichess.org/study/bQ3rNkBr/RnBqKbNr1", "https://lichess.org/tournament/518rated", "https://lichess.org/@/someone", "https://lichess.org/editor", "https://lichess.org/analysis/chess960", "https://lichess.org/variant/chess960", "https://lichess.org/training/518", "https://www.chess.com/game/live/123456789", "https://www.chess.com/forum/view/chess960-chess-variants/518-and-others", "https://chess960.net/start-positions/", "https://chess960.net/wp-content/uploads/2018/02/chess960-starting-positions.pdf", "https://www.chess-960.org/", "https://en.wikipedia.org/wiki/Chess960", "https://en.wikipedia.org/wiki/Chess960#518", "https://example.com/page#518", "https://github.com/lichess-org/lila/issues/518", "https://youtu.be/dQw4w9WgXcQ?t=518", "www.example.org/a/b/c/d/e/f", "file:///home/k/b/n/r/q", "a/b/c/d", "k/q/r/b/n", "and/or", "24/7", "km/h", "n/a", "8/8/8/8", "8/8/8/8/8/8/8/8",
	// FENs and boards from the middle of a game.
	"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5", "8/8/8/4k3/8/8/4K3/8 w - - 0 1", "4k2r/6pp/8/8/8/8/6PP/4K2R w Kk - 0 1", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR", "bbqnnrkr/pppppppp/8/8/3P4/8/PPP1PPPP/BBQNNRKR b KQkq - 0 1", "https://lichess.org/analysis/chess960/bbqnnrkr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BBQNNRKR_w_KQkq_-_0_2", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "[FEN \"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2\"]\n[Variant \"Chess960\"]\n\n2. Nf3 *",
	"r n b q k b n r\np p p p . p p p\n. . . . . . . .\n. . . . p . . .\n. . . . P . . .\n. . . . . . . .\nP P P P . P P P\nR N B Q K B N R", "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟\n6\n5 · · · · · · · ·\n4 · · · · ♙ · · ·\n3 · · · · · · · ·\n2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙\n1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖",
	"+---+---+---+---+---+---+---+---+\n| r | n | b | q | k | b | n | r | 8\n+---+---+---+---+---+---+---+---+\n| p | p | p | p |   | p | p | p | 7\n+---+---+---+---+---+---+---+---+\n|   |   |   |   |   |   |   |   | 6\n+---+---+---+---+---+---+---+---+\n|   |   |   |   | p |   |   |   | 5\n+---+---+---+---+---+---+---+---+\n|   |   |   |   | P |   |   |   | 4\n+---+---+---+---+---+---+---+---+\n|   |   |   |   |   |   |   |   | 3\n+---+---+---+---+---+---+---+---+\n| P | P | P | P |   | P | P | P | 2\n+---+---+---+---+---+---+---+---+\n| R | N | B | Q | K | B | N | R | 1\n+---+---+---+---+---+---+---+---+",
	"[Event \"x\"]\n[SetUp \"1\"]\n\n1. e4 e5 *", "[White] e4 e5", "[White \"Anna\"]\n[Black \"Ben\"]\n\n*",
	"", " ", "\n", "...", "🙂🙂🙂🙂🙂🙂🙂🙂", "👑", "🏰 🐴", "\x00", "\u202e", "%%%20%", "&amp;&lt;", "\xff\xfe",
}

// A number before moves names a position for somebody who asks about them, and none in a message: only
// games with tags are read there.
func TestMovesWithoutTags(t *testing.T) {
	const text = "(594) 1. e4"
	if r, err := recognize.Text(text, chess960.Scharnagl); err != nil || r.White.SP() != 594 {
		t.Errorf("Text: %v, %v", r, err)
	}
	if all := recognize.All(text); len(all) > 0 {
		t.Errorf("All: %v", all)
	}
}

func TestOrdinaryTextsNameNoPosition(t *testing.T) {
	for _, text := range ordinary {
		for _, text := range []string{text, strings.ToUpper(text), "> " + text, "Well: " + text + "\n:)"} {
			r, err := recognize.Text(text, nil)
			if _, several := errors.AsType[*recognize.AmbiguousError](err); err == nil || several {
				t.Errorf("Text(%q) = %v, %v", text, r.White, err)
			}
			if all := recognize.All(text); len(all) > 0 {
				t.Errorf("All(%q) = %v, %q", text, all[0].White, all[0].Text)
			}
		}
	}
}

// A game of classical chess has neither SetUp nor FEN. Who asks for the numbers of its PGN
// gets those of the classical array; in a message the PGN names no position.
func TestReadsAClassicalGame(t *testing.T) {
	for _, pgn := range []string{
		"[Event \"x\"]\n[Round \"5\"]\n[WhiteElo \"1518\"]\n[ECO \"B12\"]\n\n1. e4 c6 1-0",
		"[White \"Anna\"]\n1.Nf3 d5", "[Event \"Club\"]\n[Variant \"Standard\"]\n\n1. e4 e5 *",
		"[Event \"x\"] [Site \"y\"] [Date \"2026.11.22\"] [Round \"1\"] [White \"a\"] [Black \"b\"] [Result \"*\"] 1. d4 *",
	} {
		if r, err := recognize.Text(pgn, nil); err != nil || r.White != chess960.Classical() || r.Black != r.White {
			t.Errorf("Text(%q) = %v, %v", pgn, r.White, err)
		}
		if all := recognize.All(pgn); len(all) != 0 {
			t.Errorf("All(%q) = %v", pgn, all)
		}
	}
}
