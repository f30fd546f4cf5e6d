package discordtest

import (
	"fmt"
	"strings"
)

// refusal is an error as Discord answers it: HTTP status, JSON error code,
// and for an invalid body the tree of what is wrong where.
type refusal struct {
	Status  int            `json:"-"`
	Message string         `json:"message"`
	Code    int            `json:"code"`
	Errors  map[string]any `json:"errors,omitempty"`
	detail  string         // Errors in one line
}

// Error is the refusal in one line.
func (r *refusal) Error() string {
	if r.detail != "" {
		return fmt.Sprintf("%d %d %s: %s", r.Status, r.Code, r.Message, r.detail)
	}
	return fmt.Sprintf("%d %d %s", r.Status, r.Code, r.Message)
}

// What Discord refuses, under the codes of its documentation's page
// "Opcodes and Status Codes".
var (
	errUnauthorized       = &refusal{Status: 401, Code: 0, Message: "401: Unauthorized"}
	errNotFound           = &refusal{Status: 404, Code: 0, Message: "404: Not Found"}
	errUserAgent          = &refusal{Status: 403, Code: 40333, Message: "internal network error"}
	errTooLarge           = &refusal{Status: 413, Code: 40005, Message: "Request entity too large"}
	errUnknownChannel     = &refusal{Status: 404, Code: 10003, Message: "Unknown Channel"}
	errUnknownApplication = &refusal{Status: 404, Code: 10002, Message: "Unknown Application"}
	errUnknownGuild       = &refusal{Status: 404, Code: 10004, Message: "Unknown Guild"}
	errUnknownMessage     = &refusal{Status: 404, Code: 10008, Message: "Unknown Message"}
	errUnknownWebhook     = &refusal{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	errUnknownInteraction = &refusal{Status: 404, Code: 10062, Message: "Unknown interaction"}
	errUnknownCommand     = &refusal{Status: 404, Code: 10063, Message: "Unknown application command"}
	errTooManyCommands    = &refusal{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	errAcknowledged       = &refusal{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	errNotYours           = &refusal{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	errEmptyMessage       = &refusal{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errWebhookToken       = &refusal{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errAPIVersion         = &refusal{Status: 400, Code: 50041, Message: "Invalid API version provided"}
	errMissingAccess      = &refusal{Status: 403, Code: 50001, Message: "Missing Access"}
	errCannotDM           = &refusal{Status: 403, Code: 50007, Message: "Cannot send messages to this user"}
	errMissingPermissions = &refusal{Status: 403, Code: 50013, Message: "Missing Permissions"}
	errChannelType        = &refusal{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	errInvalidRecipient   = &refusal{Status: 400, Code: 50033, Message: "Invalid Recipient(s)"}
	errArchived           = &refusal{Status: 400, Code: 50083, Message: "Thread is archived"}
	errThreadExists       = &refusal{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	errInvalidJSON        = &refusal{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
)

// fault is one thing wrong with a body: where, Discord's name for it, and words.
type fault struct{ path, code, message string }

// invalidForm turns faults into the error 50035 with its nested "errors".
func invalidForm(faults []fault) *refusal {
	r := &refusal{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: map[string]any{}}
	var lines []string
	for _, f := range faults {
		at := r.Errors
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
	r.detail = strings.Join(lines, "; ")
	return r
}
