package when

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/testrun"
)

func TestParseMinute(t *testing.T) {
	for s, want := range map[string]string{
		"19:30": "19:30", "7:30": "07:30", "07:30": "07:30", "7.30 pm": "19:30", "7:30PM": "19:30", "12:00 am": "00:00", "12 pm": "12:00",
		"7pm": "19:00", " 0:00 ": "00:00", "23:59": "23:59", "12:05 a.m.": "00:05", "8h15": "08:15",
		"1930": "19:30", "0730": "07:30", "730": "07:30", "19.30": "19:30", "19 30": "19:30", "930pm": "21:30", "7:30 p.m.": "19:30",
		"noon": "12:00", "Midnight": "00:00", "midday": "12:00", "12 noon": "12:00", "19": "19:00", "0": "00:00", "19h": "19:00", "7 h": "07:00", "20 Uhr": "20:00", "7.30 Uhr": "07:30",
	} {
		if m, err := ParseMinute(s); err != nil || m.String() != want {
			t.Errorf("%q is %v, %v; want %s", s, m, err, want)
		}
	}
	for _, s := range []string{"", "24:01", "2430", "19:60", "13:00 pm", "0 am", "7:3", "19:30:45", "-1:00", "7:30 xm", "25", "evening", "19,30"} {
		if m, err := ParseMinute(s); err == nil {
			t.Errorf("%q is read as %v", s, m)
		}
	}
	wantAmbiguous(t, "7", []string{"07:00", "19:00"}, func(s string) error { _, err := ParseMinute(s); return err })
	wantAmbiguous(t, "12", []string{"00:00", "12:00"}, func(s string) error { _, err := ParseMinute(s); return err })
	for m := range Minute(24 * 60) {
		if again, err := ParseMinute(m.String()); err != nil || again != m {
			t.Fatalf("%v is read as %v, %v", m, again, err)
		}
	}
}

// wantAmbiguous checks that the error names exactly these readings.
func wantAmbiguous(t *testing.T, typed string, want []string, parse func(string) error) {
	t.Helper()
	err := parse(typed)
	ambiguous, ok := errors.AsType[*AmbiguousError](err)
	if !ok || !slices.Equal(ambiguous.Readings, want) || !strings.Contains(err.Error(), want[0]) {
		t.Errorf("%q: %v, want the readings %q", typed, err, want)
	}
}

func TestParseDate(t *testing.T) {
	const today = Date(20777) // 2026-11-20
	for s, want := range map[string]string{
		"1970-01-01": "1970-01-01", "2000-02-29": "2000-02-29", "1969-12-31": "1969-12-31",
		"today": "2026-11-20", "Tomorrow": "2026-11-21", " yesterday ": "2026-11-19",
		"2026-1-5": "2026-01-05", "2026/1/5": "2026-01-05", "20.11.2026": "2026-11-20", "5.6.2026": "2026-06-05", "5. 6. 2026": "2026-06-05", "20.11.": "2026-11-20", "20.11": "2026-11-20",
		"20 Nov": "2026-11-20", "20 november 2025": "2025-11-20", "20. Nov. 2025": "2025-11-20", "Nov 20": "2026-11-20", "november 20th, 2027": "2027-11-20",
		"1st of may": "2026-05-01", "3 Sept 2026": "2026-09-03", "Jan 5": "2026-01-05",
		"20/11/2026": "2026-11-20", "11/20/2026": "2026-11-20", "6/6/2026": "2026-06-06", "20-11-2026": "2026-11-20", "31/12": "2026-12-31",
		"9999-12-31": "9999-12-31", "0001-01-01": "0001-01-01",
	} {
		if d, err := ParseDate(s, today); err != nil || d.String() != want {
			t.Errorf("%q is %v, %v; want %s", s, d, err, want)
		}
	}
	for _, s := range []string{
		"", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "30 Feb", "31/31/2026", "20 Brumaire", "20", "next week",
		"0000-01-01", "2026-11-20T00:00", "20 no", "Nov", "32 Nov", "١٢ Nov",
	} {
		if d, err := ParseDate(s, today); err == nil {
			t.Errorf("%q is read as %v", s, d)
		}
	}
	parse := func(s string) error { _, err := ParseDate(s, today); return err }
	wantAmbiguous(t, "5/6/2026", []string{"2026-06-05", "2026-05-06"}, parse)
	wantAmbiguous(t, "1-2-2026", []string{"2026-02-01", "2026-01-02"}, parse)
	wantAmbiguous(t, "5/6", []string{"2026-06-05", "2026-05-06"}, parse)
	for s, want := range map[string]string{"30/2": "2026-02-30", "31/4/2025": "2025-04-31", "2/30/2025": "2025-02-30", "2-30": "2026-02-30", "4/31": "2026-04-31"} {
		if missing, ok := errors.AsType[*NoDateError](parse(s)); !ok || missing.Date != want {
			t.Errorf("%q: %v, want no date %s", s, missing, want)
		}
	}
	for d := today - 800; d < today+800; d++ {
		_, long, _ := strings.Cut(english(d.Words()), ", ")
		for _, form := range []string{d.String(), long, d.UTC().Format("2.1.2006"), d.UTC().Format("Jan 2, 2006")} {
			if again, err := ParseDate(form, 0); err != nil || again != d {
				t.Fatalf("%q is read as %v, %v", form, again, err)
			}
		}
	}
}

