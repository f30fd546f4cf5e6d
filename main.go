// Chess960bot is a Discord bot that names, draws, explains and announces
// Chess960 start positions. See README.md for what it does and how to run it.
package main

import (
	"os"

	"chess960bot/internal/program"
)

// version is the release. Builds outside a clone set it with -ldflags "-X main.version=…".
var version string

func main() { os.Exit(program.Main(version)) }
