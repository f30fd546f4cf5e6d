package chat

import "testing"

func TestAudiences(t *testing.T) {
	asked := &Request{}
	askedPrivately := &Request{Options: Options{"private": true}}
	underPublic := &Request{Message: &Message{}}
	underPrivate := &Request{Message: &Message{Private: true}}
	for _, c := range []struct {
		name          string
		audience      Audience
		request       *Request
		private, edit bool
	}{
		{"as asked", AsAsked, asked, false, false},
		{"as asked, privately", AsAsked, askedPrivately, true, false},
		{"as asked, under a private message", AsAsked, underPrivate, false, false},
		{"only the asker", OnlyAsker, asked, true, false},
		{"only the asker, no request", OnlyAsker, nil, true, false},
		{"as pressed, under a public message", AsPressed, underPublic, false, false},
		{"as pressed, under a private message", AsPressed, underPrivate, true, false},
		{"as pressed, message not known", AsPressed, asked, false, false},
		{"own page, under a public message", OwnPage, underPublic, true, false},
		{"own page, under a private message", OwnPage, underPrivate, false, true},
		{"own page, message not known", OwnPage, asked, true, false},
		{"in place", InPlace, underPublic, false, true},
	} {
		if private, edit := c.audience.Resolve(c.request); private != c.private || edit != c.edit {
			t.Errorf("%s: private %t, edit %t", c.name, private, edit)
		}
	}
}
