package when

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A City is a city with its time zone. A City without a name stands for a whole time
// zone.
type City struct {
	Name    string // of the city, "" for a zone
	Country string // of the city
	Zone    string // as LoadZone takes it
}

// String returns "Munich, Germany", or the zone's name with spaces.
func (c City) String() string {
	if c.Name == "" {
		return strings.ReplaceAll(c.Zone, "_", " ")
	}
	return c.Name + ", " + c.Country
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
		for _, name := range names {
			c.names = append(c.names, fold(name))
			c.fullNames = append(c.fullNames, fold(name)+" "+c.country)
		}
		list = append(list, c)
	}
	return list
})

//go:embed countries.txt
var countryLines string

// countryNames returns the countries by their other names, all folded.
var countryNames = sync.OnceValue(func() map[string]string {
	countries := map[string]string{}
	for _, line := range strings.Split(countryLines, "\n") {
		country, names, _ := strings.Cut(line, ";")
		for _, name := range strings.Split(names, "|") {
			countries[name] = country
		}
	}
	return countries
})

// fold returns a name without accents, in lower case, with single spaces, as names
// are compared.
func fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case unicode.Is(unicode.Mn, r), r == '.':
		case r == '_', r == '-', r == ',':
			b.WriteByte(' ')
		case strings.ContainsRune("ßøłđæœı", r):
			b.WriteString(map[rune]string{'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe", 'ı': "i"}[r])
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// citiesNamed returns the cities with exactly this name, with or without their country,
// or the cities of the country with this name: one for each time zone.
func citiesNamed(typed string) []City {
	name := fold(typed)
	if comma := strings.LastIndex(typed, ","); comma >= 0 { // a country in any language
		if country := countryNames()[fold(typed[comma:])]; country != "" {
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

// citiesBeginning returns the cities that begin with the typed letters, one for each time
// zone. At least three letters are needed.
func citiesBeginning(typed string) []City {
	name := fold(typed)
	if utf8.RuneCountInString(name) < 3 {
		return nil
	}
	return onePerZone(func(c listedCity) bool { return c.begins(name) })
}

// inCountry reports whether a folded name is that of the city's country.
func (c listedCity) inCountry(name string) bool {
	return c.country == name || c.country == countryNames()[name]
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
//   - countries with such a name, one city for each time zone;
//   - cities with a later word that starts with the text;
//   - zones with the text in their names.
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
	short := strings.ToUpper(strings.TrimSpace(typed))
	meanings := abbreviations()[short]
	for _, meaning := range meanings {
		for _, c := range citiesNamed(meaning) {
			add(c)
		}
		if seconds, ok := parseOffset(meaning); ok {
			add(City{Zone: offsetName(seconds)})
		}
	}
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
	add(onePerZone(func(c listedCity) bool { return strings.HasPrefix(c.country, name) })...)
	addNamed(func(c listedCity) bool {
		return slices.ContainsFunc(c.names, func(n string) bool { return strings.Contains(n, " "+name) })
	})
	for _, zone := range zones {
		if strings.Contains(fold(zone), name) && abbreviations()[zone] == nil && !slices.ContainsFunc(found, func(c City) bool { return c.Zone == zone }) {
			add(City{Zone: zone})
		}
	}
	return found
}
