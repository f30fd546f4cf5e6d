// Package docs has the tests of the manual and the other pages.
package docs

import (
	"testing"

	"chess960bot/internal/workshop/repository"
)

func TestMain(m *testing.M) { repository.Run(m) }
