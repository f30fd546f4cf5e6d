package events

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"iter"

	"chess960bot/internal/chess960"
)

// An ExportFile is a file of an export.
type ExportFile struct {
	Name string // such as "event.csv", or "event.csv.gz" for a compressed file
	Type string // media type
	Data []byte
}

// ErrTooLarge means that a file of an export is larger than the limit.
var ErrTooLarge = errors.New("the file is too large to be sent")

// mostPlain is the largest size of a file in bytes that is not compressed.
const mostPlain = 1 << 20

// Files returns the event's games as CSV and, if a round counts, as PGN, and its log, which writeLog
// writes. Files over 1 MiB are compressed. No file is larger than limit bytes. The files of the
// largest event take 11 MB of memory while they are written.
func (e *Event) Files(ctx context.Context, limit int, writeLog func(io.Writer) error) (files []ExportFile, err error) {
	for _, f := range []struct {
		ExportFile
		write func(io.Writer) error
	}{
		{ExportFile{Name: "event.csv", Type: "text/csv"}, e.WriteCSV},
		{ExportFile{Name: "event.pgn", Type: "application/vnd.chess-pgn"}, e.WritePGN},
		{ExportFile{Name: "log.txt", Type: "text/plain"}, writeLog},
	} {
		written, err := file(ctx, limit, f.ExportFile, f.write)
		if err != nil {
			return nil, err
		}
		if len(written.Data) > 0 {
			files = append(files, written)
		}
	}
	return files, nil
}

// file returns the file with what write writes, compressed if it is large.
func file(ctx context.Context, limit int, f ExportFile, write func(io.Writer) error) (ExportFile, error) {
	plain := &cappedBuffer{ctx: ctx, most: min(mostPlain, limit)}
	if err := write(plain); !errors.Is(err, ErrTooLarge) {
		f.Data = plain.Bytes()
		return f, err
	}
	compressed := &cappedBuffer{ctx: ctx, most: limit}
	w, err := gzip.NewWriterLevel(compressed, gzip.BestSpeed)
	if err != nil {
		return ExportFile{}, err
	}
	err = errors.Join(write(w), w.Close())
	return ExportFile{Name: f.Name + ".gz", Type: "application/gzip", Data: compressed.Bytes()}, err
}

// A cappedBuffer takes bytes until the context ends, at most the given number.
type cappedBuffer struct {
	bytes.Buffer
	ctx  context.Context
	most int
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	switch {
	case b.ctx.Err() != nil:
		return 0, b.ctx.Err()
	case b.Len()+len(p) > b.most:
		return 0, ErrTooLarge
	}
	return b.Buffer.Write(p)
}

// Boards returns the boards of a draw, from 1, with their positions. A sealed draw has
// none before it is opened.
func (e *Event) Boards(d *Draw) iter.Seq2[int, chess960.Position] {
	rules := e.RulesOf(d)
	return func(yield func(int, chess960.Position) bool) {
		for i, sp := range d.SPs {
			first, last := i+1, i+1
			switch {
			case !rules.Each:
				last = rules.Boards
			case last > rules.Boards:
				return // an older release recorded more positions than there were boards
			}
			for board := first; board <= last; board++ {
				if !yield(board, Position(sp)) {
					return
				}
			}
		}
	}
}
