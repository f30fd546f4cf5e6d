package discordtest

import (
	"net/url"
	"slices"
	"strconv"
)

// page says which messages of a channel are asked for.
type page struct {
	limit int
	bound string // "around", "before", "after" or ""
	id    string // the message of the bound
}

// pageOf reads the parameters of a list. Only one of the bounds may be given.
func pageOf(q url.Values) (page, error) {
	var f form
	p := page{limit: 50}
	if q.Has("limit") {
		v := value{&f, "limit", q.Get("limit")}
		n, err := strconv.Atoi(q.Get("limit"))
		switch {
		case err != nil:
			v.fault("NUMBER_TYPE_COERCE", "Value %q is not int.", q.Get("limit"))
		case n < 1:
			v.fault("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
		case n > 100:
			v.fault("NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
		}
		p.limit = n
	}
	for _, name := range []string{"around", "before", "after"} {
		if !q.Has(name) {
			continue
		}
		v := value{&f, name, q.Get(name)}
		if p.bound != "" {
			v.fault("BASE_TYPE_EXCLUSIVE", "%s and %s are mutually exclusive.", p.bound, name)
		}
		p.bound, p.id = name, v.snowflake()
	}
	return p, f.err()
}

// snowflake returns an id.
func (v value) snowflake() string {
	s, _ := v.v.(string)
	if !isSnowflake(s) {
		v.fault("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", s)
	}
	return s
}

// cut takes the page out of a list, oldest first. The messages nearest to the
// bound are taken: those after it are the oldest after it.
func (p page) cut(list []*Message) []*Message {
	low, here := slices.BinarySearchFunc(list, p.id, func(m *Message, id string) int { return compareIDs(m.ID, id) })
	high := low // list[low:high] is the message of the bound, if it is there
	if here {
		high++
	}
	switch p.bound {
	case "before":
		return list[max(0, low-p.limit):low]
	case "after":
		return list[high:min(len(list), high+p.limit)]
	case "around":
		newer := p.limit / 2
		return list[max(0, high-(p.limit-newer)):min(len(list), high+newer)]
	}
	return list[max(0, len(list)-p.limit):]
}

// listMessages answers newest first, without what is ephemeral; without the
// permission to read the history it answers an empty list.
func (s *Server) listMessages(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	p, err := pageOf(c.URL.Query())
	if err != nil {
		return result{}, err
	}
	out := []*messageJSON{}
	if ch.State.NoHistory {
		return result{200, out}, nil
	}
	public := slices.DeleteFunc(s.history.all(ch.ChannelID), (*Message).Private)
	slices.SortFunc(public, func(a, b *Message) int { return compareIDs(a.ID, b.ID) })
	for _, m := range slices.Backward(p.cut(public)) {
		out = append(out, m.json())
	}
	return result{200, out}, nil
}
