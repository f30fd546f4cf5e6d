package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"

	"chess960bot/internal/workshop/discordtest/validate"
)

// upload is one files[n] part of a multipart body.
type upload struct {
	n                 int
	name, contentType string
	data              []byte
}

// body is a request's JSON, as sent and decoded, and the files that came with it.
type body struct {
	raw     json.RawMessage
	tree    any
	uploads []upload
	report  validate.Report
}

// root returns the whole body as a Value, to which the rules are applied.
func (b *body) root() validate.Value { return b.report.Root(b.tree) }

var filePart = regexp.MustCompile(`^files\[(\d)\]$`)

// errCutOff means that the bot or its connection ended in the middle of a request.
// Discord ignores such a request.
var errCutOff = errors.New("cut off")

// watchedBody notes whether a request body ended early.
type watchedBody struct {
	io.ReadCloser
	cut bool
}

// Read implements [io.Reader].
func (w *watchedBody) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	w.cut = w.cut || err != nil && err != io.EOF
	return n, err
}

// readBody decodes what a POST, PUT or PATCH sends.
func readBody(r *http.Request) (*body, error) {
	b := &body{}
	watched := &watchedBody{ReadCloser: r.Body}
	r.Body = http.MaxBytesReader(nil, watched, validate.MaxRequest)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	var err error
	switch {
	case kind == "multipart/form-data":
		err = b.readParts(multipart.NewReader(r.Body, params["boundary"]))
	case kind == "application/json":
		b.raw, err = io.ReadAll(r.Body)
	default:
		b.root().Fault("CONTENT_TYPE_INVALID", `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`)
		return b, b.report.Err()
	}
	var large *http.MaxBytesError
	var refused *validate.Error
	switch {
	case watched.cut:
		return b, errCutOff
	case errors.As(err, &refused):
		return b, refused
	case errors.As(err, &large):
		return b, errTooLarge
	case err != nil:
		return b, errInvalidJSON
	}
	return b, b.decode()
}

func (b *body) decode() error {
	d := json.NewDecoder(bytes.NewReader(b.raw))
	d.UseNumber()
	err := d.Decode(&b.tree)
	if _, rest := d.Token(); err != nil || rest != io.EOF {
		b.raw = nil
		return errInvalidJSON
	}
	return nil
}

func (b *body) readParts(parts *multipart.Reader) error {
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.readPart(part); err != nil {
			return err
		}
	}
}

func (b *body) readPart(part *multipart.Part) error {
	data, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	if part.FormName() == "payload_json" {
		b.raw = data
		return nil
	}
	number := filePart.FindStringSubmatch(part.FormName())
	if number == nil {
		b.report.Remark("form part %q is neither payload_json nor files[0] to files[9]", part.FormName())
		return nil
	}
	if len(data) > validate.MaxFile {
		return errTooLarge
	}
	n, _ := strconv.Atoi(number[1])
	if hasUpload(b.uploads, n) {
		b.report.Remark("files[%d] is there twice", n)
	}
	b.uploads = append(b.uploads, upload{n, part.FileName(), part.Header.Get("Content-Type"), data})
	return nil
}
