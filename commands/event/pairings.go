package event

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// The button “Pairings” under a round with its form, and the button under the post with the pairings.
var (
	pairingsButton = chat.NewControl("event-pairings", (*boardRef).fields)
	pairingsForm   = chat.NewControl("event-pairings-tell", (*boardRef).fields)
	pairingsShow   = chat.NewControl("event-pairs", (*boardRef).fields)
)

// toPairings returns the button “Pairings” for the last round, if there are several boards.
func toPairings(e *evening.Event, d *evening.Draw) []chat.Component {
	if e.BoardsOf(d) < 2 || !e.ClosedAt.IsZero() || e.Last() != d {
		return nil
	}
	return []chat.Component{chat.Secondary(voice.Phrase("event.pairings"), pairingsButton.ID(boardRef{e.ID, d.Index, 0}))}
}

// pairingText is the paragraph of the form.
func pairingText() chat.Input {
	lines := chat.TextInput("pairings", voice.Raw("1 Anna – Ben"), longestForm).Optional()
	lines.Style = discordgo.TextInputParagraph
	return lines
}

// asBefore is the choice of the form: the pairs of the round before, with colours turned, instead of a list.
func asBefore(round int) chat.Input {
	return chat.RadioGroup("pairs", []chat.MenuOption{
		{Label: voice.Phrase("event.pairsListed"), Value: "listed", Default: true},
		{Label: voice.Say("event.pairsTurned", voice.F{"Round": round}), Value: "turned"},
	}).Optional()
}

// before returns the draw of the round before, if its pairs are known; nil for none.
func before(e *evening.Event, d *evening.Draw) *evening.Draw {
	earlier := e.Round(d.Round - 1)
	if earlier == nil || earlier.Sealed() || !slices.ContainsFunc(e.PairsOf(earlier), func(g evening.Result) bool { return g.White != "" && g.Black != "" }) {
		return nil
	}
	return earlier
}

// unreadPairings is unreadOf for the list of pairings.
func unreadPairings(b boardRef) boardRef { return boardRef{"pairings " + b.event, b.draw, 0} }

// askPairings answers the button with the form. It opens with the lines that could not be read, or with the
// pairings once all boards have some.
func (t Tools) askPairings(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.toFillIn(ctx, r, b)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, w := range t.unreadOf(r, unreadPairings(b)).Load().lines {
		lines = append(lines, w.Line)
	}
	nameless := slices.ContainsFunc(e.PairsOf(d), func(g evening.Result) bool { return g.White == "" })
	if lines == nil && !nameless {
		lines = e.PairingLines(d)
	}
	text := pairingText()
	if opened := strings.Join(lines, "\n"); utf8.RuneCountInString(opened) <= longestForm {
		text.Value = opened
	}
	parts := []chat.FormPart{chat.FormText(voice.Phrase("event.pairingsHow")), chat.Label(voice.Phrase("event.pairingsList"), nil, text)}
	if earlier := before(e, d); earlier != nil && nameless {
		parts = append(parts, chat.Label(voice.Phrase("event.pairs"), nil, asBefore(earlier.Round)))
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: pairingsForm.ID(b), Title: voice.Say("event.pairingsOf", voice.F{"Round": d.Round}), Parts: parts,
	}}, nil
}

