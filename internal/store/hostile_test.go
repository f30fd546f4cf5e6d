package store_test

import (
	"strings"
	"testing"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// hostileTexts must be stored unchanged.
var hostileTexts = []string{
	"", " ", `'; DROP TABLE daily_sub; --`, `"quoted" 'twice''' \ \\ \x00 %s %d $1 ?1 :a @b`,
	"line\nline\r\ttab\x1b[31m", "♔ 棋 шахматы \U0001F3F3\uFE0F\u200D\U0001F308", "\u202Eright to left\u202C \u200Bnothing",
	"e\u0301 or é", "@everyone <@&1> <#2>", "NULL", "\uFFFD\uFEFF", strings.Repeat("long ♞ ", 20000),
}

// brokenTexts are stored as the text beside them. No database may refuse them.
var brokenTexts = map[string]string{
	"a\x00b\x00":        "a\uFFFDb\uFFFD",
	"x\xffy\xc3":        "x\uFFFDy\uFFFD",
	"\xed\xa0\x80 \x00": "\uFFFD \uFFFD",
}

func TestHostile(t *testing.T) { hostileCases.run(t, bothAndShared...) }

var hostileCases = cases{
	"A subscription keeps any text": func(b *bench) {
		for i, text := range hostileTexts {
			if i == len(hostileTexts)-1 {
				text = text[:1000] // PostgreSQL limits the size of indexed texts
			}
			s := newSub(text, "guild "+text)
			s.Zone, s.Theme, s.View, s.Role, s.Reason, s.SetBy = text, text, text, text, text, text
			b.save(s)
			b.wantSub(s)
			b.wantChannels([]string{text})(b.Subs(b.Context(), s.Guild))
			if err := b.Update(b.Context(), text, func(s *schedule.Sub) { s.Reason += text }); err != nil {
				b.Error(err)
			}
			s.Reason += text
			b.wantSub(s)
			if err := b.Remove(b.Context(), text, noon); err != nil {
				b.Error(err)
			}
			b.wantNone(text)
		}
	},
	"A post keeps any text": func(b *bench) {
		for i, text := range hostileTexts {
			holder := "h" + text
			b.insert(channel(i), newPost(today, noon))
			p := b.claim(noon, holder)
			p.State, p.MessageID, p.Reason = outbox.Posted, text, text
			b.wantRecord(holder, p, true)
			b.wantPosts(channel(i), p)
		}
	},
	"NUL and invalid UTF-8 are replaced": func(b *bench) {
		for broken, mended := range brokenTexts {
			s := newSub("c"+broken, "g"+broken)
			s.Zone, s.Reason, s.SetBy, s.NextAt = broken, broken, broken, noon.AddDate(1, 0, 0)
			b.save(s)
			s.Channel, s.Guild, s.Zone, s.Reason, s.SetBy = "c"+mended, "g"+mended, mended, mended, mended
			b.wantSub(s)
			b.wantChannels([]string{s.Channel})(b.Subs(b.Context(), "g"+broken))

			b.insert(broken, newPost(today, noon))
			p := b.claim(noon, broken)
			p.Subject, p.State, p.MessageID, p.Reason = broken, outbox.Posted, broken, broken
			b.wantRecord(broken, p, true)
			p.Channel, p.MessageID, p.Reason = mended, mended, mended
			b.wantPosts(broken, p)
			if err := b.Remove(b.Context(), broken, noon); err != nil {
				b.Error(err)
			}
			if err := b.Remove(b.Context(), "c"+broken, noon); err != nil {
				b.Error(err)
			}
		}
	},
}
