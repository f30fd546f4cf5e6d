package lichess

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/online"
)

const (
	resultsTime    = 30 * time.Second // for a request for results
	longestResults = 4 << 20          // bytes
	mostAsked      = 300              // ids in a request, by lichess's API
)

// Results returns what lichess says about games, at most 300, by their ids. A game that nobody
// has begun is not in the answer. A request of a person for a game ends the request. If the answer
// is cut off, the results before are returned with the error.
//
// Source: POST /api/games/export/_ids of lichess's API.
func (c *Client) Results(ctx context.Context, ids []string) (results map[string]online.Result, err error) {
	ctx, cancel := context.WithTimeout(ctx, resultsTime)
	defer cancel()
	ctx, giveWay := context.WithCancelCause(ctx)
	defer giveWay(nil)
	done, ok := c.limits.idle(ctx, func() { giveWay(online.ErrNotNow) })
	if !ok {
		return nil, online.ErrNotNow
	}
	defer done()
	defer func() {
		if err != nil && context.Cause(ctx) == online.ErrNotNow {
			err = online.ErrNotNow // over HTTP/2 the error does not say so
		}
	}()
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return checkID(id) != nil }) // earlier versions kept any id
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 {
		return nil, nil
	}
	answer, err := c.post(ctx, c.export, "text/plain", "application/x-ndjson", strings.Join(ids, ","))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		return nil, c.limits.pause(ctx)
	case answer.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: status %d", ErrUnavailable, answer.StatusCode)
	}
	results, unread, err := readResults(io.LimitReader(answer.Body, longestResults), ids)
	if unread > 0 {
		c.log.Warn("lichess sent games that cannot be read", "lines", unread)
	}
	return results, err
}

// readResults reads a game on each line. Games that were not asked for are left out. A line that
// cannot be read may be about any game, so the games without a line are then unread.
func readResults(body io.Reader, ids []string) (results map[string]online.Result, unread int, err error) {
	results = map[string]online.Result{}
	lines := bufio.NewReaderSize(body, longestAnswer)
	for err == nil {
		line, more, failed := lines.ReadLine()
		long := more
		for more && failed == nil {
			_, more, failed = lines.ReadLine()
		}
		if err = failed; err != nil || len(line) == 0 {
			continue
		}
		var g exportedGame
		if long || json.Unmarshal(line, &g) != nil || checkID(g.ID) != nil {
			unread++
		} else if slices.Contains(ids, g.ID) {
			results[g.ID] = g.result()
		}
	}
	if err != io.EOF {
		return results, unread, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	for _, id := range ids {
		if _, read := results[id]; !read && unread > 0 {
			results[id] = online.Result{Unread: true}
		}
	}
	return results, unread, nil
}

// exportedGame is a game in lichess's JSON.
type exportedGame struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Winner  string `json:"winner"`
	Players struct {
		White, Black struct {
			User struct {
				Name string `json:"name"`
			} `json:"user"`
		}
	} `json:"players"`
}

// drawn lists the statuses of games that end in a draw if nobody has won.
var drawn = []string{"draw", "stalemate", "insufficientMaterialClaim", "outoftime", "timeout"}

// unfinished lists the statuses of games that may still get a result.
var unfinished = []string{"created", "started"}

// withoutResult lists the statuses of games that end without a result, even if lichess names a
// winner.
var withoutResult = []string{"aborted", "noStart", "unknownFinish"}

// ended lists the other statuses of games that have ended. lichess may have new ones.
var ended = []string{"mate", "resign", "cheat", "variantEnd"}

func (g exportedGame) result() online.Result {
	isKnown := slices.Contains(slices.Concat(drawn, withoutResult, ended), g.Status)
	r := online.Result{White: g.Players.White.User.Name, Black: g.Players.Black.User.Name, Begun: true}
	switch {
	case slices.Contains(unfinished, g.Status):
	case isKnown, g.Winner != "":
		r.Ended = true
	default:
		r.Unread = true
	}
	switch counts := r.Ended && !slices.Contains(withoutResult, g.Status); {
	case counts && g.Winner == "white":
		r.Outcome = "1-0"
	case counts && g.Winner == "black":
		r.Outcome = "0-1"
	case g.Winner == "" && slices.Contains(drawn, g.Status):
		r.Outcome = "½-½"
	}
	return r
}
