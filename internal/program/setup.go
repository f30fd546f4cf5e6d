package program

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
)

const setupUsage = `usage: chess960bot setup [-yes]

Compares your application's page at Discord with what the bot needs: how it is installed, the
description, the tags and the icon. Prints the differences, and changes nothing without -yes.
An icon that is there stays. The bot may run meanwhile.
`

// What people read about the bot in Discord before they add it. docs/publish.md has the same.
const shortDescription = "Chess960 (Freestyle Chess) start positions for clubs: draw them for everyone to see, " +
	"learn their numbers, and run an evening with results."

var tags = []string{"chess", "chess960", "games", "clubs", "learning"}

//go:embed icon.png
var icon []byte

// An installation is what the bot may do where it is installed, as Discord writes it.
type installation struct {
	Scopes      []string `json:"scopes"`
	Permissions string   `json:"permissions"`
}

// An installationType is the installation in a server or for a person.
type installationType struct {
	OAuth2 *installation `json:"oauth2_install_params"`
}

// installations are those that the bot needs, by Discord's number of the type: in a server, and for
// a person alone.
var installations = map[string]installationType{
	"0": {&installation{[]string{"applications.commands", "bot"}, strconv.Itoa(chat.InvitedPermissions)}},
	"1": {&installation{[]string{"applications.commands"}, "0"}},
}

// ownApplication is the endpoint of the bot's own application.
const ownApplication = "applications/@me"

// An application is what Discord tells the bot about its own application.
type application struct {
	ID            string
	Name          string
	Icon          string // "" for none
	Description   string
	Tags          []string
	CustomURL     string                      `json:"custom_install_url"`
	CodeGrant     bool                        `json:"bot_require_code_grant"`
	Installations map[string]installationType `json:"integration_types_config"`
}

// A difference is a part of the application's page that is not as the bot needs it.
type difference struct {
	part, is, wanted string
	field            string
	forms            []any // the value as Discord may take it: the next one if one is refused
}

// setup runs the subcommand "setup" and returns the exit code: 0 if nothing differs, or if nothing
// was to be changed.
func setup(arguments []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("chess960bot setup", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, setupUsage) }
	yes := flags.Bool("yes", false, "")
	switch err := flags.Parse(arguments); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return exitUsage
	case flags.NArg() > 0:
		flags.Usage()
		return exitUsage
	}
	settings, log, err := configure()
	if err != nil {
		fmt.Fprintln(errs, "chess960bot setup:", err)
		return exitSetting
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	api := rest.New(rest.Options{Token: settings.Token.Reveal(), UserAgent: userAgent(settings.Support), URL: settings.APIURL, Log: log})
	left, err := setUp(ctx, api, *yes, out)
	switch {
	case rest.TokenRejected(err):
		fmt.Fprintln(errs, "chess960bot setup:", rest.ErrTokenRejected)
		return exitSetting
	case err != nil:
		fmt.Fprintln(errs, "chess960bot setup:", err)
		return exitPassing
	case *yes && left > 0:
		return exitPassing
	}
	return 0
}

// setUp prints what differs, and if it may, changes that and prints what still differs. It returns how
// much that is.
func setUp(ctx context.Context, api *rest.Client, change bool, out io.Writer) (left int, err error) {
	a, list, err := differences(ctx, api)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(out, "application %s, %s\n", a.ID, strconv.Quote(a.Name))
	print := func(list []difference) {
		for _, d := range list {
			fmt.Fprintf(out, "%s\n  is:     %s\n  wanted: %s\n", d.part, oneLine(d.is), d.wanted)
		}
	}
	print(list)
	switch {
	case len(list) == 0:
		fmt.Fprintln(out, "Nothing differs.")
	case !change:
		fmt.Fprintln(out, "Nothing was changed. To change this: chess960bot setup -yes")
	default:
		for _, d := range list {
			if err := d.change(ctx, api); err != nil {
				fmt.Fprintf(out, "Discord refused the %s: %s\n", d.part, oneLine(err.Error()))
			}
		}
		if a, list, err = differences(ctx, api); err != nil {
			return 0, err
		}
		if len(list) > 0 {
			fmt.Fprintln(out, "\nDiscord says that this still differs. Set it on the application's page:")
			print(list)
		} else {
			fmt.Fprintln(out, "Changed, and read back: nothing differs.")
		}
	}
	if a.CustomURL != "" {
		fmt.Fprintln(out, "The page “Installation” has an install link of its own, which Discord uses instead. Choose “Discord Provided Link” there:", oneLine(a.CustomURL))
	}
	if a.CodeGrant {
		fmt.Fprintln(out, "The page “Bot” requires an OAuth2 code grant, so that nobody can add the bot. Switch that off.")
	}
	fmt.Fprintln(out, "Invite the bot to a server:", chat.Invitation(a.ID))
	fmt.Fprintln(out, "The name, the terms of service and the privacy policy only a person can set: see docs/publish.md.")
	return len(list), nil
}

// differences asks Discord for the application, and compares.
func differences(ctx context.Context, api *rest.Client) (a application, list []difference, err error) {
	answer, err := api.Retry(ctx, "GET", ownApplication, rest.Body{})
	if err == nil {
		err = json.Unmarshal(answer, &a)
	}
	if err != nil {
		return a, nil, fmt.Errorf("read the application: %w", err)
	}
	add := func(part, is, wanted, field string, forms ...any) {
		if is != wanted {
			list = append(list, difference{part, is, wanted, field, forms})
		}
	}
	add("installation", inWords(a.Installations), inWords(installations), "integration_types_config", installations)
	// Discord's documentation has a text here, its OpenAPI document an object.
	add("description", cmp.Or(a.Description, "none"), shortDescription, "description", shortDescription, map[string]string{"default": shortDescription})
	add("tags", cmp.Or(strings.Join(slices.Sorted(slices.Values(a.Tags)), ", "), "none"), strings.Join(slices.Sorted(slices.Values(tags)), ", "), "tags", tags)
	if a.Icon == "" { // Discord tells no picture that could be compared
		add("icon", "none", "a crown on a chessboard", "icon", "data:image/png;base64,"+base64.StdEncoding.EncodeToString(icon))
	}
	return a, list, nil
}

// change changes a part of the page. Each part is a request of its own, so that one refusal stops no other.
func (d difference) change(ctx context.Context, api *rest.Client) (err error) {
	for _, form := range d.forms {
		body, failed := rest.Encode(map[string]any{d.field: form})
		if failed != nil {
			return failed
		}
		if _, err = api.Retry(ctx, "PATCH", ownApplication, body); err == nil || rest.Temporary(err) {
			return err
		}
	}
	return err
}

// inWords returns installations as a line of text.
func inWords(all map[string]installationType) string {
	var parts []string
	for _, kind := range [][2]string{{"0", "server"}, {"1", "person"}} {
		words := "not offered"
		if t, offered := all[kind[0]]; offered {
			words = "nothing by default"
			if t.OAuth2 != nil {
				words = fmt.Sprintf("%s, permissions %s", cmp.Or(strings.Join(slices.Sorted(slices.Values(t.OAuth2.Scopes)), " + "), "none"), t.OAuth2.Permissions)
			}
		}
		parts = append(parts, kind[1]+": "+words)
	}
	return strings.Join(parts, "; ")
}
