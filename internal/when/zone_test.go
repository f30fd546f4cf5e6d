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

// Countries are found while somebody types, in any language, and cities are shown in that of the reader.
func TestPlacesInLanguages(t *testing.T) {
	for _, c := range [][3]string{
		{"de", "Deutschl", "Berlin, Deutschland"}, {"de", "Frankr", "Paris, Frankreich"}, {"ru", "Росс", "Москва, Россия"}, {"it", "Itali", "Milano, Italia"}, {"de", "Öster", "Wien, Österreich"}, {"de", "oster", "Wien, Österreich"}, {"de", "oester", "Wien, Österreich"}, {"pt", "Brasi", "Brasília, Brasil"},
		{"pt", "sao pau", "São Paulo, Brasil"}, {"en", "Sao Paulo", "São Paulo, Brazil"}, {"fr", "Allem", "Berlin, Allemagne"}, {"es", "Alem", "Berlín, Alemania"}, {"en", "Germ", "Berlin, Germany"}, {"ru", "Герм", "Берлин, Германия"}, {"de", "münch", "München, Deutschland"},
		{"it", "Monaco di B", "Monaco di Baviera, Germania"}, {"de", "Türk", "Istanbul, Türkei"}, {"en", "Turkey", "Istanbul, Türkiye"}, {"es", "Estados U", "Nueva York, Estados Unidos"}, {"fr", "Etats", "New York, États-Unis"}, {"de", "W. Europe", "Berlin, Deutschland"}, {"xx", "Frankr", "Paris, France"},
	} {
		found := FindCities(c[1], 25)
		if len(found) == 0 || !slices.ContainsFunc(found, func(city City) bool { return city.In(c[0]) == c[2] }) {
			t.Errorf("%s %q: %v", c[0], c[1], found[:min(len(found), 3)])
		}
	}
	for i, city := range cities() {
		if i%20 > 0 && !testrun.Long() {
			continue
		}
		for _, language := range []string{"de", "en", "es", "fr", "it", "pt", "ru"} {
			if shown := city.In(language); len(citiesNamed(shown)) == 0 {
				t.Errorf("%s: nobody finds %s", language, shown)
			}
		}
	}
	for typed, want := range map[string]string{
		"W. Europe Standard Time": "Europe/Berlin", "w europe standard time": "Europe/Berlin", "Romance Standard Time": "Europe/Paris", "Russian Standard Time": "Europe/Moscow", "Pacific Standard Time": "America/Los_Angeles", "India Standard Time": "Asia/Kolkata",
		"E. South America Standard Time": "America/Sao_Paulo", "GMT Standard Time": "Europe/London", "Eastern Standard Time": "America/New_York", "Central European Standard Time": "Europe/Warsaw",
	} {
		if zone, err := ParseZone(typed); err != nil || zone != want {
			t.Errorf("%s is %s, %v; want %s", typed, zone, err, want)
		}
	}
	for typed, want := range map[string]string{
		"Bayern": "Europe/Berlin", "bavaria": "Europe/Berlin", "Бавария": "Europe/Berlin", "California": "America/Los_Angeles", "Kalifornien": "America/Los_Angeles", "Saint Louis": "America/Chicago", "Cataluña": "Europe/Madrid", "Cataluna": "Europe/Madrid", "Sevastopol": "Europe/Simferopol",
	} {
		if zone, err := ParseZone(typed); err != nil || zone != want {
			t.Errorf("%s is %s, %v; want %s", typed, zone, err, want)
		}
	}
	wantAmbiguous(t, "Texas", []string{"Chicago", "El Paso"}, func(s string) error { _, err := ParseZone(s); return err })
	for region, cities := range regions() {
		seen := map[string]bool{}
		for _, city := range cities {
			zone, err := ParseZone(city)
			if err != nil || seen[zone] {
				t.Errorf("%s has %s, %s, %v", region, city, zone, err)
			}
			seen[zone] = true
		}
	}
	for _, zone := range windowsZones() {
		if _, err := LoadZone(zone); err != nil {
			t.Error(err)
		}
	}
}
