package discordtest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// form is one request body under examination. Faults make Discord refuse it;
// remarks are things Discord lets pass but no careful bot should send.
type form struct {
	faults  []fault
	remarks []string
}

func (f *form) remark(format string, args ...any) {
	f.remarks = append(f.remarks, fmt.Sprintf(format, args...))
}

// err is the refusal that the faults amount to, or nil.
func (f *form) err() error {
	if len(f.faults) == 0 {
		return nil
	}
	return invalidForm(f.faults)
}

// value is one place of a decoded body, so that a rule can be stated where it
// applies and its fault names the path.
type value struct {
	form *form
	path string
	v    any
}

func (v value) fault(code, format string, args ...any) {
	v.form.faults = append(v.form.faults, fault{v.path, code, fmt.Sprintf(format, args...)})
}

func (v value) below(key string, x any) value {
	if v.path != "" {
		key = v.path + "." + key
	}
	return value{v.form, key, x}
}

// get is the field of an object; absent and null fields have a nil v.
func (v value) get(key string) value {
	object, _ := v.v.(map[string]any)
	return v.below(key, object[key])
}

// has tells whether the object has the field, be it null.
func (v value) has(key string) bool {
	object, _ := v.v.(map[string]any)
	_, ok := object[key]
	return ok
}

func (v value) null() bool { return v.v == nil }

// required faults an absent or null value.
func (v value) required() bool {
	if v.v == nil {
		v.fault("BASE_TYPE_REQUIRED", "This field is required")
	}
	return v.v != nil
}

// object faults anything but an object.
func (v value) object() bool {
	if _, ok := v.v.(map[string]any); !ok {
		v.fault("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return false
	}
	return true
}

// list returns the items of an array with low to high of them; null is an empty
// list that no bound is applied to.
func (v value) list(low, high int) []value {
	if v.v == nil {
		return nil
	}
	items, ok := v.v.([]any)
	if !ok {
		v.fault("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	v.length(len(items), low, high)
	out := make([]value, len(items))
	for i, item := range items {
		out[i] = v.below(strconv.Itoa(i), item)
	}
	return out
}

// text returns a string of low to high characters; null is "".
func (v value) text(low, high int) string {
	if v.v == nil {
		return ""
	}
	s, ok := v.v.(string)
	if !ok {
		v.fault("STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(v.v))
		return ""
	}
	v.length(utf8.RuneCountInString(s), low, high)
	return s
}

func (v value) length(n, low, high int) {
	switch {
	case n >= low && n <= high:
	case low == 0:
		v.fault("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	default:
		v.fault("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// integer returns a whole number within bounds; ok is false for null and faults.
func (v value) integer(low, high int64) (n int64, ok bool) {
	if v.v == nil {
		return 0, false
	}
	number, isNumber := v.v.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	switch {
	case !isNumber || err != nil:
		v.fault("NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(v.v))
	case n < low:
		v.fault("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		v.fault("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	default:
		return n, true
	}
	return n, false
}

// float returns a number; ok is false for null and faults.
func (v value) float() (x float64, ok bool) {
	if v.v == nil {
		return 0, false
	}
	number, isNumber := v.v.(json.Number)
	x, err := number.Float64()
	if !isNumber || err != nil {
		v.fault("NUMBER_TYPE_COERCE", "Value %q is not float.", fmt.Sprint(v.v))
		return 0, false
	}
	return x, true
}

// boolean returns a truth value; null is false.
func (v value) boolean() bool {
	b, ok := v.v.(bool)
	if v.v != nil && !ok {
		v.fault("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// oneOf returns an integer out of a list; ok is false for null and faults.
func (v value) oneOf(allowed ...int) (n int, ok bool) {
	if v.v == nil {
		return 0, false
	}
	number, isNumber := v.v.(json.Number)
	n, err := strconv.Atoi(string(number))
	if !isNumber || err != nil || !slices.Contains(allowed, n) {
		words := strings.Trim(strings.ReplaceAll(fmt.Sprint(allowed), " ", ", "), "[]")
		v.fault("BASE_TYPE_CHOICES", "Value must be one of {%s}.", words)
		return n, false
	}
	return n, true
}

// link returns an absolute address of one of the schemes.
func (v value) link(high int, schemes ...string) string {
	s := v.text(1, high)
	u, err := url.Parse(s)
	switch {
	case v.null():
	case err != nil || !slices.Contains(schemes, u.Scheme):
		scheme, _, _ := strings.Cut(s, ":")
		v.fault("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
	case u.Host == "":
		v.fault("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
	return s
}
