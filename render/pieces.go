package render

import (
	"slices"

	"chess960bot/internal/chess960"
)

// The pieces are drawn on a square of PieceGrid by PieceGrid units: x runs from
// -42 at the left to 42 at the right, y from 0 at the top to 84 at the bottom.
//
// The outline runs around the paths of a body. All pieces stand on the line footBottom, and
// x = 0 is their axis.

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
			half(`M 0 9.6  L 3 9.6  L 2.5 13.8  L 7.6 13.2  L 7.6 19.2  L 2.5 18.6  L 2.7 25.6  L 0 28`),
			// crown: two lobes, and an arch between them
			half(`M 0 24.4  C 3.6 26.4 6 29.4 7 33  C 10.2 27.2 16.4 24.8 22 25.2  C 31.4 26 34.4 35.4 28.6 41.6
				C 23.6 46.8 17 49 14.2 53.4  C 12.6 55.6 12.8 58 13.4 60.4  C 14 63 15.2 65 15.6 67.6  L 0 67.6`),
			foot(-18.4, 18.4),
		),
		lines: slices.Concat(
			both(`M 7 33  C 5.8 38.4 2.8 43.4 0 47.4`),
			// bands
			half(`M 0 52.4  C 5 52.4 9 53 13.8 54.4`), half(`M 0 59.6  C 5 59.6 9 60 13.4 60.8`),
			across(footTop, 15.6),
		),
	}
}

func queen() drawing {
	return drawing{
		body: slices.Concat(
			// crown of five points, a pearl on each
			half(`M 0 15  L 5.8 45  L 16.4 17.6  L 17.8 46.4  L 30.8 25.6  C 29 37 24.4 46.4 21.4 53.4
				C 20.4 56 20.8 58 21.6 60.4  C 22.4 63 23.6 65.2 23.6 67.6  L 0 67.6`),
			both(`O 31.2 23.6 3.3`), both(`O 16.8 15.2 3.3`), whole(`O 0 13 3.5`),
			foot(-26, 26),
		),
		lines: slices.Concat(
			// bands
			half(`M 0 52.4  C 8 52.4 14 53 21.2 54.2`), half(`M 0 59  C 8 59 14 59.4 21.2 60.4`),
			across(footTop, 23.6),
		),
	}
}

func rook() drawing {
	return drawing{
		body: slices.Concat(
			// battlements, tower and step
			half(`M 0 16.6  L 4.6 16.6  L 4.6 22.6  L 13 22.6  L 13 16.6  L 22.2 16.6  L 22.2 28.6  L 16.8 34
				C 16.8 44 17.2 51 18 57.4  L 22.6 62  L 22.6 67.6  L 0 67.6`),
			foot(-26, 26),
		),
		lines: slices.Concat(across(28.6, 22.2), across(34, 16.8), across(57.4, 18), across(footTop, 22.6)),
	}
}

func bishop() drawing {
	return drawing{
		body: slices.Concat(
			whole(`O 0 12.2 3.5`),
			// mitre
			half(`M 0 15.4  L 0.6 15.8  C 7 20.2 14.8 27 15 35.4  C 15.1 40.6 12.4 44.4 8.8 47.4  L 0 47.4`),
			// collar
			slab(-11.4, 11.4, 47.4, 52.4),
			// robe
			half(`M 0 52  L 6.2 52  C 7 59 12.4 63.6 22 65.4  C 24.4 65.9 25.4 66.4 25.4 67.6  L 0 67.6`),
			foot(-29, 29),
		),
		lines: slices.Concat(across(47.4, 9.8), across(52.4, 6.8), across(footTop, 25)),
		// the cross of the mitre
		spots: half(`M 0 24.6  L 1.8 24.6  L 1.8 29.6  L 6.8 29.6  L 6.8 33.2  L 1.8 33.2  L 1.8 40.6  L 0 40.6`),
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
			foot(-15.6, 30),
		),
		lines: slices.Concat(
			// cheek
			whole(`M 6.8 34.4  C 8 30 6 26 2 24`),
			// mane
			whole(`M -1.6 18.4  C 7.8 20.6 14.8 27.8 18 37.6  C 21 46.4 21.6 57 19.4 64`),
			// mouth
			whole(`M -29.2 52.8  C -27.2 51.8 -25.2 51.4 -22.8 51.6`),
			whole(`M -12 67.6  L 26.6 67.6`),
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
			whole(`O 0 32.2 8.8`),
			slab(-11.4, 11.4, 40.6, 45.2),
			half(`M 0 44.4  L 7 44.4  C 11.4 50.4 17.8 56.4 18.6 67.6  L 0 67.6`),
			foot(-21.6, 21.6),
		),
		lines: slices.Concat(across(45.2, 7.6), across(footTop, 18.6)),
	}
}

// The slab on which a piece stands runs from one of these lines to the other.
const footTop, footBottom = 67.6, 74

// foot returns the slab on which a piece stands.
func foot(left, right float64) []Path { return slab(left, right, footTop, footBottom) }

// slab returns a rectangle with rounded corners.
func slab(left, right, top, bottom float64) []Path {
	const r, k = 1.8, 0.8
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
