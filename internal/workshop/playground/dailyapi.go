package main

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// getDaily answers /api/daily with the state of the daily posts. Event streams send
// the same after every change.
func (s *server) getDaily(w http.ResponseWriter, r *http.Request) {
	j, err := s.daily(r.Context())
	if err != nil {
		sendError(w, http.StatusInternalServerError, err.Error())
		return
	}
	send(w, http.StatusOK, j)
}

// A windAsk is the body of /api/wind: how far to wind the clock, and whether the bot
// is down meanwhile. The response is {"now": …}, the new time, after the winding.
type windAsk struct {
	By   string `json:"by"` // "1h", "6h", "1d", "1w", or "change" of clocks
	Down bool   `json:"down"`
}

func (s *server) postWind(w http.ResponseWriter, r *http.Request) {
	var a windAsk
	if !readJSON(w, r, &a) {
		return
	}
	j, err := s.daily(r.Context())
	if err != nil {
		sendError(w, http.StatusInternalServerError, err.Error())
		return
	}
	to, err := j.target(a.By)
	if err == nil {
		err = s.wind(r.Context(), to, a.Down)
	}
	if err != nil {
		sendError(w, http.StatusBadRequest, err.Error())
		return
	}
	send(w, http.StatusOK, map[string]time.Time{"now": s.clock.Now()})
}

// target returns the instant to wind the clock to. A day is a calendar day: afterwards
// clocks show the same time of day.
func (j dailyJSON) target(by string) (time.Time, error) {
	wall := j.Now.In(location(j.Zone))
	switch by {
	case "1h":
		return j.Now.Add(time.Hour), nil
	case "6h":
		return j.Now.Add(6 * time.Hour), nil
	case "1d":
		return wall.AddDate(0, 0, 1), nil
	case "1w":
		return wall.AddDate(0, 0, 7), nil
	case "change":
		return j.beforeChange()
	}
	return j.Now, fmt.Errorf("the clock cannot be wound by %q", by)
}

// beforeChange returns the instant one day before the next change of clocks.
func (j dailyJSON) beforeChange() (time.Time, error) {
	if j.Change == nil {
		return j.Now, errors.New("No change of clocks is to come there.")
	}
	to := j.Change.After.At.Add(-24 * time.Hour)
	if !to.After(j.Now) {
		return j.Now, fmt.Errorf("The clocks of %s change in less than a day.", j.Change.Zone)
	}
	return to, nil
}
