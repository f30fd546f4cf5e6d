package discordtest

import "chess960bot/internal/workshop/discordtest/validate"

// Errors of Discord, with the codes of the page "Opcodes and Status Codes" of its
// documentation.
var (
	errUnauthorized       = &validate.Error{Status: 401, Code: 0, Message: "401: Unauthorized"}
	errNotFound           = &validate.Error{Status: 404, Code: 0, Message: "404: Not Found"}
	errUserAgent          = &validate.Error{Status: 403, Code: 40333, Message: "internal network error"}
	errTooLarge           = &validate.Error{Status: 413, Code: 40005, Message: "Request entity too large"}
	errUnknownChannel     = &validate.Error{Status: 404, Code: 10003, Message: "Unknown Channel"}
	errUnknownApplication = &validate.Error{Status: 404, Code: 10002, Message: "Unknown Application"}
	errUnknownGuild       = &validate.Error{Status: 404, Code: 10004, Message: "Unknown Guild"}
	errUnknownMember      = &validate.Error{Status: 404, Code: 10007, Message: "Unknown Member"}
	errUnknownMessage     = &validate.Error{Status: 404, Code: 10008, Message: "Unknown Message"}
	errUnknownWebhook     = &validate.Error{Status: 404, Code: 10015, Message: "Unknown Webhook"}
	errUnknownServerEvent = &validate.Error{Status: 404, Code: 10070, Message: "Unknown Guild Scheduled Event"}
	errManyServerEvents   = &validate.Error{Status: 400, Code: 30038, Message: "Maximum number of uncompleted guild scheduled events reached (100)"}
	errEventFinished      = &validate.Error{Status: 400, Code: 180000, Message: "Cannot update a finished event"}
	errUnknownInteraction = &validate.Error{Status: 404, Code: 10062, Message: "Unknown interaction"}
	errTooManyCommands    = &validate.Error{Status: 400, Code: 30032, Message: "Maximum number of application commands reached (100)"}
	errAcknowledged       = &validate.Error{Status: 400, Code: 40060, Message: "Interaction has already been acknowledged."}
	errNotYours           = &validate.Error{Status: 403, Code: 50005, Message: "Cannot edit a message authored by another user"}
	errEmptyMessage       = &validate.Error{Status: 400, Code: 50006, Message: "Cannot send an empty message"}
	errWebhookToken       = &validate.Error{Status: 401, Code: 50027, Message: "Invalid Webhook Token"}
	errAPIVersion         = &validate.Error{Status: 400, Code: 50041, Message: "Invalid API version provided"}
	errMissingAccess      = &validate.Error{Status: 403, Code: 50001, Message: "Missing Access"}
	errMissingPermissions = &validate.Error{Status: 403, Code: 50013, Message: "Missing Permissions"}
	errChannelType        = &validate.Error{Status: 400, Code: 50024, Message: "Cannot execute action on this channel type"}
	errInvalidRecipient   = &validate.Error{Status: 400, Code: 50033, Message: "Invalid Recipient(s)"}
	errArchived           = &validate.Error{Status: 400, Code: 50083, Message: "Thread is archived"}
	errThreadExists       = &validate.Error{Status: 400, Code: 160004, Message: "A thread has already been created for this message"}
	errInvalidJSON        = &validate.Error{Status: 400, Code: 50109, Message: "The request body contains invalid JSON."}
)
