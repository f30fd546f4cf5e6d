// Package validate holds Discord's rules for what a bot sends: slash commands
// and their options, messages with components, embeds, files and mentions, answers
// to interactions, threads, and queries for messages.
//
// A rule is a function of a [Value], which is one place in a decoded body. A rule
// reports a fault for a value that Discord refuses. It adds a remark for a value that
// Discord accepts but no careful bot should send. A [Report] collects both.
//
// The package keeps no state and does no input or output.
//
// The nested errors have a name for each broken rule. Discord's documentation does not
// list all names, so some here are guesses: rely only on code 50035 and on the path.
package validate

import (
	"fmt"
	"strings"
)

// Report collects the faults and remarks of one request body. The zero Report is empty.
type Report struct {
	faults  []fault
	remarks []string
}

// fault is one fault in a body: its path, Discord's name for the rule, and a text.
type fault struct{ path, code, message string }

// Root returns the whole body as a Value, to which rules are applied. The body is JSON
// that was decoded with json.Decoder.UseNumber.
func (r *Report) Root(body any) Value { return Value{report: r, v: body} }

// Remark adds a remark: something that Discord accepts but no careful bot should send.
func (r *Report) Remark(format string, args ...any) {
	r.remarks = append(r.remarks, fmt.Sprintf(format, args...))
}

// Remarks lists the remarks in the order in which they were made.
func (r *Report) Remarks() []string { return r.remarks }

// Err returns the error 50035 with all faults, or nil.
func (r *Report) Err() error {
	if len(r.faults) == 0 {
		return nil
	}
	e := &Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: map[string]any{}}
	var lines []string
	for _, f := range r.faults {
		at := e.Errors
		if f.path != "" {
			for key := range strings.SplitSeq(f.path, ".") {
				next, ok := at[key].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[key] = next
				}
				at = next
			}
		}
		list, _ := at["_errors"].([]any)
		at["_errors"] = append(list, map[string]any{"code": f.code, "message": f.message})
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", f.path, f.message, f.code))
	}
	e.detail = strings.Join(lines, "; ")
	return e
}

// Error is an error response of Discord: the HTTP status, and a JSON body.
type Error struct {
	Status  int            `json:"-"`
	Message string         `json:"message"`
	Code    int            `json:"code"`             // see the page "Opcodes and Status Codes" of Discord's documentation
	Errors  map[string]any `json:"errors,omitempty"` // for code 50035: the faults by their paths
	detail  string         // Errors in one line
}

// Error returns the error in one line.
func (e *Error) Error() string {
	if e.detail != "" {
		return fmt.Sprintf("%d %d %s: %s", e.Status, e.Code, e.Message, e.detail)
	}
	return fmt.Sprintf("%d %d %s", e.Status, e.Code, e.Message)
}
