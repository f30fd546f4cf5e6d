// Package discordtest is a strict stand-in for Discord on loopback: the REST API
// and the gateway on one port, and the gateway's resume URL on a second port. On
// the one side is a real bot, on the other a test or a page to play with.
//
// [Start] one, lead the bot to it, and be the people:
//
//	discord, err := discordtest.Start()
//	defer discord.Close()
//	// the bot: https://discord.com/api/… becomes discord.URL()+"/api/…", the token is discordtest.Token
//	err = discord.WaitCommands(ctx, "sp")
//	answer, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518})
//	fmt.Println(answer.Message.Text(), answer.Message.Pictures())
//	answer, err = discord.Press(ctx, discordtest.Ben, answer.Message, answer.Message.Buttons()[0].CustomID)
//
// People do what Discord's own client lets them do: [Server.Slash] checks the
// options against the registered command, [Server.Press] needs a button that is
// there and enabled. What no client would send goes out with [As] as an option's
// value, or through [Server.Interact].
//
// # What it refuses
//
// The server answers mistakes with Discord's HTTP status, error code and, for a
// bad body, nested errors; see the page "Opcodes and Status Codes" of Discord's
// documentation. [Server.Broken] lists each of them with the request that made
// it, and with them what Discord would let pass though it cannot be meant: text
// that pings because allowed_mentions is absent, a file that no component shows,
// a file name that Discord would rewrite, a deadline missed. A test of a
// well-behaved bot ends by expecting Broken to be empty.
//
// Where Discord's documentation is silent about a rule's name in the nested
// errors, the name here is a likely one: rely on code 50035 and on the path.
//
// # What it keeps
//
// A [Message] is the state of a message at one moment and never changes. A
// channel keeps the last 2000, as does the list of [Server.Requests]; see
// [History]. Ephemeral messages are in a channel's history too, with the one
// person who sees them in For.
//
// Of the many ways in which a connection fails there are [Server.Drop],
// [Server.CloseGateway], [Server.AskReconnect], [Server.InvalidateSessions] and
// [Server.AskHeartbeat], [GatewayFaults] for single ones, [Server.SendFrame] for
// what no gateway sends, and [DeliverTwice]. [Server.Dispatch] sends any gateway
// event; [SessionStarts] is what the bot is told of shards and limits.
//
// Messages list all their files in "attachments", also those that components
// show. A bot had better not rely on that: the components name them too, and with
// [BareAttachments] they alone do.
//
// # Channels and what stands in the way
//
// [Server.AddChannel], [Server.AddThread] and [Server.AddRole] furnish the server,
// [Server.Channels] and [Server.Roles] list what is there. [Server.SetChannel]
// deletes, hides, mutes or archives a channel at any time, [Server.RefuseDMs]
// closes a person's direct messages, [Server.LeaveGuild], [Server.GuildOutage] and
// [Server.JoinGuild] move the bot; sessions with the intent GUILDS hear of it.
// [Server.Install] lets a person use the app where the bot is not. What the bot is
// refused for such a reason is a circumstance: Broken does not list it, nor 10008
// for a repeated nonce whose message was deleted. The permissions in interactions
// follow from the state of the channel.
//
// [Faults] makes single requests late, lost, limited or wrongly answered. [Clock]
// winds messages, ids and the [NonceWindow]. [Message.Pings] says whom a message
// notified, given its text, allowed_mentions, the roles there are, and what the
// bot may mention.
//
// Where Discord's documentation is silent, the stricter reading is played: of
// around, before and after in one request the second is a fault; a single message
// without the permission to read the history is 403 50013; a message to an
// archived thread is refused, though Discord may open the thread again.
//
// It does not play rate limits of its own, overwrites for single roles or members,
// mentions inside code blocks as harmless, the message that opens a thread, or
// gateway events other than READY, RESUMED, INTERACTION_CREATE, GUILD_CREATE and
// GUILD_DELETE.
package discordtest
