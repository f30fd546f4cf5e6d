package lichess

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"chess960bot/internal/online"
)

const (
	resultsTime    = 30 * time.Second // for a request for results or moves
	longestResults = 4 << 20          // bytes of results
	longestMoves   = 32 << 10         // bytes of a game's moves
	longestGames   = 12 << 20         // bytes of games with moves
)

// Results returns what lichess says about games, at most 300, by their ids. A game that nobody
// has begun is not in the answer. A request of a person for a game ends the request. If the answer
// is cut off, the results before are returned with the error.
//
// Source: POST /api/games/export/_ids of lichess's API.
func (c *Client) Results(ctx context.Context, ids []string) (map[string]online.Result, error) {
	results := map[string]online.Result{}
	unread, err := c.exported(ctx, ids, false, longestResults, func(g exportedGame) { results[g.ID] = g.result() })
	for _, id := range ids {
		if _, read := results[id]; !read && unread > 0 && err == nil && checkID(id) == nil {
			results[id] = online.Result{Unread: true}
		}
	}
	return results, err
}

// Moves returns the moves of games, at most 300, by their ids, in SAN with spaces between them. A game that
// lichess does not know is not in the answer. Moves that cannot be read, or take more than 32 KB, are "".
// Requests and errors are as with [Client.Results].
func (c *Client) Moves(ctx context.Context, ids []string) (map[string]string, error) {
	moves := map[string]string{}
	_, err := c.exported(ctx, ids, true, longestGames, func(g exportedGame) {
		if len(g.Moves) > longestMoves || !isMoves(g.Moves) {
			g.Moves = ""
		}
		moves[g.ID] = g.Moves
	})
	return moves, err
}

// sanMove matches a move in SAN, as lichess writes it.
var sanMove = regexp.MustCompile(`^(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?)[+#]?$`)

// isMoves reports whether a text is moves with spaces between them. Other text would not be PGN.
func isMoves(text string) bool {
	return !slices.ContainsFunc(strings.Fields(text), func(move string) bool { return !sanMove.MatchString(move) })
}

// exported asks lichess for games with or without moves, and reads those that it knows, which come in any order.
// unread is how many lines of the answer could not be read.
func (c *Client) exported(ctx context.Context, ids []string, moves bool, longest int64, read func(exportedGame)) (unread int, err error) {
	ctx, cancel := context.WithTimeout(ctx, resultsTime)
	defer cancel()
	ctx, giveWay := context.WithCancelCause(ctx)
	defer giveWay(nil)
	done, ok := c.limits.idle(ctx, func() { giveWay(online.ErrNotNow) })
	if !ok {
		return 0, online.ErrNotNow
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
		return 0, nil
	}
	answer, err := c.post(ctx, c.export+"?moves="+strconv.FormatBool(moves), "text/plain", "application/x-ndjson", strings.Join(ids, ","))
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		return 0, c.limits.pause(ctx)
	case answer.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("%w: status %d", ErrUnavailable, answer.StatusCode)
	}
	unread, err = readGames(io.LimitReader(answer.Body, longest), ids, read)
	if unread > 0 {
		c.log.Warn("lichess sent games that cannot be read", "lines", unread)
	}
	return unread, err
}

// readGames reads a game on each line. Games that were not asked for are left out. A line that
// cannot be read may be about any game.
func readGames(body io.Reader, ids []string, read func(exportedGame)) (unread int, err error) {
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
			read(g)
		}
	}
	if err != io.EOF {
		return unread, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return unread, nil
}

// exportedGame is a game in lichess's JSON.
type exportedGame struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Winner  string `json:"winner"`
	Moves   string `json:"moves"`
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
