package program

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

func TestReleaseOf(t *testing.T) {
	const revision = "3f1c2a9b5d7e4f60819a2b3c4d5e6f708192a3b4"
	stamp := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: "2026-11-22T09:29:51Z"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", stamp("false"), "v1.2.3"},
		{"v1.2.3+dirty", stamp("true"), "v1.2.3+dirty"},
		{"v0.0.0-20261122092951-3f1c2a9b5d7e", stamp("false"), "commit 3f1c2a9b5d7e of 2026-11-22T09:29:51Z"},
		{"v1.2.4-0.20261122092951-3f1c2a9b5d7e+dirty", stamp("true"), "commit 3f1c2a9b5d7e of 2026-11-22T09:29:51Z, changed since"},
		{"(devel)", stamp("false"), "commit 3f1c2a9b5d7e of 2026-11-22T09:29:51Z"},
		{"v1.2.3", nil, "v1.2.3"}, // go install …@v1.2.3
		{"(devel)", nil, "(devel)"},
		{"", nil, "(devel)"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}
		if got := releaseOf(info); got != c.want {
			t.Errorf("%q with %v: %q, want %q", c.version, c.settings, got, c.want)
		}
	}
}

func TestUserAgent(t *testing.T) {
	old := version
	t.Cleanup(func() { version = old })
	for release, want := range map[string]string{"v1.2.3": "v1.2.3", "commit 3f1c2a9b5d7e of 2026-11-22T09:29:51Z, changed since": "3f1c2a9b5d7e", "(devel)": "devel"} {
		version = release
		if got := userAgent(nil); got != "DiscordBot (https://chess960bot.invalid, "+want+")" {
			t.Errorf("%s: %s", release, got)
		}
		support := &url.URL{Scheme: "https", Host: "club.example", Path: "/bot"}
		if got := userAgent(support); got != "DiscordBot (https://club.example/bot, "+want+")" {
			t.Errorf("%s: %s", release, got)
		}
	}
}

// A build from a clone says its commit, and a build of a tag its release. The clone has what
// was committed.
func TestBuildFromACloneNamesItself(t *testing.T) {
	testrun.LongOnly(t, "builds the program twice")
	const root = "../.."
	if _, err := os.Stat(root + "/.git"); err != nil {
		testrun.CannotRun(t, "this is no clone: use git clone")
	}
	clone := filepath.Join(t.TempDir(), "clone")
	folder := root
	run := func(name string, arguments ...string) string {
		t.Helper()
		cmd := exec.Command(name, arguments...)
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("git", "clone", "-q", "--no-tags", ".", clone)
	folder = clone
	commit := run("git", "rev-parse", "--short=12", "HEAD")
	run("go", "build", "-buildvcs=true")
	if said, want := run("./chess960bot", "-version"), `^chess960bot commit `+commit+` of \S+Z \(go1\.`; !regexp.MustCompile(want).MatchString(said) {
		t.Errorf("a build from a clone says %q, want %s", said, want)
	}
	run("git", "tag", "v1.960.0")
	run("go", "build", "-buildvcs=true")
	if said := run("./chess960bot", "-version"); !strings.HasPrefix(said, "chess960bot v1.960.0 (go1.") {
		t.Errorf("a build of a tag says %q", said)
	}
}
