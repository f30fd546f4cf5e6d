// Package event has /event, /round and /standings: the rounds of a club evening. Package evening has
// the rules.
package event

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/online"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
	"chess960bot/render"
	"chess960bot/render/paper"
)

// Command is /event: the rounds of a club evening. No position is drawn twice.
// Every draw is stored in the database before anyone sees it.
func Command(t Tools) chat.Command {
	t.unread = &recent.Table[*atomic.Pointer[unreadLines]]{Size: 100}
	subcommands := t.subcommands()
	for i, s := range subcommands {
		subcommands[i].Run = func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return orElsewhere(s.Run(ctx, r)) }
	}
	return chat.Command{
		Name:       "event",
		Permission: discordgo.PermissionManageEvents, Database: true,
		Example:     "/event new name:Thursday rounds:5 boards:12",
		Subcommands: subcommands,
		Presses: []chat.Press{
			lateRoundButton.On(t.pressLate),
			drawRound.On(func(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
				return orElsewhere(t.drawAfterResults(ctx, r, b.ref(r), b.round, nil))
			}),
			drawOn.On(func(ctx context.Context, r *chat.Request, b drawAnyway) (*chat.Reply, error) {
				var study *int
				if b.study != noStudyAsked {
					study = &b.study
				}
				return orElsewhere(t.draw(ctx, r, b.ref(r), b.round, study))
			}),
			againButton.On(func(ctx context.Context, r *chat.Request, _ struct{}) (*chat.Reply, error) {
				return orElsewhere(t.again(ctx, r))
			}),
			numberButton.On(t.askNumber).ByCrowd(), numberForm.On(t.addNumber).ByCrowd(), openSeal.On(t.pressOpen),
			boardsPage.On(t.turnBoards), gamesPage.On(t.turnGames), fensButton.On(t.showFENs), checkButton.On(t.howToCheck),
			playGames.On(t.askTime), playForm.On(t.openGames), playAgain.On(t.askTimeAgain), playNext.On(t.openNext),
			pairingsButton.On(t.askPairings), pairingsShow.On(t.showBegun), pairingsForm.On(func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
				return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.tellPairings(ctx, r, b) })
			}),
			resultsButton.On(t.askResults), resultsPage.On(t.askPage), resultsForm.On(func(ctx context.Context, r *chat.Request, seen resultsSeen) (*chat.Reply, error) {
				return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.tellResults(ctx, r, seen) })
			}), mergeButton.On(func(ctx context.Context, r *chat.Request, m mergeRef) (*chat.Reply, error) {
				return orElsewhere(t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.merge(ctx, r, m) }))
			}), elseButton.On(func(ctx context.Context, r *chat.Request, s elseRef) (*chat.Reply, error) {
				return orElsewhere(t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.somebodyElse(ctx, r, s) }))
			}), boardForm.On(func(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
				return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.tellBoard(ctx, r, b) })
			}), removeButton.On(t.removePlayer), turnLog.On(t.turnLog),
			moveHere.On(t.pressMove), startGames.On(t.startGames), begunRound.On(t.showBegun),
			listButton.On(t.askServer), listForm.On(t.submitServer), drawAtStart.On(t.pressDrawAtStart),
			manageButton.On(t.showPanel), panelPress.On(t.pressPanel), panelForm.On(t.submitPanel),
		},
	}
}

