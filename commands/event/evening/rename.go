package evening

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// A Rename gives a player another name from then on, in earlier and later results. The results
// keep the names that were told. A Rename without From removed a name, and To counts the results
// that had it. A name that was removed later is empty.
type Rename struct{ From, To string }

// Removed reports whether a rename removed a name, and from how many results.
func (r *Rename) Removed() (results int, ok bool) {
	if r == nil || r.From != "" {
		return 0, false
	}
	results, err := strconv.Atoi(r.To)
	return results, err == nil
}

// ErrNoPlayer means that no result has a name.
var ErrNoPlayer = errors.New("nobody has this name")

// A MetError is returned for two names that played in one round: two people have them.
type MetError struct{ Round int }

// Error names the round.
func (e *MetError) Error() string { return fmt.Sprintf("round %d: two", e.Round) }

// AnswerRename gives a player another name. A rename is taken back by the opposite one. The results
// are those of AnswerChange.
func (e *Event) AnswerRename(by Asker, from, to string) ([]*Change, error) {
	return e.answerChange(by, func() error { return e.rename(by, from, to) })
}

func (e *Event) rename(by Asker, from, to string) error {
	rounds, told := map[int]bool{}, e.results((*Draw).counts) // the rounds in which the player has a result
	for ref, r := range told {
		if r.has(from) {
			rounds[e.Draws[ref.Draw].Round] = true
		}
	}
	for _, t := range e.Tellings { // also what nobody has confirmed yet
		if key := PlayerKey(e.aliases().of(t.Name)); t.Kind == Tells && key != "" && key == PlayerKey(from) {
			rounds[e.Draws[t.Game.Draw].Round] = true
		}
	}
	switch {
	case len(rounds) == 0 && PlayerKey(e.aliases().of(from)) == PlayerKey(to):
		return ErrSame
	case len(rounds) == 0:
		return ErrNoPlayer
	case e.full(true):
		return ErrRenames
	}
	if PlayerKey(from) != PlayerKey(to) {
		for ref, r := range told {
			if round := e.Draws[ref.Draw].Round; r.has(to) && rounds[round] {
				return &MetError{round}
			}
		}
	}
	e.note(Change{Rename: &Rename{oneSpace(from), oneSpace(to)}}, by)
	return nil
}

// Renamed counts the results that count and that have other names since a rename.
func (e *Event) Renamed(c *Change) (results int) {
	before, after := e.aliasesAt(c.Index), e.aliasesAt(c.Index+1)
	for _, r := range e.told((*Draw).counts, len(e.Changes)) {
		if !same(r.named(before), r.named(after)) {
			results++
		}
	}
	return results
}

// has reports whether a player of the result has a name.
func (r Result) has(name string) bool {
	key := PlayerKey(name)
	return key != "" && (PlayerKey(r.White) == key || PlayerKey(r.Black) == key)
}

// aliases are the renames that hold, in their order.
type aliases []alias

type alias struct {
	from, to string // keys of the names
	name     string // in the new spelling
	change   int    // index in Event.Changes
}

// of returns the name that a player has now.
func (a aliases) of(name string) string {
	if len(a) == 0 {
		return name
	}
	key := PlayerKey(name)
	for _, rename := range a {
		if key == rename.from {
			key, name = rename.to, rename.name
		}
	}
	return name
}

func (e *Event) aliases() aliases { return e.aliasesAt(len(e.Changes)) }

// aliasesAt returns the aliases when the event had n changes. The opposite of a rename that gave two
// people one name makes them two again. Any other rename is about all results with the name.
func (e *Event) aliasesAt(n int) (all aliases) {
	for i, c := range e.Changes[:n] {
		if c.Rename == nil || c.Rename.From == "" {
			continue
		}
		next := alias{PlayerKey(c.Rename.From), PlayerKey(c.Rename.To), c.Rename.To, i}
		back := slices.IndexFunc(all, func(a alias) bool { return a.from == next.to && a.to == next.from && a.from != a.to })
		hadNewName := func(r Result) bool { // before the rename
			was, earlier := all[back], all[:back]
			return r.Changes <= was.change && (PlayerKey(earlier.of(r.White)) == was.to || PlayerKey(earlier.of(r.Black)) == was.to)
		}
		if back >= 0 && slices.ContainsFunc(e.Results, hadNewName) {
			all = slices.Delete(all, back, back+1)
		} else {
			all = append(all, next)
		}
	}
	return all
}

// AnswerRemoval removes a name from all results and changes for good, with the account on lichess. A
// change tells of that, without the name; an event may have more than [MostChanges] for such ones. The
// results are those of AnswerChange.
func (e *Event) AnswerRemoval(by Asker, name string) ([]*Change, error) {
	return e.answerChange(by, func() error {
		results, err := e.removePlayer(name)
		if err == nil {
			e.note(Change{Rename: &Rename{To: strconv.Itoa(results)}}, by)
		}
		return err
	})
}

// removePlayer removes a name from all results and changes. It returns how many results had the name.
func (e *Event) removePlayer(name string) (results int, err error) {
	names, key := e.aliases(), PlayerKey(name)
	is := func(told string) bool {
		return told != "" && (PlayerKey(told) == key || PlayerKey(names.of(told)) == key)
	}
	e.forgetAccounts(is)
	for i := range e.Results {
		r := &e.Results[i]
		had := false
		for _, player := range []*string{&r.White, &r.Black} {
			if is(*player) {
				*player, had = "", true
			}
		}
		if had {
			results++
		}
	}
	renamed := false
	for i := range e.Changes {
		r := e.Changes[i].Rename
		if _, removed := r.Removed(); r != nil && !removed && (is(r.From) || is(r.To)) {
			e.Changes[i].Rename = &Rename{}
			e.Changes[i].Shown = true
			renamed = true
		}
	}
	for i := range e.Tellings {
		if t := &e.Tellings[i]; is(t.Name) {
			t.Name, renamed = "", true
		}
	}
	if results == 0 && !renamed {
		err = ErrNoPlayer
	}
	return results, err
}
