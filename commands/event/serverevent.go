package event

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// serverOptions are the options for the event in the server's own list.
type serverOptions struct {
	starts, ends, place chat.OptionOf[string]
	zone                chat.OptionOf[string] // of the times
}

const mostMoment = 60 // characters of a moment that somebody types

func newServerOptions() serverOptions {
	return serverOptions{
		starts: chat.TextOption("starts").UpTo(mostMoment), ends: chat.TextOption("ends").UpTo(mostMoment),
		place: chat.TextOption("place").UpTo(evening.MostPlace), zone: chat.TextOption("timezone").UpTo(chat.MostChoiceText),
	}
}

// list lists the options besides the time zone.
func (o serverOptions) list() []chat.Option { return []chat.Option{o.starts, o.ends, o.place} }

// given reports whether somebody wants a server event, or another one.
func (o serverOptions) given(r *chat.Request) bool {
	return slices.ContainsFunc(o.list(), func(o chat.Option) bool { return o.Given(r) })
}

// A serverTyped is what somebody has typed about the server's event.
type serverTyped struct{ starts, ends, place, zone string }

func (o serverOptions) typed(r *chat.Request) serverTyped {
	return serverTyped{o.starts.Read(r), o.ends.Read(r), o.place.Read(r), o.zone.Read(r)}
}

// enlist puts an evening into the server's list of events, or changes its event there, as somebody has typed. Where the bot
// cannot do so, the evening only keeps what was wanted, for a press later.
func (t Tools) enlist(ctx context.Context, r *chat.Request, e *evening.Event, typed serverTyped) (err error) {
	switch {
	case typed.zone != "":
		e.Rules.Zone, err = readZone(typed.zone)
	case e.Rules.Zone == "" && t.Zone != nil:
		e.Rules.Zone, err = t.Zone(ctx, r.ChannelID) // of the daily post
	}
	if err != nil {
		return err
	}
	read := func(text, zone string, now time.Time) (at time.Time, err error) {
		if text == "" {
			return at, nil
		}
		at, err = dueAt(text, zone, now, r.Languages()...)
		if refused, ok := errors.AsType[*chat.UserError](err); ok {
			if refused.Hint = voice.Phrase("event.server.typeTime"); refused.Msg == voice.Phrase("event.whichZone") {
				refused.Hint = voice.Phrase("event.server.typeZone")
			}
		}
		if err == nil && at.IsZero() { // “none”
			err = chat.Refuse(voice.Say("event.unknownTime", voice.F{"Typed": voice.Quoted(text)}), voice.Phrase("event.server.typeTime"))
		}
		return at.Truncate(time.Minute), err
	}
	wish := evening.ServerWish{Place: typed.place}
	if wish.Starts, err = read(typed.starts, e.Rules.Zone, t.Now()); err != nil {
		return err
	}
	from := wish.Starts
	if from.IsZero() && e.HasServerEvent() {
		from = e.Server.Starts
	}
	if m, err := when.ParseMoment(typed.ends, 0, r.Languages()...); err == nil && m.FromNow { // “2 hours” is a length
		from = t.Now()
	}
	if wish.Ends, err = read(typed.ends, e.Rules.Zone, from); err != nil {
		return err
	}
	had := e.HasServerEvent()
	err = e.WantServerEvent(t.asker(r), wish, cmp.Or(r.ChannelName, e.Rules.Name))
	if err == nil && !had && mayList(r) != nil {
		e.Server.State, e.Server.Made = evening.ServerOffered, 0
	}
	return refusalOfServer(err)
}

// refusalOfServer turns an error about the server's event into a refusal. Other errors are returned unchanged.
func refusalOfServer(err error) error {
	switch {
	case errors.Is(err, evening.ErrNoStart):
		return chat.Refuse(voice.Phrase("event.server.noStart"), voice.Phrase("event.server.typeTime"))
	case errors.Is(err, evening.ErrPast):
		return chat.Refuse(voice.Phrase("event.server.past"), voice.Phrase("event.server.typeTime"))
	case errors.Is(err, evening.ErrEndsFirst):
		return chat.Refuse(voice.Phrase("event.server.endsFirst"), voice.Phrase("event.server.typeEnd"))
	case errors.Is(err, evening.ErrStarted):
		return chat.Refuse(voice.Phrase("event.server.begun"), voice.Phrase("event.server.typeOther"))
	}
	return err
}

