package render_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
	"chess960bot/render"
)

// hallOf returns boards with positions of their own, or one for all.
func hallOf(boards int, each bool, names ...string) (all []render.HallBoard) {
	for i := range boards {
		sp := 518
		if each {
			sp = (348 + 97*i) % chess960.Count
		}
		b := render.HallBoard{Board: i + 1, Position: chess960.MustFromSP(sp)}
		if len(names) > 0 {
			b.White, b.Black = names[2*i%len(names)], names[(2*i+1)%len(names)]
		}
		all = append(all, b)
	}
	return all
}

var (
	short = []string{"Anna Meier", "Ben Karl", "Cleo", "Dan", "José Núñez", "Zoë", "Łukasz Żak", "Ivo", "Дарья Орлова", "Пётр", "Ελένη", "Ágnes Őri"}
	long  = []string{strings.Repeat("Maximiliane von ", 4)[:60], "Ben", "Ann", strings.Repeat("Wolkenstein ", 5), strings.Repeat("Ш", 60), strings.Repeat("W", 60)}
	odd   = []string{"Anna", "عمر", "李小龙", "Ben", "Cleo", "Dan", "🦄", "", "Eve", "", "e\u0301mile", "Zoe"}
)

func TestHall(t *testing.T) {
	r := render.New()
	for name, h := range map[string]render.Hall{
		"hall-one-for-12": {Event: strings.Repeat("Long Thursday ", 7), Round: "Round 2 of 5", Boards: hallOf(12, false, short...)},
		"hall-4":          {Event: "Четверговый турнир", Round: "Тур 2 из 5", Boards: hallOf(4, true, short...)},
		"hall-12":         {Event: "Thursday", Round: "Round 2 of 5", Boards: hallOf(12, true, short...), Theme: render.Themes()[3]},
		"hall-12-long":    {Event: "ليلة الشطرنج", Round: "Round 2 of 5", Boards: hallOf(12, true, append(long, odd...)...)},
		"hall-one-for-4":  {Event: "Thursday", Round: "Round 2 of 5", Boards: hallOf(4, false, long...)},
	} {
		picture, err := r.Hall(h)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || config.Width != 1920 || config.Height != 1080 {
			t.Errorf("%s: %+v, %v", name, config, err)
		}
		golden.Image(t, "testdata/"+name+".png", picture)
		t.Log(name, len(picture)/1024, "KB")
	}
	for _, wrong := range []render.Hall{{}, {Boards: hallOf(13, true)}, {Boards: make([]render.HallBoard, 1)}} {
		if _, err := r.Hall(wrong); err == nil {
			t.Errorf("no error for %d boards", len(wrong.Boards))
		}
	}
}

func BenchmarkHall(b *testing.B) {
	r := render.New()
	boards := hallOf(12, true, short...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Hall(render.Hall{Event: "Thursday", Round: "Round 2 of 5", Boards: boards}); err != nil {
			b.Fatal(err)
		}
	}
}
