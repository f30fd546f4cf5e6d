package bot_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"chess960bot/commands"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// Each of the three commands that find a position is asked for every position, over the
// wire. The text, picture and alt text of the answer, and the private pages behind it,
// are compared with the numbering core. Only long runs ask for more than every 240th
// position.
func TestEveryPositionByEveryCommand(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "sp", "fritz", "encode", "castle"), discordtest.History(500))
	pieces := readPieces(t)
	asked := make(chan chess960.Position)
	var askers sync.WaitGroup
	for range 4 {
		askers.Go(func() {
			for p := range asked {
				for _, q := range questions {
					options := q.options(p)
					answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, q.command, options)
					if err != nil {
						t.Errorf("/%s %v: %v", q.command, options, err)
						continue
					}
					for _, wrong := range wrongAnswer(answer.Message, p, q, pieces) {
						t.Errorf("/%s %v: %s", q.command, options, wrong)
					}
					for _, wrong := range w.wrongPages(t, answer.Message, p, q) {
						t.Errorf("/%s %v: %s", q.command, options, wrong)
					}
				}
			}
		})
	}
	for sp, p := range chess960.All() {
		if testrun.Long() || sp%240 == 0 || sp == 518 {
			asked <- p
		}
	}
	close(asked)
	askers.Wait()
}

// A question is a way to ask for a position, with the explanation that is expected.
type question struct {
	command, method string
	direction       explain.Direction
	options         func(chess960.Position) map[string]any
}

var questions = []question{
	{"sp", "direct", explain.ToPosition, func(p chess960.Position) map[string]any { return map[string]any{"number": p.SP()} }},
	{"fritz", "fritz9", explain.ToPosition, func(p chess960.Position) map[string]any {
		return map[string]any{"number": chess960.Fritz9.Derive(p).Number()}
	}},
	{"encode", "head", explain.ToNumber, func(p chess960.Position) map[string]any { return map[string]any{"position": p.String()} }},
}

func methodOf(q question) *explain.Method {
	all := explain.Methods()
	return all[slices.IndexFunc(all, func(m *explain.Method) bool { return m.ID == q.method })]
}

// wrongAnswer returns the mistakes of a public answer about a position.
func wrongAnswer(m *discordtest.Message, p chess960.Position, q question, pieces pieceReader) (wrong []string) {
	method := methodOf(q)
	wrong = missing(m.Text(),
		fmt.Sprintf("## SP %d · %v\n", p.SP(), p),
		numbersOf(p, method.Scheme),
		voice.In("en").Say(voice.Lines(method.Short(method.Scheme.Derive(p), q.direction))))
	if bar := m.Tree()[0].AccentColor; bar == nil || *bar != 0xb58763 {
		wrong = append(wrong, "the bar does not have the colour of the board's dark squares")
	}
	pictures := m.Pictures()
	if len(pictures) != 1 {
		return append(wrong, fmt.Sprintf("%d pictures, want a board alone", len(pictures)))
	}
	if got := readAlt(pictures[0].Alt); got != p.String() {
		wrong = append(wrong, fmt.Sprintf("the alt text reads %s: %s", got, pictures[0].Alt))
	}
	if got := pieces.read(pictures[0].Data); got != p.String() {
		wrong = append(wrong, "the picture shows "+got)
	}
	return wrong
}

// numbersOf returns the line with all numbers of a position, the scheme's in bold.
func numbersOf(p chess960.Position, bold *chess960.Scheme) string {
	var numbers []string
	for _, s := range chess960.DistinctSchemes() {
		number := s.Format(s.Derive(p).Number())
		if s == bold {
			number = "**" + number + "**"
		}
		numbers = append(numbers, number)
	}
	return strings.Join(numbers, " · ") + "\n"
}

// wrongPages returns the mistakes of the private pages behind an answer.
func (w *world) wrongPages(t *testing.T, m *discordtest.Message, p chess960.Position, q question) (wrong []string) {
	method := methodOf(q)
	wrong = w.wrongSteps(t, m, method.Explain(method.Scheme.Derive(p), q.direction).Steps)
	for label, want := range map[string][]string{
		"FEN and PGN": {"```\n" + p.XFEN() + "\n```", "```\n" + p.ShredderFEN() + "\n```", p.PGNTags()},
	} {
		button, _ := m.Button(label)
		page, err := w.Press(within(t), discordtest.Ben, m, button.CustomID)
		if err != nil || !page.Message.Private() {
			return append(wrong, fmt.Sprintf("%s opens no private page: %v", label, err))
		}
		wrong = append(wrong, missing(page.Message.Text(), want...)...)
	}
	return wrong
}

