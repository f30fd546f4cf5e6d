// Package discordapi makes requests to Discord's REST API.
//
//	api := discordapi.New(discordapi.Options{Token: token, URL: address, Log: log})
//	answer, err := api.Do(ctx, "GET", discordgo.EndpointApplication("@me"), discordapi.Body{})
//
// Endpoints are discordgo's, addresses below https://discord.com; the client asks
// for the same path at Options.URL. [Client.Do] makes one attempt, and
// [Client.Repeat] up to three, for requests that may arrive twice. [Insist]
// repeats a whole task until it succeeds. A request that fails returns an
// [*Error]. No error and no log line holds a token: see [Redact].
package discordapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Options say whose requests a Client makes, and where it sends them.
type Options struct {
	Token string   // the bot's token, without "Bot "
	URL   *url.URL // where Discord's API is, normally https://discord.com
	Log   *slog.Logger

	// Observe is told of every request that was sent: its method, its path at
	// Discord, such as /api/v9/gateway, and the status of the answer, 0 for none.
	// It may be nil.
	Observe func(method, path string, status int)
}

const (
	requestTime = 20 * time.Second // for a request and its answer
	answerLimit = 8 << 20          // bytes of an answer that are read
	connections = 64               // that stay open between requests
)

// A Client makes requests to Discord. Make it with New. Its methods may be called
// from any number of goroutines.
type Client struct {
	token   string
	url     *url.URL
	observe func(method, path string, status int)
	http    *http.Client
	brake   brake
}

// New returns a client. It sends nothing yet.
func New(o Options) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = connections
	c := &Client{
		token:   o.Token,
		url:     o.URL,
		observe: o.Observe,
		http: &http.Client{
			Timeout:   requestTime,
			Transport: transport,
			// Discord redirects no request, and the body of one is meant for nobody else.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		brake: brake{log: o.Log, now: time.Now},
	}
	if c.observe == nil {
		c.observe = func(string, string, int) {}
	}
	return c
}

// URL returns where the client sends its requests.
func (c *Client) URL() string { return c.url.String() }

// Do makes one request and returns the body of its answer. It waits for no rate
// limit: a limit is an *Error with the time after which the caller may try again.
func (c *Client) Do(ctx context.Context, method, endpoint string, body Body) ([]byte, error) {
	path := strings.TrimPrefix(endpoint, strings.TrimSuffix(discordgo.EndpointDiscord, "/"))
	address := strings.TrimSuffix(c.url.String(), "/") + path
	if wait := c.brake.wait(); wait > 0 {
		return nil, &Error{
			Request: method + " " + hideTokens(address), Status: http.StatusTooManyRequests, RetryAfter: wait, Global: true,
			Message: "not sent, because Discord has refused too many requests",
		}
	}
	status, header, answer, err := c.send(ctx, method, address, body)
	c.observe(method, strings.SplitN(path, "?", 2)[0], status)
	c.brake.note(status, header)
	if err == nil && status >= 200 && status <= 299 {
		return answer, nil
	}
	failed := &Error{Request: method + " " + hideTokens(address), Err: err}
	if err == nil {
		failed.read(status, header, answer, c.token)
	}
	return nil, failed
}

// send sends a request and reads its answer. The error does not repeat the
// address.
func (c *Client) send(ctx context.Context, method, address string, body Body) (status int, header http.Header, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body.Bytes))
	if err != nil {
		return 0, nil, nil, errors.New("the address makes no sense")
	}
	request.Header.Set("Authorization", "Bot "+c.token)
	request.Header.Set("User-Agent", userAgent)
	if body.ContentType != "" {
		request.Header.Set("Content-Type", body.ContentType)
	}
	response, err := c.http.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the address, which may hold a token
	}
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, answerLimit))
	if err != nil && response.StatusCode < 300 {
		return 0, nil, nil, err // done, perhaps, but nobody knows
	}
	return response.StatusCode, response.Header, answer, nil
}

// userAgent has the form that Discord demands: DiscordBot (url, version), and
// then anything.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") chess960bot"
