package when

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // so that every zone is known on every machine
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960/typed"
)

// zoneNames lists the zones that may be chosen: those of the time-zone database
// that Go embeds, without "Factory", which is not a zone. time.LoadLocation also
// accepts "" and "Local"; these are not zones either.
//
//go:embed zones.txt
var zoneNames string

var zones = strings.Fields(zoneNames)

// LoadZone returns the time zone with a name: one of the database, or a fixed offset
// such as "UTC+05:30", as ParseZone returns them.
func LoadZone(name string) (*time.Location, error) {
	if slices.Contains(zones, name) {
		return time.LoadLocation(name)
	}
	if seconds, ok := parseOffset(name); ok && offsetName(seconds) == name {
		return time.FixedZone(name, seconds), nil
	}
	return nil, fmt.Errorf("load time zone %q: there is no such zone", name)
}

//go:embed abbreviations.txt regions.txt
var meaningFiles embed.FS

// meaningsIn returns what each name in a file can mean, as ParseZone reads it.
func meaningsIn(file string, key func(string) string) map[string][]string {
	meanings := map[string][]string{}
	text, _ := meaningFiles.ReadFile(file)
	for line := range strings.Lines(string(text)) {
		if names, of, ok := strings.Cut(strings.TrimSpace(line), ";"); ok {
			for name := range strings.SplitSeq(names, "|") {
				meanings[key(name)] = strings.Split(of, "|")
			}
		}
	}
	return meanings
}

var (
	// abbreviations returns what each abbreviation of a time zone can mean.
	abbreviations = sync.OnceValue(func() map[string][]string { return meaningsIn("abbreviations.txt", strings.ToUpper) })
	// regions returns the cities of the time zones of a part of a country.
	regions = sync.OnceValue(func() map[string][]string { return meaningsIn("regions.txt", fold) })
)

// ParseZone returns the name of a time zone. The text may be that name in upper or lower
// case, with spaces or underscores; a city; a country or a part of one with one time zone; its name in Windows; an offset such
// as "UTC+2"; or the beginning of a city's name, such as "mun". The error is an
// *AmbiguousError if the text names cities with different time zones, or is an abbreviation such as
// "EST".
func ParseZone(s string) (name string, err error) {
	typed := strings.TrimSpace(s)
	if zone := windowsZones()[fold(typed)]; zone != "" {
		return zone, nil
	}
	if meanings := abbreviations()[abbreviated(typed)]; meanings != nil {
		return "", fmt.Errorf("parse time zone %q: %w", s, &AmbiguousError{Text: typed, Readings: meanings})
	}
	spelled := strings.ReplaceAll(typed, " ", "_")
	exact := slices.IndexFunc(zones, func(z string) bool { return strings.EqualFold(z, spelled) })
	if exact >= 0 && strings.Contains(spelled, "/") {
		return zones[exact], nil
	}
	found := citiesNamed(typed)
	if region := regions()[fold(typed)]; len(region) > 1 && len(found) == 0 {
		return "", fmt.Errorf("parse time zone %q: %w", s, &AmbiguousError{Text: typed, Readings: region})
	} else if region != nil && len(found) == 0 {
		return ParseZone(region[0])
	}
	if zone := onlyCity(typed, found); zone != "" {
		return zone, nil
	}
	if len(found) == 0 && exact >= 0 { // such as UTC
		return zones[exact], nil
	}
	if seconds, ok := parseOffset(typed); ok {
		return offsetName(seconds), nil
	}
	if name := fold(typed); len(found) == 0 && utf8.RuneCountInString(name) >= 3 {
		found = onePerZone(func(c listedCity) bool { return c.begins(name) })
	}
	if before, _, ok := strings.Cut(typed, "("); ok && before != "" && len(found) == 0 { // “Nova York (EUA)”
		return ParseZone(before)
	}
	if len(found) == 0 {
		return "", fmt.Errorf("parse time zone %q: it is not a time zone, city or country that I know", s)
	}
	if len(found) > 1 {
		return "", fmt.Errorf("parse time zone %q: %w", s, ambiguousCity(typed, found))
	}
	return found[0].Zone, nil
}

