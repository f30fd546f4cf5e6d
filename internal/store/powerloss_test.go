package store_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
)

// TestPowerLoss simulates that a machine loses power at a random moment. It stops a
// process and copies its files. In the copy it deletes, cuts or garbles data that were not
// yet synced:
//
//   - the write-ahead log after the last acknowledged transaction
//   - pages of the database that the log still holds, which a checkpoint may have
//     been writing
//
// The copy must open and contain everything that was acknowledged.
func TestPowerLoss(t *testing.T) {
	images := testrun.Choose(3, 300)
	file := newFile(t)
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	cmd := childProcess("synced", "sqlite:"+file, 0)
	cmd.Stdout, cmd.Stderr = printed, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}()
	acknowledged, cut, garbled, pages := 0, 0, 0, 0
	for image := 0; image < images; {
		time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond) // a random moment
		stop(t, cmd.Process.Pid)
		lines, err := os.ReadFile(printed.Name())
		if err != nil {
			t.Fatal(err)
		}
		last, ok := lastLine(string(lines))
		if !ok { // nothing is acknowledged yet
			resume(t, cmd.Process.Pid)
			continue
		}
		lost := copyImage(t, file, last)
		image++
		s := open(t, "sqlite:"+lost.file)
		for i := range last.channel {
			wantStep(t, s, strconv.Itoa(i), "posted")
		}
		wantStep(t, s, strconv.Itoa(last.channel), last.step)
		acknowledged += last.channel
		cut, garbled, pages = cut+lost.cut, garbled+lost.garbled, pages+lost.pages
		settle(t, s)
		work(t, s, "after", func(string) {})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Fatalf("after %+v", last)
		}
		resume(t, cmd.Process.Pid)
	}
	t.Logf("%d images: %d bytes of logs cut off, %d garbled, %d pages torn; %d acknowledged posts were all there", images, cut, garbled, pages, acknowledged)
}

// A synced is a line that a process has printed after a step was acknowledged: the salt of
// the log, and the offset up to which the log is synced.
type synced struct {
	channel int
	step    string
	salt    uint64
	offset  int
}

// printSynced calls work for one channel after the other, with frequent checkpoints.
func printSynced(url string, _ int) {
	file := strings.TrimPrefix(url, "sqlite:")
	s, err := store.OpenSQLite(ctx, file, "wal_autocheckpoint(10)")
	if err != nil {
		log.Fatal(err)
	}
	if err := s.Probe(ctx); err != nil {
		log.Fatal(err)
	}
	for i := 0; ; i++ {
		work(fatal{}, s, strconv.Itoa(i), func(step string) {
			content, err := os.ReadFile(file + "-wal")
			if err != nil {
				log.Fatal(err)
			}
			salt, commits := readLog(content)
			fmt.Println(i, step, salt, commits)
		})
	}
}

// lastLine parses the last complete line.
func lastLine(lines string) (last synced, ok bool) {
	whole := strings.Split(lines, "\n")
	if len(whole) < 2 {
		return last, false
	}
	n, err := fmt.Sscan(whole[len(whole)-2], &last.channel, &last.step, &last.salt, &last.offset)
	return last, err == nil && n == 4
}

const (
	logHeader   = 32 // bytes, as in SQLite's description of its file format
	frameHeader = 24
	pageSize    = 4096
)

// readLog returns the salt of a write-ahead log, and where the last transaction with that
// salt ends. A frame without the right checksums ends the log, as in SQLite's description
// of its file format: a process that was stopped may have written half of the frame.
func readLog(content []byte) (salt uint64, end int) {
	if len(content) < logHeader {
		return 0, 0
	}
	salt = binary.BigEndian.Uint64(content[16:])
	sums := logSums{order: binary.LittleEndian}
	if content[3]&1 == 1 {
		sums.order = binary.BigEndian
	}
	sums.add(content[:logHeader-8])
	for at := logHeader; at+frameHeader+pageSize <= len(content) && binary.BigEndian.Uint64(content[at+8:]) == salt; at += frameHeader + pageSize {
		sums.add(content[at:][:8])
		sums.add(content[at+frameHeader:][:pageSize])
		if !sums.equal(content[at+16:]) {
			break
		}
		if isCommit := binary.BigEndian.Uint32(content[at+4:]) > 0; isCommit {
			end = at + frameHeader + pageSize
		}
	}
	return salt, end
}

// logSums are the checksums of a write-ahead log from the start of the log to a frame.
type logSums struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *logSums) add(content []byte) {
	for ; len(content) > 0; content = content[8:] {
		s.a += s.order.Uint32(content) + s.b
		s.b += s.order.Uint32(content[4:]) + s.a
	}
}

func (s *logSums) equal(stored []byte) bool {
	return s.a == binary.BigEndian.Uint32(stored) && s.b == binary.BigEndian.Uint32(stored[4:])
}

// An image is a copy of a database, with counts of the lost data.
type image struct {
	file                string
	cut, garbled, pages int
}

// copyImage copies the database of a stopped process, without some of the data that were
// not synced.
func copyImage(t *testing.T, file string, last synced) image {
	t.Helper()
	lost := image{file: filepath.Join(t.TempDir(), "daily.db")}
	database, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(file + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	safe := syncedPart(wal, database, last)
	for at := logHeader; at < safe; at += frameHeader + pageSize {
		page := int(binary.BigEndian.Uint32(wal[at:])) - 1
		if rand.IntN(3) == 0 && (page+1)*pageSize <= len(database) {
			garble(database[page*pageSize:][:pageSize])
			lost.pages++
		}
	}
	if tail := len(wal) - max(safe, logHeader); tail > 0 {
		switch rand.IntN(3) {
		case 0:
			lost.cut = rand.IntN(tail + 1)
			wal = wal[:len(wal)-lost.cut]
		case 1:
			from := len(wal) - rand.IntN(tail+1)
			garble(wal[from:])
			lost.garbled = len(wal) - from
		}
	}
	for name, content := range map[string][]byte{lost.file: database, lost.file + "-wal": wal} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return lost
}

// syncedPart returns how many bytes of the log are certainly synced: all acknowledged
// transactions, or the whole log if a page of a later transaction is in the database
// already. SQLite moves pages only after it has synced the log.
func syncedPart(wal, database []byte, last synced) int {
	safe := 0
	salt, end := readLog(wal)
	if salt == last.salt {
		safe = last.offset
	}
	for at := max(safe, logHeader); at < end; at += frameHeader + pageSize {
		page := int(binary.BigEndian.Uint32(wal[at:])) - 1
		if (page+1)*pageSize <= len(database) && bytes.Equal(database[page*pageSize:][:pageSize], wal[at+frameHeader:][:pageSize]) {
			return end
		}
	}
	return safe
}

func garble(b []byte) {
	for i := range b {
		b[i] = byte(rand.Uint32())
	}
}

// stop stops a process and waits until it has stopped.
func stop(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("the process did not stop: %v, %v", status, err)
	}
}

func resume(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
}