func english(s voice.Sentence) string { return voice.In("en").Say(s) }

func TestDates(t *testing.T) {
	if got := english(Date(20777).Words()); got != "Friday, 20 November 2026" {
		t.Error(got)
	}
	if got := DateOf(time.Date(2026, 11, 20, 23, 59, 0, 0, time.FixedZone("", -11*3600))); got != 20777 {
		t.Errorf("late on 20 November is %v", got)
	}
}

func TestParseWeekdays(t *testing.T) {
	const mon, tue, thu, fri, sat, sun = 1 << time.Monday, 1 << time.Tuesday, 1 << time.Thursday, 1 << time.Friday, 1 << time.Saturday, 1 << time.Sunday
	for s, want := range map[string]Weekdays{
		"mon,thu": mon | thu, "Monday and Thursday": mon | thu, "mo / th": mon | thu, "thu, mon": mon | thu, "every Monday": mon, "on Mondays": mon,
		"weekend": Weekend, "sat sun": Weekend, "weekdays": Workdays, "mon-fri": Workdays, "workdays": Workdays, "Fri-Mon": fri | sat | sun | mon, "fri-fri": fri,
		"daily": EveryDay, "every day": EveryDay, "mon-sun": EveryDay, "weekend, weekdays": EveryDay, "mon, daily": EveryDay, "m tu": mon | tue, "thurs": thu, "tues": tue,
	} {
		if got, err := ParseWeekdays(s); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", s, got, err, want)
		}
	}
	for _, s := range []string{"", ",", "and", "every", "funday", "mon-", "-fri", "mon-xyz", "1", "Mon,thx"} {
		if got, err := ParseWeekdays(s); err == nil {
			t.Errorf("%q is read as %v", s, got)
		}
	}
	parse := func(s string) error { _, err := ParseWeekdays(s); return err }
	wantAmbiguous(t, "t", []string{"tuesday", "thursday"}, parse)
	wantAmbiguous(t, "mon-s", []string{"saturday", "sunday"}, parse)
	for w := range Weekdays(127) {
		for _, form := range []string{w.String(), english(w.Words())} {
			form = strings.Replace(form, "Monday to Friday", "weekdays", 1)
			if again, err := ParseWeekdays(form); err != nil || again != w {
				t.Errorf("%q is read as %v, %v; want %v", form, again, err, w)
			}
		}
	}
	for w, want := range map[Weekdays]string{EveryDay: "every day", Workdays: "Monday to Friday", mon: "Monday", Weekend: "Saturday and Sunday", mon | thu | sat: "Monday, Thursday and Saturday"} {
		if got := english(w.Words()); got != want {
			t.Errorf("%v in words: %q, want %q", w, got, want)
		}
	}
}

