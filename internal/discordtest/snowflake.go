package discordtest

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"sync/atomic"
	"time"
)

// discordEpoch is the first millisecond of 2015, where Discord's ids begin.
const discordEpoch = 1420070400000

// snowflakes hands out ids in Discord's layout: milliseconds since the epoch
// in the upper 42 bits, a counter below. Every id is greater than the one before,
// even if the clock stands or goes back.
type snowflakes struct {
	now  func() time.Time
	last atomic.Uint64
}

func (f *snowflakes) next() string {
	for {
		last := f.last.Load()
		id := max(uint64(max(0, f.now().UnixMilli()-discordEpoch))<<22, last+1)
		if f.last.CompareAndSwap(last, id) {
			return strconv.FormatUint(id, 10)
		}
	}
}

// compareIDs compares ids as the numbers they are.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// isSnowflake tells whether s is written as Discord writes an id.
func isSnowflake(s string) bool {
	n, err := strconv.ParseUint(s, 10, 64)
	return err == nil && strconv.FormatUint(n, 10) == s
}

// interactionToken returns a secret of the length and alphabet of Discord's own.
func interactionToken(id string) string {
	var secret [48]byte
	rand.Read(secret[:])
	plain := append([]byte("interaction:"+id+":"), secret[:]...)
	return base64.RawURLEncoding.EncodeToString(plain)
}

// timestamp writes t as Discord writes times.
func timestamp(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}
