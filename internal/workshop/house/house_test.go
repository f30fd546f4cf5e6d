// Package house has the tests of the repository itself: what imports what, the message files, the
// pages, and what is shipped.
package house

import (
	"testing"

	"chess960bot/internal/workshop/repository"
)

func TestMain(m *testing.M) { repository.Run(m) }
