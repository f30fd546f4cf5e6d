package when

import (
	"errors"
	"slices"
	"strings"
)

// calendar has the words of a language for dates and weekdays, in lower case. Several words for
// one thing have a space between; a dash within one stands for a space too.
type calendar struct {
	language  string    // as in voice.Languages
	days      [7]string // from Sunday
	months    [12]string
	yesterday string
	today     string
	tomorrow  string
	daily     string
	weekend   string
	weekdays  string
	links     string // mean nothing between days or in a date
}

// calendars are the languages in which people type, English first.
var calendars = []calendar{
	{
		"en",
		[7]string{"sunday sundays", "monday mondays", "tuesday tuesdays", "wednesday wednesdays", "thursday thursdays", "friday fridays", "saturday saturdays"},
		[12]string{"january", "february", "march", "april", "may", "june", "july", "august", "september sept", "october", "november", "december"},
		"yesterday", "today", "tomorrow", "daily everyday every-day all", "weekend weekends", "weekday weekdays workday workdays", "and every on of",
	},
	{
		"de",
		[7]string{"sonntag sonntags", "montag montags", "dienstag dienstags", "mittwoch mittwochs", "donnerstag donnerstags", "freitag freitags", "samstag samstags sonnabend sonnabends"},
		[12]string{"januar jänner", "februar feber", "märz maerz", "april", "mai", "juni", "juli", "august", "september sept", "oktober", "november", "dezember"},
		"gestern", "heute", "morgen", "täglich taeglich jeden-tag", "wochenende wochenenden", "wochentag wochentags werktag werktags werktage", "und am jeden tag den",
	},
	{
		"fr",
		[7]string{"dimanche dimanches", "lundi lundis", "mardi mardis", "mercredi mercredis", "jeudi jeudis", "vendredi vendredis", "samedi samedis"},
		[12]string{"janvier", "février fevrier", "mars", "avril", "mai", "juin", "juillet", "août aout", "septembre sept", "octobre", "novembre", "décembre decembre"},
		"hier", "aujourd'hui aujourd’hui", "demain", "quotidien chaque-jour tous-les-jours", "week-end weekend", "semaine", "et le les jours tous",
	},
	{
		"es",
		[7]string{"domingo domingos", "lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado sábados"},
		[12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre sept setiembre", "octubre", "noviembre", "diciembre"},
		"ayer", "hoy", "mañana manana", "diario diariamente cada-día todos-los-días", "finde fin-de-semana fines-de-semana", "laborables", "y el los de del",
	},
	{
		"pt",
		[7]string{"domingo domingos", "segunda segunda-feira", "terça terca terça-feira", "quarta quarta-feira", "quinta quinta-feira", "sexta sexta-feira", "sábado sabado sábados"},
		[12]string{"janeiro", "fevereiro", "março marco", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
		"ontem", "hoje", "amanhã amanha", "diário diariamente todos-os-dias", "fim-de-semana", "úteis", "e o os de",
	},
	{
		"it",
		[7]string{"domenica", "lunedì lunedi", "martedì martedi", "mercoledì mercoledi", "giovedì giovedi", "venerdì venerdi", "sabato sabati"},
		[12]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre sett", "ottobre", "novembre", "dicembre"},
		"ieri", "oggi", "domani", "quotidiano ogni-giorno tutti-i-giorni", "weekend fine-settimana", "feriali", "e il i di",
	},
	{
		"ru",
		[7]string{"воскресенье воскресеньям вс", "понедельник понедельникам пн", "вторник вторникам вт", "среда среду средам ср", "четверг четвергам чт", "пятница пятницу пятницам пт", "суббота субботу субботам сб"},
		[12]string{"январь января", "февраль февраля", "март марта", "апрель апреля", "май мая", "июнь июня", "июль июля", "август августа", "сентябрь сентября", "октябрь октября", "ноябрь ноября", "декабрь декабря"},
		"вчера", "сегодня", "завтра", "ежедневно каждый-день", "выходные выходным", "будни будням", "и в во по день каждый",
	},
}

// isOne reports whether a word is one of several.
func isOne(word, of string) bool { return slices.Contains(strings.Fields(of), word) }

// begins reports whether a word is one of several, or its beginning.
func begins(word, of string) bool {
	return word != "" && slices.ContainsFunc(strings.Fields(of), func(w string) bool { return strings.HasPrefix(w, word) })
}

// errUnread says that a text is not of a language.
var errUnread = errors.New("not a text of this language")

// inLanguages reads a text in the languages of a reader, the first one first, and then in
// English. Another language counts only if all others that can read the text agree. The error is
// that of the first language that understands the words, and else the English one.
func inLanguages[T interface {
	comparable
	String() string
}](typed string, of []string, parse func(calendar) (T, error)) (T, error) {
	var none T
	for _, language := range append(slices.Clone(of), "en") {
		i := slices.IndexFunc(calendars, func(c calendar) bool { return c.language == language })
		if i < 0 {
			continue
		}
		if read, err := parse(calendars[i]); !errors.Is(err, errUnread) {
			return read, err
		}
	}
	var found []T
	var readings []string
	for _, c := range calendars {
		if read, err := parse(c); err == nil && !slices.Contains(found, read) {
			found, readings = append(found, read), append(readings, read.String())
		}
	}
	switch len(found) {
	case 0:
		return none, errUnread
	case 1:
		return found[0], nil
	}
	return none, &AmbiguousError{Text: typed, Readings: readings}
}
