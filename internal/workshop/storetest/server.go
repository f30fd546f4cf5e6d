package storetest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// A Server is a PostgreSQL server of one test, which may crash. It runs on loopback.
type Server struct {
	t         testing.TB
	programs  string // folder
	directory string
	port      int
}

// StartServer starts a server. It stops when the test ends.
func StartServer(t testing.TB) *Server {
	t.Helper()
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(programs) == 0 {
		testrun.CannotRun(t, "there is no pg_ctl: install the Debian package postgresql")
	}
	directory, err := os.MkdirTemp("", "postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(directory) })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	s := &Server{t, slices.Max(programs), directory, listener.Addr().(*net.TCPAddr).Port}
	if owner := s.owner(); owner != nil {
		if err := os.Chown(directory, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	s.run("initdb", "-D", s.data(), "-A", "trust", "-U", "postgres")
	s.start()
	t.Cleanup(s.stop)
	return s
}

// URL is the address of the server's database.
func (s *Server) URL() string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres", s.port)
}

// Crash kills the server as a crash of its machine would, and starts it again.
func (s *Server) Crash() {
	s.stop()
	s.start()
}

func (s *Server) data() string { return filepath.Join(s.directory, "data") }

func (s *Server) start() {
	s.run("pg_ctl", "-D", s.data(), "-w", "-l", filepath.Join(s.directory, "log"), "start",
		"-o", fmt.Sprintf("-c listen_addresses=127.0.0.1 -p %d -k %s", s.port, s.directory))
}

func (s *Server) stop() { s.run("pg_ctl", "-D", s.data(), "-m", "immediate", "-w", "stop") }

// run runs a program of PostgreSQL, which refuses to run as root.
func (s *Server) run(program string, args ...string) {
	cmd := exec.Command(filepath.Join(s.programs, program), args...)
	cmd.Dir = s.directory
	if owner := s.owner(); owner != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: owner}
	}
	if err := cmd.Run(); err != nil { // without its output: the server would keep a pipe open
		s.t.Errorf("%s: %v", program, err)
	}
}

// owner is the account that runs the server; nil for the account of the test.
func (s *Server) owner() *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		s.t.Fatal(err)
	}
	uid, _ := strconv.ParseUint(account.Uid, 10, 32)
	gid, _ := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}
