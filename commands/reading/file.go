package reading

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// The limits of a PGN file.
const (
	largestFile = 1 << 20 // bytes
	mostGames   = 5000
	filesAtOnce = 4
	mostText    = 64 << 10 // bytes that are searched for names of positions before the moves of games
	mostBeside  = 16 << 10 // and beside FENs: some 500 games
)

// PGN is how the name of a PGN file ends.
const PGN = ".pgn"

// A Pairing is a board in a round of an evening, both from 1.
type Pairing struct{ Round, Board int }

// Drawn returns the positions that were drawn for the boards of the evening in a channel, as
// far as everybody has seen them; none without an evening.
type Drawn func(ctx context.Context, channel string) (map[Pairing]chess960.Position, error)

// Files reads PGN files. A file and its text take some 3 MB of memory, so one is read at a time for a
// person, and four in all. To find games in a text is heavy work. Make it with NewFiles.
type Files struct {
	*chat.HeavyWork

	mu      sync.Mutex
	reading map[string]bool // the people whose files are read
}

// NewFiles returns a Files.
func NewFiles(heavy *chat.HeavyWork) *Files {
	return &Files{HeavyWork: heavy, reading: map[string]bool{}}
}

func tooLarge() error {
	return chat.Refuse(voice.Phrase("reading.largeFile"), FileLimits())
}

// FileLimits says how large a file may be.
func FileLimits() voice.Sentence {
	return voice.Say("reading.fileLimits", voice.F{"Megabytes": largestFile >> 20, "Games": mostGames})
}

// Unsent is the refusal of a file that Discord does not send in time.
func Unsent() error {
	return chat.Refuse(voice.Phrase("reading.lateFile"), voice.Phrase("reading.tryFileAgain"))
}

// Read gets a file from Discord for a person, whose turn ends with the function.
func (f *Files) Read(
	ctx context.Context, r *chat.Request, file chat.Attachment, use func(text string) (*chat.Reply, error),
) (*chat.Reply, error) {
	if file.Size > largestFile {
		return nil, tooLarge()
	}
	f.mu.Lock()
	own, all := f.reading[r.Asker], len(f.reading)
	if !own && all < filesAtOnce {
		f.reading[r.Asker] = true
	}
	f.mu.Unlock()
	switch {
	case own:
		return nil, chat.Refuse(voice.Phrase("reading.oneFile"), voice.Phrase("reading.waitForFile"))
	case all == filesAtOnce:
		return nil, chat.Refuse(voice.Phrase("reading.manyFiles"), voice.Phrase("chat.tryInAMinute"))
	}
	defer func() {
		f.mu.Lock()
		delete(f.reading, r.Asker)
		f.mu.Unlock()
	}()
	data, err := file.Read(ctx, largestFile)
	switch {
	case errors.Is(err, chat.ErrTooLarge):
		return nil, tooLarge()
	case errors.Is(err, chat.ErrGone):
		return nil, chat.Refuse(voice.Phrase("reading.goneFile"), voice.Phrase("reading.attachAgain"))
	case errors.Is(err, chat.ErrUnsent):
		return nil, Unsent()
	case err != nil:
		return nil, err
	}
	text := decoded(data)
	if !IsPGN(file) && strings.ContainsFunc(text[:min(len(text), mostText)], isBinary) {
		return nil, errBinary
	}
	return use(text)
}

// errBinary says that a file is no text.
var errBinary = errors.New("the file is no text")

// isBinary reports whether a character says that a file is no text.
func isBinary(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f", r) }

// IsShort reports whether a text is as short as a message may be that is searched.
func IsShort(text string) bool { return len(text) <= mostText }

// textName matches the names of files that may have a text.
var textName = regexp.MustCompile(`(?i)(?:^[^.]*|\.(?:txt|text|md|log|fen|epd|csv|json))$`)

// OfMessage answers for a message: for its PGN file, or else for its text. If the text names nothing, it
// answers for a text file: Discord makes message.txt of a long paste.
func (f *Files) OfMessage(
	r *chat.Request, asText func(text string) (*chat.Reply, error), asFile func(chat.Attachment) (*chat.Reply, error),
) (*chat.Reply, error) {
	if i := slices.IndexFunc(r.TargetFiles, IsPGN); i >= 0 {
		return asFile(r.TargetFiles[i])
	}
	reply, err := asText(r.Target)
	refused, ok := errors.AsType[*chat.UserError](err)
	if !ok || len(r.TargetFiles) == 0 {
		return reply, err
	}
	i := slices.IndexFunc(r.TargetFiles, func(file chat.Attachment) bool { return textName.MatchString(file.Name) })
	if i >= 0 {
		if reply, err = asFile(r.TargetFiles[i]); !errors.Is(err, errBinary) {
			return reply, err
		}
	}
	if strings.TrimSpace(r.Target) != "" {
		return nil, refused
	}
	return nil, chat.Refuse(voice.Run{refused.Msg, voice.Say("reading.noText", voice.F{"File": voice.Quoted(r.TargetFiles[max(0, i)].Name)})}, refused.Hint)
}

// IsPGN reports whether a file's name is one of a PGN.
func IsPGN(file chat.Attachment) bool {
	return strings.HasSuffix(strings.ToLower(file.Name), PGN)
}

// decoded returns the text of a file in UTF-16 or UTF-8, or else in Latin-1. A text in UTF-16
// begins with its mark, or with an ASCII character.
func decoded(data []byte) string {
	if utf8.Valid(data) && bytes.IndexByte(data[:min(len(data), 2)], 0) < 0 {
		return strings.TrimPrefix(string(data), "\ufeff")
	}
	decoder := charmap.ISO8859_1.NewDecoder()
	if len(data) > 1 && min(data[0], data[1]) == 0 && data[0] != data[1] {
		decoder = unicode.UTF16(unicode.Endianness(data[0] != 0), unicode.IgnoreBOM).NewDecoder()
	}
	text, _, _ := transform.Bytes(unicode.BOMOverride(decoder), data) // the decoders replace what is wrong
	return string(text)
}

// Games calls a function for each game of a text, with where it starts. The text may be anything: a
// score without tags counts only if its first move is legal. cut is true if there are more games.
func Games(text string, each func(start recognize.Origin, tags game.Tags)) (cut bool) {
	const mostKept = 1000                 // origins, more than there are start positions
	kept := map[string]recognize.Origin{} // by FEN, or by the text before the first move, and this move if there are no tags
	games, searched, beside := 0, 0, 0    // bytes that were searched for a start, and beside one
	for score := range game.Openings(text) {
		if searched > mostText {
			return true
		}
		key := score.Tags.FEN
		if key == "" {
			key = score.Head
		}
		if !score.Tags.Any {
			key += score.Moves[0].Text
		}
		start, isKept := kept[key]
		mayKeep := key != "" && score.Tags.FENs <= 1
		switch {
		case isKept && mayKeep:
		case !score.Tags.Any && len(kept) == mostKept: // so many first moves are no games
			continue
		default:
			if start = recognize.Start(score); mayKeep && len(kept) < mostKept {
				kept[key] = start
			}
			searched += start.Searched
		}
		if start.Said == recognize.NoGame {
			continue
		}
		if games == mostGames {
			return true
		}
		games++
		if start.Said == recognize.StartIsKnown && beside < mostBeside {
			beside += start.FindAnother(score)
		}
		each(start, score.Tags)
	}
	return false
}
