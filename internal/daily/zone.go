package daily

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // so that every zone is known on every machine
)

// zoneNames lists the zones that may be chosen: those of the time-zone database
// that Go embeds, without "Factory", which is not a zone. time.LoadLocation also
// accepts "" and "Local"; these are not zones either.
//
//go:embed zones.txt
var zoneNames string

// Zones returns the names of all time zones, in alphabetical order.
func Zones() []string { return slices.Clone(zones) }

var zones = strings.Fields(zoneNames)

// LoadZone returns the time zone with a name, and the name in its usual spelling.
// The name may be in lower or upper case, with spaces for underscores. The city
// alone is enough if only one zone has a city of that name.
func LoadZone(name string) (*time.Location, string, error) {
	spelled := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	i := slices.IndexFunc(zones, func(z string) bool { return strings.EqualFold(z, spelled) })
	if i < 0 {
		i = onlyOf(spelled)
	}
	if i < 0 {
		return nil, "", fmt.Errorf("load time zone %q: there is no such zone", name)
	}
	zone, err := time.LoadLocation(zones[i])
	return zone, zones[i], err
}

// onlyOf returns the index of the only zone with that city, or -1.
func onlyOf(city string) int {
	of := func(z string) bool { return strings.EqualFold(z[strings.LastIndex(z, "/")+1:], city) }
	i := slices.IndexFunc(zones, of)
	if i >= 0 && slices.ContainsFunc(zones[i+1:], of) {
		return -1
	}
	return i
}

// FindZones returns up to n zones with the typed text in their names. Zones whose
// city starts with the text come first.
func FindZones(typed string, n int) []string {
	typed = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(typed)), " ", "_")
	var first, others []string
	for _, zone := range zones {
		lower := strings.ToLower(zone)
		switch city := lower[strings.LastIndex(lower, "/")+1:]; {
		case strings.HasPrefix(city, typed):
			first = append(first, zone)
		case strings.Contains(lower, typed):
			others = append(others, zone)
		}
	}
	found := append(first, others...)
	return found[:min(n, len(found))]
}
