package bot_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// hostileEvenings are evenings on which people do what nobody expects. A line is a subcommand of
// /event by Anna, or “Ben: …” by a member; “/…” is another command, “press LABEL” a press of the last
// button with this label, “results …” the form, “lichess BOARD White Black RESULT” what lichess says,
// “+5m” time that passes. Behind => stands what the answer says, and behind => ! what no answer says.
// The last line has the kinds of the log's lines.
var hostileEvenings = map[string]string{
	"a board drawn anew leaves the other boards as they were drawn": `
		new rounds:1 boards:4 each:true
		draw
		void round:1 board:1 reason:knight => instead of
		/round => drew for board 1, from
		/round => ! boards 2 to 4
		void round:1 board:3
		/round => ! board 4,
		/round => ! boards 2
		= new draw redraw redraw`,
	"a rename to a name that exists, and back": `
		new rounds:2 boards:2
		draw
		result round:1 board:1 white:A black:X result:1-0
		draw
		result round:2 board:1 white:B black:Y result:1-0
		player from:A to:B => A is now called B in 1 result
		/standings => 1 · B: **2.0** points (2 games)
		player from:B to:A => B is now called A in 1 result
		/standings => 1 · A and B: **1.0** points (1 game
		= new draw result draw result rename rename`,
	"a rename of two who met": `
		new rounds:1 boards:2
		draw
		result round:1 board:1 white:Carl black:Dora result:½-½
		player from:Dora to:CARL => both played in round 1
		player from:Dora to:dora => Dora is now called dora
		/standings => Carl and dora
		= new draw result rename`,
	"one name in four spellings": `
		new rounds:4 boards:1
		draw
		result round:1 board:1 white:Zoë black:A result:1-0
		draw
		result round:2 board:1 white:"  ZOË " black:B result:1-0
		draw
		result round:3 board:1 white:Zoe` + "\u0308" + ` black:C result:1-0
		draw
		result round:4 board:1 white:Z` + "\u200b" + `oë black:D result:1-0
		/standings => : **4.0** points (4 games)
		= new draw result draw result draw result draw result`,
	"both sides by two spellings": `
		new rounds:1 boards:1
		draw
		result round:1 board:1 white:Zoë black:zoe` + "\u0308" + ` result:1-0 => both sides
		= new draw`,
	"a rename while a draw is locked": `
		new rounds:2 boards:1 sealed:true
		draw
		press Open the draw
		result round:1 board:1 white:A black:B result:1-0
		draw
		player from:A to:Anna => A is now called Anna
		result round:2 board:1 white:A black:B result:1-0 => Sorry
		log => Round 1, board 1
		press Open the draw
		= new seal open result seal rename open`,
	"a result for a round that does not count": `
		new rounds:1 boards:2
		draw
		result round:1 board:1 white:A black:B result:1-0
		void round:1 reason:clock
		result round:1 board:1 white:A black:B result:0-1 => was voided
		/standings => There are no results yet.
		draw
		/standings => There are no results yet.
		result round:1 board:1 white:C black:D result:1-0
		/standings => C
		= new draw result void draw result`,
	"a correction after the end": `
		new rounds:1 boards:1
		draw
		result round:1 board:1 white:A black:B result:1-0
		+1m
		close
		+1m
		result round:1 board:1 result:0-1 => A – B, 0-1
		/standings => 1 · B: **1.0** points (1 game
		close => 1 · B: **1.0** points
		log => Previous result: 1-0
		= new draw result close result`,
	"boards come and go in the middle": `
		new rounds:2 boards:2 each:true
		draw
		result round:1 board:2 white:A black:B result:1-0
		change boards:4 => New in round 1, board 4
		result round:1 board:4 white:C black:D result:1-0
		change boards:1
		result round:1 board:4 result:0-1 => 0-1
		draw
		result round:2 board:2 white:E black:F result:1-0 => There is no board 2: this event has 1 board.
		= new draw result change result change result draw`,
	"a second event in the channel": `
		new rounds:1 boards:1
		new rounds:3 boards:2 => already has an open event
		= new`,
	"opened again, and ended again": `
		new rounds:1 boards:1
		draw
		+1m
		close
		+1m
		close => is over
		reopen
		+1m
		reopen => is open
		result round:1 board:1 white:A black:B result:1-0
		+1m
		close
		= new draw close reopen result close`,
	"a start by a stranger, and twice": `
		new rounds:1 boards:1 study:10
		draw => games begin
		Ben: press Start now => Only <@
		press Start now => Round 1 begins now.
		press Start now => The games began at <t:
		/round => The games began at
		= new draw start`,
	"a start of a round that does not count": `
		new rounds:1 boards:1 study:10
		draw
		void round:1
		press Start now => Sorry
		draw
		press Start now => Round 1 begins now.
		= new draw void draw start`,
	"a start after the end": `
		new rounds:1 boards:1 study:60
		draw
		close
		press Start now => is over
		reopen
		press Start now => Round 1 begins now.
		= new draw close reopen start`,
	"a start when the time is over": `
		new rounds:1 boards:1 study:1
		draw
		+2m
		press Start now => The games began at
		= new draw begin`,
	"study time for one round": `
		new rounds:3 boards:1 study:10
		draw study:0 => ! games begin
		draw study:5 => games begin
		change study:0 => without study time
		draw => ! games begin
		= new draw draw change cut draw`,
	"a rename of nobody": `
		new rounds:1 boards:1
		draw
		player from:A to:B => Nobody in this event is called
		result round:1 board:1 white:A black:B result:1-0
		player from:C => Nobody in this event is called
		player from:A to:"   " => Remove the name A from 1 result?
		/standings => · A
		press Remove the name => removed a player's name from 1 result
		press Remove the name => This name has been removed already
		/standings => ! · A
		= new draw result remove`,
	"a name that is removed stands in no record": `
		new rounds:2 boards:1
		draw
		result round:1 board:1 white:Carla black:B result:1-0
		player from:Carla to:Clara
		player from:clara => Remove the name Clara from 1 result?
		press Remove the name => removed a player's name from 1 result
		log => ! Carla
		log => ! Clara
		log => ! rules were changed
		log => a player – B, 1-0
		log => changed a player's name
		close => ! Clara
		= new draw result rename remove close`,
	"the log has the names of its time": `
		new rounds:1 boards:2 each:true games:2
		draw
		result round:1 board:1 white:Gil black:B result:1-0
		player from:Gil to:"Gil Stein"
		result round:1 board:1 result:0-1 => Gil Stein – B, 0-1
		log => Gil – B, 1-0
		log => Gil Stein – B, 0-1
		result round:1 board:1 game:2 result:1-0 => B – Gil Stein, 1-0
		result round:1 board:2 result:1-0 => Anonymous – Anonymous
		result round:9 board:1 result:1-0 => There is no round 9: this event has 1 round.
		void round:9 => There is no round 9: this event has 1 round.
		result round:1 board:2 white:Carl black:bye result:1-0 => Carl, bye
		result round:1 board:2 white:Carl black:bye result:0-1 => Nobody plays against a player who has a bye
		player from:Carl to:Bye => Nobody plays against a player who has a bye
		= new draw result rename result result result result`,
	"a circle of names": `
		new rounds:1 boards:1
		draw
		result round:1 board:1 white:A black:X result:1-0
		player from:A to:B
		player from:B to:C
		player from:C to:A => C is now called A
		/standings => 1 · A: **1.0** points (1 game
		= new draw result rename rename rename`,
	"told by the old name after a rename": `
		new rounds:2 boards:2
		draw
		result round:1 board:1 white:Dora black:X result:1-0
		player from:Dora to:Carl
		draw
		result round:2 board:1 white:Dora black:Y result:1-0 => Carl – Y
		/standings => 1 · Carl: **2.0** points (2 games)
		result round:2 board:2 white:Carl black:dora result:1-0 => both sides
		= new draw result rename draw result`,
	"a bye with Black, and a forfeit": `
		new rounds:1 boards:2
		draw
		result round:1 board:1 white:A black:B result:bye => a bye
		result round:1 board:1 white:A result:bye
		result round:1 board:2 white:C black:D result:"1-0 forfeit"
		/standings => a bye
		= new draw result result`,
	"a player on two boards": `
		new rounds:1 boards:2
		draw
		result round:1 board:1 white:Carl black:Dora result:1-0
		result round:1 board:2 white:CARL black:Eva result:1-0 => Carl also has a result on board 1 of this round.
		= new draw result result`,
	"a board and a round that nobody has": `
		new rounds:2 boards:2
		draw
		result round:1 board:9 white:A black:B result:1-0 => There is no board 9: this event has 2 boards.
		result round:2 board:1 white:A black:B result:1-0 => has not been drawn
		void round:2 => Rounds drawn so far: 1.
		/round round:9 => There is no round 9
		= new draw`,
	"rules that leave too little": `
		new rounds:2 boards:1 only:518 => 2 needed, 1 left
		new rounds:1 boards:2 each:true only:518 => 1
		=`,
	"nothing drawn": `
		new rounds:1 boards:1
		result round:1 board:1 white:A black:B result:1-0 => No round has been drawn so far.
		close
		= new close`,
	"lines of the form that say nothing": `
		new rounds:1 boards:3
		draw
		result round:1 board:1 white:Anna black:Ben result:1-0
		results 1 Anna – Ben won|2 Carl – Dora White won|3 Eva – Finn 1 => White won
		/standings => 1 · Anna: **1.0** points (1 game
		results 2 A – B 1-0|2 C – D 1-0 => 2 C – D 1-0
		results 1 Anna – Ben – => no result
		/standings => There are no results yet.
		= new draw result result`,
	"lichess says otherwise": `
		new rounds:1 boards:2
		draw
		lichess 1 annax benx 1-0
		result round:1 board:1 white:Anna black:Ben result:0-1 => On lichess the game ended 1-0.
		lichess 2 carlx dorax 1-0
		result round:1 board:2 result:1-0 => lichess reported this.
		= new draw result result result`,
	"lichess after a person": `
		new rounds:1 boards:1
		draw
		result round:1 board:1 white:Anna black:Ben result:0-1
		lichess 1 annax benx 1-0
		/standings => 1 · Ben: **1.0** points (1 game
		= new draw result result`,
	"a rename holds for what lichess says later": `
		new rounds:2 boards:1
		draw
		lichess 1 annax benx 1-0
		player from:annax to:Anna
		draw
		lichess 1 annax benx 1-0
		/standings => 1 · Anna: **2.0** points (2 games)
		= new draw result rename draw result`,
	"a board drawn anew after its result": `
		new rounds:1 boards:2 each:true
		draw
		result round:1 board:1 white:A black:B result:1-0
		void round:1 board:1 reason:"a knight" => a knight
		/standings => There are no results yet.
		result round:1 board:1 white:A black:B result:0-1
		log => ! Previous result
		void round:1 board:1
		void round:1
		draw
		= new draw result redraw result redraw void draw`,
	"two games of a pairing": `
		new rounds:1 boards:1 games:2
		draw
		result round:1 board:1 game:2 white:B black:A result:1-0 => Round 1, board 1, game 2
		change games:1
		result round:1 board:1 game:2 result:0-1 => Round 1, board 1, game 2
		result round:1 board:1 game:1 white:A black:B result:1-0 => Round 1, board 1, game 1
		/standings => 1 · A: **2.0** points (2 games)
		= new draw result change result result`,
	"set by hand, and what it forbids": `
		new rounds:2 boards:2 each:true
		set round:2 position:518,594
		set round:2 position:518,594 => has been drawn
		set round:1 position:518 => 1 position
		draw
		void round:1
		set round:1 position:0 board:1
		set round:1 position:1 board:1 => Board 2
		set round:1 position:1 board:2
		= new set draw void set`,
	"a member who tells and renames": `
		new rounds:1 boards:1
		draw
		Ben: result round:1 board:1 white:A black:B result:1-0 => Only <@
		Ben: player from:A to:B => Only <@
		Ben: close => Only <@
		Ben: /standings => The organiser reports the results
		= new draw`,
	"the greatest names": `
		new rounds:1 boards:1
		draw
		result round:1 board:1 white:@everyone black:` + "`*_~|[x](http://a)" + ` result:1-0
		player from:@everyone to:<@2001>
		log => <@2001>
		/standings => <@2001>
		= new draw result rename`,
}