// wrongSteps presses “Step by step” and then “Next” up to the last step, and returns what is
// missing.
func (w *world) wrongSteps(t *testing.T, m *discordtest.Message, steps []explain.Step) (wrong []string) {
	label := "Step by step"
	for i, step := range steps {
		button, _ := m.Button(label)
		page, err := w.Press(within(t), discordtest.Ben, m, button.CustomID)
		if err != nil || !page.Message.Private() {
			return append(wrong, fmt.Sprintf("%s opens no private page: %v", label, err))
		}
		m, label = page.Message, "Next"
		wrong = append(wrong, missing(m.Text(), fmt.Sprintf("Step %d of %d. %s", i+1, len(steps), voice.In("en").Say(voice.Run(step.Said))))...)
	}
	return wrong
}

// missing returns the wanted texts that are not in text. It ignores bold in text.
func missing(text string, wanted ...string) (missing []string) {
	plain := func(s string) string { return strings.ReplaceAll(s, "**", "") }
	for _, want := range wanted {
		if !strings.Contains(plain(text)+"\n", plain(want)) {
			missing = append(missing, fmt.Sprintf("%q is not in\n%s", want, text))
		}
	}
	return missing
}

var altPiece = regexp.MustCompile(`king|queen|rook|bishop|knight`)

func readAlt(alt string) string {
	letters := map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}
	var rank strings.Builder
	for _, name := range altPiece.FindAllString(alt, -1) {
		rank.WriteString(letters[name])
	}
	return rank.String()
}

// A pieceReader reads White's first rank from the picture of a board. It compares squares
// with golden pictures that people have checked, not with the code that draws.
type pieceReader []struct {
	letter string
	pixels []byte
}

const (
	boardWidth, boardHeight = 792, 756
	boardEdge               = 36 // at the left and below
	square                  = (boardHeight - boardEdge) / 8
)

// readPieces returns a reader for the goldens of SP 518 and its mirror image, SP 534.
// Together they have each piece on each colour.
func readPieces(t *testing.T) (pieces pieceReader) {
	for golden, rank := range map[string]string{"board-518-brown.png": "RNBQKBNR", "board-534-brown.png": "RNBKQBNR"} {
		data, err := os.ReadFile("../render/testdata/" + golden)
		if err != nil {
			t.Fatal(err)
		}
		for f, pixels := range middles(data) {
			pieces = append(pieces, struct {
				letter string
				pixels []byte
			}{rank[f : f+1], pixels})
		}
	}
	return pieces
}

// read returns the first rank, with "?" for a square that matches no piece.
func (r pieceReader) read(data []byte) string {
	const close = 1 // level of difference in the mean
	var rank strings.Builder
	for _, pixels := range middles(data) {
		letter := "?"
		for _, known := range r {
			if difference(pixels, known.pixels) < close {
				letter = known.letter
			}
		}
		rank.WriteString(letter)
	}
	return rank.String()
}

func difference(a, b []byte) float64 {
	if len(a) == 0 || len(a) != len(b) {
		return 255
	}
	sum := 0
	for i := range a {
		sum += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
	}
	return float64(sum) / float64(len(a))
}

// middles returns the pixels of the first rank's squares. It returns nothing if the picture is not a board.
func middles(data []byte) (squares [8][]byte) {
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil || m.Bounds() != image.Rect(0, 0, boardWidth, boardHeight) {
		return squares
	}
	for f := range squares {
		for y := boardHeight - boardEdge - square; y < boardHeight-boardEdge; y++ {
			for x := boardEdge + f*square; x < boardEdge+(f+1)*square; x++ {
				r, g, b, _ := m.At(x, y).RGBA()
				squares[f] = append(squares[f], byte(r>>8), byte(g>>8), byte(b>>8))
			}
		}
	}
	return squares
}
