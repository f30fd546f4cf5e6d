// Package deploy has the tests of the archives, the image, the manifests and the notices.
package deploy

import (
	"testing"

	"chess960bot/internal/workshop/repository"
)

func TestMain(m *testing.M) { repository.Run(m) }
