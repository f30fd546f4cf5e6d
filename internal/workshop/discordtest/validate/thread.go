package validate

// Thread checks the body that begins a thread. It returns the thread's name and
// the number of minutes without a message after which the thread is archived.
func Thread(v Value) (name string, minutes int, err error) {
	if !v.Object() {
		return "", 0, v.Err()
	}
	if v.Get("name").Required() {
		name = v.Get("name").Text(1, 100)
	}
	minutes = 1440
	if n, ok := v.Get("auto_archive_duration").OneOf(60, 1440, 4320, 10080); ok {
		minutes = n
	}
	v.Get("rate_limit_per_user").Integer(0, 21600)
	return name, minutes, v.Err()
}
