package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// The errors of files, besides those of requests.
var (
	ErrTooLarge = errors.New("the file is too large") // for the caller
	ErrGone     = errors.New("Discord no longer has the file")
)

// filesHost is where Discord keeps the files of messages and options.
const filesHost = "cdn.discordapp.com"

// File reads a file of a message or an option. It asks only Discord's own host for files, or
// a stand-in for Discord, without the token. It returns ErrTooLarge for a file of more bytes,
// by its header or while it reads, also if the file is packed.
func (c *Client) File(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || !c.keepsFiles(u) {
		return nil, errors.New("the file is not on Discord's host for files")
	}
	request, err := http.NewRequestWithContext(ctx, "GET", address, http.NoBody)
	if err != nil {
		return nil, errors.New("the address of the file is not valid")
	}
	response, err := c.exchange(request)
	if err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	defer response.Body.Close()
	switch {
	case slices.Contains([]int{http.StatusNotFound, http.StatusForbidden, http.StatusGone, http.StatusUnauthorized}, response.StatusCode):
		return nil, fmt.Errorf("read a file: status %d: %w", response.StatusCode, ErrGone)
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("read a file: status %d", response.StatusCode)
	case response.ContentLength > int64(most):
		return nil, ErrTooLarge
	}
	var file bytes.Buffer
	file.Grow(int(max(response.ContentLength, 0)) + bytes.MinRead) // to grow step by step takes more memory
	if _, err := file.ReadFrom(io.LimitReader(response.Body, int64(most)+1)); err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	if file.Len() > most {
		return nil, ErrTooLarge
	}
	return file.Bytes(), nil
}

// keepsFiles reports whether an address is one of a file on Discord's host. A stand-in for
// Discord keeps its files itself.
func (c *Client) keepsFiles(u *url.URL) bool {
	isFile := strings.HasPrefix(u.Path, "/attachments/") || strings.HasPrefix(u.Path, "/ephemeral-attachments/")
	if !isFile || u.User != nil || path.Clean(u.Path) != u.Path {
		return false
	}
	api := c.options.URL
	return u.Scheme == "https" && u.Host == filesHost || api.Host != "discord.com" && u.Scheme == api.Scheme && u.Host == api.Host
}