func TestParseZone(t *testing.T) {
	for s, want := range map[string]string{
		"europe/berlin": "Europe/Berlin", "America/New York": "America/New_York", "utc": "UTC", "Etc/GMT-2": "Etc/GMT-2",
		"Berlin": "Europe/Berlin", " new york ": "America/New_York", "st johns": "America/St_Johns", "Knox": "America/Indiana/Knox", "London": "Europe/London",
		"Munich": "Europe/Berlin", "MÜNCHEN": "Europe/Berlin", "munchen": "Europe/Berlin", "Köln": "Europe/Berlin", "𝗕𝗲𝗿𝗹𝗶𝗻": "Europe/Berlin", "Mumbai": "Asia/Kolkata", "Bombay": "Asia/Kolkata",
		"St. Petersburg, Russia": "Europe/Moscow", "Gdańsk": "Europe/Warsaw", "Łódź": "Europe/Warsaw", "Lodz": "Europe/Warsaw", "Istanbul": "Europe/Istanbul", "Birmingham, United Kingdom": "Europe/London",
		"germany": "Europe/Berlin", "Deutschland": "Europe/Berlin", "Österreich": "Europe/Vienna", "india": "Asia/Kolkata", "UK": "Europe/London", "Japan": "Asia/Tokyo", "Italia": "Europe/Rome",
		"UTC+2": "UTC+02:00", "utc +2": "UTC+02:00", "GMT-3": "UTC-03:00", "+0530": "UTC+05:30", "UTC+5:45": "UTC+05:45", "UTC−4": "UTC-04:00", "UTC+0": "UTC", "UTC-12": "UTC-12:00", "UTC+14": "UTC+14:00",
	} {
		got, err := ParseZone(s)
		if err != nil || got != want {
			t.Errorf("%q is %q, %v; want %s", s, got, err, want)
		}
		if _, err := LoadZone(got); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
	for _, s := range []string{"", " ", "Local", "Atlantis", "UTC+15", "UTC-12:15", "UTC+2:10", "UTC+5:60", "UTC+", "/", "Europe/", "right/Europe/Berlin", "Argentina/Atlantis", ",", "Eastern Standard"} {
		if got, err := ParseZone(s); err == nil {
			t.Errorf("%q is taken for %s", s, got)
		}
	}
	parse := func(s string) error { _, err := ParseZone(s); return err }
	for s, want := range map[string]string{"mun": "Europe/Berlin", "Münch": "Europe/Berlin", "new yor": "America/New_York", "toky": "Asia/Tokyo"} {
		if got, err := ParseZone(s); err != nil || got != want {
			t.Errorf("%q is %s, %v; want %s", s, got, err, want)
		}
	}
	wantAmbiguous(t, "Lond", []string{"London, United Kingdom", "Londrina, Brazil", "London, Canada"}, parse)
	wantAmbiguous(t, "Birmingham", []string{"Birmingham, United Kingdom", "Birmingham, United States"}, parse)
	wantAmbiguous(t, "Spain", []string{"Madrid", "Las Palmas", "Melilla"}, parse)
	if _, err := ParseZone("usa"); err == nil || !strings.Contains(err.Error(), `"New York"`) {
		t.Errorf("usa: %v", err)
	}
}

// Abbreviations are asked back, and their meanings can be typed. Cities have their names in the
// languages of the bot.
func TestAbbreviationsAndNames(t *testing.T) {
	parse := func(s string) error { _, err := ParseZone(s); return err }
	wantAmbiguous(t, "EST", []string{"New York", "Toronto", "UTC-5"}, parse)
	wantAmbiguous(t, "mez", []string{"Berlin", "Paris", "UTC+1"}, parse)
	wantAmbiguous(t, "мск", []string{"Moscow", "UTC+3"}, parse)
	for short, meanings := range abbreviations() {
		seen := map[string]bool{}
		for _, meaning := range meanings {
			zone, err := ParseZone(meaning)
			if strings.HasPrefix(short, "#") || err == nil && !seen[zone] {
				seen[zone] = true
				continue
			}
			t.Errorf("%s can mean %q: %s, %v", short, meaning, zone, err)
		}
	}
	for typed, want := range map[string]string{"est": "New York, United States", "E.S.T.": "New York, United States", "HST": "Honolulu, United States", "ET": "New York, United States", "МСК": "Moscow, Russia", "Моск": "Moscow, Russia", "londr": "London, United Kingdom", "Nueva Y": "New York, United States"} {
		got := FindCities(typed, 25)
		if len(got) == 0 || got[0].String() != want || slices.Contains(got, City{Zone: strings.ToUpper(typed)}) {
			t.Errorf("%q finds %v, want %s first", typed, got, want)
		}
	}
	for typed, want := range map[string]string{
		"Москва": "Europe/Moscow", "Londres": "Europe/London", "Nueva York": "America/New_York", "Londra": "Europe/London", "Lissabon": "Europe/Lisbon", "Мехико": "America/Mexico_City", "Tokio": "Asia/Tokyo", "Парагвай": "America/Asuncion",
		"Alemania": "Europe/Berlin", "Allemagne": "Europe/Berlin", "München, Deutschland": "Europe/Berlin", "Londra, Regno Unito": "Europe/London", "Мадрид, Испания": "Europe/Madrid", "Мюнхен": "Europe/Berlin", "Monaco di Baviera": "Europe/Berlin", "Ginevra": "Europe/Zurich", "Санкт-Петербург": "Europe/Moscow", "Pequim": "Asia/Shanghai", "Londra, Francia": "", "Германия": "Europe/Berlin", "Inghilterra": "", "CET": "CET", "GMT": "GMT",
	} {
		if zone, err := ParseZone(typed); zone != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %s", typed, zone, err, want)
		}
	}
	several, _ := errors.AsType[*AmbiguousError](parse("USA"))
	if several == nil || len(several.Readings) != 5 || strings.Contains(strings.Join(several.Readings, " "), ",") {
		t.Errorf("USA: %v", several)
	}
}

