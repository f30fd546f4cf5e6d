package evening

import (
	"cmp"
	"reflect"
	"slices"
	"time"
)

// An Entry is a line of the log of an event: what was done, by whom and when. The log has
// everything that was done; answers, files and tables are views of it.
type Entry struct {
	Kind EntryKind
	Stamp

	Draw   *Draw   // that was made, opened or struck out
	Change *Change // of rules, a board or a name
	Result *Result // with the names that the players had then
	Was    Outcome // the result that this one replaced; "" for none
	Beside Outcome // what lichess told of the game, whose Result stays; "" for none

	Telling *Telling    // of a player; of a result the line that has added it, nil for none
	Claims  [2]*Telling // what White and Black had told before; nil for nothing

	changes int // number of changes before it, for entries of one moment
}

// An EntryKind is what was done. The file of the log has the kinds in English.
type EntryKind string

// The kinds.
const (
	EntryNew      EntryKind = "new"
	EntryDraw     EntryKind = "draw"
	EntrySet      EntryKind = "set"   // a round that was drawn elsewhere
	EntrySeal     EntryKind = "seal"  // the numbers of a draw were locked
	EntryOpen     EntryKind = "open"  // a seal was opened
	EntryStart    EntryKind = "start" // somebody let the games begin before the end of the study time
	EntryCut      EntryKind = "cut"   // the draw of a later round ended the study time
	EntryBegin    EntryKind = "begin" // the games began at the end of the study time
	EntryVoid     EntryKind = "void"  // a round was struck out
	EntryChange   EntryKind = "change"
	EntryRedraw   EntryKind = "redraw" // a board got another position
	EntryRename   EntryKind = "rename"
	EntryRemove   EntryKind = "remove" // a name was removed
	EntryResult   EntryKind = "result"
	EntryTell     EntryKind = "tell"   // a player told a result
	EntryDiffer   EntryKind = "differ" // a player told another result than the opponent
	EntryUnbind   EntryKind = "unbind" // an organiser took a name away from a person
	EntryPlan     EntryKind = "plan"   // the time of the next draw was set or cancelled
	EntryClose    EntryKind = "close"
	EntryReopened EntryKind = "reopen"
)

// Log returns everything that was done by now, in the order of time. What is sealed is not told.
func (e *Event) Log(now time.Time) []Entry {
	log := []Entry{{Kind: EntryNew, Stamp: Stamp{e.OpenedBy, e.OpenedByName, e.OpenedAt}}}
	for i := range e.Draws {
		log = append(log, e.entriesOf(&e.Draws[i], now)...)
	}
	closed := false // the last time is in the changes
	for i := range e.Changes {
		c := &e.Changes[i]
		entry := Entry{Kind: EntryChange, Stamp: c.Stamp, Change: c, changes: i}
		switch {
		case c.Reopened:
			entry.Kind = EntryReopened
		case c.Closed:
			entry.Kind, closed = EntryClose, c.At.Equal(e.ClosedAt)
		case c.Redraw != nil:
			entry.Kind = EntryRedraw
		case c.Plan != nil:
			entry.Kind = EntryPlan
		case c.Rename != nil, c.Joined < 0 && sameRules(c.Was, e.After(c)): // the latter of a name that was removed
			entry.Kind = EntryRename
			if _, removed := c.Rename.Removed(); removed {
				entry.Kind = EntryRemove
			}
		}
		log = append(log, entry)
	}
	log = append(log, e.resultEntries()...)
	if !e.ClosedAt.IsZero() && !closed {
		log = append(log, Entry{Kind: EntryClose, Stamp: Stamp{At: e.ClosedAt}, changes: len(e.Changes)})
	}
	slices.SortStableFunc(log, func(a, b Entry) int { return cmp.Or(a.At.Compare(b.At), a.turn()-b.turn()) })
	return log
}

// sameRules reports whether two rules differ in nothing that a change tells of. Plans set the time zone
// without a change, and so does a move out of the thread.
func sameRules(a, b Rules) bool {
	a.Zone, a.Thread = b.Zone, b.Thread
	return reflect.DeepEqual(a, b)
}

// turn orders the entries of one moment: a change comes after all that it found.
func (e Entry) turn() int {
	if e.Change != nil || e.Kind == EntryClose {
		return 2*e.changes + 1
	}
	return 2 * e.changes
}

