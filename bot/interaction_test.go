package bot

import (
	"fmt"
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
		i, ok := readInteraction([]byte(raw))
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