// A fixed offset is loaded only by the name under which it is stored.
func TestOffsets(t *testing.T) {
	for seconds := -12 * 3600; seconds <= 14*3600; seconds += 15 * 60 {
		name := offsetName(seconds)
		again, err := ParseZone(name)
		zone, loadErr := LoadZone(name)
		if err != nil || again != name || loadErr != nil {
			t.Fatalf("%s is %s, %v, %v", name, again, err, loadErr)
		}
		if _, offset := time.Unix(0, 0).In(zone).Zone(); offset != seconds || zone.String() != name {
			t.Errorf("%s is %d seconds ahead and called %v", name, offset, zone)
		}
	}
	for _, name := range []string{"UTC+2", "UTC+2:00", "utc+02:00", "UTC+02:01", "UTC+15:00", "+02:00", "UTC+00:00", "UTC-00:00"} {
		if zone, err := LoadZone(name); err == nil {
			t.Errorf("%q is loaded as %v", name, zone)
		}
	}
}

func TestFindCities(t *testing.T) {
	for typed, want := range map[string]string{
		"mun": "Munich, Germany", "münch": "Munich, Germany", "germany": "Berlin, Germany", "berl": "Berlin, Germany", "new york": "New York, United States", "york": "York, United Kingdom",
		"usa": "New York, United States", "EUROPE/LON": "Europe/London", "UTC+2": "UTC+02:00", "us/easte": "US/Eastern", "lon": "London, United Kingdom", "wien": "Vienna, Austria", "kath": "Kathmandu, Nepal",
		"utc": "UTC", "par": "Paris, France", "birmingham, united s": "Birmingham, United States", "reykj": "Reykjavík, Iceland", "singapore": "Singapore, Singapore",
	} {
		if got := FindCities(typed, 25); len(got) == 0 || got[0].String() != want {
			t.Errorf("%q finds %v, want %s first", typed, got, want)
		}
	}
	for typed, want := range map[string]int{"": 25, "a": 25, "united": 10, "new": 10} {
		got := FindCities(typed, 25)
		if len(got) < want || len(got) > 25 {
			t.Errorf("%q finds %d cities", typed, len(got))
		}
		for i, p := range got {
			if slices.Contains(got[:i], p) {
				t.Errorf("%q finds %v twice", typed, p)
			}
		}
	}
	for _, zone := range zones { // what is offered can be chosen
		if strings.Contains(zone, "/") {
			continue // read exactly as it is
		}
		for _, p := range FindCities(zone, 25) {
			if _, err := ParseZone(p.Zone); err != nil {
				t.Errorf("%q finds %v: %v", zone, p, err)
			}
		}
	}
	for _, typed := range []string{"atlantis", "\x00", strings.Repeat("x", 6000)} {
		if got := FindCities(typed, 25); len(got) != 0 {
			t.Errorf("%.10q finds %v", typed, got)
		}
	}
}

