package random

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// thrown runs /random with throws. Unlike run, it accepts spaces.
func thrown(t *testing.T, method, throws string) (*chat.Reply, error) {
	t.Helper()
	return chattest.Ask(t, chattest.Command(t, always(0), "random").Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"method": method, "throws": throws}})
}

// luck returns the commands with pseudo-random numbers.
func luck(seed uint64) []chat.Command {
	random := rand.New(rand.NewPCG(seed, 960))
	return with(func(n int) (int, error) { return random.IntN(n), nil })
}

func TestGivenThrows(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "1 3 2 2 4", "## SP 594 · BRQNKBRN\n" +
			"**SP 594** · Fritz 9 #419 · Almanac #601" + chattest.LaterNumbers(594) + "\n" +
			"Rolled: **1 3 2 2 4**.\n" +
			"-# <@" + chattest.Anna + "> typed this draw in. The method was “One die”. In a fair draw, all positions are equally likely."},
		{"bag", "RNBQKBNR", "## SP 518 · RNBQKBNR\nThis is the normal start position.\n" +
			"**SP 518** · Fritz 9 #359 · Almanac #522" + chattest.LaterNumbers(518) + "\n" +
			"Order: **R N B Q K B N R**.\n" +
			"-# <@" + chattest.Anna + "> typed this draw in. The method was “Bag, corrected by swaps”. The odds differ even in a fair draw: this position comes up once in 840 draws, each of 240 others once in 1,680."},
		{"circle", "BNBQKRNR QBNKRRBN", "## SP 300 · QBNRKRBN\n" +
			"**SP 300** · Fritz 9 #141 · Almanac #292" + chattest.LaterNumbers(300) + "\n" +
			"Line: **Q B N K R R B N**. d1 and e1 changed places. 1 earlier round led nowhere.\n" +
			"-# <@" + chattest.Anna + "> typed this draw in. The method was “A squashed ring”. In a fair draw, all positions are equally likely."},
	} {
		reply, err := thrown(t, c.method, c.throws)
		if err != nil || chattest.Text(reply) != c.want || reply.Audience == chat.OnlyAsker {
			t.Errorf("%s %s: %v\n%s\nwant\n%s", c.method, c.throws, err, chattest.Text(reply), c.want)
		}
	}
}

