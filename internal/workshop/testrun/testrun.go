// Package testrun says how much the tests do, and skips what this machine cannot run.
//
// A run of the tests has one of four sizes:
//
//	go test ./...           usual: samples, within a minute
//	CI=true go test ./...   long: whole spaces, hundreds of kills, a real browser
//	CI=whole go test ./...  whole: what takes longer than .ci/run should
//	go test -short ./...    short: what the race detector is for, also with CI=true;
//	                        benchmarks take samples
//
// A test that needs a program or a server that is missing is skipped in every size, and
// says what to install. With SKIP_NOTHING=true, as in .ci/run, such a test fails instead.
// No other package skips tests or asks for the size: a test of this repository checks it.
package testrun

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
)

// The garbage collector runs seldom in tests: normally it takes an eighth of the time.
func init() { debug.SetGCPercent(400) }

// Long reports whether a test does everything instead of a sample.
func Long() bool { return (os.Getenv("CI") == "true" || Whole()) && !testing.Short() }

// Whole reports whether a test does what takes longer than .ci/run should.
func Whole() bool { return os.Getenv("CI") == "whole" }

// Short reports whether a test leaves out what takes long under the race detector.
func Short() bool { return testing.Short() }

// Choose returns long in long runs, and usual in all others.
func Choose[T any](usual, long T) T {
	if Long() {
		return long
	}
	return usual
}

// Sized returns whole in runs that take longer than .ci/run should, long in other long runs, and usual in
// all others.
func Sized[T any](usual, long, whole T) T {
	if Whole() {
		return Choose(usual, whole)
	}
	return Choose(usual, long)
}

// LongOnly skips the test unless the run is long. The reason says what takes long.
func LongOnly(t testing.TB, reason string) {
	t.Helper()
	if !Long() {
		skip(t, reason+": set CI=true")
	}
}

// NotShort skips the test in short runs. The reason says what takes long.
func NotShort(t testing.TB, reason string) {
	t.Helper()
	if Short() {
		skip(t, reason+": leave out -short")
	}
}

// Program returns the path of the first of some programs that is installed. The test is
// skipped if none is. The Debian package contains one of them.
func Program(t testing.TB, debianPackage string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	skip(t, "there is no "+strings.Join(names, " or ")+": install the Debian package "+debianPackage)
	return ""
}

// Variable returns the value of an environment variable. The test is skipped if the
// variable is not set. The meaning continues "set NAME to".
func Variable(t testing.TB, name, meaning string) string {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		skip(t, "set "+name+" to "+meaning)
	}
	return value
}

// CannotRun skips the test because of what this machine lacks. The reason says what to do.
func CannotRun(t testing.TB, reason string) {
	t.Helper()
	skip(t, reason)
}

func skip(t testing.TB, reason string) {
	t.Helper()
	if os.Getenv("SKIP_NOTHING") == "true" {
		t.Fatal("nothing may be skipped: " + reason)
	}
	t.Skip(reason)
}

// UnusedAddress returns an address of this machine for a server that the test starts.
// The bot refuses port 0. Systems choose free ports only from 32768 on, so no other program
// gets this port by chance. Test processes with other ids use other ports.
func UnusedAddress() string {
	const first, processes, each = 20_000, 500, 20
	return fmt.Sprintf("127.0.0.1:%d", first+os.Getpid()%processes*each+int(usedPorts.Add(1))%each)
}

var usedPorts atomic.Int64