// Every line of cities.txt has a known time zone, and its full name finds that zone
// or is ambiguous.
func TestCities(t *testing.T) {
	for _, p := range cities() {
		if !slices.Contains(zones, p.Zone) || p.Name == "" || p.Country == "" {
			t.Errorf("%+v", p)
		}
	}
	if len(cities()) < 2500 {
		t.Errorf("only %d cities", len(cities()))
	}
}

func FuzzParsers(f *testing.F) {
	for _, s := range []string{"19:30", "7pm", "8 abends", "morgen um 20:15", "next Monday", "in 1 h 30 min", "5/6/2026", "20 Nov", "mon-fri", "t", "UTC+5:30", "munich", "½", "1\u0301", "-", "usa"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseMinute(s); err == nil && (m < 0 || m >= 24*60) {
			t.Errorf("%q is minute %d", s, m)
		}
		if d, err := ParseDate(s, 20777); err == nil {
			if again, err := ParseDate(d.String(), 0); err != nil || again != d {
				t.Errorf("%q is %v, which is read as %v, %v", s, d, again, err)
			}
		}
		if w, err := ParseWeekdays(s); err == nil {
			if again, err := ParseWeekdays(w.String()); err != nil || again != w {
				t.Errorf("%q is %v, which is read as %v, %v", s, w, again, err)
			}
		}
		if m, err := ParseMoment(s, 20777, "de"); err == nil {
			now := time.Unix(20777*secondsPerDay, 0).UTC()
			again, err := ParseMoment(m.String(), 20777)
			if at := m.After(now); err != nil || m.Later < 100*time.Hour && !again.After(now).Equal(at) {
				t.Errorf("%q is %v, %v, which is read as %v, %v", s, m, at, again, err)
			}
		}
		if zone, err := ParseZone(s); err == nil {
			if _, err := LoadZone(zone); err != nil {
				t.Errorf("%q is %v, which cannot be loaded: %v", s, zone, err)
			}
		}
		if _, err := ParseZone(s); err != nil {
			if ambiguous, ok := errors.AsType[*AmbiguousError](err); ok && len(ambiguous.Readings) < 2 {
				t.Errorf("%q has the readings %q", s, ambiguous.Readings)
			}
		}
		if got := FindCities(s, 25); len(got) > 25 {
			t.Errorf("%q finds %d cities", s, len(got))
		}
	})
}

// BenchmarkFindCities measures the cost of each letter that somebody types.
func BenchmarkFindCities(b *testing.B) {
	for b.Loop() {
		FindCities("mun", 25)
	}
}

