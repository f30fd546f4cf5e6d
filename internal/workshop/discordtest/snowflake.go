package discordtest

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"sync/atomic"
	"time"
)

// discordEpoch is the Unix time, in milliseconds, at which Discord's ids begin: 1
// January 2015.
const discordEpoch = 1420070400000

// snowflakes makes ids in Discord's layout: milliseconds since the epoch in the upper
// 42 bits, and a counter in the lower 22. Every id is greater than the one before, even
// if the clock stands still or goes back.
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

// compareIDs compares ids by their numbers, which is by age.
func compareIDs(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// interactionToken returns a secret with the length and alphabet of Discord's tokens.
func interactionToken(id string) string {
	var secret [48]byte
	rand.Read(secret[:])
	plain := append([]byte("interaction:"+id+":"), secret[:]...)
	return base64.RawURLEncoding.EncodeToString(plain)
}

// timestamp returns t in Discord's format.
func timestamp(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}
