package paper

import (
	"fmt"
	"strings"
	"sync"

	"chess960bot/internal/recent"
)

// A Press prints cards for many people. It keeps the last files: the cards of a round
// never change. Make it with NewPress.
type Press struct {
	kept recent.Table[file]
}

// A file prints its cards when it is first called. Others who call it meanwhile wait.
type file func() (pdf []byte, err error)

// filesKept is the number of files that a Press keeps at least; at most it keeps twice as
// many. The cards of 200 boards take 0.6 MB.
const filesKept = 4

// NewPress returns a Press.
func NewPress() *Press { return &Press{recent.Table[file]{Size: filesKept}} }

// Cards returns the cards as a PDF file, as the function Cards does. The bytes are
// shared: do not modify them.
func (p *Press) Cards(words Words, title string, cards []Card) ([]byte, error) {
	var key strings.Builder // all that is printed in the file
	fmt.Fprintf(&key, "%q %q", words.Language, title)
	for _, c := range cards {
		fmt.Fprintf(&key, " %q %v", c.Label, c.Position)
	}
	print, _ := p.kept.Get(key.String(), func() file {
		return sync.OnceValues(func() ([]byte, error) { return Cards(words, title, cards) })
	})
	return print()
}
