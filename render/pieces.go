package render

import (
	"slices"

	"chess960bot/internal/chess960"
)

// The pieces are drawn on a square of PieceGrid by PieceGrid units: x runs from
// -42 at the left to 42 at the right, y from 0 at the top to 84 at the bottom.
//
// The outline runs around the paths of a body. All pieces stand on the line footBottom, and
// x = 0 is their axis. King and queen have a round base, and the rook has a plinth of two
// steps. The others have a foot whose underside is a flat arch.

// Pawn is the letter of a pawn. Package chess960 has only the pieces of the back rank.
const Pawn chess960.Piece = 'P'

// A drawing is the paths of a piece.
type drawing struct {
	body  []Path // filled; the outline runs around all of them together
	lines []Path // within the body
	spots []Path // within the body, filled like lines
}

// drawingOf returns the drawing of a piece.
func drawingOf(piece chess960.Piece) drawing {
	switch piece {
	case chess960.King:
		return king()
	case chess960.Queen:
		return queen()
	case chess960.Rook:
		return rook()
	case chess960.Bishop:
		return bishop()
	case chess960.Knight:
		return knight()
	case Pawn:
		return pawnDrawing()
	}
	panic("render: no drawing of " + piece.String())
}

func king() drawing {
	return drawing{
		body: slices.Concat(
			// cross
			half(`M 0 8.8  L 2.8 8.8  L 2 14.4  L 9 13.4  L 9 19  L 2 18  L 2.6 27  L 0 30`),
			// a leaf under the cross
			half(`M 0 26  C 4.4 29 8.4 33.4 8 38.4  L 0 44`),
			// lobes, ring and base
			half(`M 0 37  L 7.6 37  C 10.2 31.4 15.6 29.2 21 29.2  C 29.6 29.2 34.6 35.2 33 42
				C 31.2 50 22 51 17.8 57  C 16.6 58.6 17 60.2 17.6 62  C 18.6 64 19 66 19 69
				C 15.6 72.8 8.4 74.2 1 74.2  L 0 74.2`),
		),
		lines: slices.Concat(
			both(`M 8 36  C 8.4 42 3.8 46.8 0 50.8`),
			// bands
			half(`M 0 54.2  C 6.6 54.2 12.4 55.2 16.8 57.2`), half(`M 0 60  C 7 60 13.2 61 17.4 62.6`),
			half(`M 0 66.4  C 7 66.4 13.6 67.2 18.4 69`),
		),
	}
}

func queen() drawing {
	return drawing{
		body: slices.Concat(
			// crown of five points, then ring and base
			half(`M 0 16  L 2.6 44.6  C 3.2 49.2 6.8 49.4 8 45.2  L 16.4 18  L 13.4 45.4  C 13.2 49.8 16.6 50.2 18.2 46.4  L 30.8 26
				C 29 38 23.2 47.6 19.2 56  C 19 58.4 19.4 60.2 20.2 62  C 21.2 64 21.6 66 21.6 69
				C 18 72.8 9 74.2 1 74.2  L 0 74.2`),
			// a pearl on each point
			both(`O 31.2 23.6 3.5`), both(`O 16.8 15.4 3.5`), whole(`O 0 13.2 3.6`),
		),
		lines: slices.Concat(
			// bands
			half(`M 0 53.2  C 7.4 53.2 14 54.2 19.4 56.4`), half(`M 0 59.6  C 7.6 59.6 14.8 60.6 20 62.6`),
			half(`M 0 66.4  C 7.6 66.4 15.2 67.2 21 69`),
		),
	}
}

func rook() drawing {
	return drawing{
		body: slices.Concat(
			// battlements and tower
			half(`M 0 15.2  L 4.6 15.2  L 4.6 21.8  L 13 21.8  L 13 15.2  L 22.2 15.2  L 22.2 28.2  L 16.6 33.8
				C 16.2 44 17 52.6 20.4 60  L 0 60`),
			// plinth of two steps
			half(`M 0 60  L 22.6 60  L 22.6 67.4  L 27 67.4  L 27 74.2  L 0 74.2`),
		),
		lines: slices.Concat(across(28.2, 22.2), across(33.8, 16.6), across(60, 20.4), across(footTop, 22.6)),
	}
}

