package rest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"strconv"
	"strings"
	"testing"
)

// Files are read from Discord's own host alone, without the token, and not if they are large.
func TestFile(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("the token goes to %s", r.URL)
		}
		switch r.URL.Path {
		case "/attachments/1/2/small.pgn":
			w.Write([]byte("1. e4"))
		case "/attachments/1/2/long.pgn":
			w.Header().Set("Content-Length", "2000")
			w.Write(make([]byte, 2000))
		case "/attachments/1/2/endless.pgn":
			for range 100 {
				w.Write(make([]byte, 1000))
			}
		case "/attachments/1/2/packed.pgn":
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			z.Write(make([]byte, 1<<20))
			z.Close()
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(packed.Bytes())
		case "/attachments/1/2/moved.pgn":
			http.Redirect(w, r, "/attachments/1/2/small.pgn", http.StatusFound)
		default:
			if status, err := strconv.Atoi(strings.TrimSuffix(path.Base(r.URL.Path), ".pgn")); err == nil {
				w.WriteHeader(status)
				return
			}
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{Token: "secret", URL: at})
	if file, err := c.File(t.Context(), server.URL+"/attachments/1/2/small.pgn?ex=1", 1000); err != nil || string(file) != "1. e4" {
		t.Errorf("%q, %v", file, err)
	}
	for _, name := range []string{"long", "endless", "packed"} {
		if _, err := c.File(t.Context(), server.URL+"/attachments/1/2/"+name+".pgn", 1000); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, gone := range map[string]bool{"moved": false, "500": false, "503": false, "none": true, "403": true, "401": true, "410": true} {
		if _, err := c.File(t.Context(), server.URL+"/attachments/1/2/"+name+".pgn", 1000); err == nil || errors.Is(err, ErrGone) != gone || strings.Contains(err.Error(), "1/2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilesOfOtherHostsAreNotRead(t *testing.T) {
	discord, _ := url.Parse("https://discord.com")
	standIn, _ := url.Parse("http://127.0.0.1:8080")
	for _, c := range []struct {
		api     *url.URL
		address string
		keeps   bool
	}{
		{discord, "https://cdn.discordapp.com/attachments/1/2/x.pgn?ex=1&hm=2", true},
		{discord, "https://cdn.discordapp.com/ephemeral-attachments/1/2/x.pgn", true},
		{standIn, "https://cdn.discordapp.com/attachments/1/2/x.pgn", true},
		{standIn, "http://127.0.0.1:8080/attachments/1/2/x.pgn", true},
		{standIn, "http://127.0.0.1:8081/attachments/1/2/x.pgn", false},
		{standIn, "http://127.0.0.1:8080/attachments/../api/v10/x", false},
		{discord, "http://cdn.discordapp.com/attachments/1/2/x.pgn", false},
		{discord, "https://cdn.discordapp.com/avatars/1/x.pgn", false},
		{discord, "https://cdn.discordapp.com.evil.example/attachments/1/2/x.pgn", false},
		{discord, "https://cdn.discordapp.com@evil.example/attachments/1/2/x.pgn", false},
		{discord, "https://user@cdn.discordapp.com/attachments/1/2/x.pgn", false},
		{discord, "https://cdn.discordapp.com:444/attachments/1/2/x.pgn", false},
		{discord, "https://discord.com/attachments/1/2/x.pgn", false},
		{discord, "http://127.0.0.1/attachments/1/2/x.pgn", false},
		{discord, "file:///attachments/x.pgn", false},
	} {
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := New(Options{URL: c.api}).keepsFiles(u); got != c.keeps {
			t.Errorf("%s with %s: %t", c.address, c.api, got)
		}
	}
}
