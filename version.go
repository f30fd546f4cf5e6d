package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release, where it was built with -ldflags "-X main.version=…".
var version string

// release returns the version, or what the Go tool knows of it: a tag, or the
// commit with its time.
func release() string {
	const unknown = "devel"
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return unknown
}

// printVersion says which release this is.
func printVersion() { fmt.Printf("chess960bot %s (%s)\n", release(), runtime.Version()) }