func TestHostileEvenings(t *testing.T) {
	t.Parallel()
	all, now := tools(t), clockAt(drawnAt)
	all.Draw, all.Now = nil, now.Now
	w := connect(t, offerEvents(all))
	channel, known := 0, map[string]bool{} // what somebody does
	for _, name := range slices.Sorted(maps.Keys(hostileEvenings)) {
		script, something := hostileEvenings[name], false
		for line := range strings.Lines(script) {
			does, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			something = something || !known[does]
			known[does] = true
		}
		if !something && !testrun.Long() {
			continue // in the usual run only evenings in which somebody does something new
		}
		t.Run(name, func(t *testing.T) {
			channel++
			now.advance(time.Hour)
			h := &hostileEvening{t: t, w: w, store: eventrows.Of(all.Store), now: now, place: discordtest.Place{GuildID: discordtest.GuildID, ChannelID: fmt.Sprint(1_300_000_000_000_000_000 + channel)}}
			w.AddChannel(h.place, "hostile")
			for line := range strings.Lines(script) {
				if line = strings.TrimSpace(line); line != "" {
					h.step(line)
				}
			}
			if t.Failed() {
				t.Log(w.log)
			}
		})
	}
}

// A hostileEvening is one of hostileEvenings.
type hostileEvening struct {
	t     *testing.T
	w     *world
	store evening.Store
	now   *clock
	place discordtest.Place
	last  []*discordtest.Message
}

