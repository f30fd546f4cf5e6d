package main

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"

	"chess960bot/internal/workshop/discordtest"
)

// An ask is the body of every POST request: who does what, and where. The response is
// {} once the bot has answered, because the message itself comes with the events. If
// the bot does not answer, the response is {"error": "…"}.
type ask struct {
	Who    string `json:"who"`    // a user id
	Place  string `json:"place"`  // a channel's id or "direct"
	Locale string `json:"locale"` // Discord's name for the language of the person and of the server; "" for English

	Content string `json:"content"` // of /api/write: the text of a message

	// Of /api/slash, /api/autocomplete and /api/apply. A subcommand follows its
	// command after a space.
	Command string         `json:"command"`
	Options map[string]any `json:"options"`
	Focused string         `json:"focused"` // of /api/autocomplete: the option being typed

	// Of /api/apply, /api/press and /api/select.
	Message  string `json:"message"` // its id
	CustomID string `json:"customID"`
	Value    string `json:"value"` // of /api/select

	Person string `json:"person"` // of /api/use: a user id

	// Of /api/submit, beside the message: without one, the form of /api/use.
	Form   discordtest.Form  `json:"form"`
	Inputs map[string]string `json:"inputs"` // the typed and chosen values, by the inputs' custom ids
}

// Types of commands: those that people type, and those in the menu of a person or a message.
const (
	slashCommand   = 1
	personCommand  = 2
	messageCommand = 3
)

// getCommands lists the registered slash commands as Discord returns them, the names
// of the commands in menus, and the bot's examples.
func (s *server) getCommands(w http.ResponseWriter, _ *http.Request) {
	var answer struct {
		Commands        []json.RawMessage `json:"commands"`
		MessageCommands []string          `json:"messageCommands"`
		PersonCommands  []string          `json:"personCommands"`
		Examples        []string          `json:"examples"`
	}
	for _, c := range s.discord.Commands() {
		switch c.Type {
		case slashCommand:
			answer.Commands = append(answer.Commands, c.Raw)
		case personCommand:
			answer.PersonCommands = append(answer.PersonCommands, c.Name)
		case messageCommand:
			answer.MessageCommands = append(answer.MessageCommands, c.Name)
		}
	}
	for _, c := range s.commands {
		if c.Example != "" {
			answer.Examples = append(answer.Examples, c.Example)
		}
	}
	send(w, http.StatusOK, answer)
}

func (s *server) postSlash(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(ctx context.Context, v viewer, a ask) error {
		_, err := s.discord.Slash(ctx, v.who, v.where, a.Command, s.asTyped(a), v.details()...)
		return err
	})
}

// postWrite writes a message, which the bot does not see.
func (s *server) postWrite(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(_ context.Context, v viewer, a ask) error {
		_, err := s.discord.Write(v.who, v.where, a.Content)
		return err
	})
}

// postApply uses a message command on a message.
func (s *server) postApply(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(ctx context.Context, v viewer, a ask) error {
		_, err := s.discord.UseOn(ctx, v.who, a.message(v), a.Command, v.details()...)
		return err
	})
}

// postPress presses a button.
func (s *server) postPress(w http.ResponseWriter, r *http.Request) {
	s.open(w, r, func(ctx context.Context, v viewer, a ask) (*discordtest.Answer, error) {
		return s.discord.Press(ctx, v.who, a.message(v), a.CustomID, v.details()...)
	})
}

// postUse uses a command in the menu of a person.
func (s *server) postUse(w http.ResponseWriter, r *http.Request) {
	s.open(w, r, func(ctx context.Context, v viewer, a ask) (*discordtest.Answer, error) {
		person, _ := s.viewerOf(a.Person, a.Place)
		return s.discord.UseOnPerson(ctx, v.who, v.where, person.who, a.Command, v.details()...)
	})
}

// open is act for what may open a form: then the response is {"form": …}.
func (s *server) open(w http.ResponseWriter, r *http.Request, do func(context.Context, viewer, ask) (*discordtest.Answer, error)) {
	v, a, ok := s.readAsk(w, r)
	if !ok {
		return
	}
	answer, err := do(r.Context(), v, a)
	if err != nil {
		sendFailure(w, err)
		return
	}
	var opened struct {
		Form *discordtest.Form `json:"form,omitempty"`
	}
	if answer.Modal != nil {
		form, err := answer.Form()
		if err != nil {
			sendFailure(w, err)
			return
		}
		opened.Form = &form
	}
	send(w, http.StatusOK, opened)
}

