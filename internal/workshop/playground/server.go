package main

import (
	"embed"
	"io/fs"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
)

//go:embed page
var page embed.FS

// A server answers browsers.
type server struct {
	*stage
	hub *hub
}

// newServer returns the handler for the page and its API. The page may be reached by
// the names of this machine and by host.
func newServer(s *stage, host string) http.Handler {
	srv := &server{stage: s, hub: newHub()}
	s.discord.OnMessage(srv.hub.tell)
	guarded := http.NewCrossOriginProtection().Handler(srv.routes())
	return secured(knownHost(guarded, "localhost", "127.0.0.1", "::1", host))
}

func (s *server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/scene", s.getScene)
	mux.HandleFunc("GET /api/commands", s.getCommands)
	mux.HandleFunc("GET /api/messages", s.getMessages)
	mux.HandleFunc("GET /api/events", s.getEvents)
	mux.HandleFunc("GET /api/rules", s.getRules)
	mux.HandleFunc("GET /api/daily", s.getDaily)
	mux.HandleFunc("GET /api/server-events", s.getServerEvents)
	mux.HandleFunc("POST /api/server-events", s.postServerEvents)
	mux.HandleFunc("GET /server-events/{picture}", s.getServerPicture)
	mux.HandleFunc("POST /api/write", s.postWrite)
	mux.HandleFunc("POST /api/slash", s.postSlash)
	mux.HandleFunc("POST /api/apply", s.postApply)
	mux.HandleFunc("POST /api/press", s.postPress)
	mux.HandleFunc("POST /api/use", s.postUse)
	mux.HandleFunc("POST /api/select", s.postSelect)
	mux.HandleFunc("POST /api/submit", s.postSubmit)
	mux.HandleFunc("POST /api/autocomplete", s.postAutocomplete)
	mux.HandleFunc("POST /api/wind", s.postWind)
	mux.HandleFunc("GET /gallery/{picture}", s.getGallery)
	mux.Handle("GET /attachments/", s.attachments())
	mux.Handle("GET /", files())
	return mux
}

// files serves the page.
func files() http.Handler {
	root, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // only for a malformed name
	}
	return http.FileServerFS(root)
}

// attachments serves the files of messages, so that the page needs no other origin.
// Its headers keep scripts in a file from running.
func (s *server) attachments() http.Handler {
	standIn, err := url.Parse(s.discord.URL())
	if err != nil {
		panic(err) // the bot uses the same address
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(standIn) },
		ModifyResponse: func(r *http.Response) error {
			r.Header.Del("Access-Control-Allow-Origin")
			r.Header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
			return nil
		},
	}
}

// policies are headers of every response: the page loads nothing from other sites,
// runs only its own script files, and cannot be shown in a frame.
var policies = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
}

func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range policies {
			w.Header().Set(name, value)
		}
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// knownHost refuses requests with other host names. Otherwise a web site could point
// one of its names at this machine and read everything here (DNS rebinding).
func knownHost(next http.Handler, known ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := (&url.URL{Host: r.Host}).Hostname()
		if host == "" || !slices.Contains(known, host) {
			http.Error(w, "The playground answers to "+net.JoinHostPort("127.0.0.1", port(r))+" alone.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// port returns the port at which the request arrived.
func port(r *http.Request) string {
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		if _, port, err := net.SplitHostPort(local.String()); err == nil {
			return port
		}
	}
	return "80"
}
