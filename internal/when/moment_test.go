package when

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Days by name, parts of the day and moments are read in seven languages, with and without accents and
// in upper and lower case. Today is Friday, 20 November 2026; the clock shows 10:00.
func TestDaysByName(t *testing.T) {
	const today = Date(20777)
	for language, days := range map[string]string{
		"en": "Friday 20, fri 20, this Friday 20, next Friday 27, next fri 27, Monday 23, on Monday 23, next Monday 23, Monday next 23, last Monday 16, coming Sunday 22, day after tomorrow 22, the day after tomorrow 22, day before yesterday 18, 3 days from now 23, a week from now 27, in 3 days 23, in three days 23, in a week 27, in 2 weeks 34, 3 days ago 17, every Friday -, Friday morning -, next week -, in 3 hours -, Sun 22, Weds 25, 25.12.26 55, 25/12/26 55, 26-12-25 -, 25 Dec 26 -, 20-Dec-2026 50, 1° December 31, 5 de december 35",
		"de": "Freitag 20, freitag 20, FR. 20, diesen Freitag 20, nächsten Freitag 27, naechsten Freitag 27, uebermorgen 22, nachsten freitag 27, nächster Freitag 27, am Freitag 20, am nächsten Montag 23, kommenden Montag 23, übermorgen 22, ubermorgen 22, vorgestern 18, in 3 Tagen 23, in einer Woche 27, in drei Tagen 23, vor 3 Tagen 17, heute 20, Sonnabend 21, jeden Freitag -, 25.12.26 55, 1. Dezember 31, Freitag morgen -, Freitag 24 -",
		"fr": "vendredi 20, lundi prochain 23, vendredi prochain 27, ce vendredi 20, le vendredi 20, après-demain 22, apres demain 22, APRÈS-DEMAIN 22, avant-hier 18, dans 3 jours 23, dans une semaine 27, il y a 3 jours 17, lundi dernier 16, aujourd’hui 20, aujourd'hui 20, 1er décembre 31, 25/12/26 55, chaque vendredi -",
		"es": "viernes 20, el viernes 20, el próximo lunes 23, el proximo lunes 23, próximo lunes 23, el lunes que viene 23, el viernes que viene 27, este viernes 20, pasado mañana 22, pasado manana 22, PASADO MAÑANA 22, anteayer 18, dentro de 3 días 23, en 3 dias 23, hace 3 días 17, mañana 21, miércoles 25, 1º de diciembre 31, 25.12.26 55",
		"it": "venerdì 20, venerdi 20, lunedì prossimo 23, prossimo lunedì 23, questo venerdì 20, dopodomani 22, l'altro ieri 18, tra 3 giorni 23, fra 3 giorni 23, tra una settimana 27, 3 giorni fa 17, 1° dicembre 31, 1° gennaio 2027 62, 25.12.26 55, ogni venerdì -",
		"pt": "sexta-feira 20, sexta 20, sexta feira 20, próxima segunda-feira 23, próxima segunda 23, segunda que vem 23, sexta que vem 27, esta sexta-feira 20, na sexta 20, depois de amanhã 22, depois de amanha 22, anteontem 18, dia 1 de dezembro 31, 1/dez/2026 31, em 3 dias 23, daqui a 3 dias 23, há 3 dias 17, segunda-feira passada 16, sabado 21, 1º de dezembro 31, 25/12/26 55, toda sexta -",
		"ru": "пятница 20, в пятницу 20, В ПЯТНИЦУ 20, пт 20, в следующую пятницу 27, в следующий понедельник 23, в эту пятницу 20, послезавтра 22, позавчера 18, через 3 дня 23, через неделю 27, через день 21, 3 дня назад 17, в прошлый понедельник 16, 1-е декабря 31, 1 декабря 31, 25.12.26 55, каждую пятницу -",
	} {
		for phrase := range strings.SplitSeq(days, ", ") {
			at := strings.LastIndex(phrase, " ")
			want := "-"
			if phrase[at+1:] != "-" {
				day, err := time.ParseDuration(phrase[at+1:] + "h")
				if err != nil {
					t.Fatal(phrase)
				}
				want = (today + Date(day.Hours()) - 20).String()
			}
			for _, languages := range [][]string{{language}, {}} {
				got := "-"
				d, err := ParseDate(phrase[:at], today, languages...)
				if err == nil {
					got = d.String()
				}
				if got != want && (len(languages) > 0 || !strings.Contains(err.Error(), "ambiguous")) {
					t.Errorf("%v %q is %s, %v; want %s", languages, phrase[:at], got, err, want)
				}
			}
		}
	}
}

