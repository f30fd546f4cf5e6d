package draw

import (
	"context"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/leaf"
	"chess960bot/internal/voice"
)

// shownKept is how many draws that were shown to everyone are remembered. People press
// “Show to everyone” twice within minutes, if at all.
const shownKept = 1000

// A showing is a draw by hand that its private page shows to everyone, at most once.
type showing struct {
	turn    chan struct{} // holds one value while no press is being answered
	shown   bool
	message string // id of the post; "" if it is not known
}

func newShowing() *showing {
	s := &showing{turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// showToEveryone answers “Show to everyone”. A second press answers with a link to the post.
// Two presses at the same time wait for each other.
func showToEveryone(tools Tools) chat.ControlHandler[handDraw] {
	pages := &leaf.Recent[*showing]{Size: shownKept}
	return func(ctx context.Context, r *chat.Request, h handDraw) (*chat.Reply, error) {
		if !h.drawing.Done() || r.Message == nil {
			return nil, chat.Foreign()
		}
		s, _ := pages.Get(r.Message.ID+" "+codeOf(h.drawing), newShowing)
		select {
		case <-s.turn:
		case <-ctx.Done():
			return nil, chat.Refuse(voice.Phrase("draw.beingShown"), voice.Phrase("draw.lookInChannel"))
		}
		if s.shown {
			defer func() { s.turn <- struct{}{} }()
			return h.shownPage(tools, r, s.message)
		}
		reply, err := h.reply(tools, chat.AsAsked, h.toldBy("pressed", r))
		if err != nil {
			s.turn <- struct{}{}
			return nil, err
		}
		reply.Sent = append(reply.Sent, func(_ context.Context, message string, failed error) error {
			s.shown, s.message = failed == nil, message
			s.turn <- struct{}{}
			return nil
		})
		return reply, nil
	}
}

// shownPage is the private page of a draw that everyone can see in the message.
func (h handDraw) shownPage(tools Tools, r *chat.Request, message string) (*chat.Reply, error) {
	post := voice.Raw("")
	if message != "" {
		post = voice.Raw(chat.MessageURL(r.GuildID, r.ChannelID, message))
	}
	return h.completePage(tools, chat.OwnPage, voice.Say("draw.shownIn", voice.F{"Post": post}), compareButton(h.drawing.Position()))
}

// completePage is the private page of a complete draw.
func (h handDraw) completePage(tools Tools, audience chat.Audience, note voice.Sentence, buttons ...chat.Component) (*chat.Reply, error) {
	d := h.drawing
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(card.Heading(d.Position(), []voice.Sentence{note}))
	thrownStrip(&l, d)
	l.Text(voice.Lines{recordOf(d).text(), fairness(d.Method, d.Position(), true)})
	l.Buttons(buttons)
	return l.Reply()
}
