package lichess_test

import (
	"testing"

	"chess960bot/commands/play/lichess"
)

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]string{
		"5+3": "5+3", " 15 + 10 ": "15+10", "½+0": "0.5+0", "1½+1": "1.5+1", "0,25 + 2": "0.25+2", "¾+5": "0.75+5", "0+1": "0+1", "90+30": "90+30", "180+60": "180+60",
		"10": "10+0", "10 min": "10+0", "3 min + 2 s": "3+2", "3m+2s": "3+2",
		"15|10": "15+10", "15 | 10": "15+10", "3/2": "3+2", "90/30": "90+30", "90 min + 30 sec": "90+30", "1h": "60+0", "1 hour": "60+0", "1h30": "90+0",
		"1 h 30 min + 30 s": "90+30", "½ h": "30+0", "2h + 15": "120+15", "10min": "10+0", "10 Minuten + 5 Sekunden": "10+5", "1 Std. 15": "75+0",
		"15 мин + 10 с": "15+10", "1 час": "60+0", "7 дней на ход": "7d", "3 Tage pro Zug": "3d", "2 jours par coup": "2d", "5 días": "5d", "2 giorni/mossa": "2d",
		"1 day": "1d", "7d": "7d", "14 Days a move": "14d", "3 days per move": "3d",
	} {
		got, err := lichess.ParseTimeControl(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
	const minutes, days = lichess.AllowedMinutes, lichess.AllowedDays
	for text, want := range map[string]lichess.Allowed{
		"": lichess.AllowedForms, "fast": lichess.AllowedForms, "5-3": lichess.AllowedForms, "10 moves": lichess.AllowedForms, "1:30": lichess.AllowedForms, "1h30h": lichess.AllowedForms, "4 h": lichess.AllowedMinutes, "+3": lichess.AllowedForms,
		"0+0": lichess.AllowedTimes, "1.2+0": minutes, "2.5+1": minutes, "181+0": minutes, "999+1": minutes, "5+61": lichess.AllowedSeconds, "4 days": days, "0 days": days,
	} {
		if got, err := lichess.ParseTimeControl(text); err == nil || err.(*lichess.TimeControlError).Allowed != want || err.(*lichess.TimeControlError).Text != text {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// Every time control is read back from its text.
func TestTimeControlsAreReadBack(t *testing.T) {
	for _, want := range everyTimeControl() {
		if got, err := lichess.ParseTimeControl(want.String()); err != nil || got != want {
			t.Errorf("%v: %v, %v", want, got, err)
		}
	}
}

func FuzzParseTimeControl(f *testing.F) {
	for _, text := range []string{"5+3", "1½+1", "0,25 + 2", "7 days a move", "10 min"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := lichess.ParseTimeControl(text)
		if err != nil {
			return
		}
		if again, err := lichess.ParseTimeControl(read.String()); err != nil || again != read {
			t.Errorf("%q is %+v, and %q is %+v, %v", text, read, read.String(), again, err)
		}
	})
}
