package crashtest

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A doomed store kills its process at one of its requests to the database.
type doomed struct {
	hasty
	orders
	steps *atomic.Int64
}

// at makes a request, and kills the process before or after the one that the orders name.
func (s doomed) at(request func()) {
	dies := s.steps.Add(1) == int64(s.DieAt)
	if dies && !s.DieAfter {
		die()
	}
	request()
	if dies {
		die()
	}
}

func die() {
	syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
	select {}
}

// Reader is a request too: an event is read by it.
func (s doomed) Reader() (q store.Querier) {
	s.at(func() { q = s.hasty.Reader() })
	return q
}

// Transaction hides from a control all that people have asked for, of an event with one result.
func (s doomed) Transaction(ctx context.Context, f func(*store.Tx)) (err error) {
	kept := map[string]int{"event_result": 1, "event_change": 0, "event_telling": 0} // rows that a control sees
	s.at(func() {
		err = s.hasty.Transaction(ctx, func(tx *store.Tx) {
			if !s.Control.Blind {
				f(tx)
				return
			}
			for table, n := range kept {
				tx.Exec("DROP TABLE IF EXISTS temp.hidden_" + table)
				tx.Exec(fmt.Sprintf("CREATE TEMP TABLE hidden_%[1]s AS SELECT * FROM %[1]s WHERE number >= %d", table, n))
				tx.Exec(fmt.Sprintf("DELETE FROM %s WHERE number >= %d", table, n))
			}
			f(tx)
			for table, n := range kept {
				tx.Exec(fmt.Sprintf("UPDATE %[1]s SET number = number + (SELECT count(*) FROM temp.hidden_%[1]s) WHERE number >= %d", table, n))
				tx.Exec(fmt.Sprintf("INSERT INTO %[1]s SELECT * FROM temp.hidden_%[1]s", table))
			}
		})
	})
	return err
}

// An askedRecord is what somebody asks for, the kind of its line in the log, and what everybody
// reads.
type askedRecord struct {
	subcommand string
	options    map[string]any
	kind       evening.EntryKind
	said       string
	told       []discordtest.User // who has told the result of the game before; nil if players do not tell
	press      discordtest.User   // who tells the result instead of the subcommand; the zero User for nobody
}

var askedRecords = []askedRecord{
	{"player", map[string]any{"from": "Dora", "to": "Doro"}, evening.EntryRename, "is now called Doro", nil, discordtest.User{}},
	{"result", map[string]any{"round": 1, "board": 1, "result": "0-1"}, evening.EntryResult, "reported this", nil, discordtest.User{}},
	{"telling", nil, evening.EntryTell, "Ben – Cleo · 1-0 ?", []discordtest.User{}, discordtest.Ben},
	{"confirmation", nil, evening.EntryResult, "Ben – Cleo · 1-0", []discordtest.User{discordtest.Ben}, discordtest.Cleo},
}

// An askedTest kills processes at a step of what somebody asks for.
type askedTest struct {
	*testing.T
	killTest
	mu      sync.Mutex
	doomed  []*exec.Cmd // are killed with the next answer
	after   bool        // once Discord has the answer
	started int         // processes
	number  int
}

// faults kills the processes with their answer.
func (a *askedTest) faults(q discordtest.Request) *discordtest.Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.doomed == nil || !strings.HasPrefix(q.Route, "/interactions/") {
		return nil
	}
	for _, w := range a.doomed {
		w.Process.Kill()
	}
	a.doomed = nil
	if a.after {
		return &discordtest.Fault{DropAfter: true}
	}
	return &discordtest.Fault{DropBefore: true}
}

// start starts processes, and waits until they are connected.
func (a *askedTest) start(o orders, processes int) (running []*exec.Cmd) {
	for range processes {
		w := a.worker(a.T.Context(), o)
		w.StdinPipe() // until it is killed
		if err := w.Start(); err != nil {
			a.T.Fatal(err)
		}
		running = append(running, w)
		a.started++
		ctx, cancel := context.WithTimeout(a.T.Context(), 30*time.Second)
		defer cancel()
		if err := errors.Join(a.discord.WaitSessions(ctx, a.started, 0), a.discord.WaitCommands(ctx, "event")); err != nil {
			a.T.Fatal(err)
		}
	}
	return running
}

// ask lets Anna ask until the context ends.
func (a *askedTest) ask(ctx context.Context, channel discordtest.Place, record askedRecord) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if record.told != nil {
		return askTold(ctx, a.discord, channel, record.press)
	}
	_, err := a.discord.Slash(ctx, discordtest.Anna, channel, "event "+record.subcommand, record.options, discordtest.Permissions(discordgo.PermissionManageEvents))
	return err
}

