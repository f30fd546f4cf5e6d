package metrics

import (
	"path"
	"regexp"
	"strings"
)

// routes are the routes of Discord's API that the bot uses, as Discord's
// documentation names them.
var routes = strings.Fields(`
	gateway
	gateway/bot
	applications/@me
	applications/{id}/commands
	applications/{id}/guilds/{id}/commands
	interactions/{id}/{token}/callback
	webhooks/{id}/{token}
	users/@me/channels
	users/@me/guilds
	guilds/{id}
	guilds/{id}/members/{id}
	channels/{id}
	channels/{id}/messages
	channels/{id}/messages/{id}
	channels/{id}/messages/{id}/threads
`)

var parameter = regexp.MustCompile(`{\w+}`)

// route returns the route of a path such as /api/v10/gateway, with the names of
// parameters instead of ids and tokens. For an unknown path it returns Other, because
// the path may contain a secret.
func route(requested string) string {
	for _, r := range routes {
		if fits, _ := path.Match("/api/*/"+parameter.ReplaceAllString(r, "*"), requested); fits {
			return "/" + r
		}
	}
	return Other
}
