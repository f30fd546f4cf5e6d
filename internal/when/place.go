package when

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Place is a city with its time zone, or a time zone under its own name.
type Place struct {
	Name    string // of the city, "" for a zone
	Country string // of the city
	Zone    string // as LoadZone takes it
}

// String returns "Munich, Germany", or the zone's name with spaces.
func (p Place) String() string {
	if p.Name == "" {
		return strings.ReplaceAll(p.Zone, "_", " ")
	}
	return p.Name + ", " + p.Country
}

//go:embed places.txt
var placeLines string

// A listedPlace is a line of places.txt, with its texts folded for comparison.
type listedPlace struct {
	Place
	names     []string // all names of the city
	fullNames []string // the same with the country: "munich germany"
	country   string
}

// places are the lines of places.txt: the most populous comes first.
var places = func() []listedPlace {
	var list []listedPlace
	for line := range strings.Lines(placeLines) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, ";")
		names := strings.Split(fields[0], "|")
		p := listedPlace{Place: Place{names[0], fields[1], fields[2]}, country: fold(fields[1])}
		for _, name := range names {
			p.names = append(p.names, fold(name))
			p.fullNames = append(p.fullNames, fold(name)+" "+p.country)
		}
		list = append(list, p)
	}
	return list
}()

// countryNames are other names of countries, folded.
var countryNames = map[string]string{
	"usa": "united states", "us": "united states", "america": "united states", "united states of america": "united states",
	"uk": "united kingdom", "great britain": "united kingdom", "britain": "united kingdom", "england": "united kingdom",
	"scotland": "united kingdom", "wales": "united kingdom", "uae": "united arab emirates", "czech republic": "czechia",
	"deutschland": "germany", "osterreich": "austria", "schweiz": "switzerland", "suisse": "switzerland", "svizzera": "switzerland",
	"espana": "spain", "italia": "italy", "polska": "poland", "nederland": "netherlands", "holland": "netherlands",
	"belgie": "belgium", "belgique": "belgium", "danmark": "denmark", "norge": "norway", "sverige": "sweden", "suomi": "finland",
	"brasil": "brazil", "turkiye": "turkey", "korea": "south korea", "burma": "myanmar", "cote d'ivoire": "ivory coast",
	"magyarorszag": "hungary", "hrvatska": "croatia", "srbija": "serbia", "ellada": "greece", "rossiya": "russia",
}

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

// foldedZones are the names in zones, folded.
var foldedZones = func() []string {
	folded := make([]string, len(zones))
	for i, zone := range zones {
		folded[i] = fold(zone)
	}
	return folded
}()

// placesNamed returns the places with exactly this name, one for each time zone:
// cities, with or without their country, or the cities of a country.
func placesNamed(typed string) []Place {
	name := fold(typed)
	return onePerZone(func(p listedPlace) bool {
		return p.inCountry(name) || slices.Contains(p.names, name) || slices.Contains(p.fullNames, name)
	})
}

// placesBeginning returns the cities that begin with the typed letters, one for each time
// zone. At least three letters are needed.
func placesBeginning(typed string) []Place {
	name := fold(typed)
	if utf8.RuneCountInString(name) < 3 {
		return nil
	}
	return onePerZone(func(p listedPlace) bool {
		return slices.ContainsFunc(p.fullNames, func(n string) bool { return strings.HasPrefix(n, name) })
	})
}

// inCountry reports whether a folded name is that of the place's country.
func (p listedPlace) inCountry(name string) bool {
	return p.country == name || p.country == countryNames[name]
}

// onePerZone returns the most populous place of each time zone, of those wanted.
func onePerZone(wanted func(listedPlace) bool) []Place {
	var found []Place
	for _, p := range places {
		if wanted(p) && !slices.ContainsFunc(found, func(f Place) bool { return f.Zone == p.Zone }) {
			found = append(found, p.Place)
		}
	}
	return found
}

// FindPlaces returns up to n places for what somebody has typed so far: an offset
// such as "UTC+2"; the zones of the country with that name, each as its largest
// city; cities whose name starts with the text; countries that start with it;
// cities with a later word that does; zones with the text in their names. Within
// each group the most populous comes first. Without a text it returns the most
// populous place of each time zone.
func FindPlaces(typed string, n int) []Place {
	name := fold(typed)
	if name == "" {
		all := onePerZone(func(listedPlace) bool { return true })
		return all[:min(n, len(all))]
	}
	var found []Place
	add := func(more ...Place) {
		for _, p := range more {
			if len(found) < n && !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	if seconds, ok := parseOffset(strings.TrimSpace(typed)); ok {
		add(Place{Zone: offsetName(seconds)})
	}
	if isZone[strings.ToUpper(typed)] { // such as UTC
		add(Place{Zone: strings.ToUpper(typed)})
	}
	add(onePerZone(func(p listedPlace) bool { return p.inCountry(name) })...)
	for _, p := range places {
		if slices.ContainsFunc(p.fullNames, func(n string) bool { return strings.HasPrefix(n, name) }) {
			add(p.Place)
		}
	}
	add(onePerZone(func(p listedPlace) bool { return strings.HasPrefix(p.country, name) })...)
	word := " " + name
	for _, p := range places {
		if slices.ContainsFunc(p.names, func(n string) bool { return strings.Contains(n, word) }) {
			add(p.Place)
		}
	}
	for i, zone := range zones {
		if strings.Contains(foldedZones[i], name) && !slices.ContainsFunc(found, func(p Place) bool { return p.Zone == zone }) {
			add(Place{Zone: zone})
		}
	}
	return found
}
