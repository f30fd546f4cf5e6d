package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chess960bot/internal/chess960/typed"
)

// zone is a part of the tree of time zones: a zone with its city, or a folder of zones.
type zone struct {
	City  string `json:"exemplarCity"`
	Zones map[string]zone
}

// UnmarshalJSON reads a zone, whose other fields are zones or words.
func (z *zone) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // a word
	}
	z.Zones = map[string]zone{}
	for name, field := range fields {
		if name == "exemplarCity" {
			if err := json.Unmarshal(field, &z.City); err != nil {
				return err
			}
			continue
		}
		var inner zone
		if err := json.Unmarshal(field, &inner); err != nil {
			return err
		}
		z.Zones[name] = inner
	}
	return nil
}

// cities returns the cities by the names of their zones.
func (z zone) cities(into map[string]string, name string) {
	if z.City != "" {
		into[name] = z.City
	}
	for part, inner := range z.Zones {
		inner.cities(into, strings.TrimPrefix(name+"/"+part, "/"))
	}
}

// places returns the lines for the countries and the cities of zones in a language: the English name, and
// those of the language, the usual one first.
func places(from, language string) (string, error) {
	known, countries, err := listed()
	var names, english struct {
		Main map[string]struct {
			LocaleDisplayNames struct{ Territories map[string]string }
		}
	}
	var zones, englishZones struct {
		Main map[string]struct {
			Dates struct{ TimeZoneNames struct{ Zone zone } }
		}
	}
	err = cmp.Or(err,
		read(&names, from, "cldr-localenames-full/main", language, "territories.json"),
		read(&english, from, "cldr-localenames-full/main/en/territories.json"),
		read(&zones, from, "cldr-dates-full/main", language, "timeZoneNames.json"),
		read(&englishZones, from, "cldr-dates-full/main/en/timeZoneNames.json"),
	)
	var b strings.Builder
	of, in := names.Main[language].LocaleDisplayNames.Territories, english.Main["en"].LocaleDisplayNames.Territories
	for _, code := range slices.Sorted(maps.Keys(in)) {
		if len(code) != 2 || code[0] < 'A' {
			continue
		}
		forms := []string{of[code], of[code+"-alt-short"], of[code+"-alt-variant"]}
		if code == "HK" || code == "MO" || code == "PS" { // the long names say to which state they belong
			slices.Reverse(forms[:2])
		}
		called := map[string]string{"CD": "DR Congo", "CG": "Congo", "MO": "Macau"} // in cities.txt
		for _, name := range []string{cmp.Or(called[code], in[code]), in[code+"-alt-short"], in[code+"-alt-variant"]} {
			if name = strings.NewReplacer("St. ", "Saint ", "&", "and").Replace(name); countries[name] {
				place(&b, "country", name, forms)
				break
			}
		}
	}
	cities, englishCities := map[string]string{}, map[string]string{}
	zones.Main[language].Dates.TimeZoneNames.Zone.cities(cities, "")
	englishZones.Main["en"].Dates.TimeZoneNames.Zone.cities(englishCities, "")
	for _, zone := range slices.Sorted(maps.Keys(cities)) {
		english := cmp.Or(englishCities[zone], strings.ReplaceAll(zone[strings.LastIndex(zone, "/")+1:], "_", " "))
		if city := known[zone+" "+typed.Fold(english)]; city != "" {
			place(&b, "city", city, []string{cities[zone]})
		}
	}
	return b.String(), err
}

// listed returns the cities of cities.txt with their countries, by their zones and names, and the countries.
func listed() (cities map[string]string, countries map[string]bool, err error) {
	text, err := os.ReadFile("internal/when/cities.txt")
	cities, countries = map[string]string{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(strings.TrimSpace(line), ";"); line[0] != '#' && len(fields) == 3 {
			for i, name := range strings.Split(fields[0], "|") {
				if key := fields[2] + " " + typed.Fold(name); cities[key] == "" && (i == 0 || !strings.Contains(name, ":")) {
					cities[key] = strings.Split(fields[0], "|")[0] + ", " + fields[1]
				}
			}
			countries[fields[1]] = true
		}
	}
	return cities, countries, err
}

// place writes a line, unless the name is the English one.
func place(b *strings.Builder, kind, english string, names []string) {
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if city, _, _ := strings.Cut(english, ","); len(names) > 0 && (len(names) > 1 || names[0] != city) {
		fmt.Fprintf(b, "%s %s: %s\n", kind, english, strings.Join(slices.Compact(names), "; "))
	}
}

// windows writes the zones of the time-zone database by their names in Windows.
func windows(from string) error {
	var names struct {
		Supplemental struct {
			WindowsZones struct {
				MapTimezones []struct {
					MapZone struct {
						Name      string `json:"_other"`
						Zone      string `json:"_type"`
						Territory string `json:"_territory"`
					}
				}
			}
		}
	}
	var renamed struct {
		Keyword struct {
			U struct {
				TZ map[string]json.RawMessage
			}
		}
	}
	err := cmp.Or(read(&names, from, "cldr-core/supplemental/windowsZones.json"), read(&renamed, from, "cldr-bcp47/bcp47/timezone.json"))
	today := map[string]string{}
	for _, data := range renamed.Keyword.U.TZ {
		var zone struct {
			Alias string `json:"_alias"`
			IANA  string `json:"_iana"`
		}
		if json.Unmarshal(data, &zone) == nil && zone.IANA != "" {
			for alias := range strings.FieldsSeq(zone.Alias) {
				today[alias] = zone.IANA
			}
		}
	}
	var b strings.Builder
	b.WriteString("# Names of time zones in Windows, of Unicode CLDR, written by internal/workshop/cldr. The licence is in LICENSE.\n")
	for _, m := range names.Supplemental.WindowsZones.MapTimezones {
		if z := m.MapZone; z.Territory == "001" && z.Name != "UTC" {
			fmt.Fprintf(&b, "%s;%s\n", z.Name, cmp.Or(today[z.Zone], z.Zone))
		}
	}
	return cmp.Or(err, os.WriteFile(filepath.Join(to, "windows.txt"), []byte(b.String()), 0o644))
}