// ParseZone can read every reading of an ambiguous text, for every city and country.
func TestReadingsAreRead(t *testing.T) {
	typed := []string{"Lancaster", "Mazatlán", "Georgia"}
	for i, p := range cities() {
		if i%10 == 0 || testrun.Long() {
			typed = append(typed, p.Name, p.Country)
		}
	}
	slices.Sort(typed)
	ambiguous := 0
	for _, name := range slices.Compact(typed) {
		_, err := ParseZone(name)
		several, ok := errors.AsType[*AmbiguousError](err)
		if !ok {
			continue
		}
		ambiguous++
		zones := map[string]bool{}
		for _, reading := range several.Readings {
			zone, err := ParseZone(reading)
			if err != nil || zones[zone] {
				t.Errorf("%s can mean %s, which is %q, %v", name, reading, zone, err)
			}
			zones[zone] = true
		}
	}
	if ambiguous < 20 {
		t.Errorf("only %d ambiguous names", ambiguous)
	}
}

// Dates and weekdays are read in the reader's language, then in English. Another language counts
// only if no other one reads the text otherwise.
func TestParseInLanguages(t *testing.T) {
	const today = Date(20777) // 2026-11-20, a Friday
	for _, c := range []struct{ languages, typed, want string }{
		{"de", "morgen", "2026-11-21"}, {"", "morgen", "2026-11-21"}, {"de", "24. Dezember", "2026-12-24"}, {"de", "3. März 2027", "2027-03-03"},
		{"ru", "24 декабря", "2026-12-24"}, {"", "завтра", "2026-11-21"}, {"ru", "1 мая 2027", "2027-05-01"}, {"de", "20 Nov", "2026-11-20"},
		{"", "24 de diciembre de 2026", "2026-12-24"}, {"fr", "1er mai", "2026-05-01"}, {"", "24 décembre", "2026-12-24"}, {"it", "domani", "2026-11-21"},
		{"pt", "amanhã", "2026-11-21"}, {"es", "mañana", "2026-11-21"}, {"de", "yesterday", "2026-11-19"},
		{"en", "Thursday, 24 December 2026", "2026-12-24"}, {"de", "Donnerstag, 24. Dezember", "2026-12-24"}, {"de", "Do. 24.12.", "2026-12-24"}, {"fr", "jeudi 24 décembre", "2026-12-24"}, {"es", "jueves, 24 de diciembre de 2026", "2026-12-24"},
		{"it", "giovedì 24 dicembre", "2026-12-24"}, {"pt", "quinta-feira, 24 de dezembro", "2026-12-24"}, {"ru", "четверг, 24 декабря 2026 г.", "2026-12-24"}, {"es", "mar 5", "2026-03-05"}, {"it", "mar 5 2027", "2027-03-05"}, {"", "Thu 24 Dec", "2026-12-24"},
		{"de", "am 5. Mai", "2026-05-05"}, {"fr", "le 5 mai", "2026-05-05"}, {"es", "el 5 de mayo", "2026-05-05"}, {"it", "il 5 maggio", "2026-05-05"}, {"", "on 5 May", "2026-05-05"},
	} {
		if d, err := ParseDate(c.typed, today, c.languages); err != nil || d.String() != c.want {
			t.Errorf("%q in %q is %v, %v; want %s", c.typed, c.languages, d, err, c.want)
		}
	}
	for _, c := range []struct{ languages, typed, want string }{
		{"de", "Mo,Do", "mon,thu"}, {"de", "Di und Fr", "tue,fri"}, {"de", "Mo-Fr", "weekdays"}, {"", "Mittwoch", "wed"}, {"es", "do", "sun"}, {"de en", "do", "thu"},
		{"ru", "Пн, Чт", "mon,thu"}, {"ru", "по средам и пятницам", "wed,fri"}, {"", "выходные", "weekend"}, {"pt", "terça-feira", "tue"}, {"fr", "lundi et jeudi", "mon,thu"},
		{"it", "lun-mer", "mon,tue,wed"}, {"", "mar", "tue"}, {"de", "jeden Tag", "daily"}, {"de", "mon,thu", "mon,thu"}, {"fr", "tous les jours", "daily"},
		{"pt", "fim de semana", "weekend"}, {"it", "fine settimana", "weekend"}, {"es", "fin de semana", "weekend"}, {"pt", "segunda feira", "mon"},
		{"pt", "terça feira e quinta feira", "tue,thu"}, {"de", "Mo–Fr", "weekdays"}, {"", "mon - fri", "weekdays"}, {"", "Mon -Fri", "weekdays"}, {"", "mon- fri", "weekdays"}, {"ru", "пн – пт", "weekdays"},
	} {
		if w, err := ParseWeekdays(c.typed, strings.Fields(c.languages)...); err != nil || w.String() != c.want {
			t.Errorf("%q in %q is %v, %v; want %s", c.typed, c.languages, w, err, c.want)
		}
	}
	wantAmbiguous(t, "do", []string{"thu", "sun"}, func(s string) error { _, err := ParseWeekdays(s, "ru"); return err })
	wantAmbiguous(t, "s", []string{"samstag", "sonntag"}, func(s string) error { _, err := ParseWeekdays(s, "de"); return err })
	for _, typed := range []string{"32. Dezember", "30. Februar", "Mo,Xy", "24 brumaire", "Freitag morgen", "Freitag, 24. Dezember", "Freitag 24"} {
		if d, err := ParseDate(typed, today, "de"); err == nil {
			t.Errorf("%q is %v", typed, d)
		}
		if w, err := ParseWeekdays(typed, "de"); err == nil {
			t.Errorf("%q is %v", typed, w)
		}
	}
}