// The refusal of wrong throws names the throw, the possible results, and how to write
// throws.
func TestRefusedThrows(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "1 3 2", "Roll 4 is missing. Roll the d6 for the first knight: 1 to 5 (6: roll again). The rank so far is `B.Q..B..`."},
		{"die", "1 3 7", "Roll 3 cannot be `7`. Roll the d6 for the queen: 1 to 6. The rank so far is `B....B..`."},
		{"die", "1 3 2 2 4 5", "The rank is complete after roll 5: BRQNKBRN. Roll 6, `5`, is one too many."},
		{"die", " ", "Roll 1 is missing. Roll the d6 for the dark-square bishop: 1 to 4 (5 or 6: roll again). The rank so far is `........`."},
		{"coins", "HT X", "Toss 2 cannot be `X`. Toss the small coin, then the large one, for the dark-square bishop: TT, TH, HT or HH. The rank so far is `.....B..`."},
		{"bag", "RNBQKBNN", "Piece 8 cannot be `N`. Draw a piece from the bag for h1: R. The rank so far is `RNBQKBN.`."},
		{"number-cards", "1 1", "Card 2 cannot be `1`. Deal a card for b1: 2, 3, 4, 5, 6, 7 or 8. The rank so far is `R.......`."},
		{"cards", "BNBQKRNR", "Card 9 is missing. The bishops stand on squares of the same colour. Draw one more card of all eight for the bishop that moves and its square: a-1, a-2, a-3, a-4, h-1, h-2, h-3 or h-4. The rank so far is `BNBQKRNR`."},
		{"bag", "RNBQKBN", "Piece 8 is missing. Draw a piece from the bag for h1: R. The rank so far is `RNBQKBN.`."},
		{"cards", "RNBQKBNR K", "The rank is complete after card 8: RNBQKBNR. Card 9, `K`, is one too many."},
		{"digits", "5 9", "Digit 3 is missing. Draw a digit for the ones: 0, 1, 2, 3, 4, 5, 6, 7, 8 or 9. The rank so far is `........`."},
		{"digits", "5 1 8 4", "The rank is complete after digit 3: RNBQKBNR. Digit 4, `4`, is one too many."},
		{"circle", "BNBQKRNR", "The bishops stand on squares of the same colour, so the pieces are gathered again. Piece 9 is missing. Take the next piece of the ring for a1: K, Q, R, B or N. The rank so far is `........`."},
		{"hold", "J 10 J Q K A A 10", "No waiting card fits, so the cards are dealt again. Card 9 is missing. Deal a card for a1: K, Q, A, 10 or J. The rank so far is `........`."},
		{"die", strings.Repeat("5 ", 300), "The rank is not complete after 100 results, and I read no more."},
		{"", "1 2", "For `throws` I need a method by hand: dice, coins, a bag or cards."},
		{"die", "1 3 @everyone", "Roll 3 cannot be `EVERYONE`. Roll the d6 for the queen: 1 to 6. The rank so far is `B....B..`."},
	} {
		_, err := thrown(t, c.method, c.throws)
		if refused, ok := err.(*chat.UserError); !ok || chattest.English(refused.Msg) != c.want || chattest.English(refused.Hint) == "" {
			t.Errorf("%s %q: %v\nwant %s", c.method, c.throws, err, c.want)
		}
	}
	for typed, want := range map[string]string{
		"/random method:tarot":                                      "I cannot use `tarot`.",
		"/random hands:mine":                                        "`hands:mine` needs a method with dice, coins, a bag or cards.",
		"/random method:die hands:yours":                            "I cannot use `yours`.",
		"/random method:die hands:mine throws:1":                    "`throws` says how the draw went already, so `hands` has nothing to do.",
		"/random method:die exclude_standard:true":                  "In a draw by hand any position can be drawn, SP 518 too. Only I can exclude it.",
		"/random game:double method:die":                            "`method` belongs to `game:chess960`, but this is `game:double`.",
		"/random game:shogi":                                        "I cannot use `shogi`.",
		"/random opponent:" + chattest.Ben:                          "`opponent` belongs to `game:by-two`, but this is `game:chess960`.",
		"/random game:by-two":                                       "A set-up by two players needs an opponent.",
		"/random game:by-two opponent:0033":                         "`opponent` must be a person.",
		"/random game:by-two opponent:" + chattest.Anna:             "You cannot be your own opponent.",
		"/random game:by-two private:true opponent:" + chattest.Ben: "A set-up by two players cannot be private, because your opponent must see it too.",
	} {
		_, err := chattest.Run(t, always(0), typed)
		if refused, ok := err.(*chat.UserError); !ok || chattest.English(refused.Msg) != want || chattest.English(refused.Hint) == "" {
			t.Errorf("%s: %v\nwant %s", typed, err, want)
		}
	}
	for typed, want := range map[string]string{
		"/random opponent:" + chattest.Ben: "Add `game:by-two`, or leave `opponent` out.", "/random game:double opponent:" + chattest.Ben: "Leave one of the two out.",
	} {
		_, err := chattest.Run(t, always(0), typed)
		if refused, ok := err.(*chat.UserError); !ok || chattest.English(refused.Hint) != want {
			t.Errorf("%s: %v\nwant %s", typed, err, want)
		}
	}
}

// For any throws, the answer and its private page are short, each with one picture.
func TestThrowsFitIntoAMessage(t *testing.T) {
	for _, m := range drawing.Methods()[1:] {
		for seed := range testrun.Choose[uint64](2, 12) {
			reply, err := chattest.Run(t, luck(seed), "/random method:"+string(m.ID))
			if err != nil {
				t.Fatal(err)
			}
			labels := ""
			for label := range chattest.Buttons(reply) {
				labels += label
			}
			for _, label := range []string{"Draw again", "Step by step", "More"} {
				if _, ok := chattest.Buttons(reply)[label]; !ok {
					t.Errorf("%s: no %s among %s", m.ID, label, labels)
				}
			}
			if n := len([]rune(chattest.Text(reply) + labels)); n > 720 || len(reply.Pictures) != 1 {
				t.Errorf("%s: %d characters, %d pictures\n%s", m.ID, n, len(reply.Pictures), chattest.Text(reply))
			}
			if seed > 1 {
				continue
			}
			page, err := chattest.Press(t, always(0), chattest.Ben, chattest.Buttons(reply)["Step by step"].CustomID, &chat.Message{ID: "1"})
			if err != nil || page.Audience != chat.OnlyAsker {
				t.Fatal(page, err)
			}
			components := 1 // the container of the bar
			for c := range chattest.Walk(page.Components) {
				components += 1 + len(c.Items)
				if len(c.CustomID) > 100 {
					t.Errorf("%s: custom id %s", m.ID, c.CustomID)
				}
			}
			if n := len([]rune(chattest.Text(page))); n > 720 || components > 40 || len(page.Pictures) != 1 {
				t.Errorf("%s: %d characters, %d components, %d pictures", m.ID, n, components, len(page.Pictures))
			}
		}
	}
}

