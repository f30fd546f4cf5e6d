package explain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

var (
	divisions = regexp.MustCompile(`(\d+) ÷ (\d+) = (\d+) remainder \*\*(\d+)\*\*: (.+?) on ([a-h]1)`)
	digit     = regexp.MustCompile("The \\*\\*(\\d)\\*\\* left over is the knights' digit, `([N-]{5})` in the N5N table: of the free squares (.+) the knights take ([a-h]1) and ([a-h]1)\\.")
	rest      = regexp.MustCompile(`Rooks on ([a-h]1) and ([a-h]1), the king between them on ([a-h]1)\.`)
)

// Every text is read back: its sums are done again, and the pieces it places
// make the position it explains.
func TestDirectReadBack(t *testing.T) {
	n5n := []string{"NN---", "N-N--", "N--N-", "N---N", "-NN--", "-N-N-", "-N--N", "--NN-", "--N-N", "---NN"} // Scharnagl's table
	for sp, p := range chess960.All() {
		text := Direct(chess960.Scharnagl.Derive(p))
		left, rank := sp, [8]byte{}
		put := func(square string, piece byte) { rank[square[0]-'a'] = piece }
		sums := divisions.FindAllStringSubmatch(text, -1)
		if len(sums) != 3 {
			t.Fatalf("SP %d: %d divisions in\n%s", sp, len(sums), text)
		}
		for i, sum := range sums {
			dividend, divisor, quotient, remainder := atoi(sum[1]), atoi(sum[2]), atoi(sum[3]), atoi(sum[4])
			if dividend != left || divisor != []int{4, 4, 6}[i] || quotient*divisor+remainder != dividend || remainder >= divisor {
				t.Errorf("SP %d: wrong sum %s", sp, sum[0])
			}
			left = quotient
			put(sum[6], []byte{'B', 'B', 'Q'}[i])
		}
		knights, others := digit.FindStringSubmatch(text), rest.FindStringSubmatch(text)
		if knights == nil || others == nil {
			t.Fatalf("SP %d: no knights or rooks in\n%s", sp, text)
		}
		if atoi(knights[1]) != left || knights[2] != n5n[left] {
			t.Errorf("SP %d: %s, %d is left and means %s", sp, knights[0], left, n5n[left])
		}
		put(knights[4], 'N')
		put(knights[5], 'N')
		put(others[1], 'R')
		put(others[2], 'R')
		put(others[3], 'K')
		if string(rank[:]) != p.String() {
			t.Errorf("SP %d: the text builds %s, want %v:\n%s", sp, rank, p, text)
		}
	}
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func ExampleDirect() {
	d, _ := chess960.Scharnagl.Locate(518)
	fmt.Println(strings.ReplaceAll(Direct(d), "*", ""))
	// Output:
	// 1. 518 ÷ 4 = 129 remainder 2: light-square bishop on f1 (b 0, d 1, f 2, h 3).
	// 2. 129 ÷ 4 = 32 remainder 1: dark-square bishop on c1 (a 0, c 1, e 2, g 3).
	// 3. 32 ÷ 6 = 5 remainder 2: queen on d1, with 2 free squares left of her.
	// 4. The 5 left over is the knights' digit, `-N-N-` in the N5N table: of the free squares a, b, e, g and h the knights take b1 and g1.
	// 5. Rooks on a1 and h1, the king between them on e1.
}
