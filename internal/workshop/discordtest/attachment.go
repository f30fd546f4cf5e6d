package discordtest

import (
	"bytes"
	"image"
	_ "image/gif"  // sizes of pictures
	_ "image/jpeg" // sizes of pictures
	_ "image/png"  // sizes of pictures
	"net/http"
	"net/url"
	"slices"
	"sync"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Attachment is a file of a message. Its URL works while the server runs.
type Attachment struct {
	ID, Filename, Description, ContentType, URL string
	Size, Width, Height                         int // Width and Height are 0 unless the file is a picture
	Data                                        []byte
}

// setAttachments sets the files of a message: the uploads, and those of its earlier files
// that the attachments list names. Without a list the message keeps all files. Since
// version 10 of the API, the list of an edit must also have the new files.
func (s *Server) setAttachments(v validate.Value, uploads []upload, m *Message) {
	list := v.Get("attachments")
	said := validate.CheckAttachments(list,
		func(n int) bool { return hasUpload(uploads, n) },
		func(id string) bool { return m.attachment(id) != nil })
	if !list.Null() {
		var kept []Attachment
		for _, id := range said.Kept {
			kept = append(kept, *m.attachment(id))
		}
		m.Attachments = kept
	}
	for _, u := range uploads {
		entry, listed := said.Described[u.n]
		if !listed && (!list.Null() || !m.Edited.IsZero()) {
			v.Remark("files[%d] %q is not in the attachments list", u.n, u.name)
		}
		a := s.newAttachment(u, entry, m.ChannelID)
		validate.FileName(v, a.Filename)
		m.Attachments = append(m.Attachments, a)
	}
	var names []string
	for _, a := range m.Attachments {
		names = append(names, a.Filename)
	}
	validate.FileNames(list, names)
}

func hasUpload(uploads []upload, n int) bool {
	return slices.ContainsFunc(uploads, func(u upload) bool { return u.n == n })
}

// attachment returns the file of the message with this id, or nil.
func (m *Message) attachment(id string) *Attachment {
	for i := range m.Attachments {
		if m.Attachments[i].ID == id {
			return &m.Attachments[i]
		}
	}
	return nil
}

// newAttachment makes an attachment of an upload. The entry of the attachments
// list may name and describe the file.
func (s *Server) newAttachment(u upload, entry validate.Value, channelID string) Attachment {
	a := Attachment{ID: s.ids.next(), Filename: u.name, ContentType: u.contentType, Size: len(u.data), Data: u.data}
	if name, ok := entry.Get("filename").JSON().(string); ok {
		a.Filename = name
	}
	a.Description, _ = entry.Get("description").JSON().(string)
	if a.ContentType == "" || a.ContentType == "application/octet-stream" {
		a.ContentType = http.DetectContentType(u.data)
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		a.Width, a.Height = size.Width, size.Height
	}
	a.URL = s.url + "/attachments/" + channelID + "/" + a.ID + "/" + url.PathEscape(a.Filename)
	return a
}

// An Upload is a file that a person gives with an option or writes with a message.
type Upload struct {
	Name string
	Data []byte
}

// upload puts a person's file on the shelf.
func (s *Server) upload(f Upload, where Place) Attachment {
	a := Attachment{ID: s.ids.next(), Filename: f.Name, Size: len(f.Data), Data: f.Data, ContentType: "application/octet-stream"}
	a.URL = s.url + "/attachments/" + where.ChannelID + "/" + a.ID + "/" + url.PathEscape(a.Filename)
	s.shelf.put([]Attachment{a})
	return a
}

// shelf keeps the files of messages by id, so that their addresses work. It drops the
// oldest ones if there are too many.
type shelf struct {
	mu    sync.RWMutex
	limit int
	files map[string]*Attachment
	order []string
}

func (h *shelf) put(list []Attachment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range list {
		a := &list[i]
		if h.files[a.ID] != nil {
			continue
		}
		h.files[a.ID] = a
		h.order = append(h.order, a.ID)
	}
	for len(h.order) > h.limit {
		delete(h.files, h.order[0])
		h.order = h.order[1:]
	}
}

func (h *shelf) get(id string) *Attachment {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.files[id]
}

// HoldFiles makes everyone wait for files until release is called, once.
func (s *Server) HoldFiles() (release func()) {
	hold := make(chan struct{})
	s.filesHeld.Store(&hold)
	return func() { close(hold) }
}

// FailFiles answers for every file with a status from now on; 0 for the files.
func (s *Server) FailFiles(status int) { s.filesFail.Store(int64(status)) }

func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	if status := s.filesFail.Load(); status != 0 {
		w.WriteHeader(int(status))
		return
	}
	if hold := s.filesHeld.Load(); hold != nil {
		select {
		case <-*hold:
		case <-r.Context().Done():
		}
	}
	a := s.shelf.get(r.PathValue("id"))
	if a == nil || a.Filename != r.PathValue("name") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.ContentType)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Write(a.Data)
}
