package house

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// TestAsked does what the other test asks for by ASKED.
func TestAsked(t *testing.T) {
	switch os.Getenv("ASKED") {
	case "size":
		fmt.Println("long:", testrun.Long(), "short:", testrun.Short(), "chosen:", testrun.Choose("usual", "long"))
	case "long":
		testrun.LongOnly(t, "takes a year")
	case "not short":
		testrun.NotShort(t, "takes a day")
	case "program":
		testrun.Program(t, "nothing", "no-such-program", "nor-this")
	case "variable":
		testrun.Variable(t, "NO_SUCH_VARIABLE", "the address of a server")
	}
}

// In each size, a test runs, or is skipped and says what to do. Where nothing may be
// skipped, it fails instead.
func TestSizes(t *testing.T) {
	for _, c := range []struct{ variables, flag, asked, result, says string }{
		{"", "", "size", "PASS", "long: false short: false chosen: usual"},
		{"CI=", "", "size", "PASS", "long: false short: false chosen: usual"},
		{"CI=true", "", "size", "PASS", "long: true short: false chosen: long"},
		{"CI=true", "-test.short", "size", "PASS", "long: false short: true chosen: usual"},
		{"", "-test.short", "size", "PASS", "long: false short: true chosen: usual"},
		{"", "", "long", "SKIP", "takes a year: set CI=true"},
		{"CI=true", "", "long", "PASS", ""},
		{"CI=true", "-test.short", "long", "SKIP", "takes a year"},
		{"SKIP_NOTHING=true", "", "long", "FAIL", "takes a year"},
		{"", "", "not short", "PASS", ""},
		{"", "-test.short", "not short", "SKIP", "takes a day: leave out -short"},
		{"CI=true", "", "program", "SKIP", "no no-such-program or nor-this: install the Debian package nothing"},
		{"SKIP_NOTHING=true", "", "program", "FAIL", "install the Debian package nothing"},
		{"CI=true", "", "variable", "SKIP", "set NO_SUCH_VARIABLE to the address of a server"},
		{"NO_SUCH_VARIABLE=x", "", "variable", "PASS", ""},
	} {
		cmd := exec.Command(os.Args[0], append(strings.Fields(c.flag), "-test.v", "-test.run=^TestAsked$")...)
		cmd.Env = append(strings.Fields(c.variables), "ASKED="+c.asked)
		out, _ := cmd.CombinedOutput() // the error is the result
		if said := string(out); !strings.Contains(said, "--- "+c.result) || !strings.Contains(said, c.says) {
			t.Errorf("%s go test %s, %s: want %s with %q in\n%s", c.variables, c.flag, c.asked, c.result, c.says, said)
		}
	}
}
