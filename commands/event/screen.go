package event

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// The button “Show on a screen”, and a button for a page of it, which stands in place of the board. The first page
// is 0.
var (
	screenButton = chat.NewControl("event-screen", (*boardRef).fields)
	screenPage   = chat.NewControl("event-screen-page", (*boardRef).fields)
)

// onScreen returns the button that shows a round to a hall.
func onScreen(e *evening.Event, d *evening.Draw) chat.Component {
	return chat.Secondary(voice.Phrase("event.screen"), screenButton.ID(boardRef{e.ID, d.Index, 0}))
}

// showScreen answers the button “Show on a screen” of somebody who may draw: privately, with a picture for a
// projector.
func (t Tools) showScreen(ctx context.Context, r *chat.Request, b boardRef) (reply *chat.Reply, err error) {
	page := b.board
	e, d, err := t.openedGames(ctx, r, boardRef{b.event, b.draw, 0})
	if err == nil {
		err = mayManage(r, e.OpenedBy)
	}
	if err != nil {
		return nil, err
	}
	boards := hallBoards(e, d)
	pages := (len(boards) + render.MostHallBoards - 1) / render.MostHallBoards
	if page >= pages {
		return nil, chat.Foreign()
	}
	boards = boards[page*render.MostHallBoards : min((page+1)*render.MostHallBoards, len(boards))]
	err = t.Heavy.DoLarge(ctx, r.Asker, func() error {
		names := namesOf(ctx, r, e)
		for i := range boards {
			boards[i].White, boards[i].Black = cmp.Or(names[boards[i].White], boards[i].White), cmp.Or(names[boards[i].Black], boards[i].Black)
		}
		l := t.layout(chat.OnlyAsker)
		round := voice.Say("event.screenRound", voice.F{"Round": d.Round, "Of": e.Rules.Rounds})
		l.Text(voice.Lines{roundHeading(e, d, 0), voice.Small(voice.Phrase("event.screenHow"))})
		png, err := t.Boards.Hall(render.Hall{
			Event: e.Rules.Name, Round: voice.In(r.AnswerLanguage(false)).Say(round), Boards: boards, Theme: l.Style.Theme,
		})
		l.Picture(chat.Picture{Name: fmt.Sprintf("round-%d-screen-%d.png", d.Round, page+1), Alt: screenAlt(e, round, boards), PNG: png}, err)
		l.Buttons(card.Turns(page, pages, func(page int) string { return screenPage.ID(boardRef{e.ID, d.Index, page}) }))
		reply, err = l.Reply()
		return err
	})
	return reply, err
}

// turnScreen answers the buttons that turn the pages of the screen.
func (t Tools) turnScreen(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	reply, err := t.showScreen(ctx, r, b)
	if err == nil {
		reply.Audience = chat.OwnPage
	}
	return reply, err
}

// hallBoards returns the boards of a draw with their players. If all boards play one position and nobody is known,
// one board stands for all.
func hallBoards(e *evening.Event, d *evening.Draw) (boards []render.HallBoard) {
	games := slices.DeleteFunc(e.GamesOf(d), func(g evening.Result) bool { return g.Game.Game > 1 })
	if !e.Rules.Each && !slices.ContainsFunc(games, func(g evening.Result) bool { return g.White+g.Black != "" }) {
		games = games[:1]
	}
	for _, g := range games {
		boards = append(boards, render.HallBoard{Board: g.Game.Board, Position: positionOf(e, d, g.Game.Board), White: g.White, Black: g.Black})
	}
	return boards
}

// screenAlt says what a picture for a hall shows: also the names that the font lacks.
func screenAlt(e *evening.Event, round voice.Sentence, boards []render.HallBoard) voice.Sentence {
	const longest = 20 // letters of a name
	short := func(name string) string {
		letters := []rune(name)
		return string(letters[:min(len(letters), longest)])
	}
	if !e.Rules.Each {
		round = voice.Row{round, voice.Raw(boards[0].Position.Name().String())}
	}
	var all voice.And
	for _, b := range boards {
		row := voice.Row{voice.Grouped(b.Board)}
		if e.Rules.Each {
			row = append(row, voice.Raw(b.Position.Name().String()))
		}
		switch {
		case b.White != "" && b.Black != "":
			row = append(row, voice.Raw(short(b.White)+" – "+short(b.Black)))
		case b.White+b.Black != "":
			row = append(row, voice.Raw(short(b.White+b.Black)))
		}
		all = append(all, row)
	}
	return voice.Say("event.boardNumbers", voice.F{"Boards": round, "Positions": all})
}
