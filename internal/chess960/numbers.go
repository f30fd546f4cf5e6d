package chess960

import (
	"encoding/binary"
	"strconv"
)

// The two tables make the most frequent look-ups fast. They are built from
// Scharnagl's rules when the program starts. A test compares them with the rules
// for all positions.
var (
	bySP = positionsBySP()
	spOf = spByHash()
)

// hashMultiplier makes a perfect hash: the products with the 960 back ranks, read as
// 64-bit numbers, all differ in their top hashBits bits. The multiplier was found by
// trying random odd numbers.
const (
	hashMultiplier = 0x268a429d238e309f
	hashBits       = 15
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

// spByHash returns the table from a back rank's hash to its SP number plus 1. The entry
// of an unused hash is 0.
func spByHash() [1 << hashBits]uint16 {
	var table [1 << hashBits]uint16
	for sp, p := range bySP {
		table[p.hash()] = uint16(sp + 1)
	}
	return table
}

func (p Position) hash() uint64 {
	return binary.LittleEndian.Uint64(p.rank[:]) * hashMultiplier >> (64 - hashBits)
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
	sp := int(spOf[p.hash()]) - 1
	if sp < 0 || bySP[sp] != p {
		return -1
	}
	return sp
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