// mayList returns nil if the bot can make events in the server, and otherwise what is missing and who grants it.
func mayList(r *chat.Request) voice.Sentence {
	switch {
	case r.GuildID == "":
		return voice.Phrase("event.server.noServer")
	case r.Uninvited:
		return voice.Phrase("event.server.uninvited")
	case chat.Missing(r.AppPermissions, discordgo.PermissionCreateEvents) != 0:
		return voice.Phrase("event.server.mayNot")
	}
	return nil
}

// serverText says what becomes of an evening in the server's list, after something about that was asked; nil for nothing.
func serverText(r *chat.Request, e *evening.Event) voice.Sentence {
	if e.Server == nil {
		return nil
	}
	facts := voice.F{
		"Starts": voice.Moment{Time: e.Server.Starts, Style: voice.LongDateTime}, "Ends": clock(e.Server.Ends), "Place": voice.Typed(e.Server.Place),
	}
	if day := 24 * time.Hour; e.Server.Ends.Sub(e.Server.Starts) > day/2 {
		facts["Ends"] = voice.Moment{Time: e.Server.Ends, Style: voice.LongDateTime}
	}
	switch {
	case e.Server.State == evening.ServerWanted:
		return voice.Say("event.server.wanted", facts)
	case mayList(r) != nil:
		return mayList(r)
	}
	return voice.Say("event.server.offered", facts)
}

// The buttons about the server's event: one opens a form that puts the evening into the server's list, the other plans the
// draw of a round for its start.
var (
	listButton  = chat.NewControl("event-list", (*listRef).fields)
	listForm    = chat.NewControl("event-list-form", (*listRef).fields)
	drawAtStart = chat.NewControl("event-draw-start", (*roundButton).fields)
)

// A listRef is the custom id of the button that puts an evening into the server's list. The number is that of the post that
// was refused; 0 elsewhere.
type listRef struct {
	event  string
	number int
}

func (b *listRef) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.number, 0, mostServerPosts)
}

const mostServerPosts = 1_000_000

func (b listRef) ref(r *chat.Request) evening.Ref {
	return evening.Ref{Channel: r.ChannelID, ID: b.event, WithoutResults: true}
}

// serverButtons are the buttons under an evening without a draw: for the server's list, or at its start.
func (t Tools) serverButtons(r *chat.Request, e *evening.Event) []chat.Component {
	switch {
	case !e.ClosedAt.IsZero() || r.GuildID == "" || r.Uninvited:
		return nil
	case !e.HasServerEvent():
		return []chat.Component{chat.Secondary(voice.Phrase("event.server.add"), listButton.ID(listRef{e.ID, 0}))}
	case e.NextRound() == 0 || e.Rules.Sealed || e.Plan != nil || !r.MayPost() || !e.Server.Starts.After(t.Now()):
		return nil
	}
	label := voice.Say("event.server.drawAtStart", voice.F{"Round": e.NextRound()})
	if zone, err := when.LoadZone(e.Rules.Zone); err == nil && e.Rules.Zone != "" {
		label = voice.Say("event.server.drawAt", voice.F{"Round": e.NextRound(), "Clock": voice.Raw(e.Server.Starts.In(zone).Format("15:04"))})
	}
	return []chat.Component{chat.Secondary(label, drawAtStart.ID(roundButton{e.ID, e.NextRound()}))}
}

// pressDrawAtStart answers the button that plans the draw of a round for the start of the server's event.
func (t Tools) pressDrawAtStart(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	ref := b.ref(r)
	e, err := t.update(ctx, r, ref, func(e *evening.Event) error {
		switch {
		case e.Server == nil:
			return refusalOfServer(evening.ErrNoStart)
		case e.NextRound() != b.round:
			return chat.Refuse(voice.Say("event.server.drawnAlready", voice.F{"Round": b.round}), roundsSoFar(e))
		case e.Plan != nil && e.Plan.At.Equal(e.Server.Starts): // pressed twice
			return nil
		}
		return e.PlanDraw(t.asker(r), e.Server.Starts)
	})
	if err != nil {
		return orElsewhere(nil, err)
	}
	return t.done(plannedOf(e.Plan))
}

