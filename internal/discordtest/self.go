package discordtest

import "strings"

// gatewayURL is the normal address of the gateway, on the port of the REST API.
func (s *Server) gatewayURL() string { return "ws" + strings.TrimPrefix(s.url, "http") + "/" }

func (s *Server) getGateway(*call) (result, error) {
	return result{200, map[string]any{"url": s.gatewayURL()}}, nil
}

// selfJSON is the bot's own account, which shows it more than others see.
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

func (s *Server) getSelf(*call) (result, error) { return result{200, self()}, nil }

func (s *Server) getApplication(*call) (result, error) {
	return result{200, map[string]any{
		"id": ApplicationID, "name": botName, "icon": nil, "description": "", "type": nil, "bot": Bot.json(),
		"bot_public": true, "bot_require_code_grant": false, "verify_key": strings.Repeat("0960", 16),
		"flags": applicationFlags, "flags_new": "8388608", "redirect_uris": []any{}, "interactions_endpoint_url": nil,
		"role_connections_verification_url": nil, "owner": Anna.json(), "team": nil,
		"approximate_guild_count": 1, "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
	}}, nil
}

// applicationFlags says that the app has registered commands.
const applicationFlags = 1 << 23
