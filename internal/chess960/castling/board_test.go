package castling

import (
	"math/rand/v2"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// A board is a game for tests: ranks and files from 0, the pieces as in a FEN, '.' for an
// empty square. It has moves, castling and checks of its own, so that it can judge the
// package.
type board struct {
	at    [8][8]byte
	black bool    // Black is to move
	rook  [4]int  // the files of the rooks with a right, in the order K, Q, k, q; -1 for none
	keep  float64 // the chance that a player refuses to lose a right
}

func newGame(p chess960.Position, keep float64) *board {
	b := &board{keep: keep}
	rank := p.String()
	for f := range 8 {
		b.at[0][f], b.at[1][f], b.at[6][f], b.at[7][f] = rank[f], 'P', 'p', rank[f]|0x20
		for r := 2; r < 6; r++ {
			b.at[r][f] = '.'
		}
	}
	b.rook = [4]int{strings.LastIndex(rank, "R"), strings.Index(rank, "R"), strings.LastIndex(rank, "R"), strings.Index(rank, "R")}
	return b
}

func isBlack(piece byte) bool { return piece >= 'a' }

func sign(n int) int { return max(-1, min(1, n)) }

// reaches reports whether the piece on one square attacks another: by the shape of its
// move, and then by the squares between.
func (b *board) reaches(rank, file, toRank, toFile int) bool {
	dr, df := toRank-rank, toFile-file
	straight, diagonal := (dr == 0) != (df == 0), dr != 0 && (dr == df || dr == -df)
	near := dr >= -1 && dr <= 1 && df >= -1 && df <= 1
	var shape bool
	switch b.at[rank][file] {
	case 'N', 'n':
		return dr*dr+df*df == 5
	case 'P':
		return dr == 1 && (df == 1 || df == -1)
	case 'p':
		return dr == -1 && (df == 1 || df == -1)
	case 'K', 'k':
		return near && (dr != 0 || df != 0)
	case 'R', 'r':
		shape = straight
	case 'B', 'b':
		shape = diagonal
	case 'Q', 'q':
		shape = straight || diagonal
	}
	if !shape {
		return false
	}
	for r, f := rank+sign(dr), file+sign(df); r != toRank || f != toFile; r, f = r+sign(dr), f+sign(df) {
		if b.at[r][f] != '.' {
			return false
		}
	}
	return true
}

// attacked reports whether a side attacks a square.
func (b *board) attacked(rank, file int, byBlack bool) bool {
	for r := range 8 {
		for f := range 8 {
			if piece := b.at[r][f]; piece != '.' && isBlack(piece) == byBlack && b.reaches(r, f, rank, file) {
				return true
			}
		}
	}
	return false
}

func (b *board) inCheck(black bool) bool {
	rank, file := b.findKing(black)
	return b.attacked(rank, file, !black)
}

func (b *board) findKing(black bool) (rank, file int) {
	king := byte('K')
	if black {
		king = 'k'
	}
	for r := range 8 {
		if f := strings.IndexByte(string(b.at[r][:]), king); f >= 0 {
			return r, f
		}
	}
	panic("no king")
}

type move struct{ rank, file, toRank, toFile int }

// moves lists the legal moves, castling and en passant left out.
func (b *board) moves() []move {
	var legal []move
	for r := range 8 {
		for f := range 8 {
			piece := b.at[r][f]
			if piece == '.' || isBlack(piece) != b.black {
				continue
			}
			for tr := range 8 {
				for tf := range 8 {
					m := move{r, f, tr, tf}
					if b.pseudoLegal(m) && !b.after(m).inCheck(b.black) {
						legal = append(legal, m)
					}
				}
			}
		}
	}
	return legal
}

func (b *board) pseudoLegal(m move) bool {
	piece, target := b.at[m.rank][m.file], b.at[m.toRank][m.toFile]
	if piece|0x20 == 'p' {
		forward := 1
		if isBlack(piece) {
			forward = -1
		}
		switch {
		case m.file != m.toFile:
			return target != '.' && isBlack(target) != b.black && b.reaches(m.rank, m.file, m.toRank, m.toFile)
		case m.toRank == m.rank+forward:
			return target == '.'
		}
		atHome := m.rank == 1 && !b.black || m.rank == 6 && b.black
		return atHome && m.toRank == m.rank+2*forward && target == '.' && b.at[m.rank+forward][m.file] == '.'
	}
	return (target == '.' || isBlack(target) != b.black) && b.reaches(m.rank, m.file, m.toRank, m.toFile)
}

// after returns the board after a move; a pawn promotes to a queen.
func (b *board) after(m move) *board {
	next := *b
	piece := b.at[m.rank][m.file]
	if piece|0x20 == 'p' && (m.toRank == 0 || m.toRank == 7) {
		piece += 'Q' - 'P'
	}
	next.at[m.rank][m.file], next.at[m.toRank][m.toFile] = '.', piece
	next.black = !b.black
	for i, home := range []int{0, 0, 7, 7} {
		moved := m.rank == home && m.file == b.rook[i] || piece == "KKkk"[i]
		if moved || m.toRank == home && m.toFile == b.rook[i] {
			next.rook[i] = -1
		}
	}
	return &next
}

// play returns the board after a random move, or nil at the end of the game.
func (b *board) play(random *rand.Rand) *board {
	moves := b.moves()
	if len(moves) == 0 {
		return nil
	}
	next := b.after(moves[random.IntN(len(moves))])
	for range 3 {
		if next.rook == b.rook || random.Float64() >= b.keep {
			break
		}
		next = b.after(moves[random.IntN(len(moves))])
	}
	return next
}

// withIntruder returns the board with a rook or queen of one side on an empty square of
// the other side's first rank, and that other side to move.
func (b *board) withIntruder(random *rand.Rand) *board {
	next := *b
	next.black = random.IntN(2) == 0
	home, heavy := 0, "rq"
	if next.black {
		home, heavy = 7, "RQ"
	}
	var from, to [][2]int
	for r := range 8 {
		for f := range 8 {
			if at := b.at[r][f]; strings.IndexByte(heavy, at) >= 0 && r != home && !slices.Contains(b.rook[:], f) {
				from = append(from, [2]int{r, f})
			} else if at == '.' && r == home {
				to = append(to, [2]int{r, f})
			}
		}
	}
	if len(from) == 0 || len(to) == 0 {
		return b
	}
	s, d := from[random.IntN(len(from))], to[random.IntN(len(to))]
	next.at[d[0]][d[1]], next.at[s[0]][s[1]] = next.at[s[0]][s[1]], '.'
	if next.inCheck(!next.black) {
		return b
	}
	return &next
}

// fen writes the position with the rights as files if shredder is true, and otherwise as
// X-FEN.
func (b *board) fen(shredder bool) string {
	var rows []string
	for r := 7; r >= 0; r-- {
		row := string(b.at[r][:])
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), string(rune('0'+n)))
		}
		rows = append(rows, row)
	}
	rights := ""
	for i, rook := range b.rook {
		if rook < 0 {
			continue
		}
		letter := string(rune('a' + rook))
		if outer := b.outermost(i); !shredder && outer == rook {
			letter = string("kqkq"[i])
		}
		if i < 2 {
			letter = strings.ToUpper(letter)
		}
		rights += letter
	}
	if rights == "" {
		rights = "-"
	}
	return strings.Join(rows, "/") + " " + map[bool]string{false: "w", true: "b"}[b.black] + " " + rights + " - 3 17"
}

