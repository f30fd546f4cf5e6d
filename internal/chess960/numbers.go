package chess960

import "strconv"

// Both make the most frequent look-ups fast. They are built from Scharnagl's rules when the program
// starts. A test compares them with the rules for all positions.
var (
	bySP = positionsBySP()
	spOf = func() map[Position]int {
		numbers := make(map[Position]int, Count)
		for sp, p := range bySP {
			numbers[p] = sp
		}
		return numbers
	}()
)

func positionsBySP() [Count]Position {
	var all [Count]Position
	for sp := range all {
		d, err := Scharnagl.Locate(sp)
		if err != nil {
			panic(err)
		}
		all[sp] = d.Position
	}
	return all
}

// FromSP returns the position with the SP number 0 to 959. The error, if any,
// is a *RangeError.
func FromSP(sp int) (Position, error) {
	if uint(sp) >= Count {
		return Position{}, &RangeError{Scharnagl, sp}
	}
	return bySP[sp], nil
}

// MustFromSP is like [FromSP] but panics if the number is no SP number.
func MustFromSP(sp int) Position {
	p, err := FromSP(sp)
	if err != nil {
		panic(err)
	}
	return p
}

// Classical returns the classical array, RNBQKBNR, which is SP 518.
func Classical() Position { return bySP[518] }

// SP returns the position's SP number (Scharnagl's), 0 to 959, and -1 for the
// zero Position.
func (p Position) SP() int {
	if sp, ok := spOf[p]; ok {
		return sp
	}
	return -1
}

// Name returns the position's SP number as people read it.
func (p Position) Name() Name { return Name(p.SP()) }

// A Name is an SP number as people read it.
type Name int

// String returns "SP 518", with a no-break space so that no line breaks within the name.
func (n Name) String() string { return "SP\u00a0" + strconv.Itoa(int(n)) }

// Next returns the position with the next SP number; SP 0 follows SP 959.
func (p Position) Next() Position { return bySP[(p.SP()+1)%Count] }

// Previous returns the position with the preceding SP number; SP 959 precedes
// SP 0.
func (p Position) Previous() Position { return bySP[(p.SP()+Count-1)%Count] }