// Times, and the words of each language for days, are read in every language that the bot speaks.
func TestWordsOfTimes(t *testing.T) {
	for s, want := range map[string]string{
		"24:00": "00:00", "2400": "00:00", "19：30": "19:30", "１９:30": "19:30", "um 19:30": "19:30", "at 7pm": "19:00", "à 19h30": "19:30", "a las 19:30": "19:30", "alle 19:30": "19:30", "às 19h30": "19:30", "в 19:30": "19:30", "19 часов": "19:00", "19 Uhr 30": "19:30", "19 h 30": "19:30", "20 ч 30 мин": "20:30", "noon.": "12:00", "19 horas": "19:00", "8 o'clock": "08:00", "19.30 Uhr": "19:30", "19:30 hrs": "19:30", "19:30 hs": "19:30", "ao meio-dia": "12:00",
		"mittags": "12:00", "Mittag": "12:00", "midi": "12:00", "à midi": "12:00", "mediodía": "12:00", "mediodia": "12:00", "meio-dia": "12:00", "meio dia": "12:00", "mezzogiorno": "12:00", "полдень": "12:00",
		"Mitternacht": "00:00", "minuit": "00:00", "medianoche": "00:00", "meia-noite": "00:00", "mezzanotte": "00:00", "полночь": "00:00",
	} {
		if m, err := ParseMinute(s); err != nil || m.String() != want {
			t.Errorf("%q is %v, %v; want %s", s, m, err, want)
		}
	}
	for s, want := range map[string]time.Duration{
		"in 10 minutes": 10 * time.Minute, "90 min": 90 * time.Minute, "2h": 2 * time.Hour, "in an hour": time.Hour, "in 10 Minuten": 10 * time.Minute, "in einer Stunde": time.Hour, "dans 10 minutes": 10 * time.Minute,
		"en 10 minutos": 10 * time.Minute, "dentro de 2 horas": 2 * time.Hour, "tra 10 minuti": 10 * time.Minute, "fra un'ora": time.Hour, "em 10 minutos": 10 * time.Minute, "daqui a 10 minutos": 10 * time.Minute,
		"через 10 минут": 10 * time.Minute, "через час": time.Hour, "10 мин.": 10 * time.Minute, "in zehn Minuten": 10 * time.Minute, "in ten minutes": 10 * time.Minute,
		"half an hour": time.Hour / 2, "in half an hour": time.Hour / 2, "in einer halben Stunde": time.Hour / 2, "dans une demi-heure": time.Hour / 2, "en media hora": time.Hour / 2, "tra mezz'ora": time.Hour / 2, "em meia hora": time.Hour / 2, "через полчаса": time.Hour / 2, "hour": 0, "in 10": 0, "10": 0, "19:30": 0, "in -5 min": 0, "in 12345 min": 0, "": 0, "in": 0,
	} {
		if m, err := ParseMoment(s, 0); m.Later != want {
			t.Errorf("%q is %v, %v; want %v", s, m, err, want)
		}
	}
	for _, s := range []string{"none", "None", " keine ", "aucune", "ninguno", "nessuna", "nenhum", "нет"} {
		if !IsNone(s) {
			t.Errorf("%q is something", s)
		}
	}
	if IsNone("518") || IsNone("") {
		t.Error("something is none")
	}
	for language, typed := range map[string][]string{
		"en": {"mon to fri", "from Monday to Friday", "Monday through Friday", "on weekdays", "working days"}, "de": {"Montag bis Freitag", "von Montag bis Freitag", "Mo bis Fr", "an Werktagen", "Arbeitstage"},
		"fr": {"jours de semaine", "en semaine", "du lundi au vendredi", "jours ouvrables", "les jours ouvrés"}, "es": {"días laborables", "de lunes a viernes", "entre semana", "los dias laborables"},
		"it": {"giorni feriali", "dal lunedì al venerdì", "nei giorni feriali", "lun a ven"}, "pt": {"dias úteis", "segunda-feira - sexta-feira", "segunda-feira a sexta-feira", "de segunda a sexta", "dias uteis"},
		"ru": {"будни", "по будням", "по будним дням", "с понедельника по пятницу", "рабочие дни", "пн по пт"},
	} {
		for _, text := range typed {
			for _, of := range [][]string{{language}, nil} {
				if w, err := ParseWeekdays(text, of...); err != nil || w != Workdays {
					t.Errorf("%q in %q is %v, %v", text, of, w, err)
				}
			}
		}
	}
	for text, want := range map[string]Weekdays{
		"the weekend": Weekend, "nel fine settimana": Weekend, "Weds": 1 << time.Wednesday, "los fines de semana": Weekend, "am Wochenende": Weekend, "le week-end": Weekend, "nos fins de semana": Weekend, "nei fine settimana": Weekend, "по выходным": Weekend, "cada día": EveryDay, "chaque jour": EveryDay,
		"todos los días": EveryDay, "toda segunda": 1 << time.Monday, "todas as segundas e sextas": 1<<time.Monday | 1<<time.Friday, "sábado e domingo": Weekend, "sabado, domingo": Weekend, "Sat to Mon": Weekend | 1<<time.Monday, "segunda feira, sexta-feira": 1<<time.Monday | 1<<time.Friday,
	} {
		if w, err := ParseWeekdays(text); err != nil || w != want {
			t.Errorf("%q is %v, %v; want %v", text, w, err, want)
		}
	}
}

