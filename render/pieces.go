package render

import "chess960bot/internal/chess960"

// The pieces are drawn on a square of PieceGrid by PieceGrid units: x runs from
// -42 at the left to 42 at the right, y from 0 at the top to 84 at the bottom.
//
// A path is the edge of a piece's body. The outline is stroked around the path. All
// pieces stand on the line y = 78.5, and x = 0 is their axis. They leave the corners free
// for the coordinates.

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
		body(half(`M 0 6  L 3.4 6  L 2.6 11.6  L 9 10.8  L 9 17.4  L 2.6 16.6  L 3 28  L 0 28`)),
		stem(),
		// crown: two broad lobes, so that no small king looks like a bishop
		body(half(`M 0 28.5  L 2 26.5  C 7.5 20 16 19 21.5 22.5  C 28 26.5 28.5 33 24.5 37.5  C 20.5 42 16.5 43 14 48  L 0 48`)),
		line(whole(`M 0 29  L 0 38`), half(`M 0 41  C 7 41 12 40.3 16.5 38.8`)),
		shine(whole(`M -21 33  C -22 29 -19 25.5 -15 24.7`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func queen() []part {
	return []part{
		stem(),
		// crown of five points, a pearl on each
		body(
			half(`M 0 14  L 6.8 29  L 14.5 16  L 17.5 30  L 27.6 22  C 22.5 35.5 13.5 39 11.5 48  L 0 48`),
			both(`O 27.8 20.9 3.2`), both(`O 14.5 14.5 3.2`), whole(`O 0 12 3.6`),
		),
		line(half(`M 0 38  C 6 38 12 37.5 15.5 36.5`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func rook() []part {
	return []part{
		// far wall
		recess(half(`M 0 18  L 17 18  L 17 28  L 0 28`)),
		// tower
		body(half(`M 0 36  L 12.5 36  C 10 46 11 57 15 65  L 0 65`)),
		// plinth
		body(half(`M 0 64  L 15 64  C 18.5 64 20 67 20 71.5  L 0 71.5`)),
		shine(half(`M 0 66.5  L 14 66.5`)),
		// battlements
		body(half(`M 0 14  L 4.2 14  L 4.2 21.5  L 12 21.5  L 12 14  L 20 14  L 20 30  C 20 33.5 16.5 34 15 37  L 0 37`)),
		// masonry
		line(half(`M 0 26.5  L 19.5 26.5`), both(`M 7 27  L 7 31.5`)),
		// cornice
		body(half(`M 0 36.5  L 14 36.5  C 16 36.5 16 40.3 14 40.3  L 0 40.3`)),
		shine(half(`M 0 38.4  L 13 38.4`)),
		foot(), footShine(),
	}
}

func bishop() []part {
	return []part{
		body(whole(`O 0 11.5 4`)),
		stem(),
		// mitre
		body(half(`M 0 16  C 6 18.5 15.5 27 15.5 36  C 15.5 41.5 12 45 9 48  L 0 48`)),
		line(whole(`M 3 35  L 9.3 24.5`)),
		shine(whole(`M -11.5 36  C -11.5 32 -9 28 -6 25`)),
		collar(), collarShine(),
		foot(), footShine(),
	}
}

func knight() []part {
	return []part{
		// mane, four locks from the poll down
		body(whole(`M 20 71.5  L 4 71.5  L 0 11
			C 9 6.5 19 10.5 20.5 20        L 17.5 18.5
			C 24 20 28 26.5 27 34.5        L 24 32.5
			C 29 36.5 30.5 43.5 27.5 50    L 25 47.5
			C 28 53 26.5 61 20 71.5`)),
		// chest, jaw, chin, nose, forehead, ear, neck
		body(whole(`M 19 71.5  L -20 71.5
			C -20.5 60.5 -7 59 -2 48.5       C -6 52 -11 51 -13.5 54.5
			C -16 58 -21.5 59 -23.5 55.5     C -27 53.5 -28 49 -26 45.5
			C -22 40 -18.5 34 -16 27         C -14.5 22 -12 18.5 -8.5 16
			L -7 6                           C -2.5 8.5 1 12 2 16
			C 12 20 19 31 19 46              C 19 56 18 64 19 71.5`)),
		shine(whole(`M 5.5 20.5  C 11.5 25 15.8 34 15.8 45  C 15.8 51 15.5 56 15.5 60`)),
		// cheek
		line(whole(`M -2 48.5  C 1.5 46 3 42 2 37.5`)),
		// mouth
		line(whole(`M -25.4 52.3  L -19.6 51.9`)),
		// ear
		line(whole(`M -4.2 12.5  L -4.7 16.5`)),
		// eye
		spot(whole(`M -14 29  C -12.5 25.5 -9 25 -6.5 27  C -8.5 30.5 -12 31 -14 29`)),
		// nostril
		spot(whole(`M -24 47.5  C -23.5 45 -21 44.5 -20.5 46  C -20.5 47.5 -22.5 47 -24 47.5`)),
		foot(), footShine(),
	}
}

func pawnDrawing() []part {
	return []part{
		body(half(`M 0 43  L 7.5 43  C 7.5 55 10 61 15.5 65  C 17.5 67 18 69 18 71.5  L 0 71.5`)),
		body(whole(`O 0 29 11.5`)),
		shine(whole(`M -7.5 30  C -7.5 26 -5.5 23.5 -2.5 22.5`)),
		body(half(`M 0 40.5  L 11 40.5  C 13.5 40.5 13.5 44.5 11 44.5  L 0 44.5`)),
		shine(half(`M 0 42.5  L 10 42.5`)),
		body(half(`M 0 71.5  L 18 71.5  C 20.5 71.5 21.5 73 21.5 75  C 21.5 77.5 20.5 78.5 18.5 78.5  L 0 78.5`)),
		shine(half(`M 0 74  L 18 74`)),
	}
}

// The tall pieces share everything from the collar down.

func collar() part      { return body(half(`M 0 47  L 12.5 47  C 15 47 15 51.5 12.5 51.5  L 0 51.5`)) }
func collarShine() part { return shine(half(`M 0 49  L 11.5 49`)) }

func stem() part {
	return body(half(`M 0 48  L 8.5 48  C 8.5 58 12 62.5 17 65.5  C 19.5 67 20 69 20 71.5  L 0 71.5`))
}

func foot() part {
	return body(half(`M 0 71.5  L 21 71.5  C 23.5 71.5 24.5 73 24.5 75  C 24.5 77.5 23.5 78.5 21.5 78.5  L 0 78.5`))
}

func footShine() part { return shine(half(`M 0 74  L 20.5 74`)) }