func TestStepsOfThrows(t *testing.T) {
	reply, err := thrown(t, "die", "6 1 3 2 2 4")
	if err != nil {
		t.Fatal(err)
	}
	page, err := chattest.Press(t, always(0), chattest.Ben, chattest.Buttons(reply)["Step by step"].CustomID, &chat.Message{ID: "1", Private: true})
	if err != nil || page.Audience != chat.InPlace {
		t.Fatal(page, err)
	}
	want := "1. Too high: 6. **1**: put the dark-square bishop on a1.\n2. **3**: put the light-square bishop on f1.\n" +
		"3. **2**: put the queen on c1.\n4. **2**: put the first knight on d1.\n5. **4**: put the second knight on h1.\n" +
		"6. Rook, king and rook fill the rest. Squares: b1, e1 and g1.\n" +
		"In a fair draw, all positions are equally likely. You need about seven rolls on average. (No method with one die needs fewer than 4.3.)"
	if !strings.HasSuffix(chattest.Text(page), want) {
		t.Errorf("%s\nwant\n%s", chattest.Text(page), want)
	}
	alt := "White's first rank: a1 bishop (1), b1 rook, c1 queen (2), d1 knight (2), e1 king, f1 bishop (3), g1 rook and h1 knight (4)."
	if len(page.Pictures) != 1 || chattest.English(page.Pictures[0].Alt) != alt {
		t.Errorf("pictures %v, want %s", page.Pictures, alt)
	}
}

// The odds at the end of every answer are exact, for every position.
func TestOddsInWords(t *testing.T) {
	for _, m := range drawing.Methods() {
		odds := m.Odds()
		for sp, p := range chess960.All() {
			said, in := chattest.English(fairness(m, p, false)), chattest.English(voice.And{new(big.Rat).Inv(odds.Of(p))})
			if equal := said == chattest.English(voice.Say("random.chance.equal", nil)); equal != odds.Fair() || !equal && !strings.Contains(said, " "+in+" ") {
				t.Fatalf("%s, %v: %s", m.ID, chess960.Name(sp), said)
			}
		}
	}
	// The numbers in the texts about the effort match the paths.
	for id, want := range map[string]*big.Rat{"hold": big.NewRat(4752, 40320), "circle": big.NewRat(3, 7)} {
		if m, _ := methods().Choose(id); m.Odds().Over.Cmp(want) != 0 {
			t.Errorf("%s starts again with %v", id, m.Odds().Over)
		}
	}
}

func TestCompareTheMethods(t *testing.T) {
	reply, err := chattest.Press(t, always(0), chattest.Anna, "compare:518", nil)
	if err != nil || reply.Audience != chat.OnlyAsker {
		t.Fatal(reply, err)
	}
	for _, row := range []string{
		"- One die: **960** · 6.7", "- Two coins: **1,152** (768–1,152) · 6",
		"- Bag, corrected by swaps: **840** (840–1,680) · 8", "- Playing cards: **2,223** (247–4,446) · 9.1", "- A squashed ring: **960** · 14",
	} {
		if !strings.Contains(chattest.Text(reply), "\n"+row+"\n") {
			t.Errorf("%q is missing in\n%s", row, chattest.Text(reply))
		}
	}
	for _, language := range voice.Languages() { // names as in the menu, and no ids
		said := strings.ReplaceAll(voice.In(language).Say(comparison(chess960.Classical())), "\u00a0:", ":")
		for _, m := range drawing.Methods() {
			name := voice.In(language).Say(m.Name())
			if strings.Count(said, "\n- "+strings.ReplaceAll(name, "\u00a0:", ":")+": **") != 1 {
				t.Errorf("%s: %s in\n%s", language, name, said)
			}
		}
	}
}

