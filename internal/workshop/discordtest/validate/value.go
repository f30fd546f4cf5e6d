package validate

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Value is one place in a decoded body, with its path. Faults name that path.
//
// The methods that read a value treat null and an absent field as the zero value. They
// report a fault for a value of the wrong type or out of bounds.
type Value struct {
	report *Report
	path   string // keys and indexes joined by dots; "" for the root
	v      any
}

// Fault reports that Discord refuses the value, under Discord's name for the rule.
func (v Value) Fault(code, format string, args ...any) {
	v.report.faults = append(v.report.faults, fault{v.path, code, fmt.Sprintf(format, args...)})
}

// Remark is [Report.Remark] of the report that the value belongs to.
func (v Value) Remark(format string, args ...any) { v.report.Remark(format, args...) }

// Err is [Report.Err] of the report that the value belongs to.
func (v Value) Err() error { return v.report.Err() }

// JSON returns the value as it was decoded; nil for null and an absent field.
func (v Value) JSON() any { return v.v }

func (v Value) below(key string, x any) Value {
	if v.path != "" {
		key = v.path + "." + key
	}
	return Value{v.report, key, x}
}

// Get returns the field of an object. The result is null if the field is absent or v is
// not an object.
func (v Value) Get(key string) Value {
	object, _ := v.v.(map[string]any)
	return v.below(key, object[key])
}

// Has reports whether the object has the field, even as null.
func (v Value) Has(key string) bool {
	object, _ := v.v.(map[string]any)
	_, ok := object[key]
	return ok
}

// Null reports whether the value is null or absent.
func (v Value) Null() bool { return v.v == nil }

// Empty reports whether the value is null, absent, or an empty array.
func (v Value) Empty() bool { return v.v == nil || IsEmptyList(v.v) }

// IsEmptyList reports whether a decoded JSON value is an empty array.
func IsEmptyList(v any) bool {
	list, ok := v.([]any)
	return ok && len(list) == 0
}

// Items returns the items of an array without any checks.
func (v Value) Items() []Value {
	list, _ := v.v.([]any)
	out := make([]Value, len(list))
	for i, x := range list {
		out[i] = v.below(strconv.Itoa(i), x)
	}
	return out
}

// Required reports a fault for a null or absent value. It returns whether there is a
// value.
func (v Value) Required() bool {
	if v.v == nil {
		v.Fault("BASE_TYPE_REQUIRED", "This field is required")
	}
	return v.v != nil
}

// Object reports a fault unless v is an object. It returns whether v is one.
func (v Value) Object() bool {
	if _, ok := v.v.(map[string]any); !ok {
		v.Fault("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
		return false
	}
	return true
}

// List returns the items of an array of low to high items. The bounds do not
// apply to null.
func (v Value) List(low, high int) []Value {
	if v.v == nil {
		return nil
	}
	if _, ok := v.v.([]any); !ok {
		v.Fault("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	items := v.Items()
	v.length(len(items), low, high)
	return items
}

// Text returns a string of low to high characters. The bounds do not apply to null.
func (v Value) Text(low, high int) string {
	if v.v == nil {
		return ""
	}
	s, ok := v.v.(string)
	if !ok {
		v.Fault("STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(v.v))
		return ""
	}
	v.length(utf8.RuneCountInString(s), low, high)
	return s
}

func (v Value) length(n, low, high int) {
	switch {
	case n >= low && n <= high:
	case low == 0:
		v.Fault("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	default:
		v.Fault("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	}
}

// Integer returns a whole number from low to high. ok is false for null and after
// a fault.
func (v Value) Integer(low, high int64) (n int64, ok bool) {
	if v.v == nil {
		return 0, false
	}
	number, isNumber := v.v.(json.Number)
	n, err := strconv.ParseInt(string(number), 10, 64)
	switch {
	case !isNumber || err != nil:
		v.Fault("NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(v.v))
	case n < low:
		v.Fault("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		v.Fault("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	default:
		return n, true
	}
	return n, false
}

// Boolean returns true or false.
func (v Value) Boolean() bool {
	b, ok := v.v.(bool)
	if v.v != nil && !ok {
		v.Fault("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

// OneOf returns a whole number out of a list. ok is false for null and after a fault.
func (v Value) OneOf(allowed ...int) (n int, ok bool) {
	if v.v == nil {
		return 0, false
	}
	number, isNumber := v.v.(json.Number)
	n, err := strconv.Atoi(string(number))
	if !isNumber || err != nil || !slices.Contains(allowed, n) {
		words := strings.Trim(strings.ReplaceAll(fmt.Sprint(allowed), " ", ", "), "[]")
		v.Fault("BASE_TYPE_CHOICES", "Value must be one of {%s}.", words)
		return n, false
	}
	return n, true
}

// Link returns an absolute address of one of the schemes, at most high characters long.
func (v Value) Link(high int, schemes ...string) string {
	s := v.Text(1, high)
	u, err := url.Parse(s)
	switch {
	case v.Null():
	case err != nil || !slices.Contains(schemes, u.Scheme):
		scheme, _, _ := strings.Cut(s, ":")
		v.Fault("URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", scheme, strings.Join(schemes, "', '"))
	case u.Host == "":
		v.Fault("URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
	return s
}

// Snowflake returns an id.
func (v Value) Snowflake() string {
	s, _ := v.v.(string)
	if !isSnowflake(s) {
		v.Fault("NUMBER_TYPE_COERCE", "Value %q is not snowflake.", s)
	}
	return s
}

// isSnowflake reports whether s has the form of an id.
func isSnowflake(s string) bool {
	n, err := strconv.ParseUint(s, 10, 64)
	return err == nil && strconv.FormatUint(n, 10) == s
}

// unique reports a fault for a list that contains a string twice.
func (v Value) unique() {
	seen := map[string]bool{}
	for _, item := range v.Items() {
		s, ok := item.v.(string)
		if ok && seen[s] {
			v.Fault("SET_TYPE_CONTAINS_DUPLICATES", "Values must be unique")
			return
		}
		seen[s] = true
	}
}

// strings returns the strings of a list.
func (v Value) strings() []string {
	var out []string
	for _, item := range v.Items() {
		s, _ := item.v.(string)
		out = append(out, s)
	}
	return out
}

// Int returns the whole number in a decoded JSON value, or 0.
func Int(v any) int64 {
	number, _ := v.(json.Number)
	n, _ := number.Int64()
	return n
}
