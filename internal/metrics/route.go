package metrics

import "strings"

// routes are the routes of Discord's API that the bot uses, as Discord's
// documentation names them.
var routes = [][]string{
	strings.Split("gateway", "/"),
	strings.Split("gateway/bot", "/"),
	strings.Split("applications/@me", "/"),
	strings.Split("applications/{id}/commands", "/"),
	strings.Split("applications/{id}/guilds/{id}/commands", "/"),
	strings.Split("interactions/{id}/{token}/callback", "/"),
	strings.Split("webhooks/{id}/{token}", "/"),
	strings.Split("users/@me/channels", "/"),
	strings.Split("users/@me/guilds", "/"),
	strings.Split("guilds/{id}", "/"),
	strings.Split("guilds/{id}/members/{id}", "/"),
	strings.Split("channels/{id}", "/"),
	strings.Split("channels/{id}/messages", "/"),
	strings.Split("channels/{id}/messages/{id}", "/"),
	strings.Split("channels/{id}/messages/{id}/threads", "/"),
}

// route returns the route of a path such as /api/v10/gateway, with the names of
// parameters instead of ids and tokens. For an unknown path it returns Other, because
// the path may contain a secret.
func route(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(parts) < 2 || parts[0] != "api" {
		return Other
	}
	for _, r := range routes {
		if fits(r, parts[2:]) {
			return "/" + strings.Join(r, "/")
		}
	}
	return Other
}

func fits(route, parts []string) bool {
	if len(route) != len(parts) {
		return false
	}
	for i, name := range route {
		if !strings.HasPrefix(name, "{") && name != parts[i] {
			return false
		}
	}
	return true
}
