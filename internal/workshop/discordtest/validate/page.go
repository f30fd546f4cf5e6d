package validate

import (
	"net/url"
	"strconv"
)

// Page is the query of a request for a channel's messages.
type Page struct {
	Limit  int    // from 1 to 100
	Before string // only messages before this one; "" for all messages
}

// CheckPage checks the query of a request for messages. v is the body. The bot does not
// use Discord's other bounds, after and around.
func CheckPage(v Value, query url.Values) (Page, error) {
	p := Page{Limit: 50}
	for name := range query {
		given := Value{v.report, name, query.Get(name)}
		switch name {
		case "limit":
			p.Limit = limit(given)
		case "before":
			p.Before = given.Snowflake()
		default:
			v.Remark("the query has %s, which is unknown here", name)
		}
	}
	return p, v.Err()
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
