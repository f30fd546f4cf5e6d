package number

import (
	"testing"

	"chess960bot/internal/workshop/chattest"
)

// A text is refused, or is the custom id of a page of a search.
func FuzzForgedSearches(f *testing.F) {
	f.Add("find:Q.....KR:first-move:2:3:adjacent:1")
	f.Add("find::::::0")
	f.Add("find:?:::+1::0")
	f.Add("find-fair::::::white:2")
	f.Add("find-list:IGAA:0")
	f.Add("find-list:O_PA:0")
	f.Add("find-print:Q.....KR::::::")
	f.Add("find-print:::::::IGAA")
	f.Fuzz(func(t *testing.T, id string) {
		chattest.ReadIDs(t, id, new(searchButton).fields, new(searchButton).fairFields, new(searchButton).listFields, new(searchButton).printFields)
	})
}
