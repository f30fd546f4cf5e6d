package discordtest

import (
	"encoding/json"
)

// compose applies a message body to a message, which is new or, for an edit, a
// copy of the one that stands: fields that the body does not give stay as they
// are. The result is a message that Discord would accept, or the refusal.
func (s *Server) compose(v value, uploads []upload, m *Message, flags int) error {
	fresh := m.ID == ""
	m.bare = s.bare
	if fresh {
		m.ID, m.Created = s.ids.next(), s.ids.now()
	}
	if !v.null() && !v.object() {
		return v.form.err()
	}
	m.setFlags(v, flags, fresh)
	if v.has("content") {
		m.Content = v.get("content").text(0, 2000)
	}
	if v.has("embeds") {
		m.Embeds = checkEmbeds(v.get("embeds"))
	}
	checkMentions(v.get("allowed_mentions"))
	s.attach(v, uploads, m)
	texts := s.setComponents(v, m)
	m.checkV2(v)
	m.remarkPing(v, texts)
	s.setPings(v, m, texts)
	if err := v.form.err(); err != nil {
		return err
	}
	return m.checkEmpty()
}

// setFlags takes the flags of the body. An edit cannot take the V2 flag away
// and cannot change who sees the message.
func (m *Message) setFlags(v value, allowed int, fresh bool) {
	n, ok := v.get("flags").integer(0, 1<<31-1)
	if !ok {
		return
	}
	sent := int(n)
	if sent&^allowed != 0 {
		v.get("flags").fault("BITFIELD_TYPE_INVALID", "Flags %d may not be set here.", sent&^allowed)
	}
	if fresh {
		m.Flags = sent
		return
	}
	if m.V2() && sent&flagComponentsV2 == 0 {
		v.get("flags").fault("MESSAGE_COMPONENTS_V2_IRREVERSIBLE", "IS_COMPONENTS_V2 cannot be removed from a message")
	}
	if sent&flagEphemeral != 0 && !m.Private() {
		v.form.remark("flags: an edit cannot make a public answer ephemeral")
	}
	const changeable = flagSuppressEmbeds | flagComponentsV2
	m.Flags = m.Flags&^changeable | sent&changeable
}

func (s *Server) setComponents(v value, m *Message) []string {
	files := map[string]*Attachment{}
	for i := range m.Attachments {
		files[m.Attachments[i].Filename] = &m.Attachments[i]
	}
	if v.get("components").null() { // null is "as before"
		m.remarkUnfit(v)
		return nil
	}
	k := &inspector{files: files, shown: map[string]bool{}, customIDs: map[string]bool{}, ids: map[int64]bool{}}
	k.inspect(v.get("components"), m.V2())
	if len(v.form.faults) > 0 {
		return nil
	}
	r := &resolver{ids: k.ids, files: files, new: s.ids.next}
	tree, _ := json.Marshal(r.list(v.get("components").v))
	m.Components = tree
	if m.V2() {
		k.remarkHidden(v, m)
	}
	if k.textBytes > maxTextBytes {
		v.form.remark("text displays of %d bytes (12 added for each) exceed %d: Discord answers 500", k.textBytes, maxTextBytes)
	}
	return k.texts
}

// remarkHidden notes files that a V2 message carries without showing them.
func (k *inspector) remarkHidden(v value, m *Message) {
	for _, a := range m.Attachments {
		if !k.shown[a.Filename] {
			v.form.remark("attachment %q is not shown by any component", a.Filename)
		}
	}
}

// remarkUnfit notes where an edit of the files alone leaves the components of a
// V2 message behind: they show a file that is gone, or not one that is new.
func (m *Message) remarkUnfit(v value) {
	if !m.V2() {
		return
	}
	shown := map[string]bool{}
	walk(m.Tree(), func(c *Component) {
		for _, id := range c.attachments() {
			shown[id] = true
			if _, ok := findAttachment(m.Attachments, id); !ok {
				v.form.remark("a component still shows attachment %s, which this edit removes", id)
			}
		}
	})
	for _, a := range m.Attachments {
		if !shown[a.ID] {
			v.form.remark("attachment %q is not shown by any component", a.Filename)
		}
	}
}

// checkV2 refuses what a message of components alone cannot have.
func (m *Message) checkV2(v value) {
	if !m.V2() {
		return
	}
	const code, words = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
	if m.Content != "" {
		v.get("content").fault(code, words, "content")
	}
	if m.Embeds != nil {
		v.get("embeds").fault(code, words, "embeds")
	}
	for _, name := range []string{"poll", "sticker_ids"} {
		if x := v.get(name); !x.null() && !isEmptyList(x.v) {
			x.fault(code, words, name)
		}
	}
}

func isEmptyList(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) == 0
}

func (m *Message) checkEmpty() error {
	empty := m.Components == nil || string(m.Components) == "[]"
	if m.Content == "" && m.Embeds == nil && empty && (len(m.Attachments) == 0 || m.V2()) {
		return errEmptyMessage
	}
	return nil
}