var typedOption = regexp.MustCompile(`(\w+):("[^"]*"|\S+)`)

func (h *hostileEvening) step(line string) {
	h.t.Helper()
	ask, want, _ := strings.Cut(line, " => ")
	h.now.advance(time.Second) // an answer before is awaited
	if kinds, ok := strings.CutPrefix(line, "="); ok {
		h.checkKinds(strings.Fields(kinds))
		return
	}
	if by, ok := strings.CutPrefix(line, "+"); ok {
		d, err := time.ParseDuration(by)
		if err != nil {
			h.t.Fatal(err)
		}
		h.now.advance(d)
		return
	}
	answer, err := h.ask(ask)
	if err != nil {
		h.t.Fatalf("%s: %v", ask, err)
	}
	if strings.HasPrefix(ask, "draw") && answer != nil && strings.Contains(answer.Text(), "anyway?") {
		_, round, _ := strings.Cut(answer.Text(), "Draw ")
		round, _, _ = strings.Cut(round, " anyway")
		h.last = append(h.last, answer)
		if answer, err = h.ask("press Draw " + round); err != nil {
			h.t.Fatalf("%s: %v", ask, err)
		}
	}
	said := ""
	if answer != nil {
		said = answer.Text()
		if !answer.Private() || len(answer.Buttons()) > 0 {
			h.last = append(h.last, answer)
		}
	}
	switch word, _, _ := strings.Cut(ask, " "); word {
	case "draw", "set", "press": // everybody is to see the round before the next step
		h.ask("/round")
	}
	h.t.Logf("%s\n\t%s", line, strings.ReplaceAll(said, "\n", "\n\t"))
	if never, ok := strings.CutPrefix(want, "! "); ok {
		if strings.Contains(said, never) {
			h.t.Errorf("%s\nsays %s", line, said)
		}
	} else if want == "Sorry" {
		want = ""
	} else if !strings.Contains(said, want) {
		h.t.Errorf("%s\nsays %s", line, said)
	}
}