func TestPartsOfTheDay(t *testing.T) {
	for language, times := range map[string]string{
		"en": "8 in the evening 20:00, 8 at night 20:00, 2 at night 02:00, 12 at night 00:00, 11 in the evening 23:00, 8 in the morning 08:00, 3 in the afternoon 15:00, 12:30 in the afternoon 12:30, 12:00 noon 12:00, 12 noon 12:00, 12:00 midnight 00:00, 19:30:00 19:30, 19:30:30 -, 7:30 in the evening 19:30, in the evening at 8 20:00, 20:00 in the morning -, evening -, 12:30 noon -, 13 pm -, tonight at 8 20:00",
		"de": "8 Uhr abends 20:00, 8 UHR ABENDS 20:00, abends um 8 20:00, 8 abends 20:00, 20 Uhr abends 20:00, 8 Uhr morgens 08:00, 8 Uhr früh 08:00, 3 Uhr nachmittags 15:00, 12 Uhr mittags 12:00, 1 Uhr mittags 13:00, 11 Uhr nachts 23:00, 3 Uhr nachts 03:00, 1 Uhr morgens 01:00, 10 Uhr vormittags 10:00, 8 Uhr 15 abends 20:15, 8.15 Uhr abends 20:15, 12 Uhr nachts 00:00, 8 Uhr am Abend 20:00, abends -",
		"fr": "8 heures du soir 20:00, 8h du soir 20:00, 8 h 15 du soir 20:15, 3 heures de l'après-midi 15:00, 3 heures de l’apres-midi 15:00, 1 h du matin 01:00, 8 h du matin 08:00, 11 heures du soir 23:00, ce soir à 8h 20:00",
		"es": "8 de la tarde 20:00, las 8 de la tarde 20:00, a las 8 de la tarde 20:00, 9 de la noche 21:00, 12 de la noche 00:00, 8 de la mañana 08:00, 8 de la manana 08:00, 3 de la madrugada 03:00, 12 del mediodía 12:00, 8:15 p. m. 20:15, 8 p.m. 20:00, 12 de la mañana 12:00, 8 por la tarde 20:00",
		"it": "8 di sera 20:00, le 8 di sera 20:00, 8 della sera 20:00, ore 20.15 20:15, ore 20 20:00, alle ore 20 20:00, 3 del pomeriggio 15:00, 2 di notte 02:00, 11 di notte 23:00, 8 di mattina 08:00, 8 del mattino 08:00",
		"pt": "8 da noite 20:00, às 8 da noite 20:00, 8 horas da noite 20:00, 3 da tarde 15:00, 8 da manhã 08:00, 8 da manha 08:00, 3 da madrugada 03:00, 20h15 20:15",
		"ru": "8 вечера 20:00, 8 ВЕЧЕРА 20:00, в 8 вечера 20:00, 8 часов вечера 20:00, 20 часов 15 минут 20:15, 3 часа дня 15:00, 1 час дня 13:00, 3 часа ночи 03:00, 11 ночи 23:00, 8 утра 08:00, 12 ночи 00:00, 12 часов дня 12:00, 8:15 вечера 20:15, вечером в 8 20:00",
	} {
		for phrase := range strings.SplitSeq(times, ", ") {
			at := strings.LastIndex(phrase, " ")
			for _, languages := range [][]string{{language}, {}} {
				got := "-"
				m, err := ParseMinute(phrase[:at], languages...)
				if err == nil {
					got = m.String()
				}
				if got != phrase[at+1:] {
					t.Errorf("%v %q is %s, %v", languages, phrase, got, err)
				}
			}
		}
	}
	parse := func(s string) error { _, err := ParseMinute(s, "en"); return err }
	wantAmbiguous(t, "12 in the morning", []string{"00:00", "12:00"}, parse)
	wantAmbiguous(t, "6 at night", []string{"06:00", "18:00"}, parse)
}

