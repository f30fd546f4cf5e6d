package recognize

import "chess960bot/internal/chess960"

// A Difference describes how a board differs from another start position.
type Difference struct {
	Files    chess960.Files // the files on which the two have different pieces
	Mirrored bool           // the board is the other position's mirror image
}

// Compare returns how a board differs from the position it should show.
func Compare(board, wanted chess960.Position) Difference {
	return Difference{
		Files:    chess960.FilesWhere(func(f chess960.File) bool { return board.Piece(f) != wanted.Piece(f) }),
		Mirrored: board == wanted.Mirror(),
	}
}
