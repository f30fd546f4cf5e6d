package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
)

// bytesOf counts how often texts are in a SQLite file, its log and its index.
func bytesOf(t *testing.T, file string, texts ...string) (found int) {
	t.Helper()
	files, err := filepath.Glob(file + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			found += bytes.Count(content, []byte(text))
		}
	}
	return found
}

// crowd stores what many other people do before and after Ann, so that the rows of Ann are
// on many pages, and move between pages.
func crowd(t *testing.T, s *store.Store, from string) {
	t.Helper()
	for i := range testrun.Choose(30, 300) {
		person := fmt.Sprint(from, i)
		askQuiz(t, s, person)
		shareDay(t, s, person, 20770)
	}
}

// What is forgotten is not in the bytes of the file and of its log either.
func TestForgottenLeavesNoBytes(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	fillForPeople(t, s)
	crowd(t, s, "10")
	if err := s.Probe(ctx); err != nil { // moves the log into the file
		t.Fatal(err)
	}
	shareDay(t, s, annID, 20780)
	const learner, player = "2000960518960518962", "Zoe of another club"
	askQuiz(t, s, learner)
	forgetPlayer := openPlayed(t, s, player)
	crowd(t, s, "90")
	for name, c := range map[string]struct {
		texts  []string
		forget func() error
	}{
		"person": {[]string{annID, annName}, func() error { _, err := s.ForgetPerson(ctx, annID); return err }},
		"quiz":   {[]string{learner}, func() error { return quizrows.Of(s).ForgetLearner(ctx, learner) }},
		"player": {[]string{player}, forgetPlayer},
		"server": {[]string{ownServer}, func() error { _, err := s.ForgetServer(ctx, ownServer); return err }},
	} {
		if found := bytesOf(t, file, c.texts...); found < 5 {
			t.Errorf("%s: found only %d times before", name, found)
		}
		if err := c.forget(); err != nil {
			t.Fatal(err)
		}
		if found := bytesOf(t, file, c.texts...); found != 0 {
			t.Errorf("%s: found %d times afterwards", name, found)
		}
	}
}

// While a reader needs the log, it stays. It is wiped by the first probe after that, or by
// the next start after a kill.
func TestWipedOnceNobodyReads(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	fillForPeople(t, s)
	reading := readByTool(t, file)
	if _, err := s.ForgetPerson(ctx, annID); err != nil {
		t.Fatal(err)
	}
	if bytesOf(t, file, annID) == 0 {
		t.Error("the log is wiped while it is read")
	}
	killed := filepath.Join(t.TempDir(), "daily.db")
	copyFile(t, file, killed)
	copyFile(t, file+"-wal", killed+"-wal")
	if err := reading.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	open(t, "sqlite:"+killed)
	for _, file := range []string{file, killed} {
		if found := bytesOf(t, file, annID, annName); found != 0 {
			t.Errorf("found %d times in %s", found, file)
		}
	}
}
