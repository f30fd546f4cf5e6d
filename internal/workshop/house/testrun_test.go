package house

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// An asking test notes how it ends.
type asking struct {
	testing.TB
	result, said string
}

func (*asking) Helper() {}

func (a *asking) Skip(values ...any)  { a.end("SKIP", values) }
func (a *asking) Fatal(values ...any) { a.end("FAIL", values) }

func (a *asking) end(result string, values []any) {
	a.result, a.said = result, fmt.Sprint(values...)
	runtime.Goexit()
}

// ask does what TestSizes asks for.
func (a *asking) ask(what string) {
	switch what {
	case "size":
		a.said = fmt.Sprintln("long:", testrun.Long(), "short:", testrun.Short(), "chosen:", testrun.Choose("usual", "long"))
	case "long":
		testrun.LongOnly(a, "takes a year")
	case "not short":
		testrun.NotShort(a, "takes a day")
	case "program":
		testrun.Program(a, "nothing", "no-such-program", "nor-this")
	case "variable":
		testrun.Variable(a, "NO_SUCH_VARIABLE", "the address of a server")
	}
}

// In each size, a test runs, or is skipped and says what to do. Where nothing may be
// skipped, it fails instead.
func TestSizes(t *testing.T) {
	defer flag.Set("test.short", fmt.Sprint(testrun.Short()))
	for _, c := range []struct{ variable, flag, asked, result, says string }{
		{"", "", "size", "PASS", "long: false short: false chosen: usual"},
		{"CI=", "", "size", "PASS", "long: false short: false chosen: usual"},
		{"CI=true", "", "size", "PASS", "long: true short: false chosen: long"},
		{"CI=true", "-short", "size", "PASS", "long: false short: true chosen: usual"},
		{"", "-short", "size", "PASS", "long: false short: true chosen: usual"},
		{"", "", "long", "SKIP", "takes a year: set CI=true"},
		{"CI=true", "", "long", "PASS", ""},
		{"CI=true", "-short", "long", "SKIP", "takes a year"},
		{"SKIP_NOTHING=true", "", "long", "FAIL", "takes a year"},
		{"", "", "not short", "PASS", ""},
		{"", "-short", "not short", "SKIP", "takes a day: leave out -short"},
		{"CI=true", "", "program", "SKIP", "no no-such-program or nor-this: install the Debian package nothing"},
		{"SKIP_NOTHING=true", "", "program", "FAIL", "install the Debian package nothing"},
		{"CI=true", "", "variable", "SKIP", "set NO_SUCH_VARIABLE to the address of a server"},
		{"NO_SUCH_VARIABLE=x", "", "variable", "PASS", ""},
	} {
		for _, name := range strings.Fields("CI SKIP_NOTHING NO_SUCH_VARIABLE") {
			t.Setenv(name, "") // sets it back in the end
			os.Unsetenv(name)
		}
		if name, value, ok := strings.Cut(c.variable, "="); ok {
			os.Setenv(name, value)
		}
		flag.Set("test.short", fmt.Sprint(c.flag == "-short"))
		a, ended := &asking{result: "PASS"}, make(chan bool)
		go func() {
			defer close(ended)
			a.ask(c.asked)
		}()
		if <-ended; a.result != c.result || !strings.Contains(a.said, c.says) {
			t.Errorf("%s go test %s, %s: %s with %q, want %s with %q", c.variable, c.flag, c.asked, a.result, a.said, c.result, c.says)
		}
	}
}