// ask does what a line says, and returns the answer.
func (h *hostileEvening) ask(line string) (*discordtest.Message, error) {
	who, details := discordtest.Anna, []discordtest.Detail{eventAsker}
	if rest, ok := strings.CutPrefix(line, "Ben: "); ok {
		who, details, line = discordtest.Ben, []discordtest.Detail{member}, rest
	}
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "press":
		for i := len(h.last) - 1; i >= 0; i-- {
			if b, ok := h.last[i].Button(rest); ok {
				answer, err := h.w.Press(within(h.t), who, h.last[i], b.CustomID, details...)
				if err != nil {
					return nil, err
				}
				return answer.Message, nil
			}
		}
		return nil, fmt.Errorf("no button %q", rest)
	case "results":
		shown, err := h.ask("show")
		if err != nil {
			return nil, err
		}
		b, _ := shown.Button("Results")
		pressed, err := h.w.Press(within(h.t), who, shown, b.CustomID, details...)
		if err != nil {
			return nil, err
		}
		form, err := pressed.Form()
		if err != nil {
			return nil, err
		}
		answer, err := h.w.Submit(within(h.t), who, shown, form, map[string]string{"results": strings.ReplaceAll(rest, "|", "\n")}, details...)
		if err != nil {
			return nil, err
		}
		return answer.Message, nil
	case "lichess":
		return nil, h.lichess(strings.Fields(rest))
	}
	options := map[string]any{}
	for _, found := range typedOption.FindAllStringSubmatch(rest, -1) {
		value := strings.Trim(found[2], `"`)
		options[found[1]] = value
		switch found[1] {
		case "round", "rounds", "board", "boards", "game", "games", "study":
			options[found[1]], _ = strconv.Atoi(value)
		case "each", "sealed":
			options[found[1]] = true
		}
	}
	if word == "new" {
		options["name"] = "Hostile"
	}
	command, ok := strings.CutPrefix(word, "/")
	if !ok {
		command = "event " + word
	}
	answer, err := h.w.Slash(within(h.t), who, h.place, command, options, details...)
	if err != nil {
		return nil, err
	}
	return answer.Message, nil
}

