package program

import (
	"fmt"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"

	"chess960bot/internal/discord/rest"
)

// version is what the build set.
var version string

// release returns the version: what the build set, or else what the Go tool knows.
func release() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknownRelease
	}
	return releaseOf(info)
}

// unknownRelease is the release of a build that knows neither a tag nor a commit: outside a
// clone, without git, or with go run.
const unknownRelease = "(devel)"

// releaseOf returns the tag that was built. A commit without a tag has Go's invented number
// of a release that does not exist, so releaseOf names the commit instead.
func releaseOf(info *debug.BuildInfo) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	commit := stamp["vcs.revision"]
	commit = commit[:min(len(commit), 12)] // as many digits as Go's number has
	if tag := info.Main.Version; tag != "" && tag != unknownRelease && (commit == "" || !strings.Contains(tag, commit)) {
		return tag
	}
	if commit == "" {
		return unknownRelease
	}
	text := "commit " + commit + " of " + stamp["vcs.time"]
	if stamp["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text
}

// userAgent returns the name of the program in its requests to Discord: the address where people
// get help, and the tag or commit.
func userAgent(support *url.URL) string {
	address := rest.NoAddress
	if support != nil {
		address = support.String()
	}
	build, _, _ := strings.Cut(strings.TrimPrefix(release(), "commit "), " ")
	return fmt.Sprintf("DiscordBot (%s, %s)", address, strings.Trim(build, "()"))
}

// printVersion prints the release and the version of Go.
func printVersion() { fmt.Printf("chess960bot %s (%s)\n", release(), runtime.Version()) }
