package lichess_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"chess960bot/commands/play/lichess"
	"chess960bot/internal/chess960"
	"chess960bot/internal/online"
	"chess960bot/internal/workshop/lichesstest"
)

// A yamlFolder loads schemas from YAML files, as lichess publishes its OpenAPI document.
type yamlFolder struct{ t *testing.T }

func (f yamlFolder) Load(address string) (any, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(u.Path)
	if err != nil {
		return nil, err
	}
	var document any
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	asJSON, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
}

// The client's requests and the stand-in's answers fit lichess's OpenAPI document, in the
// folder doc/specs of the repository lichess-org/api. That document is under the AGPL, so
// this repository does not have it. Without it, there is nothing to compare.
func TestOpenAPI(t *testing.T) {
	folder := os.Getenv("LICHESS_OPENAPI")
	if folder == "" {
		return
	}
	specs, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{"file": yamlFolder{t}})
	compile := func(pointer string) *jsonschema.Schema {
		schema, err := compiler.Compile("file://" + specs + "/" + pointer)
		if err != nil {
			t.Fatal(err)
		}
		return schema
	}
	const operation = "tags/challenges/api-challenge-open.yaml#/post"
	request := compile(operation + "/requestBody/content/application~1x-www-form-urlencoded/schema")
	accepted := compile(operation + "/responses/200/content/application~1json/schema")
	refused := compile(operation + "/responses/400/content/application~1json/schema")

	server, client, _ := start(t)
	for i, time := range everyTimeControl() {
		p, _ := chess960.FromSP(i)
		if _, err := client.Open(t.Context(), lichess.Asker{Person: strconv.Itoa(i / 10), Server: strconv.Itoa(i / 10)}, online.Challenge{Position: p, Time: online.Time{Text: time.String()}, Name: "SP-" + strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, form := range server.Forms() {
		fields := map[string]any{}
		for name, values := range form {
			fields[name] = valueOf(name, values[0])
			if !slices.Contains(propertiesOf(request), name) {
				t.Errorf("the document has no field %s", name)
			}
		}
		if err := request.Validate(fields); err != nil {
			t.Errorf("%v: %v", form, err)
		}
		if answer := post(t, server, form, http.StatusOK); accepted.Validate(answer) != nil {
			t.Errorf("%v: %v", answer, accepted.Validate(answer))
		}
	}
	broken := server.Forms()[0]
	broken.Set("fen", strings.Replace(broken.Get("fen"), "KQkq", "HFhf", 1))
	own, err := lichesstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if answer := post(t, own, broken, http.StatusBadRequest); refused.Validate(answer) != nil {
		t.Errorf("%v: %v", answer, refused.Validate(answer))
	}
}

func propertiesOf(s *jsonschema.Schema) (names []string) {
	for name := range s.Properties {
		names = append(names, name)
	}
	return names
}

// valueOf returns the value of a field in the type that the document gives it.
func valueOf(name, text string) any {
	if n, err := strconv.Atoi(text); err == nil && name != "name" {
		return n
	}
	if b, err := strconv.ParseBool(text); err == nil {
		return b
	}
	return text
}

// post sends a form to the stand-in, and returns its answer.
func post(t *testing.T, server *lichesstest.Server, form url.Values, want int) any {
	t.Helper()
	answer, err := http.PostForm(server.URL()+"/api/challenge/open", form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		t.Fatalf("status %d, %v: %s", answer.StatusCode, err, body)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
