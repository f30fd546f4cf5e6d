package bot_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/workshop/golden"
)

// shownPicture matches a picture of a page: its file and its description.
var shownPicture = regexp.MustCompile(`<img src="([^"]+)" width="\d+" alt="([^"]*)">`)

// comparePictures compares the pictures of a page of the manual with those of the answers. A
// picture of the page is the first of the conversation that has the same description.
func (c *conversation) comparePictures(t *testing.T, page string) {
	t.Helper()
	const folder = "../docs"
	pictures := map[string][]byte{} // by their descriptions
	for _, answer := range c.answers {
		for _, p := range answer.Pictures() {
			alt := strings.Join(strings.Fields(p.Alt), " ")
			if _, again := pictures[alt]; !again {
				pictures[alt] = p.Data
			}
		}
	}
	shown := shownPicture.FindAllStringSubmatch(page, -1)
	for _, m := range shown {
		file, alt := m[1], strings.Join(strings.Fields(m[2]), " ")
		if data, ok := pictures[alt]; ok {
			golden.Image(t, filepath.Join(folder, file), data)
		} else {
			t.Errorf("the manual shows %s, but no answer of its conversation has a picture with the description\n%s", file, alt)
		}
	}
}
