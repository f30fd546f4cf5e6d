package render

import "chess960bot/internal/chess960"

// The pieces are drawn on a square of PieceGrid by PieceGrid units: x runs from
// -42 at the left to 42 at the right, y from 0 at the top to 84 at the bottom.
//
// A path is the edge of a piece's body. The outline is stroked around the path. All
// pieces stand on the line y = 77.6, and x = 0 is their axis.

// Pawn is the letter of a pawn. Package chess960 has only the pieces of the back rank.
const Pawn chess960.Piece = 'P'

// drawing returns the layers of a piece, the rearmost first.
func drawing(piece chess960.Piece) []part {
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

func king() []part {
	return []part{
		// cross
		body(half(`M 0 6.3  L 4 6.3  L 3.4 10.7  L 10 10.1  L 10 17  L 3.4 16.4  L 4 33  L 0 33`)),
		// crown: two broad lobes
		body(half(`M 0 37  L 1.5 33.5  C 7 27.5 14 24 23 26  C 32 27.5 33 36 25 42.5  C 17.5 48.5 13 53.5 11.3 61  L 0 61`)),
		line(whole(`M 0 38  L 0 48.5`), half(`M 0 53.5  C 5 53.5 9.5 52.8 13 51`)),
		band(13, 61, 67.5), foot(18),
		shine(half(`M 0 61  L 11 61`), half(`M 0 70  L 15.5 70`)),
	}
}

func queen() []part {
	return []part{
		// crown of five points, a pearl on each
		body(
			half(`M 0 15  L 6 46  L 18.4 17  L 19.6 48  L 31.8 29  C 28 43.5 24 51.5 20.5 60.5  L 0 60.5`),
			both(`O 32 27.6 3.2`), both(`O 18.6 14.6 3.4`), whole(`O 0 11 3.8`),
		),
		line(half(`M 0 55.5  C 8 55.5 14 54.8 19.5 53.4`)),
		band(23.5, 60.5, 67.5), foot(27.5),
		shine(half(`M 0 60.8  L 21 60.8`), half(`M 0 70  L 24 70`)),
	}
}

func rook() []part {
	return []part{
		// tower
		body(half(`M 0 32  L 14.9 32  L 14.9 64  L 0 64`)),
		// battlements
		body(half(`M 0 14  L 5 14  L 5 22  L 13.5 22  L 13.5 14  L 23.8 14  L 23.8 30  C 23.8 34 19 34.5 16.5 38.5  L 0 38.5`)),
		line(half(`M 0 29.5  L 22.5 29.5`)),
		band(20, 63, 70), foot(26),
		shine(half(`M 0 62  L 15 62`), half(`M 0 70.4  L 22.5 70.4`)),
	}
}

func bishop() []part {
	return []part{
		body(whole(`O 0 10.4 4`)),
		// robe
		body(half(`M 0 50  L 6.5 50  C 7.5 61.5 14 67 27 71  L 0 71`)),
		// mitre with a slit
		body(whole(`M 0 51  L -9.5 51  C -14.5 45.5 -16 41 -15.5 36  C -15 27 -6 18.5 0 13.5  C 4 16.5 8.2 20.5 11.4 24.6
			L 1.8 37.8  L 5.8 40.4  L 14.3 30  C 15.2 32 15.5 34 15.5 36  C 16 41 14.5 45.5 9.5 51  L 0 51`)),
		band(11, 50, 56),
		foot(31.5),
		shine(half(`M 0 50.4  L 9 50.4`), half(`M 0 70.6  L 24 70.6`)),
	}
}

func knight() []part {
	return []part{
		body(whole(`M 24 71.5  L 0 71.5
			C -2 57 12 53.5 12 38                      C 2 46 -6.5 45.5 -12 50
			C -16 56 -23.5 58 -27.5 53.5       C -32.5 51 -33.5 46.5 -31 42.5
			C -26 37 -20.5 32 -18 25           C -16.5 20 -13.5 16 -9.5 13.5
			L -8 6.4                         C -3.5 6 0.5 8.5 2.5 12
			C 21 12 33 27 32 46                C 31.5 56 28 64 24 71.5`)),
		// mane
		line(whole(`M 8 18.5  C 18.5 22.5 24.5 34 24.5 47  C 24.5 53.5 22.5 59.5 19.5 64.5`)),
		// eye
		spot(whole(`M -15.5 27.5  C -13.5 23.5 -9.5 23 -6.5 25.5  C -9 29.5 -13.5 30.5 -15.5 27.5`)),
		// nostril
		spot(whole(`M -28 46  C -27.5 43.3 -24.6 42.8 -24 44.5  C -24 46.5 -26.5 46.5 -28 46`)),
		foot(25),
		shine(whole(`M -3 70.8  L 22 70.8`)),
	}
}

func pawnDrawing() []part {
	return []part{
		body(half(`M 0 45.5  L 6.2 45.5  C 6.8 57 10.5 63 16 66  C 18 67.5 18.5 69 18.5 71.5  L 0 71.5`)),
		body(whole(`O 0 34 11`)),
		band(11.5, 45, 50),
		foot(20.5),
		shine(half(`M 0 45.2  L 9 45.2`), half(`M 0 70.8  L 18 70.8`)),
	}
}

// band returns a ring around a piece, from the line top to the line bottom.
func band(halfWidth, top, bottom float64) part {
	return body([]Path{slab(halfWidth, top, bottom)})
}

// foot returns the slab on which a piece stands.
func foot(halfWidth float64) part { return body([]Path{slab(halfWidth, 70.4, 77.6)}) }

// slab returns a rectangle with rounded ends.
func slab(x, top, bottom float64) Path {
	r := (bottom - top) / 2
	k := r * 0.45
	right := Path{
		{{0, top}}, {{x - r, top}},
		{{x - k, top}, {x, top + k}, {x, top + r}},
		{{x, bottom - k}, {x - k, bottom}, {x - r, bottom}},
		{{0, bottom}},
	}
	return append(right.reflected(), right[1:]...)
}