// tellPairings answers the form: it records the pairings, and lets them be posted.
func (t Tools) tellPairings(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, b)
	if err != nil {
		return nil, err
	}
	regulars, err := t.Store.Players(ctx, r.ChannelID)
	if err != nil {
		return nil, err
	}
	typed, turned := pairingText().Read(r), asBefore(0).Read(r) == "turned"
	var told []evening.Result
	var list evening.Pairings
	var begun []evening.Beginning
	var known []string
	ref := e.Ref()
	e, err = t.Store.UpdateEvent(ctx, ref, func(now *evening.Event) error {
		if err := mayManage(r, now.OpenedBy); err != nil {
			return err
		}
		d := &now.Draws[d.Index]
		if d.Void != nil {
			return noDrawOf(now, d.Round)
		}
		known = now.NamesWith(regulars)
		list = now.ReadPairings(d, typed, known)
		if earlier := before(now, d); turned && earlier != nil {
			list.Read = append(now.Turned(d, earlier), list.Read...) // what was typed comes last
		}
		list.Read, begun = now.AsKnown(list.Read, known)
		by := t.asker(r)
		told, err = now.AddResults(by, list.Read)
		if paired := slices.ContainsFunc(now.PairsOf(d), func(g evening.Result) bool { return g.White != "" }); err == nil && paired && !by.NoPosts {
			now.PostPairings(d, by.At)
		}
		return err
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	d = &e.Draws[d.Index]
	t.unreadOf(r, unreadPairings(b)).Store(&unreadLines{lines: list.Wrong})
	unread := quoted(list.Wrong[:min(mostWrong, len(list.Wrong))])
	if more := len(list.Wrong) - mostWrong; more > 0 {
		unread = append(unread, voice.Say("event.moreLines", voice.F{"N": voice.Count(more)}))
	}
	buttons := append(toPairings(e, d), toResults(boardRef{e.ID, d.Index, 0}))
	if len(told) == 0 {
		if unread == nil && strings.TrimSpace(typed) == "" {
			unread = voice.Lines{voice.Phrase("event.noPairings")}
		} else if unread == nil {
			unread = voice.Lines{voice.Phrase("event.knownPairings")}
		}
		return nil, &chat.UserError{Msg: unread, Rows: []chat.Component{chat.Row(buttons...)}}
	}
	boards := 0
	for _, g := range told {
		if g.Game.Game == 1 {
			boards++
		}
	}
	lines := voice.Lines{voice.Say("event.paired", voice.F{"Round": d.Round, "N": voice.Count(boards)})}
	if t.asker(r).NoPosts {
		lines = voice.Lines{pairsText(e, d)}
	}
	lines = append(lines, only(list.Scored, voice.Phrase("event.resultsLeftOut")))
	twice := 0
	for _, g := range told {
		if name, board := e.AlsoOn(e.ResultOf(g.Game), false); board > g.Game.Board && twice < mostWrong {
			lines, twice = append(lines, voice.Say("event.onTwoBoards", voice.F{"Player": player(name), "First": g.Game.Board, "Second": board})), twice+1
		}
	}
	newLines, merges := newNames(e, told, known, begun)
	lines = append(append(lines, newLines...), unread...)
	l := t.layout(chat.OnlyAsker)
	if t.asker(r).NoPosts {
		l.Audience = chat.AsAsked
	}
	l.Done = true
	l.Text(lines)
	l.Buttons(append(buttons, merges...))
	return l.Reply()
}

// mostWrong is how many wrong lines an answer quotes: all come back in the form.
const mostWrong = 8

// pairsText lists the pairs of a round, as many as fit a message.
func pairsText(e *evening.Event, d *evening.Draw) voice.Sentence {
	const room, beside = 3400, 24 // characters of all pairs, and of a line beside the names
	lines := voice.Lines{headingOf("pairings", e, d)}
	if d.Void != nil {
		return append(lines, voice.Phrase("event.voidDraw"))
	}
	pairs, used := e.PairsOf(d), 0
	for i, g := range pairs {
		if g.White+g.Black == "" && !e.Rules.Each {
			continue // the board has neither a pair nor a position of its own
		}
		if used += utf8.RuneCountInString(g.White+g.Black) + beside; used > room {
			lines = append(lines, voice.Say("event.moreBoards", voice.F{"More": voice.Count(len(pairs) - i)}))
			break
		}
		var where, white, black, outcome voice.Sentence
		if e.Rules.Each {
			where = voice.Raw(positionOf(e, d, g.Game.Board).Name().String())
		}
		if g.White+g.Black != "" {
			white, black = player(g.White), opponent(g, somebody)
		}
		if g.Outcome == evening.Bye {
			outcome = g.Outcome.Name()
		}
		lines = append(lines, voice.Say("event.boardResult", voice.F{
			"Board": voice.Grouped(g.Game.Board), "Position": where, "White": white, "Black": black, "Outcome": outcome,
		}))
	}
	return lines
}

// pairingsID returns the custom id of the button under the post with the pairings of a draw.
func pairingsID(e *evening.Event, d *evening.Draw) string {
	return pairingsShow.ID(boardRef{e.ID, d.Index, 0})
}

// pairingsPost returns the message with the pairings of a draw, or what is to stand in it from now on.
func pairingsPost(e *evening.Event, d *evening.Draw, message string) (outbox.Message, error) {
	reply := chat.Say(pairsText(e, d), chat.Row(chat.Secondary(voice.Phrase("event.showRound"), pairingsID(e, d))))
	reply.Audience = chat.AsAsked
	return inMessage(reply, message), nil
}

// inMessage returns a reply, or the edit of the message that it replaces; "" for none.
func inMessage(reply *chat.Reply, message string) outbox.Message {
	if message == "" {
		return reply
	}
	return &chat.Edit{Message: message, Reply: reply}
}

// yourBoards says on which boards the asker plays, under the name for which the asker stands.
func yourBoards(e *evening.Event, d *evening.Draw, asker string) (lines []voice.Sentence) {
	for _, s := range e.Seats(d, e.NameOf(asker)) {
		if g, _ := e.ToldOf(s.Game); s.Game.Game == 1 && g.Outcome != evening.Bye {
			lines = append(lines, voice.Say("event.yourBoard."+colour(s.Black), voice.F{
				"Board": s.Game.Board, "Game": e.GameNumber(s.Game), "Position": positionOf(e, d, s.Game.Board).Name(),
			}))
		}
	}
	return lines
}
