package program

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
	if err != nil || n < 1 || n > mostShards {
		r.problem(name, "is %s, neither auto nor a number from 1 to %d", quote(value), mostShards)
		r.wrongTotal = true
	}
	r.total = n
	return n
}

// shardIDs accepts ids of shards, from 0, and ranges of them, such as 0-3,7, or "auto" for
// the share of this process. It needs the total number of shards. The other names are those
// of the number of processes, of the index of this process, and of the name of its pod.
func (r *reader) shardIDs(name, processes, process, pod string) []int {
	value, all := r.get(name, ""), r.get(processes, "")
	own := []variable{{process, r.get(process, "")}, {pod, r.get(pod, "")}}
	auto := strings.EqualFold(value, "auto")
	if !auto && (all != "" || own[0].value != "") {
		r.problem(name, "must be auto if %s or %s is set: otherwise two processes could have the same shards", processes, process)
		return nil
	}
	if value == "" || r.wrongTotal {
		return nil
	}
	if r.total == 0 {
		r.problem(name, "needs DISCORD_SHARDS to be a number, the same in every process: how many shards there are in all")
		return nil
	}
	if auto {
		return r.share(name, variable{processes, all}, own)
	}
	return r.listed(name, value)
}

// listed returns the shards of a list such as 0-3,7.
func (r *reader) listed(name, value string) (ids []int) {
	has := make([]bool, r.total) // a list of many ranges has each shard once
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
			has[id] = true
		}
	}
	for id := range has {
		if has[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// A variable is a variable of the environment.
type variable struct{ name, value string }

// share returns the shards of one of several processes: neighbours, and at most one more or
// less than another process has. The first of own that is set says which process this is.
func (r *reader) share(name string, processes variable, own []variable) (ids []int) {
	if processes.value == "" {
		r.problem(name, "is auto, which needs %s: how many processes share the shards, the same number in each", processes.name)
		return nil
	}
	n, err := strconv.Atoi(processes.value)
	if err != nil || n < 1 || n > r.total {
		r.problem(processes.name, "is %s, not a number from 1 to %d: every process needs a shard, and DISCORD_SHARDS is %[2]d",
			quote(processes.value), r.total)
		return nil
	}
	set := slices.IndexFunc(own, func(v variable) bool { return v.value != "" })
	if set < 0 {
		r.problem(name, "is auto, which needs %s, the index of this process from 0 to %d, or %s, the name of a pod that ends in such an index",
			own[0].name, n-1, own[1].name)
		return nil
	}
	index, ok := ordinal(own[set].value)
	if !ok {
		r.problem(own[set].name,
			"is %s, neither an index such as 0 nor the name of a StatefulSet's pod, such as chess960bot-0", quote(own[set].value))
		return nil
	}
	if index >= n {
		r.problem(own[set].name, "is %s, but the last process has the index %d, because %s is %d", quote(own[set].value), n-1, processes.name, n)
		return nil
	}
	for id := index * r.total / n; id < (index+1)*r.total/n; id++ {
		ids = append(ids, id)
	}
	return ids
}

// ordinal reads an index, such as 3, or the name of a pod that ends in one: chess960bot-3.
func ordinal(value string) (index int, ok bool) {
	digits := value
	if end := strings.LastIndex(value, "-"); end > 0 {
		digits = value[end+1:]
	}
	index, err := strconv.Atoi(digits)
	return index, err == nil && index >= 0 && strconv.Itoa(index) == digits
}