func (s *server) postSubmit(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(ctx context.Context, v viewer, a ask) error {
		if a.Message == "" {
			_, err := s.discord.SubmitIn(ctx, v.who, v.where, a.Form, a.Inputs, v.details()...)
			return err
		}
		_, err := s.discord.Submit(ctx, v.who, a.message(v), a.Form, a.Inputs, v.details()...)
		return err
	})
}

func (s *server) postSelect(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(ctx context.Context, v viewer, a ask) error {
		_, err := s.discord.Select(ctx, v.who, a.message(v), a.CustomID, a.Value, v.details()...)
		return err
	})
}

// message returns the message with the id in the request, for the stand-in.
func (a ask) message(v viewer) *discordtest.Message {
	return &discordtest.Message{ID: a.Message, ChannelID: v.where.ChannelID}
}

// postAutocomplete answers {"choices": [{"name": …, "value": …}]}.
func (s *server) postAutocomplete(w http.ResponseWriter, r *http.Request) {
	type choice struct {
		Name  string `json:"name"`
		Value any    `json:"value"`
	}
	v, a, ok := s.readAsk(w, r)
	if !ok {
		return
	}
	offered, err := s.discord.Autocomplete(r.Context(), v.who, v.where, a.Command, a.Options, a.Focused, v.details()...)
	if err != nil {
		sendFailure(w, err)
		return
	}
	choices := []choice{}
	for _, c := range offered {
		choices = append(choices, choice{c.Name, c.Value})
	}
	send(w, http.StatusOK, map[string][]choice{"choices": choices})
}

// act reads a request, carries it out by calling do, and sends the response.
func (s *server) act(w http.ResponseWriter, r *http.Request, do func(context.Context, viewer, ask) error) {
	v, a, ok := s.readAsk(w, r)
	if !ok {
		return
	}
	if err := do(r.Context(), v, a); err != nil {
		sendFailure(w, err)
		return
	}
	send(w, http.StatusOK, struct{}{})
}

// asTyped marks typed values so that the stand-in does not check them. Discord's own
// client would not send wrong values; here people can see how the bot answers them.
// Users, channels and roles are chosen from lists, so they stay checked.
func (s *server) asTyped(a ask) map[string]any {
	types := s.optionTypes(a.Command)
	options := make(map[string]any, len(a.Options))
	for name, value := range a.Options {
		options[name] = value
		if t, ok := types[name]; ok && !chosen(t) {
			options[name] = discordtest.As{Type: t, Value: value}
		}
	}
	return options
}

// chosen reports whether people choose an option of this type from a list: users,
// channels and roles.
func chosen(optionType int) bool {
	const user, mentionable = 6, 9
	return user <= optionType && optionType <= mentionable
}

// readAsk reads a request's body. If that fails, it sends the error and ok is false.
func (s *server) readAsk(w http.ResponseWriter, r *http.Request) (v viewer, a ask, ok bool) {
	if !readJSON(w, r, &a) {
		return v, a, false
	}
	if v, ok = s.viewerOf(a.Who, a.Place); !ok {
		sendError(w, http.StatusNotFound, "There is no such person or place.")
	}
	v.locale = a.Locale
	return v, a, ok
}

// readJSON decodes a request's body into a. If that fails, it sends the error and
// returns false.
func readJSON(w http.ResponseWriter, r *http.Request, a any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		sendError(w, http.StatusUnsupportedMediaType, "The body must be application/json.")
		return false
	}
	const longest = 64 << 10
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, longest))
	body.DisallowUnknownFields()
	if err := body.Decode(a); err != nil {
		sendError(w, http.StatusBadRequest, err.Error())
		return false
	}
	return true
}

// sendFailure sends the reason why the bot did not answer, in Discord's words if it
// is the bot's fault.
func sendFailure(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, discordtest.ErrNoAnswer):
		sendError(w, http.StatusGatewayTimeout, discordtest.ErrNoAnswer.Error())
	case errors.Is(err, discordtest.ErrNoBot):
		sendError(w, http.StatusServiceUnavailable, "The bot is not connected.")
	default:
		sendError(w, http.StatusBadRequest, err.Error())
	}
}

func sendError(w http.ResponseWriter, status int, text string) {
	send(w, status, map[string]string{"error": text})
}

func send(w http.ResponseWriter, status int, answer any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(answer)
}
