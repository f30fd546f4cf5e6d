package chat

import (
	"context"
	"errors"
	"testing"
)

// A press gets the fields that the id of its button was written with. Other ids are
// refused.
func TestControls(t *testing.T) {
	all, bare := NewControl("all", (*everyField).fields), NewControl("bare", NoFields)
	want := everyField{518, true, "red", "green", "", "w", "abc", ""}
	var got everyField
	c := Command{Presses: []Press{
		all.On(func(_ context.Context, _ *Request, e everyField) (*Reply, error) {
			got = e
			return nil, nil
		}).ByCrowd(),
		bare.On(func(context.Context, *Request, struct{}) (*Reply, error) { return nil, nil }),
	}}
	press := func(id string) error {
		_, err := c.Press(t.Context(), &Request{CustomID: id})
		return err
	}
	if err := press(all.ID(want)); err != nil || got != want || !c.Presses[0].Crowd || c.Presses[1].Crowd {
		t.Errorf("got %+v, %v", got, err)
	}
	if err := press(bare.ID(struct{}{})); err != nil || bare.ID(struct{}{}) != "bare" {
		t.Errorf("a control without fields: %v", err)
	}
	for _, id := range []string{"all:960:yes:red:green::w:ABC", "all", "bare:", "bare:x", "none", ""} {
		if refused, ok := errors.AsType[*UserError](press(id)); !ok || refused.Error() != Foreign().Error() {
			t.Errorf("%q is not refused", id)
		}
	}
}
