package validate

import "strconv"

// Message flags, as in Discord's documentation.
const (
	FlagSuppressEmbeds        = 1 << 2
	FlagHasThread             = 1 << 5
	FlagEphemeral             = 1 << 6
	FlagLoading               = 1 << 7 // the answer is not there yet
	FlagSuppressNotifications = 1 << 12
	FlagComponentsV2          = 1 << 15 // the message consists only of components: a V2 message
)

// Flags that a bot may set.
const (
	ChannelFlags = FlagSuppressEmbeds | FlagSuppressNotifications | FlagComponentsV2 // in a message to a channel
	AnswerFlags  = ChannelFlags | FlagEphemeral                                      // in an answer to an interaction
)

// Content checks the text of a message and returns it.
func Content(v Value) string { return v.Text(0, 2000) }

// NewFlags checks the flags of a new message and returns them.
func NewFlags(v Value, allowed int) int {
	n, _ := flags(v, allowed)
	return n
}

func flags(v Value, allowed int) (int, bool) {
	n, ok := v.Integer(0, 1<<31-1)
	if ok && int(n)&^allowed != 0 {
		v.Fault("BITFIELD_TYPE_INVALID", "Flags %d may not be set here.", int(n)&^allowed)
	}
	return int(n), ok
}

// EditedFlags checks the flags of an edit and returns the flags of the edited message.
// An edit cannot remove FlagComponentsV2 and cannot change who sees the message.
func EditedFlags(v Value, allowed, before int) int {
	sent, ok := flags(v, allowed)
	if !ok {
		return before
	}
	if before&FlagComponentsV2 != 0 && sent&FlagComponentsV2 == 0 {
		v.Fault("MESSAGE_COMPONENTS_V2_IRREVERSIBLE", "IS_COMPONENTS_V2 cannot be removed from a message")
	}
	if sent&FlagEphemeral != 0 && before&FlagEphemeral == 0 {
		v.Remark("flags: an edit cannot make a public answer ephemeral")
	}
	const changeable = FlagSuppressEmbeds | FlagComponentsV2
	return before&^(changeable|FlagLoading) | sent&changeable
}

// NoLegacyFields reports faults for fields that a V2 message cannot have. content says
// whether the edited message has a text.
func NoLegacyFields(body Value, content bool) {
	refuse := func(name string) {
		body.Get(name).Fault("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", name)
	}
	if content {
		refuse("content")
	}
	for _, name := range []string{"embeds", "poll", "sticker_ids"} {
		if !body.Get(name).Empty() {
			refuse(name)
		}
	}
}

// Nonce checks a nonce, which is a string of up to 25 characters or a number, and
// returns it.
func Nonce(v Value) string {
	if s, ok := v.v.(string); ok || v.Null() {
		v.Text(0, 25)
		return s
	}
	n, _ := v.Integer(-1<<63, 1<<63-1)
	return strconv.FormatInt(n, 10)
}