// Each name of a day and of a month is read in its language, and its first letters are too
// unless another one begins so.
func TestCalendars(t *testing.T) {
	for _, language := range voice.Languages() {
		for _, line := range []string{"daily", "weekend", "weekdays", "beside days", "to", "noon", "midnight", "clock", "at", "after", "one", "minutes", "hours", "half an hour", "none", "and", "or", "chess", "normal", "normal start", "mirrored", "turned", "playing", "asking", "thinking", "greeting", "units", "file", "number", "start position", "says", "king", "pawn", "castling", "own", "enemy", "white", "black", "double", "heads", "tails", "ace", "jack", "beside throws", "link"} {
			if typed.Words(language, line) == "" {
				t.Errorf("%s has no words for %s: write them in the folder words of package typed", language, line)
			}
		}
	}
	for _, c := range calendars() {
		for d, names := range c.days {
			for _, name := range names {
				if got, err := ParseWeekdays(name, c.code); err != nil || got != 1<<d {
					t.Errorf("%s: %q is %v, %v", c.code, name, got, err)
				}
			}
		}
		for m, names := range c.months {
			for _, name := range names {
				if got, err := ParseDate("3 "+name+" 2027", 0, c.code); err != nil || got != dateOf(2027, time.Month(m+1), 3) {
					t.Errorf("%s: %q is %v, %v", c.code, name, got, err)
				}
			}
		}
	}
}
