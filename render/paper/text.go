package paper

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// The typefaces, by the names that the PDF library knows.
const (
	regular = "regular"
	bold    = "bold"
	mono    = "mono"
)

// missing stands for a character that the Go fonts lack.
const missing = '□'

// goFont is the Go font, to look up its characters. All typefaces have the same.
var goFont = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic("paper: the Go font: " + err.Error())
	}
	return f
})

// printable returns the text in one line, with missing for each character that the Go
// fonts lack. Invisible characters that only control others are left out.
func printable(text string) string {
	var buffer sfnt.Buffer
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch glyph, err := goFont().GlyphIndex(&buffer, r); {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		case err != nil || glyph == 0 || unicode.IsControl(r):
			b.WriteRune(missing)
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// An align says which point of a text is given.
type align float64

// The value is the part of the width that is left of the point.
const (
	alignLeft   align = 0
	alignMiddle align = 0.5
	alignRight  align = 1
)

// write writes a text of a size in points on a baseline, and returns the text's width
// in millimetres.
func (p *printer) write(font string, points, x, baseline float64, a align, text string) float64 {
	p.SetFont(font, "", points)
	width := p.GetStringWidth(text)
	p.Text(x-float64(a)*width, baseline, text)
	return width
}

// fit writes a text within a width: smaller if it is too wide, down to least points,
// then shortened.
func (p *printer) fit(font string, points, least, x, baseline, width float64, text string) {
	p.SetFont(font, "", points)
	if full := p.GetStringWidth(text); full > width {
		points = max(least, 0.99*points*width/full)
	}
	p.SetFont(font, "", points)
	p.write(font, points, x, baseline, alignLeft, p.shortened(text, width))
}

// shortened returns the text, or as much of its start as fits with an ellipsis.
func (p *printer) shortened(text string, width float64) string {
	const end = "…"
	left := width - p.GetStringWidth(end)
	fits := 0 // bytes that fit with the ellipsis
	for i, r := range text {
		if left -= p.GetStringWidth(string(r)); left >= 0 {
			fits = i + utf8.RuneLen(r)
		} else if left < -p.GetStringWidth(end) {
			return text[:fits] + end
		}
	}
	return text
}

// paragraph writes a text in regular lines below top, in the largest size of 8 to 4 points that
// fits into the area. Text that does not fit even then is shortened.
func (p *printer) paragraph(x, top, width, height float64, text string) {
	const inch, least = 25.4, 4
	for points := 8.0; ; points-- {
		p.SetFont(regular, "", points)
		lineHeight := points * 1.15 * inch / 72
		lines, most := p.SplitText(text, width), int(height/lineHeight)
		if len(lines) > most && points > least {
			continue
		}
		if len(lines) > most {
			lines = append(lines[:most-1], p.shortened(strings.Join(lines[most-1:], " "), width))
		}
		for i, line := range lines {
			p.Text(x, top+float64(i+1)*lineHeight-0.3, strings.TrimSpace(line))
		}
		return
	}
}