// abbreviated returns a text as abbreviations are listed: in upper case, without dots.
func abbreviated(typed string) string {
	return strings.ToUpper(strings.ReplaceAll(strings.TrimSpace(typed), ".", ""))
}

// ambiguousCity returns the error for a text that names several cities, or a country. Its
// readings are names of cities, or of time zones if two cities have the same name.
func ambiguousCity(typed string, found []City) *AmbiguousError {
	const most = 5 // readings in a sentence
	count := map[string]int{}
	for _, p := range found {
		count[fold(p.String())]++
	}
	var readings []string
	country := isCountry(typed)
	for _, p := range found[:min(most, len(found))] {
		switch {
		case country:
			readings = append(readings, onlyName(p))
		case count[fold(p.String())] > 1:
			readings = append(readings, p.Zone)
		default:
			readings = append(readings, p.String())
		}
	}
	return &AmbiguousError{Text: typed, Readings: readings, More: len(found) > most, Country: country}
}

// onlyName returns the name of the largest city in the same zone and country that needs no country
// beside its name, or else the city with its country.
func onlyName(of City) string {
	for _, c := range cities() {
		if c.Zone == of.Zone && c.Country == of.Country && onlyCity(c.Name, citiesNamed(c.Name)) == of.Zone {
			return c.Name
		}
	}
	return of.String()
}

// onlyCity returns the zone of the database that is named after a city, or else the zone of the only
// city of that name; "" if there are several. Norfolk is a city, and an island in another zone. The
// zones in Etc are left out: they have no cities, and the signs in their names are reversed, as in
// POSIX: Etc/GMT-3 is three hours ahead.
func onlyCity(city string, named []City) string {
	spelled := strings.ReplaceAll(city, " ", "_")
	var after []string
	for _, zone := range zones {
		if slash := strings.LastIndex(zone, "/"); slash >= 0 && zone[:slash] != "Etc" && strings.EqualFold(zone[slash+1:], spelled) {
			after = append(after, zone)
		}
	}
	switch {
	case len(after) == 1 && (len(named) == 0 || named[0].Zone == after[0]):
		return after[0]
	case len(named) == 1:
		return named[0].Zone
	}
	return ""
}

// offset matches an offset from UTC, such as "UTC+2", "gmt -3:30" or "+0530".
var offset = regexp.MustCompile(`^(?i:utc|gmt)?\s*([-+−])\s*(\d{1,2})(?::?(\d{2}))?$`)

// parseOffset reads an offset from UTC, in seconds. The offsets in use are from
// 12 hours behind to 14 hours ahead, in quarters of an hour.
func parseOffset(s string) (seconds int, ok bool) {
	m := offset.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[2])
	minutes, _ := strconv.Atoi(m[3])
	seconds = (hours*60 + minutes) * 60
	if m[1] != "+" {
		seconds = -seconds
	}
	const quarter, farthestWest, farthestEast = 15 * 60, -12 * 3600, 14 * 3600
	return seconds, minutes < 60 && seconds%quarter == 0 && seconds >= farthestWest && seconds <= farthestEast
}

// offsetName returns the name of a fixed offset: "UTC+05:30", or "UTC" for none.
func offsetName(seconds int) string {
	if seconds == 0 {
		return "UTC"
	}
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("UTC%c%02d:%02d", sign, seconds/3600, seconds/60%60)
}

// A City is a city with its time zone. A City without a name stands for a whole time
// zone.
type City struct {
	Name    string // of the city, "" for a zone
	Country string // of the city
	Zone    string // as LoadZone takes it
}

// String returns "Munich, Germany", or the zone's name with spaces.
func (c City) String() string { return c.In("en") }

// In returns the names of the city and its country in a language: "München, Deutschland". A city without
// a name there has its English one.
func (c City) In(language string) string {
	if c.Name == "" {
		return strings.ReplaceAll(c.Zone, "_", " ")
	}
	names := placeNames().of[language]
	return cmp.Or(names["city "+fold(c.Name+" "+c.Country)], c.Name) + ", " + cmp.Or(names["country "+fold(c.Country)], c.Country)
}