// subcommands are those of /event, in the order in which Discord lists them.
func (t Tools) subcommands() []chat.Subcommand {
	opened, changed, results := firstRules(), laterRules(), t.resultOptions()
	round := t.roundOption()
	cards := chat.BoolOption("cards")
	voided := round.Mandatory()
	reason := chat.TextOption("reason").UpTo(evening.MostReason)
	board := chat.NumberOption("board").Between(1, evening.MostBoards)
	position := chat.TextOption("position").UpTo(chat.MostTyped).Mandatory()
	at, zone := chat.TextOption("at").UpTo(40), chat.TextOption("timezone").UpTo(60)
	study := studyOption()
	from, to := t.playerOption("from").Mandatory(), t.playerOption("to")
	return []chat.Subcommand{
		chat.NewPostingSubcommand("new",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return t.open(ctx, r, opened) },
			opened.name, opened.rounds, opened.boards, opened.each, opened.games, opened.exclude, opened.only, opened.noMirrors,
			opened.sealed, opened.notAgain, opened.thread, opened.role, opened.zone, opened.study, opened.server.starts, opened.server.ends, opened.server.place),
		chat.NewPostingSubcommand("draw",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				if err := mayStudy(r, study); err != nil {
					return nil, err
				}
				var minutes *int // nil for those of the rules
				if study.Given(r) {
					minutes = new(study.Read(r))
				}
				if at.Given(r) {
					return t.plan(ctx, r, at.Read(r), zone.Read(r), minutes)
				}
				return t.drawAfterResults(ctx, r, here(r), 0, minutes)
			}, at, zone, study),
		chat.NewSubcommand("result",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				return t.inTurn(ctx, r, func() (*chat.Reply, error) { return t.result(ctx, r, results) })
			},
			results.round, results.board, results.outcome, results.white, results.black, results.game),
		chat.NewSubcommand("void",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				return t.void(ctx, r, voided.Read(r), board.Read(r), strings.TrimSpace(reason.Read(r)))
			}, voided, board, reason),
		chat.NewPostingSubcommand("set",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				return t.set(ctx, r, voided.Read(r), board.Read(r), position.Read(r))
			}, voided, position, board),
		chat.NewSubcommand("player",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				return t.rename(ctx, r, from.Read(r), to.Read(r))
			},
			from, to),
		chat.NewSubcommand("show",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				return t.show(ctx, r, round.Read(r), cards.Read(r))
			}, round, cards),
		chat.NewSubcommand("log", t.log),
		chat.NewSubcommand("export", t.export),
		chat.NewPostingSubcommand("change",
			func(ctx context.Context, r *chat.Request) (*chat.Reply, error) { return t.changeRules(ctx, r, changed) },
			append(append(changed.changeable(), changed.server.list()...), changed.server.zone)...),
		chat.NewSubcommand("close", t.close),
		chat.NewSubcommand("reopen", t.reopen),
		chat.NewPostingSubcommand("again", t.again),
	}
}

// Tools are what /event works with.
type Tools struct {
	Boards *render.Renderer
	Store  evening.Store
	Zone   feature.Zone             // the time zone of the daily post in a channel; nil for none
	Heavy  *chat.HeavyWork          // prints cards and answers what is dear
	Press  *paper.Press             // prints cards
	Draw   func(n int) (int, error) // returns a uniform random number from 0 to n-1
	Now    func() time.Time         // the clock
	Games  online.Games             // opens games online; nil for none

	// Languages say in which language the posts of a server are.
	Languages *languages.Servers

	unread   *recent.Table[*atomic.Pointer[unreadLines]] // by event, draw and person
	fileName string                                      // of the first picture of an answer; "" for its own name
	notes    voice.Lines                                 // below the text of a draw
}

// asker returns the asker of a request.
func (t Tools) asker(r *chat.Request) evening.Asker {
	asked, _ := discordgo.SnowflakeTimestamp(r.ID)
	return evening.Asker{User: r.Asker, Name: r.AskerName, Interaction: r.ID, At: t.Now().UTC(), Asked: asked, NoPosts: !r.MayPost()}
}

// done returns the answer to everyone that says what was done, with the buttons below.
func (t Tools) done(text voice.Sentence, buttons ...chat.Component) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	l.Done = true
	l.Text(text)
	l.Buttons(buttons)
	return l.Reply()
}

// layout returns an empty layout with the default style.
func (t Tools) layout(audience chat.Audience) *card.Layout {
	return &card.Layout{Boards: t.Boards, Style: card.DefaultStyle(), Audience: audience, FileName: t.fileName}
}
