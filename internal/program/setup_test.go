package program

import (
	"bytes"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/repository"
)

// setUpAt runs the subcommand against the stand-in, and returns its exit code and what it prints.
func setUpAt(t *testing.T, discord *discordtest.Server, token string, arguments ...string) (code int, out, errs string) {
	t.Setenv("DISCORD_TOKEN", token)
	t.Setenv("DISCORD_API_URL", discord.URL())
	var o, e strings.Builder
	code = setup(arguments, &o, &e)
	if strings.Contains(o.String()+e.String(), token) {
		t.Errorf("the token is printed:\n%s%s", &o, &e)
	}
	return code, o.String(), e.String()
}

// The page is changed only with -yes, and then nothing differs.
func TestSetup(t *testing.T) {
	t.Chdir(t.TempDir())
	_, stop := signal.NotifyContext(t.Context(), os.Interrupt) // what Go starts for the first one stays outside the bubble
	stop()
	synctest.Test(t, func(t *testing.T) {
		discord := discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory())
		defer discord.Close()
		changes := func() (n int) {
			for _, r := range discord.Requests() {
				if r.Method == "PATCH" {
					n++
					checkForm(t, r.Body)
				}
			}
			return n
		}
		code, out, _ := setUpAt(t, discord, discordtest.Token)
		for _, want := range []string{
			"  is:     server: not offered; person: not offered\n  wanted: server: applications.commands + bot, permissions 17867064069120; person: applications.commands, permissions 0",
			"description\n  is:     none", "tags\n  is:     none", "icon\n  is:     none", "Nothing was changed. To change this: chess960bot setup -yes",
			"https://discord.com/oauth2/authorize?client_id=" + discordtest.ApplicationID,
		} {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
		if n := changes(); code != 0 || n != 0 {
			t.Errorf("exit code %d, %d changes", code, n)
		}
		if code, out, _ := setUpAt(t, discord, discordtest.Token, "-yes"); code != 0 || !strings.Contains(out, "Changed, and read back: nothing differs.") || changes() != 4 {
			t.Errorf("exit code %d, %d changes\n%s", code, changes(), out)
		}
		if code, out, _ := setUpAt(t, discord, discordtest.Token, "-yes"); code != 0 || !strings.Contains(out, "Nothing differs.") || changes() != 4 {
			t.Errorf("exit code %d, %d changes\n%s", code, changes(), out)
		}
		for _, broken := range discord.Broken() {
			t.Error(broken)
		}
	})
}

// What Discord refuses stops nothing else, and is named. A description that is refused as a text is sent as
// an object.
func TestSetupRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	_, stop := signal.NotifyContext(t.Context(), os.Interrupt) // what Go starts for the first one stays outside the bubble
	stop()
	synctest.Test(t, func(t *testing.T) {
		discord := discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory())
		defer discord.Close()
		if code, out, errs := setUpAt(t, discord, "a.b.c", "-yes"); code != exitSetting || out != "" || !strings.Contains(errs, "Discord rejected the token") {
			t.Errorf("exit code %d\n%s%s", code, out, errs)
		}
		refused := []string{`{"tags"`, `{"description":"`}
		discord.SetFaults(func(r discordtest.Request) *discordtest.Fault {
			for _, beginning := range refused {
				if strings.HasPrefix(string(r.Body), beginning) {
					return &discordtest.Fault{Status: 400, Code: 50035, Message: "Invalid Form Body\x1b[2K"}
				}
			}
			return nil
		})
		code, out, _ := setUpAt(t, discord, discordtest.Token, "-yes")
		if code != exitPassing || strings.Count(out, "Discord refused the ") != 1 || !strings.Contains(out, "Discord refused the tags: ") || strings.Contains(out, "\x1b") ||
			!strings.Contains(out, "this still differs. Set it on the application's page:\ntags\n  is:     none\n") || strings.Count(out, "  is:") != 5 {
			t.Errorf("exit code %d\n%s", code, out)
		}
		discord.SetFaults(func(discordtest.Request) *discordtest.Fault { return &discordtest.Fault{Status: 503} })
		if code, out, errs := setUpAt(t, discord, discordtest.Token); code != exitPassing || out != "" || !strings.Contains(errs, "read the application: ") {
			t.Errorf("exit code %d\n%s%s", code, out, errs)
		}
		discord.SetFaults(nil)
		if code, _, errs := setUpAt(t, discord, discordtest.Token, "yes"); code != exitUsage || !strings.HasPrefix(errs, "usage: chess960bot setup") {
			t.Errorf("exit code %d\n%s", code, errs)
		}
	})
}

// The page for publishers has the texts of the program.
func TestSetupIsPublished(t *testing.T) {
	page := strings.Join(strings.Fields(strings.ReplaceAll(repository.File(t, "../../docs/publish.md"), "\n> ", " ")), " ")
	for _, want := range []string{shortDescription, strings.Join(tags, ", ")} {
		if !strings.Contains(page, want) {
			t.Errorf("docs/publish.md lacks %q", want)
		}
	}
}

// checkForm validates a change with Discord's OpenAPI document, if it is there. Where the document wants
// another form than Discord's documentation, the body is changed to that form first.
func checkForm(t *testing.T, body []byte) {
	t.Helper()
	file := os.Getenv("DISCORD_OPENAPI")
	if file == "" {
		return
	}
	text := regexp.MustCompile(`"permissions":"(\d+)"`).ReplaceAll(body, []byte(`"permissions":$1`))
	text = regexp.MustCompile(`"description":("[^"]*")`).ReplaceAll(text, []byte(`"description":{"default":$1}`))
	sent, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(file + "#/components/schemas/ApplicationFormPartial")
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(sent); err != nil {
		t.Errorf("%s: %v", text, err)
	}
}
