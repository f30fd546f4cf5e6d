package discordtest

import (
	"bytes"
	"image"
	_ "image/gif"  // sizes of pictures
	_ "image/jpeg" // sizes of pictures
	_ "image/png"  // sizes of pictures
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"sync"
)

// attach decides which files a message has after a body: those of its
// attachments list that it already had, and what was uploaded. Without a list
// the old ones stay.
func (s *Server) attach(v value, uploads []upload, m *Message) {
	described := map[int]value{}
	if list := v.get("attachments"); !list.null() {
		m.Attachments = s.keep(list, uploads, m.Attachments, described)
	}
	for _, u := range uploads {
		entry, listed := described[u.n]
		if !listed && !v.get("attachments").null() {
			v.form.remark("files[%d] %q is not in the attachments list", u.n, u.name)
		}
		m.Attachments = append(m.Attachments, s.store(u, entry, m.ChannelID, v))
	}
	if len(m.Attachments) > 10 {
		v.get("attachments").fault("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	m.uniqueNames(v)
}

// keep reads the attachments list: entries with a small number describe
// uploads, entries with the id of an old attachment keep it.
func (s *Server) keep(list value, uploads []upload, old []Attachment, described map[int]value) []Attachment {
	var kept []Attachment
	for _, entry := range list.list(0, 10) {
		if !entry.object() || !entry.get("id").required() {
			continue
		}
		entry.get("description").text(0, 1024)
		entry.get("filename").text(1, 1024)
		n, small := attachmentNumber(entry.get("id"))
		if small && hasUpload(uploads, n) {
			described[n] = entry
		} else if a, ok := findAttachment(old, entry.get("id").v); ok {
			kept = append(kept, a)
		} else {
			entry.get("id").fault("ATTACHMENT_NOT_FOUND", "Uploaded attachment not found.")
		}
	}
	return kept
}

// attachmentNumber reads n of files[n]; both 0 and "0" are in use.
func attachmentNumber(v value) (int, bool) {
	if s, ok := v.v.(string); ok {
		n, err := strconv.Atoi(s)
		return n, err == nil && n < 10
	}
	n, ok := v.integer(0, 1<<62)
	return int(n), ok && n < 10
}

func hasUpload(uploads []upload, n int) bool {
	for _, u := range uploads {
		if u.n == n {
			return true
		}
	}
	return false
}

func findAttachment(list []Attachment, id any) (Attachment, bool) {
	for _, a := range list {
		if a.ID == id {
			return a, true
		}
	}
	return Attachment{}, false
}

// plainName is what Discord leaves of a file name; it rewrites all others, and
// attachment:// references to them break.
var plainName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,255}$`)

func (s *Server) store(u upload, entry value, channel string, v value) Attachment {
	a := Attachment{ID: s.ids.next(), Filename: u.name, ContentType: u.contentType, Size: len(u.data), Data: u.data}
	if entry.form != nil {
		if name, ok := entry.get("filename").v.(string); ok {
			a.Filename = name
		}
		a.Description, _ = entry.get("description").v.(string)
	}
	if !plainName.MatchString(a.Filename) {
		v.form.remark("file name %q would be rewritten: letters, digits, '.', '_' and '-' only", a.Filename)
	}
	if a.ContentType == "" || a.ContentType == "application/octet-stream" {
		a.ContentType = http.DetectContentType(u.data)
	}
	if size, _, err := image.DecodeConfig(bytes.NewReader(u.data)); err == nil {
		a.Width, a.Height = size.Width, size.Height
	}
	a.URL = s.url + "/attachments/" + channel + "/" + a.ID + "/" + url.PathEscape(a.Filename)
	return a
}

func (m *Message) uniqueNames(v value) {
	seen := map[string]bool{}
	for _, a := range m.Attachments {
		if seen[a.Filename] {
			v.form.remark("two attachments are named %q: attachment:// cannot tell them apart", a.Filename)
		}
		seen[a.Filename] = true
	}
}

// shelf keeps files under their ids for the attachment addresses; the oldest go
// when there are too many.
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

func (s *Server) serveAttachment(w http.ResponseWriter, r *http.Request) {
	a := s.shelf.get(r.PathValue("id"))
	if a == nil || a.Filename != r.PathValue("name") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.ContentType)
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Write(a.Data)
}