//go:embed cities.txt
var cityLines string

// A listedCity is a line of cities.txt, with its texts folded for comparison.
type listedCity struct {
	City
	names     []string // all names of the city
	fullNames []string // the same with the country: "munich germany"
	country   string
}

// cities returns the lines of cities.txt: the most populous comes first. They are read
// when they are first needed.
var cities = sync.OnceValue(func() []listedCity {
	var list []listedCity
	for line := range strings.Lines(cityLines) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, ";")
		names := strings.Split(fields[0], "|")
		c := listedCity{City: City{names[0], fields[1], fields[2]}, country: fold(fields[1])}
		for _, name := range append(names, placeNames().cities[fold(names[0]+" "+fields[1])]...) {
			if language, local, ok := strings.Cut(name, ":"); ok {
				name, placeNames().of[language]["city "+fold(names[0]+" "+fields[1])] = local, local
			}
			c.names = append(c.names, fold(name))
			c.fullNames = append(c.fullNames, fold(name)+" "+c.country)
		}
		list = append(list, c)
	}
	return list
})

//go:embed countries.txt
var countryLines string

// namesOfPlaces are the names of cities and countries in the languages of the bot.
type namesOfPlaces struct {
	of        map[string]map[string]string // by language, and by "city" or "country" with the English names, folded
	cities    map[string][]string          // by the English names of city and country, folded
	countries map[string]string            // the English names by all names, folded
}

// placeNames returns the names of CLDR, and other names of countries.
var placeNames = sync.OnceValue(func() *namesOfPlaces {
	all := &namesOfPlaces{map[string]map[string]string{}, map[string][]string{}, map[string]string{}}
	for _, c := range calendars() {
		all.of[c.code] = map[string]string{}
		text, _ := cldrFiles.ReadFile("cldr/" + c.code + ".txt")
		for line := range strings.Lines(string(text)) {
			place, names, _ := strings.Cut(strings.TrimSpace(line), ": ")
			kind, english, _ := strings.Cut(place, " ")
			english = fold(english)
			names, others, _ := strings.Cut(names, "; ")
			switch kind {
			case "city":
				all.cities[english] = append(all.cities[english], names)
			case "country":
				for name := range strings.SplitSeq(names+"; "+others, "; ") {
					all.countries[fold(name)], all.countries[fold(typed.Umlauts.Replace(name))] = english, english
				}
			default:
				continue
			}
			all.of[c.code][kind+" "+english] = names
		}
	}
	for line := range strings.Lines(countryLines) {
		country, names, _ := strings.Cut(strings.TrimSpace(line), ";")
		for name := range strings.SplitSeq(names, "|") {
			all.countries[name] = country
		}
	}
	delete(all.countries, "")
	return all
})

//go:embed cldr/windows.txt
var windowsLines string

// windowsZones are the zones by their names in Windows, folded.
var windowsZones = sync.OnceValue(func() map[string]string {
	zones := map[string]string{}
	for line := range strings.Lines(windowsLines) {
		if name, zone, ok := strings.Cut(strings.TrimSpace(line), ";"); ok {
			zones[fold(name)] = zone
		}
	}
	return zones
})

// fold returns a name without accents, in lower case, with single spaces, as names
// are compared.
func fold(name string) string {
	return strings.Join(strings.Fields(folds.Replace(typed.Fold(norm.NFKC.String(name)))), " ")
}

var folds = strings.NewReplacer(".", "", "_", " ", "-", " ", ",", " ", "ß", "ss", "&", "and", "đ", "d", "æ", "ae", "œ", "oe")

// citiesNamed returns the cities with exactly this name, with or without their country,
// or the cities of the country with this name: one for each time zone.
func citiesNamed(typed string) []City {
	name := fold(typed)
	if comma := strings.LastIndex(typed, ","); comma >= 0 { // a country in any language
		if country := placeNames().countries[fold(typed[comma:])]; country != "" {
			name = fold(typed[:comma]) + " " + country
		}
	}
	return onePerZone(func(c listedCity) bool {
		return c.inCountry(name) || slices.Contains(c.names, name) || slices.Contains(c.fullNames, name)
	})
}

