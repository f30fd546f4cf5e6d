package discordtest

import (
	"encoding/json"
	"slices"

	"chess960bot/internal/workshop/discordtest/validate"
)

// compose applies a message body to m, which is a new message or, for an edit, a copy of
// the current one. Fields that the body does not have are not changed. The error has the
// reasons why Discord refuses the body.
func (s *Server) compose(v validate.Value, uploads []upload, m *Message, flags int) error {
	m.bare = s.bare
	if !v.Null() && !v.Object() {
		return v.Err()
	}
	if m.ID == "" {
		m.ID, m.Created = s.ids.next(), s.ids.now()
		m.Flags = validate.NewFlags(v.Get("flags"), flags)
	} else {
		m.Flags = validate.EditedFlags(v.Get("flags"), flags, m.Flags)
	}
	if v.Has("content") {
		m.Content = validate.Content(v.Get("content"))
	}
	if !m.V2() && !v.Get("embeds").Empty() {
		v.Remark("embeds are unknown here")
	}
	allowed := validate.CheckAllowedMentions(v.Get("allowed_mentions"), m.webhook)
	s.setAttachments(v, uploads, m)
	texts := s.setComponents(v, m)
	if m.V2() {
		validate.NoLegacyFields(v, m.Content != "")
	}
	m.remarkMentions(v, texts)
	s.setPings(m, allowed, append([]string{m.Content}, texts...))
	if err := v.Err(); err != nil {
		return err
	}
	if m.empty() {
		return errEmptyMessage
	}
	return nil
}

// setComponents replaces the components if the body has any, and returns the texts of
// the new ones.
func (s *Server) setComponents(v validate.Value, m *Message) []string {
	if v.Get("components").Null() {
		m.remarkStaleComponents(v)
		return nil
	}
	var files []string
	for _, a := range m.Attachments {
		files = append(files, a.Filename)
	}
	checked := validate.CheckComponents(v.Get("components"), m.V2(), files)
	if v.Err() != nil {
		return nil
	}
	stored := storedComponents{ids: checked.IDs, files: m.Attachments, newID: s.ids.next}
	m.Components, _ = json.Marshal(stored.list(v.Get("components").JSON()))
	return checked.Texts
}

// remarkStaleComponents adds a remark if an edit changes only the files of a V2 message,
// and its components show a removed file or do not show a new one.
func (m *Message) remarkStaleComponents(v validate.Value) {
	if !m.V2() {
		return
	}
	var shown []string
	walk(m.Tree(), func(c *Component) { shown = append(shown, c.attachments()...) })
	for _, id := range shown {
		if m.attachment(id) == nil {
			v.Remark("a component still shows attachment %s, which this edit removes", id)
		}
	}
	for _, a := range m.Attachments {
		if !slices.Contains(shown, a.ID) {
			v.Remark("attachment %q is not shown by any component", a.Filename)
		}
	}
}

// remarkMentions adds a remark for mentions that would notify someone because the body
// has no allowed_mentions.
func (m *Message) remarkMentions(v validate.Value, texts []string) {
	if !v.Get("allowed_mentions").Null() {
		return
	}
	if v.Has("content") {
		texts = append(texts, m.Content)
	}
	validate.RemarkMentions(v, texts)
}

// empty reports whether there is nothing to see in the message. The files of a V2
// message do not count: components show them.
func (m *Message) empty() bool {
	noComponents := m.Components == nil || string(m.Components) == "[]"
	return m.Content == "" && noComponents && (len(m.Attachments) == 0 || m.V2())
}
