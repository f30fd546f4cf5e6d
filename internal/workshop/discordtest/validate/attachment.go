package validate

import (
	"regexp"
	"strconv"
)

// Limits of an upload in a server that is not boosted, in bytes.
const (
	MaxFile    = 10 << 20
	MaxRequest = 25 << 20
)

// maxFiles is how many files a message may have.
const maxFiles = 10

// Attachments is the content of the "attachments" list of a message.
type Attachments struct {
	Kept      []string      // ids of files that the message had and keeps
	Described map[int]Value // entries for uploads, by the n of files[n]
}

// CheckAttachments checks the "attachments" list of a message. uploaded reports whether
// files[n] was sent. had reports whether the message had a file with this id.
func CheckAttachments(v Value, uploaded func(n int) bool, had func(id string) bool) Attachments {
	out := Attachments{Described: map[int]Value{}}
	for _, entry := range v.List(0, maxFiles) {
		if !entry.Object() || !entry.Get("id").Required() {
			continue
		}
		entry.Get("description").Text(0, 1024)
		entry.Get("filename").Text(1, 1024)
		id, _ := entry.Get("id").v.(string)
		if n, ok := uploadNumber(entry.Get("id")); ok && uploaded(n) {
			out.Described[n] = entry
		} else if had(id) {
			out.Kept = append(out.Kept, id)
		} else {
			entry.Get("id").Fault("ATTACHMENT_NOT_FOUND", "Uploaded attachment not found.")
		}
	}
	return out
}

// uploadNumber reads the n of files[n], which is a number or a number in a string.
func uploadNumber(v Value) (int, bool) {
	if s, ok := v.v.(string); ok {
		n, err := strconv.Atoi(s)
		return n, err == nil && n < maxFiles
	}
	n, ok := v.Integer(0, 1<<62)
	return int(n), ok && n < maxFiles
}

// plainName matches the file names that Discord does not change. Discord rewrites all
// others, which breaks attachment:// references to them.
var plainName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,255}$`)

// FileName remarks on the name of a new file if Discord would rewrite it.
func FileName(v Value, name string) {
	if !plainName.MatchString(name) {
		v.Remark("file name %q would be rewritten: letters, digits, '.', '_' and '-' only", name)
	}
}

// FileNames checks the names of all files that a message has.
func FileNames(v Value, names []string) {
	if len(names) > maxFiles {
		v.Fault("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			v.Remark("two attachments are named %q: attachment:// cannot tell them apart", name)
		}
		seen[name] = true
	}
}