// A guided draw, from the first throw to the public answer.
func TestGuidedDraw(t *testing.T) {
	reply, err := chattest.Run(t, always(0), "/random method:die hands:mine")
	if err != nil || reply.Audience != chat.OnlyAsker {
		t.Fatal(reply, err)
	}
	private := &chat.Message{ID: "1", Private: true}
	if got, want := reply.Pictures[0].Alt, "Step 1: all squares are empty. Counted from 1: a1, c1, e1 and g1."; chattest.English(got) != want {
		t.Errorf("the strip shows %q, want %q", chattest.English(got), want)
	}
	for _, step := range []struct{ label, says, buttons string }{
		{"1", "Roll the d6 for the dark-square bishop: 1 to 4 (5 or 6: roll again).", "1 2 3 4"},
		{"3", "Roll the d6 for the light-square bishop: 1 to 4 (5 or 6: roll again).", "1 2 3 4 Undo"},
		{"6", "Roll the d6 for the queen: 1 to 6.", "1 2 3 4 5 6 Undo"},
		{"Undo", "Rolled: **1 3 6**.", "1 2 3 4 5 Undo"},
		{"2", "Roll the d6 for the queen: 1 to 6.", "1 2 3 4 5 6 Undo"},
		{"2", "Roll the d6 for the first knight: 1 to 5 (6: roll again).", "1 2 3 4 5 Undo"},
		{"4", "Roll the d6 for the second knight: 1 to 4 (5 or 6: roll again).", "1 2 3 4 Undo"},
	} {
		var labels []string
		for c := range chattest.Walk(reply.Components) {
			if c.Type == discordgo.ButtonComponent {
				labels = append(labels, chattest.English(c.Label))
			}
		}
		if !strings.Contains(chattest.Text(reply), step.says) || strings.Join(labels, " ") != step.buttons {
			t.Errorf("%s, buttons %q, before %s", chattest.Text(reply), labels, step.label)
		}
		if reply, err = chattest.Press(t, always(0), chattest.Anna, chattest.Buttons(reply)[step.label].CustomID, private); err != nil || reply.Audience != chat.InPlace {
			t.Fatal(step.label, reply, err)
		}
	}
	if got := reply.Pictures[0].Alt; !strings.Contains(chattest.English(got), "a1 bishop (1), b1 rook,") {
		t.Errorf("the strip shows %q", got)
	}
	shown, err := chattest.Press(t, always(0), chattest.Anna, chattest.Buttons(reply)["Show to everyone"].CustomID, private)
	if err != nil || shown.Audience == chat.OnlyAsker || (shown.Audience == chat.InPlace) {
		t.Fatal(shown, err)
	}
	typed, err := thrown(t, "die", "1 3 2 2 4")
	if err != nil || strings.Replace(chattest.Text(shown), "entered this draw step by step.", "typed this draw in.", 1) != chattest.Text(typed) {
		t.Errorf("guided:\n%s\ntyped:\n%s", chattest.Text(shown), chattest.Text(typed))
	}
}

// Every step of a guided draw has a button for each possible result, and stays within
// Discord's limits.
func TestGuidedDrawsOfEveryMethod(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 960))
	private := &chat.Message{ID: "1", Private: true}
	for _, m := range drawing.Methods()[1:] {
		reply, err := chattest.Run(t, always(0), "/random method:"+string(m.ID)+" hands:mine")
		if err != nil {
			t.Fatal(err)
		}
		for {
			var throws []chat.Component
			ids := map[string]bool{}
			for c := range chattest.Walk(reply.Components) {
				if c.Type == discordgo.ButtonComponent && (chat.IDName(c.CustomID) == handButton.Name() || chat.IDName(c.CustomID) == showButton.Name()) {
					throws = append(throws, c)
				}
				if len(c.CustomID) > 100 || c.CustomID != "" && ids[c.CustomID] {
					t.Fatalf("%s: custom id %q", m.ID, c.CustomID)
				}
				ids[c.CustomID] = true
			}
			if chattest.English(throws[0].Label) == "Show to everyone" {
				break
			}
			if reply, err = chattest.Press(t, always(0), chattest.Anna, throws[random.IntN(len(throws))].CustomID, private); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestForgedThrows(t *testing.T) {
	for _, id := range []string{
		"hand", "hand:die", "hand:die:zz:white:brown:", "hand:tarot::white:brown:", "hand:die::sideways:brown:", "hand:die::white:brown:tarot",
		"hand:die::white:brown::", "hand:computer:a:white:brown:", "show:die:aaa:white:brown:", "throws:die:aaa:white:brown:", "undo:die:\x00:white:brown:",
		"compare", "compare:960", "compare:-1", "compare:518:1", "again:518:white:brown:::tarot", "double:1:960:white:brown", "double:1", "corner:360:white:brown", "corner:-1:white:brown",
		"piece:X:........::1:2:white:brown", "place:Bz:........::1:2:white:brown", "place::........::1:2:white:brown", "place:Bc:........:some:1:2:white:brown",
		"place:Bc:QQ......::1:2:white:brown", "place:Bc:........:::2:white:brown", "place:Bc:Q.RB..NN:all:1:2:white:brown",
		"square:B:........::1:1:white:brown", "piece:Bc:........::1:1:white:brown", "piece::........::1:1:white:brown", "square:Xc:........::1:1:white:brown",
	} {
		_, err := chattest.Press(t, always(0), "1", id, nil)
		if refused, ok := err.(*chat.UserError); !ok || refused.Msg != chat.Foreign().Msg {
			t.Errorf("%s: %v", id, err)
		}
	}
}