// lichess tells the result of a board of the last round.
func (h *hostileEvening) lichess(said []string) error {
	_, err := h.store.UpdateEvent(within(h.t), evening.Ref{Channel: h.place.ChannelID}, func(e *evening.Event) error {
		board, _ := strconv.Atoi(said[0])
		id := fmt.Sprint(len(e.Draws), said[0])
		e.AddOnline(evening.OnlineGame{Game: evening.GameRef{Draw: e.Last().Index, Board: board, Game: 1}, ID: id, ByLot: id, Changes: len(e.Changes), At: h.now.Now()})
		return e.RecordOnline(id, evening.OnlineResult{White: said[1], Black: said[2], Outcome: evening.Outcome(said[3]), Begun: true, Ended: true}, h.now.Now())
	})
	return err
}

// checkKinds compares the kinds of the lines of log.txt.
func (h *hostileEvening) checkKinds(want []string) {
	h.t.Helper()
	if len(want) == 0 {
		return
	}
	exported, err := h.ask("export")
	if err != nil {
		h.t.Fatal(err)
	}
	file := h.w.download(h.t, exported, "log.txt")
	var kinds []string
	for line := range strings.Lines(file) {
		kinds = append(kinds, strings.Fields(line)[1])
	}
	if got := strings.Join(kinds, " "); got != strings.Join(want, " ") {
		h.t.Errorf("the log has %s, want %s:\n%s", got, want, file)
	}
	h.t.Logf("log.txt\n%s%s", file, h.w.download(h.t, exported, "event.csv"))
}

func buttonOf(t *testing.T, m *discordtest.Message, label string) string {
	t.Helper()
	b, ok := m.Button(label)
	if !ok {
		t.Fatalf("no button %q in\n%s", label, m.Text())
	}
	return b.CustomID
}
