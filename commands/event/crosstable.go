package event

import (
	"cmp"
	"context"
	"strconv"
	"unicode/utf8"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// The widest cross table that fits the block of code on a phone has mostCrossed players, and leaves
// leastName letters for a name.
const (
	mostCrossed = 12
	leastName   = 6
)

// crossTable is the button for the cross table of an event.
var crossTable = chat.NewControl("event-cross", (*tableOf).eventField)

// crossButton returns the button for the cross table, if one fits a phone.
func crossButton(e *evening.Event, rows []evening.Standing) []chat.Component {
	if crossLines(e, rows, nil) == nil {
		return nil
	}
	return []chat.Component{chat.Secondary(voice.Phrase("event.crossTable"), crossTable.ID(tableOf{event: e.ID}))}
}

// showCross answers the button for a cross table.
func (t Tools) showCross(ctx context.Context, r *chat.Request, of tableOf) (reply *chat.Reply, err error) {
	err = t.Heavy.DoLarge(ctx, r.Asker, func() error {
		evenings, err := t.evenings(ctx, r, of)
		if err != nil {
			return err
		}
		e := evenings[0]
		table := crossLines(e, evening.Standings(e), namesOf(ctx, r, e))
		if table == nil {
			return chat.Refuse(voice.Phrase("event.crossTableInFile"), nil)
		}
		l := t.layout(chat.OnlyAsker)
		l.Text(voice.Lines{voice.Heading(2, voice.Say("event.crossTableOf", voice.F{"Event": eventName(e)})), voice.Block(table)})
		reply, err = l.Reply()
		return err
	})
	return reply, err
}

// crossLines are the rows of a cross table, each with the number of its player, the games, the points if there
// is room, and the name. They are nil if the table is too wide for a phone, or without players. A name stands last
// because nobody knows how wide its letters are.
func crossLines(e *evening.Event, rows []evening.Standing, names map[string]string) (table voice.Lines) {
	if len(rows) < 2 || len(rows) > mostCrossed {
		return nil
	}
	marks, longest := e.CrossTable(rows), 1
	for _, row := range marks {
		for _, games := range row {
			longest = max(longest, utf8.RuneCountInString(games))
		}
	}
	const scoreWidth = len("10.5")
	number := len(strconv.Itoa(len(rows)))
	room := chat.MostColumns - number - len(rows)*(longest+1) - 1
	pointed := room-scoreWidth-1 >= leastName
	if pointed {
		room -= scoreWidth + 1
	}
	if room < leastName {
		return nil
	}
	head := voice.Cells{{Of: voice.Raw(""), Width: number}}
	for column := range rows {
		head = append(head, voice.Cell{Of: (column + 1) % 10, Width: longest})
	}
	table = voice.Lines{head}
	for i, s := range rows {
		row := voice.Cells{{Of: i + 1, Width: number}}
		for column, games := range marks[i] {
			if column == i {
				games = "×"
			}
			row = append(row, voice.Cell{Of: voice.Raw(cmp.Or(games, "·")), Width: longest})
		}
		if pointed {
			row = append(row, voice.Cell{Of: points(s.Points), Width: scoreWidth})
		}
		name := []rune(voice.Harmless(cmp.Or(names[s.Name], s.Name)))
		if len(name) > room {
			name = append(name[:room-1], '…')
		}
		table = append(table, append(row, voice.Cell{Of: voice.Raw(string(name))}))
	}
	return table
}
