package validate

import (
	"net/url"
	"strconv"
)

// Page is the query of a request for a channel's messages.
type Page struct {
	Limit int    // from 1 to 100
	Bound string // "around", "before", "after" or ""
	ID    string // the message that Bound refers to
}

// CheckPage checks the query of a request for messages. A query may have only one bound.
func CheckPage(query url.Values) (Page, error) {
	var r Report
	p := Page{Limit: 50}
	if query.Has("limit") {
		p.Limit = limit(Value{&r, "limit", query.Get("limit")})
	}
	for _, name := range []string{"around", "before", "after"} {
		if !query.Has(name) {
			continue
		}
		v := Value{&r, name, query.Get(name)}
		if p.Bound != "" {
			v.Fault("BASE_TYPE_EXCLUSIVE", "%s and %s are mutually exclusive.", p.Bound, name)
		}
		p.Bound, p.ID = name, v.Snowflake()
	}
	return p, r.Err()
}

func limit(v Value) int {
	n, err := strconv.Atoi(v.v.(string))
	switch {
	case err != nil:
		v.Fault("NUMBER_TYPE_COERCE", "Value %q is not int.", v.v)
	case n < 1:
		v.Fault("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
	case n > 100:
		v.Fault("NUMBER_TYPE_MAX", "int value should be less than or equal to 100.")
	}
	return n
}
