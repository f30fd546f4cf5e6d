package card

import (
	"regexp"
	"testing"

	"chess960bot/internal/chess960"
)

// The position can be read from the alt text.
func TestAltTextReadsBack(t *testing.T) {
	square := regexp.MustCompile(`([a-h])1 (king|queen|rook|bishop|knight)`)
	letters := map[string]byte{"king": 'K', "queen": 'Q', "rook": 'R', "bishop": 'B', "knight": 'N'}
	for sp, p := range chess960.All() {
		for _, fromBlack := range []bool{false, true} {
			alt := boardAlt(p, fromBlack)
			var rank [8]byte
			for _, m := range square.FindAllStringSubmatch(alt, -1) {
				rank[m[1][0]-'a'] = letters[m[2]]
			}
			if string(rank[:]) != p.String() || len(alt) > 1024 {
				t.Errorf("SP %d: %s", sp, alt)
			}
		}
	}
}