func TestParseMoment(t *testing.T) {
	berlin, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, berlin) // a Friday
	for language, moments := range map[string]string{
		"en": "an hour and a half from now > 20 11:30, in an hour and a half > 20 11:30, in a quarter of an hour > 20 10:15, 2 hours from now > 20 12:00, in 1 hour 30 minutes > 20 11:30, in 1 hour and 30 minutes > 20 11:30, 1 hour 30 minutes > 20 11:30, in 1h30 > 20 11:30, in an hour and 15 min > 20 11:15, in 2 days > 22 10:00, in 3 days at 20:15 > 23 20:15, today at 20:15 > 20 20:15, tomorrow 8pm > 21 20:00, tomorrow at 20 > 21 20:00, Thursday 19:30 > 26 19:30, thursday at 7:30 pm > 26 19:30, Friday 19:30 > 20 19:30, Friday 9:30 > 27 09:30, next Friday 19:30 > 27 19:30, 7 pm Thursday > 26 19:00, 20:15 tomorrow > 21 20:15, on 24 Nov at 19:30 > 24 19:30, 24 Nov 19:30 > 24 19:30, 2026-11-24 19:30 > 24 19:30, 24.11. 19.30 > 24 19:30, 24.11 19.30 > 24 19:30, 19:30 24.11. > 24 19:30, Nov 24; 7pm > 24 19:00, Tuesday; 24 Nov 19:30 > 24 19:30, Wednesday; 24 Nov 19:30 > -, tomorrow at noon > 21 12:00, tomorrow evening at 8 > 21 20:00, tomorrow evening > -, tomorrow > -, Friday > -, Friday 19 > -, tomorrow 7 > -, 7 > -, every Friday 19:30 > -, Friday 24:00 > 21 00:00, 5/6 19:30 > -, today 9:00 > 20 09:00, tonight at 8 > 20 20:00",
		"de": "in anderthalb Stunden > 20 11:30, in einer Viertelstunde > 20 10:15, uebermorgen um 20:15 > 22 20:15, heute um 20:15 > 20 20:15, morgen um 20:15 > 21 20:15, Morgen 20 Uhr > 21 20:00, morgen früh um 8 > 21 08:00, heute Abend um 8 > 20 20:00, übermorgen um 20:15 > 22 20:15, Donnerstag 19:30 > 26 19:30, am Donnerstag um 19 Uhr 30 > 26 19:30, Do. 19:30 > 26 19:30, nächsten Freitag um 19:30 > 27 19:30, in 1 Stunde 30 Minuten > 20 11:30, in einer Stunde und 30 Minuten > 20 11:30, 24. November um 20 Uhr > 24 20:00, 24.11.26 20:15 > 24 20:15, um 20:15 > 20 20:15",
		"fr": "dans une heure et demie > 20 11:30, demain à 20h15 > 21 20:15, DEMAIN A 20H15 > 21 20:15, aujourd'hui à 20 h > 20 20:00, jeudi à 19h30 > 26 19:30, jeudi prochain à 19h30 > 26 19:30, après-demain à midi > 22 12:00, dans 1 heure 30 minutes > 20 11:30, dans 1h30 > 20 11:30, dans 1 heure et 30 minutes > 20 11:30, demain soir à 8 heures > 21 20:00, le 24 novembre à 20h > 24 20:00",
		"es": "dentro de una hora y media > 20 11:30, mañana a las 20:15 > 21 20:15, manana a las 20:15 > 21 20:15, hoy a las 20:15 > 20 20:15, el jueves a las 19:30 > 26 19:30, jueves 19:30 > 26 19:30, en 1 hora 30 minutos > 20 11:30, dentro de 1 hora y 30 minutos > 20 11:30, pasado mañana a las 8 de la tarde > 22 20:00, el 24 de noviembre a las 20:15 > 24 20:15",
		"it": "tra un'ora e mezza > 20 11:30, domani alle 20.15 > 21 20:15, oggi alle 20:15 > 20 20:15, giovedì alle 19:30 > 26 19:30, giovedi 19:30 > 26 19:30, tra 1 ora e 30 minuti > 20 11:30, fra 1 ora 30 minuti > 20 11:30, domani alle ore 20 > 21 20:00, dopodomani alle 8 di sera > 22 20:00, 24 novembre alle 20:15 > 24 20:15",
		"pt": "em uma hora e meia > 20 11:30, amanhã às 20h15 > 21 20:15, amanha as 20h15 > 21 20:15, hoje às 20:15 > 20 20:15, quinta às 19h30 > 26 19:30, quinta-feira às 19:30 > 26 19:30, em 1 hora 30 minutos > 20 11:30, em 1 hora e 30 minutos > 20 11:30, depois de amanhã às 8 da noite > 22 20:00, 24 de novembro às 20h > 24 20:00",
		"ru": "через полтора часа > 20 11:30, через четверть часа > 20 10:15, завтра в 20:15 > 21 20:15, ЗАВТРА В 20:15 > 21 20:15, сегодня в 20:15 > 20 20:15, в четверг в 19:30 > 26 19:30, четверг 19:30 > 26 19:30, через 1 час 30 минут > 20 11:30, через час и 30 минут > 20 11:30, послезавтра в 8 вечера > 22 20:00, 24 ноября в 20:15 > 24 20:15, сегодня вечером в 8 > 20 20:00, в 20 часов 15 минут > 20 20:15",
	} {
		for phrase := range strings.SplitSeq(moments, ", ") {
			phrase = strings.ReplaceAll(phrase, ";", ",")
			typed, want, _ := strings.Cut(phrase, " > ")
			for _, languages := range [][]string{{language}, {}} {
				got := "-"
				m, err := ParseMoment(typed, DateOf(now), languages...)
				if err == nil {
					got = m.After(now).Format("2 15:04")
				}
				if got != want && (len(languages) > 0 || !strings.Contains(err.Error(), "ambiguous")) { // “Do.” begins Sunday in Spanish
					t.Errorf("%v %q is %s, %v; want %s", languages, typed, got, err, want)
				}
			}
		}
	}
	for typed, want := range map[string]string{
		"5 January 19:30": "2027-01-05 19:30", "19 Nov 19:30": "2027-11-19 19:30", "19 Nov 2026 19:30": "2026-11-19 19:30", "20 Nov 19:30": "2026-11-20 19:30", "19 Nov 20:26": "2027-11-19 20:26", "2026-11-19 19:30": "2026-11-19 19:30",
		"25 Dec 2027 7pm": "2027-12-25 19:00",
	} {
		m, err := ParseMoment(typed, DateOf(now))
		if got := m.After(now).Format("2006-01-02 15:04"); err != nil || got != want {
			t.Errorf("%q is %s, %v; want %s", typed, got, err, want)
		}
	}
	for typed, want := range map[string]bool{
		"in 3 hours": true, "3 hours from now": true, "in anderthalb Stunden": true, "через 3 часа": true, "dans 3 heures": true, "3 hours": false, "90 min": false, "3 Stunden": false, "20:15": false,
	} {
		if m, err := ParseMoment(typed, DateOf(now)); err != nil || m.FromNow != want {
			t.Errorf("%q is %+v, %v", typed, m, err)
		}
	}
	wantAmbiguous(t, "10.11 12.10", []string{"2026-11-10 12:10", "2026-10-12 10:11"}, func(s string) error { _, err := ParseMoment(s, 20777); return err })
	wantAmbiguous(t, "20 часов 15 минут", []string{"in 1215 min", "20:15"}, func(s string) error { _, err := ParseMoment(s, 20777, "ru"); return err })
}

