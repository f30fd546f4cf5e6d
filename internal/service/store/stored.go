package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A stored writes a part of a value as a column, and reads the part from the column.
type stored interface {
	value() any // one of the types of driver.Value
	sql.Scanner
}

// asText stores a text.
func asText[T ~string](at *T) stored {
	return as[T, string]{at, text[T], func(s string) (T, error) { return T(s), nil }}
}

// asNumber stores an integer.
func asNumber[T ~int | ~int8 | ~int64 | ~uint8](at *T) stored {
	return as[T, int64]{at, func(n T) int64 { return int64(n) }, func(n int64) (T, error) {
		if int64(T(n)) != n {
			return 0, fmt.Errorf("%d is out of range", n)
		}
		return T(n), nil
	}}
}

// asIs stores a truth value or a number with a fraction.
func asIs[T bool | float64](at *T) stored {
	return as[T, T]{at, func(v T) T { return v }, func(v T) (T, error) { return v, nil }}
}

// asInstant stores an instant: see millis.
func asInstant(at *time.Time) stored {
	return as[time.Time, int64]{at, millis, func(ms int64) (time.Time, error) { return instantOf(ms), nil }}
}

// asMillis stores a time span in milliseconds.
func asMillis(at *time.Duration) stored {
	return as[time.Duration, int64]{at, time.Duration.Milliseconds, func(ms int64) (time.Duration, error) {
		return time.Duration(ms) * time.Millisecond, nil
	}}
}

// asNumbers stores a list as "518 534". An empty list is read as nil.
func asNumbers(at *[]int) stored { return as[[]int, string]{at, joinNumbers, splitNumbers} }

// asWords stores a list of texts without spaces. An empty list is read as nil.
func asWords(at *[]string) stored {
	return as[[]string, string]{at, func(list []string) string { return text(strings.Join(list, " ")) }, func(s string) ([]string, error) {
		return slices.Collect(strings.FieldsSeq(s)), nil
	}}
}

// asJSON stores a value of texts, numbers and truth values as a JSON document.
func asJSON[T any](at *T) stored {
	return as[T, string]{at, func(v T) string {
		document, err := json.Marshal(v)
		if err != nil {
			panic(err) // the type has something else
		}
		return text(string(document))
	}, func(document string) (v T, err error) {
		return v, json.Unmarshal([]byte(document), &v)
	}}
}

// An as stores a T as an S, one of the types of driver.Value.
type as[T, S any] struct {
	at    *T
	write func(T) S
	read  func(S) (T, error)
}

func (a as[T, S]) value() any { return a.write(*a.at) }

// Scan implements [sql.Scanner].
func (a as[T, S]) Scan(value any) error {
	s, ok := value.(S)
	if !ok { // such as a number for a truth value
		var converted sql.Null[S]
		if err := converted.Scan(value); err != nil {
			return err
		}
		if !converted.Valid {
			return errors.New("the column is NULL")
		}
		s = converted.V
	}
	v, err := a.read(s)
	if err == nil {
		*a.at = v
	}
	return err
}

// joinNumbers writes a list as "518 534".
func joinNumbers(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

// splitNumbers reads what joinNumbers writes.
func splitNumbers(s string) (list []int, err error) {
	for field := range strings.FieldsSeq(s) {
		n, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("read a list of numbers: %w", err)
		}
		list = append(list, n)
	}
	return list, nil
}
