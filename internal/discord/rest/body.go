package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
)

// A Body is the body of a request with its content type. The zero Body is empty.
type Body struct {
	ContentType string
	Bytes       []byte
}

// A File is a file that a request uploads.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// Encode makes a JSON body. With files it makes a multipart form, as described in
// Discord's documentation under "Uploading Files".
func Encode(payload any, files ...File) (Body, error) {
	text, err := json.Marshal(payload)
	if err != nil || len(files) == 0 {
		return Body{"application/json", text}, err
	}
	return form(text, files)
}

// form makes a multipart form of JSON and files. It allocates the buffer once, which
// saves a large part of the memory for an answer.
func form(text []byte, files []File) (Body, error) {
	const perPart = 256 // bytes: upper bound for the headers and boundary of a part
	size := len(text) + perPart*(len(files)+2)
	for _, f := range files {
		size += len(f.Bytes)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	w := multipart.NewWriter(out)
	err := addPart(w, `name="payload_json"`, "application/json", text)
	for i, f := range files {
		if err == nil {
			err = addPart(w, fmt.Sprintf(`name="files[%d]"; filename=%q`, i, f.Name), f.ContentType, f.Bytes)
		}
	}
	if err == nil {
		err = w.Close()
	}
	return Body{w.FormDataContentType(), out.Bytes()}, err
}

func addPart(w *multipart.Writer, disposition, contentType string, content []byte) error {
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {"form-data; " + disposition},
		"Content-Type":        {contentType},
	})
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	return err
}