// Each phrase of CLDR is read in its language.
func TestPhrasesOfCLDR(t *testing.T) {
	const today = Date(20777)
	for _, c := range calendars() {
		text, err := cldrFiles.ReadFile("cldr/" + c.code + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string][]string{}
		for line := range strings.Lines(string(text)) {
			if name, phrases, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
				lines[name] = strings.Split(phrases, "; ")
			}
		}
		in, ago := lines["in"][0], lines["ago"][0]
		date := func(s string) error { _, err := ParseDate(s, today, c.code); return err }
		minute := func(s string) error { _, err := ParseMinute(s, c.code); return err }
		moment := func(s string) error { _, err := ParseMoment(s, today, c.code); return err }
		for name, phrases := range lines {
			for _, phrase := range phrases {
				kind, _, _ := strings.Cut(name, " ")
				switch kind {
				case "city", "country":
					continue
				case "day", "weekday", "next", "last", "this":
					err = date(phrase)
				case "month":
					err = date("3 " + phrase + " 2027")
				case "noon":
					err = minute(phrase)
				case "part", "half":
					err = minute("8 " + phrase)
				case "minutes", "hours":
					err = moment(in + " 3 " + phrase)
				case "in":
					err = moment(phrase + " 3 " + lines["minutes"][0])
				case "24", "7":
					err = errors.Join(date(in+" 3 "+phrase), date(ago+" 3 "+phrase))
				default: // ago
					err = errors.Join(date(phrase+" 3 "+lines["24 hours"][0]), date("3 "+lines["24 hours"][0]+" "+phrase))
				}
				if err != nil {
					t.Errorf("%s: nobody reads %q of “%s”: %v", c.code, phrase, name, err)
				}
			}
		}
	}
}
