package httpserver

import "net"

// ListenAt makes the server listen at another listener.
func (s *Server) ListenAt(at net.Listener) {
	s.listener.Close()
	s.listener = at
}

// Addr returns the address where the server listens.
func (s *Server) Addr() string { return s.listener.Addr().String() }