func bishop() drawing {
	return drawing{
		body: slices.Concat(
			whole(`O 0 12.2 3.5`),
			// mitre
			half(`M 0 15.4  L 0.6 15.8  C 7.4 20 16.2 26.8 16.4 35.2  C 16.5 40.6 13.4 44.4 9.4 47.4  L 0 47.4`),
			// collar
			slab(-12, 12, 47.4, 52.4),
			// robe
			half(`M 0 52  L 6.2 52  C 7 59 12.4 63.6 22 65.4  C 24.4 65.9 25.4 66.4 25.4 67.6  L 0 67.6`),
			// arched foot
			half(`M 0 66.4  C 10 66.4 18 66.6 24.4 67  C 28.6 67.4 30.2 69.4 29.6 72
				C 29 74 27 74.4 24.6 73.8  C 17 71.8 8 71.4 1 71.4  L 0 71.4`),
		),
		lines: slices.Concat(across(47.4, 9.8), across(52.4, 6.8), half(`M 0 66  C 10 66 18 66.4 25 67.8`)),
		// the cross of the mitre
		spots: half(`M 0 24.6  L 1.8 24.6  L 1.8 29.6  L 7 29.6  L 7 33.2  L 1.8 33.2  L 1.8 40.6  L 0 40.6`),
	}
}

func knight() drawing {
	return drawing{
		body: slices.Concat(
			whole(`M 26.6 67.6  L -12 67.6
				C -12.4 58.6 -5.6 53.6 -0.6 48.6     C 3.4 44.8 7 40.6 6.8 34.4
				C 2 39.4 -4.6 41.6 -10 43          C -13.8 44 -15.4 47.6 -17.6 50.8
				C -19.6 53.6 -22.4 56 -25.2 55.6     C -28 55 -30 53.2 -31 50.8
				C -32 48.2 -31.4 45.6 -29.8 43       C -26.6 38 -23 32.6 -21 27.4
				C -19.4 23.2 -16.6 19.8 -12.6 17.4   L -12.2 9.6
				C -9 11 -6.6 12.8 -5 15              L -2.4 9.6
				C 0.2 11.2 1.8 13 2.8 15.4
				C 12 17.8 20.6 26 25.2 37.8         C 29 47.4 30 58.6 26.6 67.6`),
			foot(-16.4, 31),
		),
		lines: slices.Concat(
			// cheek
			whole(`M 6.8 34.4  C 8 30 6 26 2 24`),
			// mane
			whole(`M -1.6 18.4  C 7.8 20.6 14.8 27.8 18 37.6  C 21 46.4 21.6 57 19.4 64`),
			// mouth
			whole(`M -29.2 52.8  C -27.2 51.8 -25.2 51.4 -22.8 51.6`),
			whole(`M -12 68  C 0 66.6 14 66.6 26.4 68`),
		),
		spots: slices.Concat(
			// eye
			whole(`M -16 27.8  C -14.6 24.6 -11.4 23.4 -8.2 24.8  C -10 28.2 -13.2 29.4 -16 27.8`),
			// nostril
			whole(`M -28.2 47.8  C -27.8 45.2 -25.8 44.2 -24.4 45.6  C -24.4 47.6 -26.4 48.8 -28.2 47.8`),
		),
	}
}

func pawnDrawing() drawing {
	return drawing{
		body: slices.Concat(
			whole(`O 0 32.4 10.8`),
			slab(-10.8, 10.8, 42.6, 47),
			half(`M 0 46  L 6.8 46  C 7.4 52.4 8.8 57 12.8 61  C 15 63.2 16.6 65.2 16.8 67.6  L 0 67.6`),
			foot(-19.2, 19.2),
		),
		lines: slices.Concat(across(47, 7.2), half(`M 0 66.8  C 6 66.8 11.4 67.2 16.2 68.2`)),
	}
}

// The foot of a piece runs from one of these lines to the other.
const footTop, footBottom = 67.4, 74.2

// foot returns a slab whose underside is a flat arch.
func foot(left, right float64) []Path {
	const bend, rise = 6, 2.2 // from an end of the arch to the control point of its curve
	s := slab(left, right, footTop, footBottom)
	start, end := s[0][4][2], s[0][5][0]
	s[0][5] = []Point{{start.X - bend, start.Y - rise}, {end.X + bend, end.Y - rise}, end}
	return s
}

// slab returns a rectangle with round ends.
func slab(left, right, top, bottom float64) []Path {
	r := 0.46 * (bottom - top)
	k := 0.45 * r
	return []Path{{
		{{left + r, top}}, {{right - r, top}},
		{{right - k, top}, {right, top + k}, {right, top + r}},
		{{right, bottom - r}},
		{{right, bottom - k}, {right - k, bottom}, {right - r, bottom}},
		{{left + r, bottom}},
		{{left + k, bottom}, {left, bottom - k}, {left, bottom - r}},
		{{left, top + r}},
		{{left, top + k}, {left + k, top}, {left + r, top}},
	}}
}

// across returns a level line through the axis.
func across(y, halfWidth float64) []Path { return []Path{{{{-halfWidth, y}}, {{halfWidth, y}}}} }