// unlisted returns the evening of a press for somebody who may put it into the server's list.
func (t Tools) unlisted(ctx context.Context, r *chat.Request, b listRef) (*evening.Event, error) {
	e, err := t.Store.Event(ctx, b.ref(r))
	if err != nil {
		return nil, refusalOf(r, b.ref(r), e, err)
	}
	if err := mayManageHere(r, e); err != nil {
		return nil, err
	}
	if missing := mayList(r); missing != nil {
		return nil, chat.Refuse(missing, nil)
	}
	switch {
	case !e.ClosedAt.IsZero():
		return nil, refusalOf(r, e.Ref(), e, evening.ErrClosed)
	case e.HasServerEvent() && b.number > e.Server.Made: // a change that was refused
	case e.HasServerEvent():
		return nil, chat.Refuse(voice.Phrase("event.server.already"), voice.Phrase("event.server.changeIt"))
	case e.Server != nil && e.Server.State == evening.ServerEnding:
		post, err := t.Store.PostOf(ctx, evening.ServerEventKind, e.ID, e.Server.Last)
		if err == nil && post.State == outbox.Open {
			err = chat.Refuse(voice.Phrase("event.server.isEnding"), voice.Phrase("event.server.pressAgain"))
		}
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

// askServer answers the button “Add to the server's events”: with a form.
func (t Tools) askServer(ctx context.Context, r *chat.Request, b listRef) (*chat.Reply, error) {
	e, err := t.unlisted(ctx, r, b)
	if err != nil {
		return orElsewhere(nil, err)
	}
	if e.HasServerEvent() {
		if e, err = t.update(ctx, r, b.ref(r), func(e *evening.Event) error { return e.RetryServer(t.asker(r), b.number) }); err != nil {
			return orElsewhere(nil, err)
		}
		return t.done(serverText(r, e))
	}
	starts, ends := optionInput("starts", mostMoment), optionInput("ends", mostMoment).Optional()
	place := optionInput("place", evening.MostPlace).Optional()
	zone := e.Rules.Zone
	if zone == "" && t.Zone != nil {
		if zone, err = t.Zone(ctx, r.ChannelID); err != nil {
			return nil, err
		}
	}
	place.Value = r.ChannelName
	location, err := when.LoadZone(cmp.Or(zone, "UTC"))
	if s := e.Server; s != nil && s.Starts.After(t.Now()) && err == nil {
		starts.Value, place.Value = s.Starts.In(location).Format("2006-01-02 15:04"), s.Place
		if s.Ends.Sub(s.Starts) != evening.ServerTime {
			ends.Value = s.Ends.In(location).Format("15:04") // on the day of whatever start is typed
		}
	}
	parts := []chat.FormPart{
		chat.Label(voice.Phrase("event.server.starts"), voice.Phrase("event.server.ahead"), starts),
		chat.Label(voice.Phrase("event.server.ends"), voice.Phrase("event.server.usualEnd"), ends),
		chat.Label(voice.Phrase("event.server.place"), nil, place),
	}
	if zone == "" {
		parts = append(parts, chat.Label(voice.Phrase("event.server.zone"), nil, optionInput("timezone", chat.MostChoiceText)))
	}
	return &chat.Reply{Form: &chat.Form{CustomID: listForm.ID(b), Title: voice.Phrase("event.server.add"), Parts: parts}}, nil
}

// submitServer answers the form.
func (t Tools) submitServer(ctx context.Context, r *chat.Request, b listRef) (*chat.Reply, error) {
	if _, err := t.unlisted(ctx, r, b); err != nil {
		return orElsewhere(nil, err)
	}
	return orElsewhere(t.changeServer(ctx, r, b.ref(r), newServerOptions().typed(r)))
}

// changeServer puts an evening into the server's list, or changes its event there.
func (t Tools) changeServer(ctx context.Context, r *chat.Request, ref evening.Ref, typed serverTyped) (*chat.Reply, error) {
	e, err := t.update(ctx, r, ref, func(e *evening.Event) error { return t.enlist(ctx, r, e, typed) })
	if err != nil {
		return nil, err
	}
	return t.done(serverText(r, e), t.serverButtons(r, e)...)
}

// serverLines says of an evening before its first round when the server's event begins, and how many people are
// interested; nil without one.
func (t Tools) serverLines(ctx context.Context, r *chat.Request, e *evening.Event) (lines voice.Lines) {
	if !e.HasServerEvent() {
		return nil
	}
	lines = voice.Lines{voice.Say("event.server.begins", voice.F{
		"Starts": voice.Moment{Time: e.Server.Starts, Style: voice.LongDateTime}, "Place": voice.Typed(e.Server.Place),
	})}
	made, err := t.Store.PostOf(ctx, evening.ServerEventKind, e.ID, e.Server.Made)
	if err != nil || made.MessageID == "" || r.Interested == nil {
		return lines
	}
	if people, known := r.Interested(ctx, made.MessageID); known {
		lines = append(lines, voice.Say("event.server.interested", voice.F{"N": voice.Count(people)}))
	}
	return lines
}

// serverEventOf returns what the server's event of an evening is to be: see [evening.ServerEvents].
func (t Tools) serverEventOf(e *evening.Event, id string, begun bool, still func(context.Context) error) (outbox.Message, error) {
	s, rules := e.Server, e.Rules
	drawn := voice.Phrase("event.server.perRound")
	if rules.Each {
		drawn = "event.server.perBoard"
	}
	made := &chat.ServerEvent{
		ID: id, Name: rules.Name, Place: s.Place, Starts: s.Starts, Ends: s.Ends,
		Description: voice.Lines{
			voice.Run{
				voice.Say("event.server.size", voice.F{"Rounds": roundCount(rules.Rounds), "Boards": boardCount(rules.Boards)}),
				only(rules.Games > 1, voice.Phrase("event.twoGames")),
			},
			drawn,
			only(rules.Sealed, voice.Phrase("event.sealedRules")),
			voice.Say("event.server.where", voice.F{"Channel": channelOf(e)}),
		},
		Still: still, Sought: s.State == evening.ServerEnding, EndedAt: e.ClosedAt,
	}
	switch {
	case id == "": // by which a look finds it
		made.Name, made.Starts = s.Name, s.First
		if s.Twin {
			made.Mark = e.ID
		}
	case begun:
		made.Starts = time.Time{}
	}
	var position chess960.Position // none before the first round
	if sp, ok := e.ServerBoard(); ok {
		position = chess960.MustFromSP(sp)
	}
	var err error
	made.Picture, err = t.Boards.Cover(position, nil)
	return made, err
}

// serverButtonID returns the custom id of the button under the message that Discord refused a server's event.
func serverButtonID(e *evening.Event, number int) string { return listButton.ID(listRef{e.ID, number}) }

// serverTroublePost returns the message that Discord did not make or change a server's event, and why.
func serverTroublePost(e *evening.Event, p outbox.Post) (outbox.Message, error) {
	s, why := e.Server, "refused"
	changed := p.Number != s.Made
	switch {
	case s.Why == outbox.Forbidden && s.Reason == outbox.ListFull:
		why = "full"
	case s.Why == outbox.Forbidden:
		why = "mayNot"
	case !changed && !s.First.After(p.DueAt):
		why = "late"
	}
	label := voice.Phrase("event.server.add")
	if changed {
		label = "event.server.tryAgain"
	}
	reply := chat.Failed(voice.Say("event.serverTrouble."+why, voice.F{"Changed": changed, "Event": eventName(e)}))
	reply.Audience = chat.AsAsked
	reply.Components = append(reply.Components, chat.Row(chat.Secondary(label, serverButtonID(e, p.Number))))
	return reply, nil
}

// movedText says that the end of the server's event has moved for a round behind it; nil if it has not.
func movedText(was *evening.ServerEvent, e *evening.Event) voice.Sentence {
	if was == nil || !e.HasServerEvent() || e.Server.Ends.Equal(was.Ends) {
		return nil
	}
	return voice.Say("event.server.moved", voice.F{"Ends": voice.Moment{Time: e.Server.Ends, Style: voice.LongDateTime}})
}

// serverEnded says of an evening that was opened again that its server's event stays ended; nil without one.
func serverEnded(e *evening.Event, c *evening.Change) voice.Sentence {
	ended := e.Server != nil && (e.Server.State == evening.ServerEnding || e.Server.State == evening.ServerOver)
	return only(c.Reopened && ended, voice.Phrase("event.server.stays"))
}

// withServerButtons refuses to show a round of an evening without one, with the buttons about the server's event for those who
// manage the evening.
func (t Tools) withServerButtons(r *chat.Request, e *evening.Event, text, hint voice.Sentence) error {
	refused := chat.Refuse(text, hint)
	if buttons := t.serverButtons(r, e); buttons != nil && mayManageHere(r, e) == nil {
		refused.Rows = []chat.Component{chat.Row(buttons...)}
	}
	return refused
}
