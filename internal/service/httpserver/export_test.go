package httpserver

// Addr returns the address where the server listens.
func (s *Server) Addr() string { return s.listener.Addr().String() }
