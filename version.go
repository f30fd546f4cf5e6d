package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release. Builds set it with -ldflags "-X main.version=…".
var version string

// release returns the version. If the build did not set one, release returns the Go
// tool's version of the main module: a tag, a commit with its time, or "(devel)".
func release() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// printVersion prints the release and the version of Go.
func printVersion() { fmt.Printf("chess960bot %s (%s)\n", release(), runtime.Version()) }
