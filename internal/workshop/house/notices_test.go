package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// licenceFile matches the names of files with a licence, a notice or a grant of patents.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// THIRD_PARTY_NOTICES has the licence of each module that a program of a release contains, and that of
// its data. Run this test with -update after a change of go.mod.
func TestNotices(t *testing.T) {
	testrun.LongOnly(t, "downloads the modules of other systems")
	holders := map[string][]string{} // by text
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]string{"Go": strings.TrimSpace(string(root)), "Unicode CLDR": "internal/when/cldr"}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}	{{.Dir}}{{end}}{{end}}`, ".")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for module := range strings.FieldsFuncSeq(string(out), func(c rune) bool { return c == '\n' }) {
			name, folder, _ := strings.Cut(module, "\t")
			folders[name] = folder
		}
	}
	for name, folder := range folders {
		found := 0
		for _, pattern := range []string{"*", "licenses/ftl.txt"} { // FreeType's, which its LICENSE points to
			files, err := filepath.Glob(filepath.Join(folder, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if info, err := os.Stat(file); err == nil && !info.IsDir() && (pattern != "*" || licenceFile.MatchString(filepath.Base(file))) {
					text := strings.TrimSpace(repository.File(t, file))
					holders[text] = append(holders[text], name)
					found++
				}
			}
		}
		if found == 0 {
			t.Errorf("%s has no licence", name)
		}
	}
	var notices []string
	for text, names := range holders {
		slices.Sort(names)
		notices = append(notices, strings.Join(names, "\n")+"\n\n"+text)
	}
	slices.Sort(notices)
	const line = "\n\n--------------------------------------------------------------------------------\n\n"
	golden.Text(t, "THIRD_PARTY_NOTICES", "Chess960bot contains the software below."+line+strings.Join(notices, line)+"\n")
}
