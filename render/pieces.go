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
	shine []Path // lines that follow the form of a dark piece
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
			half(`M 0 9.6  L 3 9.6  L 2.5 14  L 8.2 13.4  L 8.2 19.4  L 2.5 18.8  L 2.8 30  L 0 37`),
			// crown: two broad lobes on a narrow waist
			half(`M 0 38.6  L 1.2 35  C 5 28 13 24 22.5 25  C 35.5 26.6 36.5 38 26.5 44.6  C 18 49.8 12.4 53 11.4 58.5
				C 11.4 62 13.4 64.8 14.8 66.6  L 0 66.6`),
			foot(-18, 18),
		),
		lines: slices.Concat(
			// where the lobes meet
			half(`M 0 37.6  L 1.2 35  L 3.4 31.8`), whole(`M 0 37.6  L 0 48.4`),
			// bands
			half(`M 0 53  C 5.4 53 9.6 53.8 13 55`), half(`M 0 59.6  C 5 59.6 8.6 60.2 11.4 61.2`),
			across(footTop, 14.8),
		),
		shine: both(`M 9 33.4  C 13 30.2 17.2 28.9 21.4 29.6  C 28.8 30.8 30 37 23.4 41.6  C 19.4 44.2 16 46 13.2 48.2`),
	}
}

func queen() drawing {
	return drawing{
		body: slices.Concat(
			// crown of five points, a pearl on each
			half(`M 0 15  L 5 43  L 17 17.6  L 17.6 45  L 31.9 26.6  C 29.6 38 23.4 47 21 55  C 20.6 60 22.6 63.5 24 66.6  L 0 66.6`),
			both(`O 32.4 24.4 3.2`), both(`O 17.4 15.2 3.2`), whole(`O 0 12.6 3.4`),
			foot(-25.5, 25.5),
		),
		lines: slices.Concat(
			// bands
			half(`M 0 53.6  C 8 53.6 15 54.6 21.2 56.2`), half(`M 0 60  C 8 60 15 60.6 21.4 61.8`),
			across(footTop, 24),
		),
		shine: both(`M 27.2 34.6  C 25.2 40.4 22 45 20.2 49.4`),
	}
}

func rook() drawing {
	return drawing{
		body: slices.Concat(
			// battlements, tower and step
			half(`M 0 17.4  L 4.6 17.4  L 4.6 23.4  L 12.2 23.4  L 12.2 17.4  L 22 17.4  L 22 30  L 16.8 35.6
				L 17.4 57.4  L 21.6 61.4  L 21.6 66.6  L 0 66.6`),
			foot(-26, 26),
		),
		lines: slices.Concat(across(30, 22), across(35.6, 16.8), across(57.4, 17.4), across(footTop, 21.6)),
	}
}

func bishop() drawing {
	return drawing{
		body: slices.Concat(
			whole(`O 0 12.4 3.4`),
			// mitre
			half(`M 0 15.8  L 0.6 16.2  C 7 20.6 13.8 26.8 14.8 34.4  C 15.4 40 13.4 44.8 9 49  L 0 49`),
			// collar
			slab(-10.4, 10.4, 49, 54),
			// robe
			half(`M 0 53  L 5.8 53  C 7 59 11.5 63.4 20 66.6  L 0 66.6`),
			foot(-29, 29),
		),
		lines: slices.Concat(across(49, 9), across(54, 5.8), across(footTop, 20)),
		// the slit of the mitre
		spots: whole(`M 10.4 22.6  L 2.8 36.6  C 2.6 38.4 3.8 39 5 38  L 14.2 28.6  C 13.4 26.2 12 24.2 10.4 22.6`),
	}
}

func knight() drawing {
	return drawing{
		body: slices.Concat(
			whole(`M 27 66.6  L -13 66.6
				C -13.5 58.4 -8 54 -3 50          C 1.8 46 5.6 42 5.4 35
				C 1.4 40.8 -4.4 43.4 -10 44.6     C -13 45.4 -13.8 48.8 -15.6 51.6
				C -17.2 54 -19 57 -22 57.4        C -26.4 57.8 -28.4 55.8 -29 53.8
				L -32.2 50.4                      C -33.8 48 -33.4 45.6 -31.6 43
				C -27 36.4 -24 32 -22.2 26.2      C -20.8 21.6 -17.6 18.4 -13.6 16.6
				L -12.8 9.6                       C -9.4 11 -7 12.6 -5.6 15
				L -3 9.6                          C -0.6 11.2 0.8 13 1.6 15.4
				C 8 17 13 21.2 17.4 27.8          C 23.2 36 28.6 45.4 29.2 54.4
				C 29.4 58.6 28.8 62.4 27 66.6`),
			foot(-16, 30),
		),
		lines: slices.Concat(
			// cheek
			whole(`M 5.4 35  C 6 31.4 5 28.4 2.4 26`),
			// mane
			whole(`M 3.4 19.8  C 8.2 22 11.2 26.6 11 33.4`),
			whole(`M 14 27.4  C 17.2 31.8 18.6 37.4 17.6 44.2`),
			whole(`M 20.8 38  C 23.6 43.2 24.4 49 22.6 56`),
			// forelock
			whole(`M -5.6 15  C -9.6 16.6 -12.2 19.2 -13 23`),
			// mouth
			whole(`M -30.4 52.6  C -28.4 51.8 -26.4 51 -24 50.8`),
			whole(`M -13 66.6  L 27 66.6`),
		),
		spots: slices.Concat(
			// eye
			whole(`M -17.2 28.8  C -15.4 25 -12 24 -8.8 25.8  C -10.8 29.8 -14.4 31.2 -17.2 28.8`),
			// nostril
			whole(`M -29.6 47.4  C -29 44.4 -26.8 43.4 -25.4 45  C -25.4 47.4 -27.6 48.4 -29.6 47.4`),
		),
	}
}

func pawnDrawing() drawing {
	return drawing{
		body: slices.Concat(
			whole(`O 0 34 8.8`),
			// collar
			slab(-9.2, 9.2, 43.4, 47.6),
			half(`M 0 45  L 5.2 45  C 5.6 54.6 9 60 14 63.4  C 15.6 64.5 16 65.4 16 66.6  L 0 66.6`),
			foot(-18.2, 18.2),
		),
		lines: slices.Concat(across(43.4, 7.2), across(47.6, 5.2), across(footTop, 16)),
	}
}

// The slab on which a piece stands runs from one of these lines to the other.
const footTop, footBottom = 66.6, 73.6

// foot returns the slab on which a piece stands.
func foot(left, right float64) []Path { return slab(left, right, footTop, footBottom) }

// slab returns a rectangle with rounded corners.
func slab(left, right, top, bottom float64) []Path {
	const r, k = 1.4, 0.6
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
