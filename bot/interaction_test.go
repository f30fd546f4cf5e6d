package bot

import (
	"fmt"
	"slices"
	"testing"
)

// Permissions that cannot be read grant nothing.
func TestPermissions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		`"0"`: 0, `"32"`: 32, `32`: 32, `"9223372036854775807"`: 1<<63 - 1, // the most that fits
		`"9223372036854775808"`: 0, `"18446744073709551615"`: 0, `"99999999999999999999999999"`: 0,
		`"-1"`: 0, `-1`: 0, `"-9223372036854775808"`: 0, `"1e9"`: 0, `1e9`: 0, `1.5`: 0, `"0x20"`: 0, `"32 "`: 0, `"+32"`: 0,
		`""`: 0, `"many"`: 0, `null`: 0, `true`: 0, `[32]`: 0, `{"a":32}`: 0,
	} {
		raw := fmt.Sprintf(`{"id":"1","token":"t","type":2,"guild_id":"9","app_permissions":%s,"member":{"permissions":%[1]s,"user":{"id":"7"}},
			"data":{"name":"x","resolved":{"channels":{"5":{"app_permissions":%[1]s}}}}}`, text)
		i, ok := readInteraction([]byte(raw), nil)
		if !ok {
			t.Errorf("%s is not read", raw)
			continue
		}
		channel := int64(0)
		if told := i.Channels["5"].AppPermissions; told != nil {
			channel = *told
		}
		if i.Permissions != want || i.AppPermissions != want || channel != want {
			t.Errorf("%s grants %d, %d and %d, want %d", text, i.Permissions, i.AppPermissions, channel, want)
		}
	}
}

// A person has the name that Discord shows: the nickname, the display name, or the user name.
// Without a limit for files there is 0.
func TestNamesAndLimits(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]struct {
		name  string
		limit int
	}{
		`"guild_id":"9","member":{"nick":"Annie","user":{"id":"7","username":"ann","global_name":"Ann"}},"attachment_size_limit":26214400`: {"Annie", 25 << 20},
		`"guild_id":"9","member":{"nick":null,"user":{"id":"7","username":"ann","global_name":"Ann"}},"attachment_size_limit":null`:        {"Ann", 0},
		`"guild_id":"9","member":{"user":{"id":"7","username":"ann","global_name":null}},"attachment_size_limit":"many"`:                   {"ann", 0},
		`"guild_id":"9","member":{"nick":"\u200b","user":{"id":"7","username":"ann","global_name":"\u3164"}}`:                              {"ann", 0},
		`"guild_id":"9","member":{"nick":"A\u0000nn\u001bie","user":{"id":"7","username":"ann"}}`:                                          {"Annie", 0},
		`"user":{"id":"7","username":"ann","global_name":"Ann"},"attachment_size_limit":-1`:                                                {"Ann", 0},
		`"user":{"id":"7","username":"ann"},"attachment_size_limit":1e300`:                                                                 {"ann", 0},
	} {
		i, ok := readInteraction([]byte(`{"id":"1","token":"t","type":2,"data":{"name":"x"},`+raw+`}`), nil)
		if !ok || i.AskerName != want.name || i.FileLimit != want.limit {
			t.Errorf("%s: %+v, want %+v", raw, i, want)
		}
	}
}

// The buttons of the pressed message are read, also inside containers. Parts of an
// unexpected type are skipped.
func TestButtonsOfTheMessage(t *testing.T) {
	t.Parallel()
	for parts, want := range map[string][]string{
		`[{"type":17,"components":[{"type":10,"content":"x"},{"type":1,"components":[{"custom_id":"a"},{"custom_id":"b"}]}]},{"type":1,"components":[{"custom_id":"c"}]}]`: {"a", "b", "c"},
		`[]`:                                    {},
		`[{"custom_id":7},{"custom_id":"c"},5]`: {"c"},
		`"none"`:                                {},
	} {
		i, ok := readInteraction([]byte(`{"id":"1","token":"t","type":3,"user":{"id":"7"},"data":{"custom_id":"x"},"message":{"id":"5","components":`+parts+`}}`), nil)
		if !ok || i.Message.Buttons == nil || !slices.Equal(i.Message.Buttons, want) {
			t.Errorf("%s: %v", parts, i)
		}
	}
}
