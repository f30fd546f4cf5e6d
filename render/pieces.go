package render

import "chess960bot/internal/chess960"

// The pieces are drawn on a square of 90 by 90 units: x runs from -45 at the
// left to 45 at the right, y from 0 at the top to 90 at the bottom. A square of
// a board has 90 pixels, so that there one unit is one pixel.
//
// Outlines name the edge of the body, around which the outline is stroked. All
// pieces stand on the line y = 80.5 and turn around the axis x = 0. They stay
// clear of the corners that belong to the coordinates.

// pawn is the piece that no back rank has.
const pawn chess960.Piece = 'P'

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
	case pawn:
		return pawnDrawing()
	}
	panic("render: no drawing of " + piece.String())
}

func king() []part {
	return []part{
		// cross
		body(half(`M 0 5.8  L 3 5.8  L 2.2 11.4  L 8.2 10.6  L 8.2 16.4  L 2.2 15.6  L 2.6 26  L 0 26`)),
		// dome
		body(half(`M 0 23.5  C 9 23.5 16.5 26 19 31.5  L 0 31.5`)),
		stem(),
		// crown
		body(half(`M 0 31.5  L 19.5 31.5  C 19 39 13.5 43 11.5 50  L 0 50`)),
		shine(half(`M 0 44.2  C 5 44.2 9 43.9 11 43.4`)),
		// rim
		body(half(`M 0 29.5  L 19.5 29.5  C 21.9 29.5 21.9 33.9 19.5 33.9  L 0 33.9`)),
		shine(half(`M 0 31.7  L 18.5 31.7`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func queen() []part {
	return []part{
		stem(),
		// crown of five points, a pearl on each
		body(
			half(`M 0 16  L 6.8 31  L 14.5 18  L 17.5 32  L 27.6 24  C 22.5 37.5 13.5 41 11.5 50  L 0 50`),
			both(`O 27.8 22.9 3.2`), both(`O 14.5 16.5 3.2`), whole(`O 0 14 3.6`),
		),
		line(half(`M 0 40  C 6 40 12 39.5 15.5 38.5`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func rook() []part {
	return []part{
		// far wall
		recess(half(`M 0 20  L 17 20  L 17 30  L 0 30`)),
		// tower
		body(half(`M 0 38  L 12.5 38  C 10 48 11 59 15 67  L 0 67`)),
		// plinth
		body(half(`M 0 66  L 15 66  C 18.5 66 20 69 20 73.5  L 0 73.5`)),
		shine(half(`M 0 68.5  L 14 68.5`)),
		// battlements
		body(half(`M 0 16  L 4.2 16  L 4.2 23.5  L 12 23.5  L 12 16  L 20 16  L 20 32  C 20 35.5 16.5 36 15 39  L 0 39`)),
		// masonry
		line(half(`M 0 28.5  L 19.5 28.5`), both(`M 7 29  L 7 33.5`)),
		// cornice
		body(half(`M 0 38.5  L 14 38.5  C 16 38.5 16 42.3 14 42.3  L 0 42.3`)),
		shine(half(`M 0 40.4  L 13 40.4`)),
		foot(), footShine(),
	}
}

func bishop() []part {
	return []part{
		body(whole(`O 0 13.5 4`)),
		stem(),
		// mitre
		body(half(`M 0 18  C 6 20.5 15.5 29 15.5 38  C 15.5 43.5 12 47 9 50  L 0 50`)),
		line(whole(`M 3 37  L 9.3 26.5`)),
		shine(whole(`M -11.5 38  C -11.5 34 -9 30 -6 27`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func knight() []part {
	return []part{
		// mane, four locks from the poll down
		body(whole(`M 20 73.5  L 4 73.5  L 0 13
			C 9 8.5 19 12.5 20.5 22        L 17.5 20.5
			C 24 22 28 28.5 27 36.5        L 24 34.5
			C 29 38.5 30.5 45.5 27.5 52    L 25 49.5
			C 29 55 27.5 63 20 73.5`)),
		// chest, jaw, chin, nose, forehead, ear, neck
		body(whole(`M 19 73.5  L -20 73.5
			C -20.5 62.5 -7 61 -2 50.5       C -6 54 -11 53 -13.5 56.5
			C -16 60 -21.5 61 -23.5 57.5     C -27 55.5 -28 51 -26 47.5
			C -22 42 -18.5 36 -16 29         C -14.5 24 -12 20.5 -8.5 18
			L -7 8                           C -2.5 10.5 1 14 2 18
			C 12 22 19 33 19 48              C 19 58 18 66 19 73.5`)),
		shine(whole(`M 5.5 22.5  C 11.5 27 15.8 36 15.8 47  C 15.8 53 15.5 58 15.5 62`)),
		// cheek
		line(whole(`M -2 50.5  C 1.5 48 3 44 2 39.5`)),
		// mouth
		line(whole(`M -25.4 54.3  L -19.6 53.9`)),
		// ear
		line(whole(`M -4.2 14.5  L -4.7 18.5`)),
		// eye
		spot(whole(`M -14 31  C -12.5 27.5 -9 27 -6.5 29  C -8.5 32.5 -12 33 -14 31`)),
		// nostril
		spot(whole(`M -24 49.5  C -23.5 47 -21 46.5 -20.5 48  C -20.5 49.5 -22.5 49 -24 49.5`)),
		foot(), footShine(),
	}
}

func pawnDrawing() []part {
	return []part{
		body(half(`M 0 45  L 7.5 45  C 7.5 57 10 63 15.5 67  C 17.5 69 18 71 18 73.5  L 0 73.5`)),
		body(whole(`O 0 31 11.5`)),
		shine(whole(`M -7.5 32  C -7.5 28 -5.5 25.5 -2.5 24.5`)),
		body(half(`M 0 42.5  L 11 42.5  C 13.5 42.5 13.5 46.5 11 46.5  L 0 46.5`)),
		shine(half(`M 0 44.5  L 10 44.5`)),
		body(half(`M 0 73.5  L 18 73.5  C 20.5 73.5 21.5 75 21.5 77  C 21.5 79.5 20.5 80.5 18.5 80.5  L 0 80.5`)),
		shine(half(`M 0 76  L 18 76`)),
	}
}

// What the tall pieces have in common, from the collar down.

func collar() part      { return body(half(`M 0 49  L 12.5 49  C 15 49 15 53.5 12.5 53.5  L 0 53.5`)) }
func collarShine() part { return shine(half(`M 0 51  L 11.5 51`)) }

func stem() part {
	return body(half(`M 0 50  L 8.5 50  C 8.5 60 12 64.5 17 67.5  C 19.5 69 20 71 20 73.5  L 0 73.5`))
}

func foot() part {
	return body(half(`M 0 73.5  L 21 73.5  C 23.5 73.5 24.5 75 24.5 77  C 24.5 79.5 23.5 80.5 21.5 80.5  L 0 80.5`))
}

func footShine() part { return shine(half(`M 0 76  L 20.5 76`)) }
