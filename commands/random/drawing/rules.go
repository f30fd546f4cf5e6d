package drawing

import (
	"slices"
	"strconv"

	"chess960bot/internal/chess960"
)

// free returns the empty squares.
func (s state) free() chess960.Files { return s.rank.Files(0) }

// with returns the state with the piece on the file, one step on.
func (s state) with(piece chess960.Piece, f chess960.File) state {
	s.rank[f] = piece
	s.step++
	return s
}

// swapped returns the state with two files' pieces exchanged.
func (s state) swapped(a, b chess960.File) state {
	s.rank[a], s.rank[b] = s.rank[b], s.rank[a]
	return s
}

// nth returns the nth file of a set, from 0.
func nth(files chess960.Files, n int) chess960.File {
	return slices.Collect(files.All())[n]
}

// rule is a choice that leaves nothing to chance.
func rule(r Rule, after state) Choice {
	return Choice{Rule: r, Outcomes: []Outcome{{Weight: 1, after: after}}}
}

// startOver is the rule that begins the drawing again.
func startOver(why Rule) Choice {
	return Choice{Rule: why, Outcomes: []Outcome{{Weight: 1, Over: true, after: start}}}
}

// A device is a die or coins, with its faces. The first face means 1.
type device struct {
	name  Device
	faces []string
}

func die(faces int) device {
	d := device{name: Device("d" + strconv.Itoa(faces))}
	for face := 1; face <= faces; face++ {
		d.faces = append(d.faces, strconv.Itoa(face))
	}
	return d
}

// place is the throw that puts a piece on one of some files, which are counted from 1.
// Faces above the number of files are thrown again.
func (s state) place(piece chess960.Piece, what Purpose, among chess960.Files, d device) Choice {
	c := Choice{Device: d.name, For: what}
	for i, face := range d.faces {
		o := Outcome{Label: face, Aliases: [2]string{strconv.Itoa(i + 1)}, Weight: 1, Again: i >= among.Len(), after: s}
		if !o.Again {
			o.after = s.with(piece, nth(among, i))
		}
		c.Outcomes = append(c.Outcomes, o)
	}
	return c
}

// placeAround is like place, but counts faces above the number of files from 1 again, so
// nothing is thrown again: a die's 4, 5 and 6 are 1, 2 and 3.
func (s state) placeAround(piece chess960.Piece, what Purpose, among chess960.Files, d device) Choice {
	c := Choice{Device: d.name, For: what}
	for i, face := range d.faces {
		n := i % among.Len()
		c.Outcomes = append(c.Outcomes,
			Outcome{Label: face, Aliases: [2]string{strconv.Itoa(n + 1)}, Weight: 1, after: s.with(piece, nth(among, n))})
	}
	return c
}

// spare is an optional throw that changes no square.
func (s state) spare(what Purpose, d device, means func(i int) Meaning) Choice {
	s.step++
	c := Choice{Device: d.name, For: what, Optional: true}
	for i, face := range d.faces {
		c.Outcomes = append(c.Outcomes, Outcome{Label: face, Weight: 1, Means: means(i), after: s})
	}
	return c
}

// fill puts pieces on the empty squares, from the a-side.
func (s state) fill(r Rule, pieces ...chess960.Piece) Choice {
	after := s
	for i, piece := range pieces {
		after = after.with(piece, nth(s.free(), i))
	}
	return rule(r, after)
}

// clash returns the bishops if they stand on squares of one colour.
func (s state) clash() (bishops chess960.Files, ok bool) {
	bishops = s.rank.Files(chess960.Bishop)
	return bishops, bishops&chess960.DarkFiles == 0 || bishops&chess960.LightFiles == 0
}

// other returns the squares of the other colour than the file's.
func other(f chess960.File) chess960.Files {
	if f.Dark() {
		return chess960.LightFiles
	}
	return chess960.DarkFiles
}

// trade returns the state after a bishop changes places with the piece on the nth square
// of the other colour, from 0.
func (s state) trade(bishop chess960.File, n int) state {
	return s.swapped(bishop, nth(other(bishop), n))
}

// kingBetween swaps a king outside the rooks with the nearer rook. It is the last
// rule of the methods that lay the pieces out at random.
func (s state) kingBetween() Choice {
	rooks := slices.Collect(s.rank.Files(chess960.Rook).All())
	king := nth(s.rank.Files(chess960.King), 0)
	nearer := rooks[0]
	switch {
	case king > rooks[1]:
		nearer = rooks[1]
	case king > rooks[0]:
		return Choice{}
	}
	return rule("king", s.swapped(king, nearer))
}
