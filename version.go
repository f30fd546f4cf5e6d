package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release, where it was built with -ldflags "-X main.version=…".
var version string

// release returns the version, or what the Go tool knows of it: a tag, or a
// commit with its time, or (devel).
func release() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// printVersion says which release this is.
func printVersion() { fmt.Printf("chess960bot %s (%s)\n", release(), runtime.Version()) }
