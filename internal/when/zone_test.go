package when

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// zones.txt has exactly the zones of the embedded database, without "Factory".
func TestZonesAreThoseOfTheDatabase(t *testing.T) {
	for _, name := range zones {
		if spelled, err := ParseZone(strings.ToUpper(name)); strings.Contains(name, "/") && (err != nil || spelled != name) {
			t.Errorf("%s is taken for %q, %v", name, spelled, err)
		}
		if zone, err := LoadZone(name); err != nil || zone.String() != name {
			t.Errorf("%s: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{"", " ", "Local", "right/Europe/Berlin", "posixrules", "Factory", "../etc/passwd", "Europe/Atlantis", "/", "Europe/", "europe/berlin", "Berlin"} {
		if zone, err := LoadZone(name); err == nil {
			t.Errorf("%q is loaded as %v", name, zone)
		}
	}
	root, err := exec.Command(testrun.Program(t, "golang", "go"), "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	database, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		testrun.CannotRun(t, "install Go from go.dev, with its time-zone database: "+err.Error())
	}
	defer database.Close()
	var names []string
	for _, file := range database.File {
		if !strings.HasSuffix(file.Name, "/") && file.Name != "Factory" {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, zones) {
		t.Errorf("zones.txt has %d names, the database %d: they differ", len(zones), len(names))
	}
}

// The last word of a zone's name is not taken for a larger city of that name, and no abbreviation
// for the beginning of a city's name.
func TestZonesAreNotGuessed(t *testing.T) {
	for typed, want := range map[string]string{"Norfolk": "America/New_York", "Ciudad Juárez": "America/Ciudad_Juarez", "ciudad juarez": "America/Ciudad_Juarez", "ist": "", "WAT": "", "CAT": "", "Istanb": "Europe/Istanbul"} {
		if zone, err := ParseZone(typed); zone != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", typed, zone, err, want)
		}
	}
	for _, typed := range []string{"Victoria", "San Juan"} {
		if zone, err := ParseZone(typed); zone == "Australia/Victoria" || zone == "America/Argentina/San_Juan" {
			t.Errorf("%q is %q, %v", typed, zone, err)
		}
	}
}
