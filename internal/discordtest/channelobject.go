package discordtest

import "cmp"

// object is the channel as Discord's API returns it.
func (ch *ChannelInfo) object() map[string]any {
	o := map[string]any{"id": ch.ChannelID, "type": ch.Type, "flags": 0, "last_message_id": orNull(ch.last)}
	if ch.direct() {
		o["recipients"] = []userJSON{ch.recipient.json()}
		return o
	}
	o["guild_id"], o["name"] = ch.GuildID, cmp.Or(ch.Name, "general")
	o["parent_id"], o["rate_limit_per_user"] = orNull(ch.ParentID), 0
	if !ch.thread() {
		o["position"], o["nsfw"], o["topic"] = 0, false, nil
		o["permission_overwrites"] = []any{}
		return o
	}
	o["owner_id"], o["message_count"], o["total_message_sent"], o["member_count"] = ApplicationID, ch.sent, ch.sent, 1
	o["thread_metadata"] = map[string]any{
		"archived": ch.State.Archived, "archive_timestamp": timestamp(ch.created), "auto_archive_duration": ch.archive,
		"locked": false, "create_timestamp": timestamp(ch.created),
	}
	return o
}

// resolved is the part of the channel that an interaction carries, with what
// the person and the bot may do there.
func (ch *ChannelInfo) resolved(member string) map[string]any {
	o := ch.object()
	for _, name := range []string{"permission_overwrites", "owner_id", "message_count", "total_message_sent", "member_count"} {
		delete(o, name)
	}
	if !ch.direct() {
		o["permissions"], o["app_permissions"] = member, ch.permissions()
	}
	return o
}

func orNull(id string) any {
	if id == "" {
		return nil
	}
	return id
}

func (s *Server) getChannel(c *call) (result, error) {
	ch, err := s.channelOf(c)
	if err != nil {
		return result{}, err
	}
	return result{200, ch.object()}, nil
}
