package discordtest

import (
	"net/http"
	"strings"
)

func (s *Server) getGateway(*call) (result, error) {
	return result{http.StatusOK, map[string]any{"url": s.Info()["url"]}}, nil
}

func (s *Server) getGatewayBot(*call) (result, error) { return result{http.StatusOK, s.Info()}, nil }

// selfJSON is the bot's own account, with what only the bot sees.
type selfJSON struct {
	userJSON
	MFAEnabled bool    `json:"mfa_enabled"`
	Locale     string  `json:"locale"`
	Email      *string `json:"email"`
	Verified   bool    `json:"verified"`
}

func self() selfJSON {
	return selfJSON{userJSON: Bot.json(), MFAEnabled: true, Locale: "en-US", Verified: true}
}

func (s *Server) getApplication(*call) (result, error) {
	application := map[string]any{
		"id": ApplicationID, "name": botName, "icon": nil, "description": "", "type": nil, "bot": Bot.json(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": strings.Repeat("0960", 16),
		"flags": applicationFlags, "flags_new": "8388608", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": Anna.json(), "team": nil,
		"approximate_guild_count":        s.guilds.count(),
		"approximate_user_install_count": s.people.installs(), "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
	}
	s.page.addTo(application)
	return result{http.StatusOK, application}, nil
}

// applicationFlags says that the app has registered commands.
const applicationFlags = 1 << 23