// outermost returns the file of the outermost rook on the side of a right.
func (b *board) outermost(right int) int {
	rank := string(b.at[right/2*7][:])
	rook := "RRrr"[right : right+1]
	if right%2 == 0 {
		return strings.LastIndex(rank, rook)
	}
	return strings.Index(rank, rook)
}

// canCastle plays the castling of a right to the given files: it walks both pieces over
// the board and looks for check before, on the way and after.
func (b *board) canCastle(right, kingTo, rookTo int) bool {
	black, rook := right >= 2, b.rook[right]
	if rook < 0 {
		return false
	}
	home, king := b.findKing(black)
	lifted := *b
	kingPiece, rookPiece := b.at[home][king], b.at[home][rook]
	lifted.at[home][king], lifted.at[home][rook] = '.', '.'
	for f := king; ; f += sign(kingTo - f) {
		// The king stands on each square of its way in turn.
		on := *b
		on.at[home][king] = '.'
		if on.at[home][f] != '.' && f != rook || on.attacked(home, f, !black) {
			return false
		}
		if f == kingTo {
			break
		}
	}
	for f := rook; ; f += sign(rookTo - f) {
		if lifted.at[home][f] != '.' {
			return false
		}
		if f == rookTo {
			break
		}
	}
	lifted.at[home][kingTo], lifted.at[home][rookTo] = kingPiece, rookPiece
	return !lifted.inCheck(black)
}
