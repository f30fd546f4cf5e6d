package daily

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // so that every zone is known on every machine
)

// zoneNames are the zones that may be chosen, those of the time-zone database
// that Go embeds. Names that the database has for other reasons are left out,
// and so is what time.LoadLocation takes beside it: "" and "Local".
//
//go:embed zones.txt
var zoneNames string

// Zones returns the names of all time zones, in alphabetical order.
func Zones() []string { return slices.Clone(zones) }

var zones = strings.Fields(zoneNames)

// LoadZone returns the time zone with the name, in any case, and the name as it
// is spelled. Spaces do for underscores, and the city alone for the name where
// only one zone has a city of that name.
func LoadZone(name string) (*time.Location, string, error) {
	spelled := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	i := slices.IndexFunc(zones, func(z string) bool { return strings.EqualFold(z, spelled) })
	if i < 0 {
		i = onlyOf(spelled)
	}
	if i < 0 {
		return nil, "", fmt.Errorf("load time zone %q: there is none of that name", name)
	}
	place, err := time.LoadLocation(zones[i])
	return place, zones[i], err
}

// onlyOf returns the place in zones of the only one with that city, or -1.
func onlyOf(city string) int {
	of := func(z string) bool { return strings.EqualFold(z[strings.LastIndex(z, "/")+1:], city) }
	i := slices.IndexFunc(zones, of)
	if i >= 0 && slices.ContainsFunc(zones[i+1:], of) {
		return -1
	}
	return i
}

// FindZones returns the zones, at most n, whose name holds what was typed: first
// those whose city starts with it.
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
