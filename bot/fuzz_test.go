package bot

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/store"
	"chess960bot/render"
)

// Boards draws for all tests, so that squares are drawn once.
var Boards = render.New()

// Any interaction is dropped or answered, but never with an apology.
func FuzzHandlers(f *testing.F) {
	kept, err := store.Open(context.Background(), "sqlite:"+filepath.Join(f.TempDir(), "fuzz.db"), commands.Parts()...)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { kept.Close() })
	b := New(Options{
		APIURL: &url.URL{Scheme: "http", Host: "127.0.0.1:1"}, Token: "token", Log: slog.New(slog.DiscardHandler), AnswerTime: time.Minute,
		Commands: commands.All(feature.Tools{Boards: Boards, Store: kept}),
	})
	const who = `"id":"1","token":"t","channel_id":"5","user":{"id":"7"}`
	const member = `"id":"1","token":"t","channel_id":"5","guild_id":"9","app_permissions":"8","member":{"permissions":"32","user":{"id":"7"}}`
	for _, seed := range []string{
		`{` + who + `,"type":2,"data":{"name":"sp","options":[{"name":"number","type":4,"value":518}]}}`,
		`{` + who + `,"type":2,"data":{"name":"encode","options":[{"name":"position","type":3,"value":"RNBQKBNR"},{"name":"explain","type":3,"value":"head"}]}}`,
		`{` + who + `,"type":2,"data":{"name":"table","options":[{"name":"name","type":3,"value":"kings"}]}}`,
		`{` + who + `,"type":2,"data":{"name":"random","options":[{"name":"exclude_standard","type":5,"value":true}]}}`,
		`{` + who + `,"type":3,"message":{"id":"3","flags":64},"data":{"custom_id":"next:518:white:brown:direct:number"}}`,
		`{` + who + `,"type":3,"message":{"id":"3"},"data":{"custom_id":"method:518:black:blue:head:position","values":["tables"]}}`,
		`{` + member + `,"type":2,"data":{"name":"daily-posts","options":[{"name":"set","type":1,"options":[{"name":"channel","type":7,"value":"5"},{"name":"time","type":3,"value":"7.30 pm"},{"name":"timezone","type":3,"value":"Berlin"}]}],"resolved":{"channels":{"5":{"type":0,"app_permissions":"8"}}}}}`,
		`{` + member + `,"type":4,"data":{"name":"daily-posts","options":[{"name":"set","type":1,"options":[{"name":"timezone","type":3,"value":"ber","focused":true}]}]}}`,
		`{` + who + `,"type":4,"data":{"name":"encode","options":[{"name":"position","type":3,"value":"SP 30","focused":true}]}}`,
		`{` + member + `,"type":4,"data":{"name":"event","options":[{"name":"void","type":1,"options":[{"name":"round","type":4,"value":"1","focused":true}]}]}}`,
		`{` + member + `,"type":2,"data":{"name":"daily","options":[{"name":"date","type":3,"value":"2026-11-20"}]}}`,
		`{` + member + `,"type":2,"data":{"name":"Explain this position","type":3,"target_id":"6","resolved":{"messages":{"6":{"content":"SP 518","embeds":[{"title":"RNBQKBNR"}],"components":[{"components":[{"content":"x"}]}]}}}}}`,
		`{` + member + `,"type":5,"message":{"id":"3"},"data":{"custom_id":"event-add:ABCDEFGHIJKL:1","components":[{"type":18,"id":1,"component":{"type":4,"id":2,"custom_id":"number","value":"17"}},{"type":10,"id":3}]}}`,
		`{` + member + `,"type":5,"message":{"id":"3"},"data":{"custom_id":"event-add:ABCDEFGHIJKL:1","components":[{"type":1,"id":1,"components":[{"type":4,"id":2,"custom_id":"number","value":"17"}]}]}}`,
		`null`, `{}`, `{` + who + `,"type":99}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, ok := readInteraction(raw, nil)
		if !ok {
			return
		}
		answer, err := b.compose(t.Context(), i)
		if _, refused := errors.AsType[*chat.UserError](err); refused {
			instead, _ := b.refusalOrApology(b.log, i, err)
			answer, err = b.encodeInstead(i, instead)
		}
		if err != nil {
			t.Errorf("fails: %s: %v", raw, err)
		}
		if len(answer.Bytes) == 0 {
			t.Errorf("an empty answer to %s", raw)
		}
	})
}
