package config

import (
	"slices"
	"strconv"
	"strings"
)

// mostShards is more than any bot needs.
const mostShards = 10_000

// shards accepts a number of shards, or "auto" for 0.
func (r *reader) shards(name, fallback string) int {
	value := r.get(name, fallback)
	if strings.EqualFold(value, "auto") {
		return 0
	}
	n, err := strconv.Atoi(value)
	r.total = n
	if err != nil || n < 1 || n > mostShards {
		r.problem(name, "is %s, neither auto nor a number from 1 to %d", quote(value), mostShards)
	}
	return n
}

// shardIDs accepts ids of shards, from 0, and ranges of them, such as 0-3,7. It
// needs the total number of shards.
func (r *reader) shardIDs(name string) (ids []int) {
	value := r.get(name, "")
	if value == "" {
		return nil
	}
	if r.total == 0 {
		r.problem(name, "needs DISCORD_SHARDS to be a number, the same in every process: how many shards there are in all")
		return nil
	}
	for part := range strings.SplitSeq(value, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(strings.TrimSpace(first))
		to, err2 := strconv.Atoi(strings.TrimSpace(last))
		if err1 != nil || err2 != nil || from < 0 || from > to || to >= r.total {
			r.problem(name, "has %s, which is no shard from 0 to %d, nor a range such as 0-%[2]d", quote(part), r.total-1)
			return nil
		}
		for id := from; id <= to; id++ {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
