// Package discordtest is a strict stand-in for Discord on loopback: version 10 of the
// REST API and of the gateway on one port, and the gateway's resume URL on a second port.
// A real bot connects to the server. A test, or the playground's page, plays the people.
//
// [Start] a server, point the bot at it, and do what people do:
//
//	discord, err := discordtest.Start()
//	defer discord.Close()
//	// the bot: https://discord.com/api/… becomes discord.URL()+"/api/…", the token is discordtest.Token
//	err = discord.WaitCommands(ctx, "sp")
//	answer, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518})
//	fmt.Println(answer.Message.Text(), answer.Message.Pictures())
//	answer, err = discord.Press(ctx, discordtest.Ben, answer.Message, answer.Message.Buttons()[0].CustomID)
//
// People can do what Discord's own client lets them do: [Server.Slash] checks the
// options against the registered command, and [Server.Press] needs a visible and
// enabled button. [Server.Submit] checks the entries against the form that a press opened.
// [Server.Write] writes a message of a person, and [Server.UseOn] uses
// a message command on it. To send what no client sends, a test gives [As] as an
// option's value, or uses [Server.Interact].
//
// This package has the people, the channels and the REST API. Package validate has
// the rules of what Discord accepts, and package gatewaytest has the gateway.
//
// # Mistakes of the bot
//
// The server answers mistakes with Discord's HTTP status, error code and, for a bad
// body, nested errors; see the page "Opcodes and Status Codes" of Discord's
// documentation. [Server.Broken] lists each mistake with its request. The list also has
// things that Discord would accept but the bot cannot mean: text that notifies people
// because allowed_mentions is absent, a file that no component shows, a file name that
// Discord would rewrite, a missed deadline. A test should end by checking that Broken is
// empty.
//
// # Messages
//
// A [Message] is the state of a message at one moment and never changes. A channel
// keeps its last 2000 messages, and [Server.Requests] lists the last 2000 requests; see
// [History]. The messages of a channel include the ephemeral ones, with the one person
// who sees each in For.
//
// Messages list all their files in "attachments", also the files that components show.
// A bot should not rely on that list, because the components name the files too. With
// [BareAttachments] only the components name them.
//
// [Message.Pings] says whom a message notified. The pings depend on the text, on
// allowed_mentions, on the roles of the server, and on the bot's permissions.
//
// # Channels, servers and people
//
// [Server.AddChannel], [Server.AddThread] and [Server.AddRole] furnish the server.
// [Server.SetChannel] deletes, hides, mutes or archives a channel, and
// [Server.LeaveGuild] and [Server.JoinGuild] move the bot.
// [Server.Install] lets a person use the app where the bot is not.
//
// The permissions in interactions follow from the state of the channel. Broken does not
// list refusals because of that state: they are not mistakes of the bot.
//
// # Faults
//
// [Faults] makes single requests late, lost, limited or wrongly answered. [Clock] sets
// the clock for messages, ids and the [NonceWindow].
//
// The gateway fails in many ways: see [Server.Drop], [Server.CloseGateway],
// [Server.AskReconnect], [Server.InvalidateSessions] and [Server.AskHeartbeat],
// [GatewayFaults] for single connections, [Server.SendFrame] for arbitrary packets, and
// [DeliverTwice]. [Server.Dispatch] sends any gateway event, and [SessionStarts] sets the
// answer to GET /gateway/bot. A session can be resumed only at the resume_gateway_url of
// its READY. Clients may ask for compress=zlib-stream; other compressions are refused.
//
// # Limits
//
// The server has what this bot uses. It refuses or remarks on everything else: deferred
// answers and follow-ups, embeds, sections, thumbnails, separators, menus of people or
// channels, menus of several choices, emoji of buttons and options, rows, menus, uploads
// and checkboxes in forms, groups of subcommands, intents, and requests that get or delete
// one message. A new feature of the bot may need a new one here, with Discord's own rules.
//
// Where Discord's documentation is silent, the server is strict. A message to an archived
// thread is refused, though Discord may open the thread again.
//
// The server has no rate limits but [RequestLimit] and [IdentifyApart], no permission
// overwrites for single roles or members, and no message that opens a thread. Mentions
// inside code blocks notify people here. It grants no intents, so the only gateway events
// are READY, RESUMED and INTERACTION_CREATE.
package discordtest
