package voice_test

import (
	"fmt"

	"chess960bot/internal/voice"
)

func ExampleSay() {
	wait := voice.Say("bot.minutes", voice.F{"Minutes": voice.Count(2)})
	for _, language := range []string{"en", "de", "ru"} {
		fmt.Println(voice.In(language).Say(wait))
	}
	// Output:
	// 2 minutes
	// 2 Minuten
	// 2 минуты
}