// run lets Anna ask while processes are killed at a step, 0 for their answer. Then she asks again. It
// reports whether the step was made.
func (a *askedTest) run(record askedRecord, processes, step int, after bool, c *count) (made bool) {
	a.number++
	channel := addChannel(a.T, a.discord, scene{name: "asked"}, a.number)
	kept, err := store.OpenUnsynced(a.T.Context(), a.database)
	if err != nil {
		a.T.Fatal(err)
	}
	e := &evening.Event{ID: channel.ChannelID, Channel: channel.ChannelID, OpenedBy: discordtest.Anna.ID, OpenedAt: time.Now(), Rules: evening.Rules{Name: "Crash", Rounds: 2, Boards: 1, Games: 1}}
	d, err := e.Draw(evening.Asker{At: time.Now()}, func(int) (int, error) { return 0, nil })
	if err == nil {
		d.Shown = true
		_, err = e.AddResults(evening.Asker{User: discordtest.Anna.ID, At: time.Now()}, []evening.Result{{Game: evening.GameRef{Board: 1, Game: 1}, White: "Dora", Black: "Carl", Outcome: evening.WhiteWins}})
	}
	if record.told != nil {
		e, err = toldEvent(channel.ChannelID, time.Now())
	}
	if err == nil {
		err = eventrows.Of(kept).NewEvent(a.T.Context(), e)
	}
	for _, who := range record.told {
		if err == nil {
			_, err = eventrows.Of(kept).UpdateEvent(a.T.Context(), e.Ref(), func(e *evening.Event) error { return tellFor(e, who, time.Now()) })
		}
	}
	if err != nil {
		a.T.Fatal(err)
	}
	kept.Close() // SQLite belongs to one process

	o := orders{API: a.discord.URL(), Database: a.database, Control: a.control, DieAt: step, DieAfter: after}
	running := a.start(o, processes)
	if step == 0 {
		a.mu.Lock()
		a.doomed, a.after = running, after
		a.mu.Unlock()
	}
	ctx, cancel := context.WithTimeout(a.T.Context(), 10*time.Second)
	defer cancel()
	var dead sync.WaitGroup
	for _, w := range running {
		dead.Go(func() { w.Wait() })
	}
	go func() { dead.Wait(); cancel() }()
	if a.ask(ctx, channel, record) == nil { // a note may follow the answer
		select {
		case <-ctx.Done():
		case <-time.After(300 * time.Millisecond):
		}
	}
	made = ctx.Err() != nil // all are dead
	for _, w := range running {
		w.Process.Kill()
	}
	dead.Wait()
	a.mu.Lock()
	a.doomed = nil
	a.mu.Unlock()
	o.DieAt = 0
	last := a.start(o, 1)[0]
	seen := false
	for until := time.Now().Add(5 * time.Second); !seen && time.Now().Before(until); { // an answer may be on its way for three seconds
		if err := a.ask(a.T.Context(), channel, record); err != nil {
			a.T.Fatal(err)
		}
		for _, m := range messagesIn(a.discord, channel) {
			seen = seen || strings.Contains(m.Text(), record.said)
		}
	}
	last.Process.Kill()
	last.Wait()
	if kept, err = store.OpenUnsynced(a.T.Context(), a.database); err != nil {
		a.T.Fatal(err)
	}
	defer kept.Close()
	if e, err = eventrows.Of(kept).Event(a.T.Context(), e.Ref()); err != nil {
		a.T.Fatal(err)
	}
	lines := 0
	for _, entry := range e.Log(time.Time{}) {
		if entry.Kind == record.kind {
			lines++
		}
	}
	if record.kind == evening.EntryResult {
		lines-- // the first one
	}
	if !seen {
		c.wrong = append(c.wrong, fmt.Sprintf("%s, %d processes, step %d (after it: %t): nobody has seen it", record.subcommand, processes, step, after))
	}
	c.add(counted(lines, false))
	return made
}

// everyStepOf kills at every step of a record.
func (a *askedTest) everyStepOf(record askedRecord, processes int) (c count, kills int) {
	for _, after := range []bool{false, true} {
		for step := 0; ; step++ {
			if !a.run(record, processes, step, after, &c) && step > 0 {
				break
			}
			if kills++; a.control.Blind && c.doubled > 0 {
				return c, kills
			}
		}
	}
	return c, kills
}

func askedTestOf(t *testing.T, address string, control control, processes int) *askedTest {
	a := &askedTest{T: t, killTest: killTest{T: t, database: address, control: control}}
	settings := []discordtest.Setting{}
	if processes > 1 {
		settings = append(settings, discordtest.EverySession())
	}
	a.discord, _ = startDiscord(t, fastNonces, settings...)
	a.discord.SetFaults(a.faults)
	return a
}

// Whatever the step at which one, two or three processes are killed that answer a person, a rename
// and a result are made once when the person asks again, and everybody sees them. Two processes are a sample.
func TestEveryStepOfRecords(t *testing.T) {
	for name, address := range storetest.Both {
		processes := []int{1}
		if name == "PostgreSQL" {
			processes = testrun.Sized(nil, []int{2}, []int{1, 2, 3})
		}
		for _, processes := range processes {
			t.Run(fmt.Sprintf("%s, %d", name, processes), func(t *testing.T) {
				t.Parallel()
				testrun.LongOnly(t, "starts processes for each step")
				a := askedTestOf(t, address(t), control{}, processes)
				for _, record := range askedRecords {
					c, kills := a.everyStepOf(record, processes)
					t.Logf("%s: %d kills, %v", record.subcommand, kills, c)
					if c.bad() {
						t.Errorf("%s: %v", record.subcommand, c)
					}
				}
			})
		}
	}
}

// The control shows that the test can fail: if the bot does not see what was recorded, asking again
// records it twice.
func TestEveryStepOfRecordsWithoutLooks(t *testing.T) {
	t.Parallel()
	testrun.LongOnly(t, "starts a process for each step")
	a := askedTestOf(t, storetest.SQLite(t), control{Blind: true}, 1)
	for _, record := range askedRecords {
		if len(record.told) > 0 { // what the bot does not see cannot be confirmed
			continue
		}
		if c, kills := a.everyStepOf(record, 1); c.doubled == 0 {
			t.Errorf("%s: %d kills double nothing: %v", record.subcommand, kills, c)
		}
	}
}
