package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"image/png"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"chess960bot/internal/workshop/discordtest/validate"
)

// An applicationPage is what can be changed of the application, by the names of its fields. What was
// never set is absent, as at Discord.
type applicationPage struct {
	mu     sync.Mutex
	fields map[string]any
}

func (p *applicationPage) addTo(application map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(application, p.fields)
}

// editApplication changes parts of the application: all of a request, or none. The description is a text,
// as in Discord's documentation, or an object, as in its OpenAPI document.
func (s *Server) editApplication(c *call) (result, error) {
	root, changed := c.body.root(), map[string]any{}
	if root.Object() {
		for field := range root.JSON().(map[string]any) {
			v := root.Get(field)
			switch field {
			case "description":
				if _, object := v.JSON().(map[string]any); object {
					v = v.Get("default")
				}
				changed[field] = v.Text(0, 400)
			case "tags":
				for _, tag := range v.List(0, 5) {
					tag.Text(0, 20)
				}
				changed[field] = v.JSON()
			case "icon":
				changed[field] = iconHash(v)
			case "integration_types_config":
				changed[field] = installTypes(v)
			default:
				v.Fault("UNKNOWN_FIELD", "The stand-in does not know this field")
			}
		}
	}
	if err := root.Err(); err != nil {
		return result{}, err
	}
	s.page.mu.Lock()
	if s.page.fields == nil {
		s.page.fields = map[string]any{}
	}
	maps.Copy(s.page.fields, changed)
	s.page.mu.Unlock()
	return s.getApplication(c)
}

// iconHash returns the hash of a picture in a data URI, which must be a PNG.
func iconHash(v validate.Value) any {
	encoded, isPNG := strings.CutPrefix(v.Text(0, 10<<20), "data:image/png;base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil && isPNG {
		_, err = png.DecodeConfig(bytes.NewReader(data))
	}
	if err != nil || !isPNG {
		v.Fault("BINARY_TYPE_INVALID_IMAGE", "Not a PNG in a data URI")
	}
	hash := fnv.New128a()
	hash.Write(data)
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// installTypes returns the installations by their type, with permissions as text.
func installTypes(v validate.Value) any {
	out := map[string]any{}
	if !v.Object() {
		return out
	}
	for kind := range v.JSON().(map[string]any) {
		params := v.Get(kind).Get("oauth2_install_params")
		scopes, permissions := []string{}, fmt.Sprint(params.Get("permissions").JSON())
		for _, scope := range params.Get("scopes").List(1, 2) {
			scopes = append(scopes, scope.Text(1, 30))
			if !slices.Contains([]string{"bot", "applications.commands"}, scopes[len(scopes)-1]) {
				scope.Fault("BASE_TYPE_CHOICES", "Value must be one of {'applications.commands', 'bot'}.")
			}
		}
		bits, err := strconv.ParseUint(permissions, 10, 64)
		if err != nil || kind != "0" && kind != "1" {
			v.Get(kind).Fault("NUMBER_TYPE_COERCE", "Value %q is not int.", permissions)
		}
		if !slices.Contains(scopes, "bot") && bits != 0 || kind == "1" && slices.Contains(scopes, "bot") {
			params.Fault("APPLICATION_INSTALL_PARAMS", "Permissions need the scope bot, which only a server has")
		}
		out[kind] = map[string]any{"oauth2_install_params": map[string]any{"scopes": scopes, "permissions": strconv.FormatUint(bits, 10)}}
	}
	text, _ := json.Marshal(out)
	return json.RawMessage(text)
}
