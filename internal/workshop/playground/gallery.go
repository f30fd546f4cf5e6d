package main

import (
	"net/http"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// galleryPosition is the position on the boards of the gallery: the classical array,
// which everyone knows.
var galleryPosition = chess960.MustParsePosition("RNBQKBNR")

// A themeJSON is a theme of the gallery.
type themeJSON struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Picture string `json:"picture"` // address of the picture
}

func themes() []themeJSON {
	var list []themeJSON
	for _, t := range render.Themes() {
		list = append(list, themeJSON{t.ID, t.Name, "/gallery/" + t.ID + ".png"})
	}
	return list
}

// getGallery draws the board in a theme: /gallery/brown.png.
func (s *server) getGallery(w http.ResponseWriter, r *http.Request) {
	id, isPNG := strings.CutSuffix(r.PathValue("picture"), ".png")
	theme, known := render.ThemeByID(id)
	if !isPNG || !known {
		http.NotFound(w, r)
		return
	}
	png, err := s.boards.Board(render.Board{Position: galleryPosition, Theme: theme})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(png)
}
