package commands

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// Every page's buttons lead where they say, fit Discord's limits and are
// unlike each other.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for _, theme := range render.Themes() {
			for _, fromBlack := range []bool{false, true} {
				c := card{"encode", p, look{fromBlack, theme}, "18446744073709551615"}
				seen := map[string]bool{}
				for _, b := range c.buttons() {
					b := b.(discordgo.Button)
					if b.Style == discordgo.LinkButton {
						continue
					}
					if len(b.CustomID) > 100 || seen[b.CustomID] {
						t.Errorf("SP %d: custom id %q is too long or there twice", sp, b.CustomID)
					}
					seen[b.CustomID] = true
					want := c
					switch b.Label {
					case "Previous":
						want.position = p.Previous()
					case "Next":
						want.position = p.Next()
					case "Mirror":
						want.position = p.Mirror()
					case "Flip":
						want.look.fromBlack = !fromBlack
					}
					if got, err := parseCustomID(b.CustomID); err != nil || got != want {
						t.Errorf("SP %d: %s leads to %+v, %v; want %+v", sp, b.Label, got, err, want)
					}
				}
				if len(seen) != 4 {
					t.Errorf("SP %d: %d pages to turn to, want 4", sp, len(seen))
				}
			}
		}
	}
}

func TestForeignButtons(t *testing.T) {
	for _, id := range []string{"sp", "sp:next", "sp:next:960:white:brown:1", "sp:next:x:white:brown:1", "sp:next:1:up:brown:1", "sp:next:1:white:pink:1", "sp:next:1:white:brown:1:2", "random:again:1:white:pink:none"} {
		reply, err := press(t, fixedTools(0), anna, id, nil)
		if _, ok := err.(*UserError); !ok {
			t.Errorf("%q: %v, %v; want a refusal", id, reply, err)
		}
	}
}

func TestOwnerTurnsThePageOthersGetACopy(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/fritz number:359")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text(reply), "Fritz9 number 359 is SP-518.") {
		t.Errorf("the answer does not say what 359 is:\n%s", text(reply))
	}
	next := buttons(reply)["Next"].CustomID

	own, err := press(t, fixedTools(0), anna, next, nil)
	if err != nil || !own.Edit || own.Private || !strings.Contains(text(own), "## SP-519") || !strings.Contains(text(own), "is SP-519.") {
		t.Errorf("the owner's press: %+v, %v", own, err)
	}
	other, err := press(t, fixedTools(0), ben, next, nil)
	if err != nil || other.Edit || !other.Private || !strings.Contains(text(other), "## SP-519") {
		t.Errorf("another's press: %+v, %v", other, err)
	}
	again, err := press(t, fixedTools(0), ben, buttons(other)["Mirror"].CustomID, nil)
	if err != nil || !again.Edit {
		t.Errorf("the copy's owner cannot turn its page: %+v, %v", again, err)
	}
}

func TestDrawnPositionsStay(t *testing.T) {
	reply, err := run(t, fixedTools(303), "/random theme:green view:black")
	if err != nil {
		t.Fatal(err)
	}
	if want := "## SP-303 · QNRKRNBB\nDrawn for <@" + anna + "> on <t:1790000000:D> at <t:1790000000:T>: one of all 960 positions, each as likely as the others."; !strings.HasPrefix(text(reply), want) {
		t.Errorf("got %s", text(reply))
	}
	for label, b := range buttons(reply) {
		if b.Style == discordgo.LinkButton {
			continue
		}
		for _, who := range []string{anna, ben} {
			pressed, err := press(t, fixedTools(7), who, b.CustomID, &discordgo.Message{ID: "3"})
			if err != nil || pressed.Edit || pressed.Private != (label != "Draw again") {
				t.Errorf("%s pressed by %s: %+v, %v", label, who, pressed, err)
			}
		}
	}
}

func TestDrawAgainNamesTheEarlierDraw(t *testing.T) {
	for _, c := range []struct {
		typed   string
		message *discordgo.Message
		private bool
		want    string
	}{
		{"/random", &discordgo.Message{ID: "3"}, false, "Drawn again for <@" + ben + ">, after [SP-303](https://discord.com/channels/1/2/3) on"},
		{"/random private:true", &discordgo.Message{ID: "3", Flags: discordgo.MessageFlagsEphemeral}, true, "Drawn again for <@" + ben + ">, after SP-303 on"},
	} {
		first, err := run(t, fixedTools(303), c.typed)
		if err != nil || first.Private != c.private {
			t.Fatal(first, err)
		}
		second, err := press(t, fixedTools(7), ben, buttons(first)["Draw again"].CustomID, c.message)
		if err != nil || second.Private != c.private || !strings.Contains(text(second), c.want) || !strings.Contains(text(second), "## SP-7 ") {
			t.Errorf("%s: %v\n%s", c.typed, err, text(second))
		}
	}
}

// Leaving out the classical array leaves 959 positions, each by one number.
func TestExcludeStandard(t *testing.T) {
	seen := map[chess960.Position]bool{}
	for n := range chess960.Count - 1 {
		p, err := draw{excludeStandard: true}.position(func(of int) (int, error) {
			if of != chess960.Count-1 {
				t.Fatalf("drawn from %d", of)
			}
			return n, nil
		})
		if err != nil || p.SP() == standard {
			t.Errorf("%d draws %v, %v", n, p, err)
		}
		seen[p] = true
	}
	if len(seen) != chess960.Count-1 {
		t.Errorf("%d positions, want %d", len(seen), chess960.Count-1)
	}
	first, err := run(t, fixedTools(standard), "/random exclude_standard:true")
	if err != nil || !strings.Contains(text(first), "one of 959 positions, SP-518 left out") {
		t.Errorf("%v\n%s", err, text(first))
	}
	again, err := press(t, fixedTools(standard), anna, buttons(first)["Draw again"].CustomID, &discordgo.Message{})
	if err != nil || !strings.Contains(text(again), "## SP-519") {
		t.Errorf("drawing again forgets what is left out: %v\n%s", err, text(again))
	}
}

func TestSecureDrawsCoverTheRange(t *testing.T) {
	seen := map[int]bool{}
	for range 20_000 { // the chance to miss one of 960 is below one in a million
		n, err := drawSecurely(chess960.Count)
		if err != nil || n < 0 || n >= chess960.Count {
			t.Fatal(n, err)
		}
		seen[n] = true
	}
	if len(seen) != chess960.Count {
		t.Errorf("%d of %d numbers drawn", len(seen), chess960.Count)
	}
}