// isCountry reports whether a text is the name of a country.
func isCountry(typed string) bool {
	name := fold(typed)
	return slices.ContainsFunc(cities(), func(c listedCity) bool { return c.inCountry(name) })
}

// inCountry reports whether a folded name is that of the city's country.
func (c listedCity) inCountry(name string) bool {
	return c.country == name || c.country == placeNames().countries[name]
}

// begins reports whether a name of the city begins with a folded text.
func (c listedCity) begins(name string) bool {
	return slices.ContainsFunc(c.fullNames, func(n string) bool { return strings.HasPrefix(n, name) })
}

// onePerZone returns the most populous city of each time zone, of those wanted.
func onePerZone(wanted func(listedCity) bool) []City {
	var found []City
	for _, c := range cities() {
		if wanted(c) && !slices.ContainsFunc(found, func(f City) bool { return f.Zone == c.Zone }) {
			found = append(found, c.City)
		}
	}
	return found
}

// FindCities returns up to n cities for what somebody has typed so far, in this order:
//
//   - an offset such as "UTC+2";
//   - what an abbreviation such as "EST" can mean;
//   - the zones of the country with that name, each as its largest city;
//   - cities with a name that starts with the text;
//   - countries with such a name in a language of the bot, one city for each time zone;
//   - parts of countries, and time zones with such a name in Windows;
//   - cities with a later word that starts with the text;
//   - zones with the text in their names, except those named after countries.
//
// Within each group the most populous comes first. Without a text FindCities returns the
// most populous city of each time zone.
func FindCities(typed string, n int) []City {
	name := fold(typed)
	if name == "" {
		all := onePerZone(func(listedCity) bool { return true })
		return all[:min(n, len(all))]
	}
	var found []City
	add := func(more ...City) {
		for _, c := range more {
			if len(found) < n && !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	if seconds, ok := parseOffset(strings.TrimSpace(typed)); ok {
		add(City{Zone: offsetName(seconds)})
	}
	short := abbreviated(typed)
	meanings := abbreviations()[short]
	addMeanings := func(meanings []string) {
		for _, meaning := range meanings {
			add(citiesNamed(meaning)...)
			if seconds, ok := parseOffset(meaning); ok {
				add(City{Zone: offsetName(seconds)})
			}
		}
	}
	addMeanings(meanings)
	if meanings == nil && slices.Contains(zones, short) { // such as UTC
		add(City{Zone: short})
	}
	addNamed := func(fits func(c listedCity) bool) {
		for _, c := range cities() {
			if fits(c) {
				add(c.City)
			}
		}
	}
	add(onePerZone(func(c listedCity) bool { return c.inCountry(name) })...)
	addNamed(func(c listedCity) bool { return c.begins(name) })
	countries := map[string]bool{}
	for called, country := range placeNames().countries {
		countries[country] = countries[country] || strings.HasPrefix(called, name)
	}
	add(onePerZone(func(c listedCity) bool { return countries[c.country] || strings.HasPrefix(c.country, name) })...)
	if len(name) >= 3 {
		for _, region := range slices.Sorted(maps.Keys(regions())) {
			if strings.HasPrefix(region, name) {
				addMeanings(regions()[region])
			}
		}
		for _, called := range slices.Sorted(maps.Keys(windowsZones())) {
			if strings.HasPrefix(called, name) {
				add(onePerZone(func(c listedCity) bool { return c.Zone == windowsZones()[called] })...)
			}
		}
	}
	addNamed(func(c listedCity) bool {
		return slices.ContainsFunc(c.names, func(n string) bool { return strings.Contains(n, " "+name) })
	})
	for _, zone := range zones {
		if !strings.Contains(fold(zone), name) || abbreviations()[zone] != nil ||
			!strings.Contains(zone, "/") && isCountry(zone) { // ParseZone reads the name as the country's cities
			continue
		}
		if !slices.ContainsFunc(found, func(c City) bool { return c.Zone == zone }) {
			add(City{Zone: zone})
		}
	}
	return found
}