// entriesOf returns the entries of a draw by now.
func (e *Event) entriesOf(d *Draw, now time.Time) (entries []Entry) {
	before := e.changesBefore(d)
	add := func(kind EntryKind, by Stamp) {
		entries = append(entries, Entry{Kind: kind, Stamp: by, Draw: d, changes: before})
	}
	switch {
	case d.ByHand:
		add(EntrySet, d.Stamp)
	case d.Seal == nil:
		add(EntryDraw, d.Stamp)
	default:
		add(EntrySeal, d.Stamp)
		if !d.Sealed() {
			add(EntryOpen, Stamp{d.Seal.OpenedBy, d.Seal.OpenedByName, d.Seal.Opened})
		}
	}
	begin := Stamp{d.StartedBy, d.StartedByName, d.BeginsAt}
	switch {
	case e.cutShort(d):
		add(EntryCut, begin)
	case d.startedEarly():
		add(EntryStart, begin)
	case !d.BeginsAt.IsZero() && e.openAt(d.BeginsAt) && !d.BeginsAt.After(now) && (d.Void == nil || d.Void.At.After(d.BeginsAt)):
		add(EntryBegin, begin)
	}
	if d.Void != nil {
		add(EntryVoid, d.Void.Stamp)
	}
	return entries
}

// openAt reports whether the event was open at an instant.
func (e *Event) openAt(at time.Time) bool {
	open := e.ClosedAt.IsZero() || e.ClosedAt.After(at)
	for _, c := range slices.Backward(e.Changes) {
		if (c.Reopened || c.Closed) && c.At.After(at) {
			open = c.Closed
		}
	}
	return open
}

// resultEntries returns the entries of the results, each with the one that it replaced, and of the tellings that have
// added none. The names are those that the players had then.
func (e *Event) resultEntries() (entries []Entry) {
	log, tellings, previous := e.readTellings(), e.Tellings, map[GameRef]*Result{}
	names, changes := aliases(nil), -1
	namesAt := func(n int) aliases {
		if n != changes {
			names, changes = e.aliasesAt(n), n
		}
		return names
	}
	tell := func(results int) { // the tellings before a result
		for ; len(tellings) > 0 && tellings[0].Results <= results; tellings = tellings[1:] {
			t := tellings[0]
			kind, claims := EntryTell, log.beforeTelling[t.Index]
			switch other := claims[sideOf(!t.Black)]; {
			case t.Kind == Unbinds:
				kind = EntryUnbind
			case t.Kind != Tells:
				continue
			case other != nil && other.Outcome != t.Outcome:
				kind = EntryDiffer
			}
			t.Name = namesAt(t.Changes).of(t.Name)
			entries = append(entries, Entry{Kind: kind, Stamp: t.Stamp, Telling: &t, Claims: claims, changes: t.Changes})
		}
	}
	for i, told := range e.Results {
		tell(i)
		names := namesAt(told.Changes)
		r := new(told.named(names))
		entry := Entry{Kind: EntryResult, Stamp: r.Stamp, Result: r, Telling: log.made[i], Claims: log.beforeResult[i], changes: r.Changes}
		if was := previous[r.Game]; was != nil && was.Outcome != "" && !e.redrawn(r.Game, was.Changes, r.Changes) {
			if e.staysBeside(*was, *r) {
				entry.Result, entry.Beside = new(e.Results[was.Index].named(names)), r.Outcome
			} else {
				entry.Was = was.Outcome
			}
		}
		previous[r.Game] = entry.Result
		entries = append(entries, entry)
	}
	tell(len(e.Results))
	return entries
}

// Game returns the round, board and game of the entry; 0 for what is about all.
func (e *Event) Game(of Entry) (round, board, game int) {
	g := GameRef{Draw: -1}
	switch {
	case of.Draw != nil:
		g.Draw = of.Draw.Index
	case of.Kind == EntryResult:
		g = of.Result.Game
	case of.Kind == EntryTell || of.Kind == EntryDiffer:
		g = of.Telling.Game
	case of.Kind == EntryRedraw:
		g = GameRef{of.Change.Redraw.Draw, of.Change.Redraw.Board, 0}
	case of.Kind == EntryPlan:
		return of.Change.Plan.Round, 0, 0
	case of.Change != nil:
		g.Draw = of.Change.Joined
	}
	if g.Draw < 0 {
		return 0, 0, 0
	}
	return e.Draws[g.Draw].Round, g.Board, g.Game
}
