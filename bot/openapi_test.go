package bot_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"chess960bot/internal/workshop/discordtest"
)

// An openapiDocument validates requests with the JSON schemas of an OpenAPI 3.1 document.
type openapiDocument struct {
	root     map[string]any
	compiler *jsonschema.Compiler
	mu       sync.Mutex
}

const openapiURL = "openapi.json"

var openapi = func() func(t *testing.T, file string) *openapiDocument {
	var once sync.Once
	var document *openapiDocument
	return func(t *testing.T, file string) *openapiDocument {
		t.Helper()
		once.Do(func() {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			root, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			compiler := jsonschema.NewCompiler()
			if err := compiler.AddResource(openapiURL, root); err != nil {
				t.Fatal(err)
			}
			document = &openapiDocument{root: root.(map[string]any), compiler: compiler}
		})
		return document
	}
}()

// check validates a request: it must be for the version of the API that the document
// describes, its route must be there, and its body, if it takes one, must fit the schema
// for its content type.
func (d *openapiDocument) check(r discordtest.Request) error {
	server := d.root["servers"].([]any)[0].(map[string]any)["url"].(string)
	if !strings.HasPrefix("https://discord.com"+r.Path, server+"/") {
		return fmt.Errorf("%s is not below %s", r.Path, server)
	}
	route := d.root["paths"].(map[string]any)[r.Route]
	if route == nil {
		return fmt.Errorf("%s %s is not a route of the document", r.Method, r.Path)
	}
	operation, _ := route.(map[string]any)[strings.ToLower(r.Method)].(map[string]any)
	if operation == nil {
		return fmt.Errorf("the document has no %s for this route", r.Method)
	}
	if operation["requestBody"] == nil {
		if len(r.Body) > 0 {
			return fmt.Errorf("the document does not allow a body")
		}
		return nil
	}
	contentType, _, _ := strings.Cut(r.ContentType, ";")
	pointer := fmt.Sprintf("%s#/paths/%s/%s/requestBody/content/%s/schema", openapiURL, escape(r.Route), strings.ToLower(r.Method), escape(contentType))
	d.mu.Lock()
	schema, err := d.compiler.Compile(pointer)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.Body))
	if err != nil {
		return err
	}
	permissionsAsNumber(body)
	return schema.Validate(body)
}

// permissionsAsNumber turns the permissions of commands into numbers. Discord accepts and
// returns strings, but the document requires numbers.
func permissionsAsNumber(body any) {
	commands, _ := body.([]any)
	for _, c := range commands {
		command, _ := c.(map[string]any)
		if bits, ok := command["default_member_permissions"].(string); ok {
			command["default_member_permissions"] = json.Number(bits)
		}
	}
}

// escape returns a key as part of a JSON pointer in a URL's fragment.
func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(key)
}
