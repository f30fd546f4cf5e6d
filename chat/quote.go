package chat

import "chess960bot/voice"

// Quote returns a person's text as code; see [voice.Quoted].
func Quote(text string) string { return voice.In("en").Say(voice.Quoted(text)) }

// QuoteFirst is like [Quote], for the start of a sentence.
func QuoteFirst(text string) string {
	if voice.Harmless(text) == "" {
		return voice.In("en").Say(voice.Phrase("chat.emptyText"))
	}
	return Quote(text)
}

// AsTyped returns a person's text for use in a line of an answer; see [voice.Typed].
func AsTyped(text string) string { return voice.Typed(text).String() }

// Harmless returns the part of a person's text that is shown; see [voice.Harmless].
func Harmless(text string) string { return voice.Harmless(text) }
