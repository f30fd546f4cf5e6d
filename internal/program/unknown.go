package program

import (
	"fmt"
	"slices"
	"strings"
)

// unknownSettings returns a sentence for each name of a variable that looks like a setting and is not
// one: the name begins like a setting, or differs from one by at most two letters. Variables of other
// programs are left out. No sentence has a value.
func unknownSettings(environment []string) []string {
	var sentences []string
	var known []string // the names of all settings
	readConfig(func(name string) (string, bool) {
		if !slices.Contains(known, name) {
			known = append(known, name)
		}
		return "", false
	})
	// NODE_NAME is near POD_NAME, and a usual variable too.
	own := slices.DeleteFunc(slices.Clone(known), func(name string) bool { return name == podName })
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if slices.Contains(known, name) {
			continue
		}
		nearest := slices.MinFunc(own, func(a, b string) int { return edits(name, a) - edits(name, b) })
		// No other program has variables with such a name.
		begins := slices.ContainsFunc([]string{"DISCORD_", "RATE_", "DAILY_", "LICHESS_"}, func(beginning string) bool {
			return strings.HasPrefix(strings.ToUpper(name), beginning)
		})
		isToken := slices.Contains([]string{"TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN"}, strings.ToUpper(name))
		switch {
		case isToken && !slices.ContainsFunc(environment, func(v string) bool { return strings.HasPrefix(v, "DISCORD_TOKEN=") }):
			sentences = append(sentences, fmt.Sprintf("I do not know %s. Did you mean DISCORD_TOKEN?", name))
		case edits(name, nearest) <= 2:
			sentences = append(sentences, fmt.Sprintf("I do not know %s. Did you mean %s?", name, nearest))
		case begins:
			sentences = append(sentences, fmt.Sprintf("I do not know %s. The settings are in .env.example.", name))
		}
	}
	slices.Sort(sentences)
	return sentences
}

// edits returns how many characters have to be inserted, removed or replaced to turn one
// name into another (Levenshtein's distance). The case of letters counts once for all.
func edits(a, b string) int {
	upper := strings.ToUpper(a)
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range upper {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := diagonal
			if upper[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	if upper != a {
		return row[len(b)] + 1
	}
	return row[len(b)]
}
