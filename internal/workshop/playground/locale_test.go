package main

import (
	"encoding/json"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// The page offers each language of the bot's answers once, and a chosen one is answered.
func TestLocales(t *testing.T) {
	t.Parallel()
	_, url := open(t)
	_, text := request(t, "GET", url+"/api/scene", "", nil)
	var scene sceneJSON
	if err := json.Unmarshal([]byte(text), &scene); err != nil {
		t.Fatal(err)
	}
	offered := map[string]bool{}
	for _, l := range scene.Locales {
		offered[chat.LanguageOf(l.ID)] = true
	}
	for _, language := range voice.Languages() {
		if !offered[language] {
			t.Errorf("the page does not offer %q: %v", language, scene.Locales)
		}
	}
	if len(scene.Locales) != len(voice.Languages()) || scene.Locales[0].ID != "en-US" {
		t.Errorf("the page offers %v", scene.Locales)
	}
	for _, place := range []string{discordtest.ChannelID, direct} {
		a := ask{Who: discordtest.Anna.ID, Place: place, Locale: "de", Command: "sp", Options: map[string]any{"number": 518}}
		if answer, text := request(t, "POST", url+"/api/slash", a.body(), nil); answer.StatusCode != 200 {
			t.Errorf("in German at %s: %s %s", place, answer.Status, text)
		}
		if list := seen(t, url, discordtest.Anna, place); len(list) != 1 {
			t.Errorf("%d answers at %s", len(list), place)
		}
	}
}
