// Package rest makes requests to Discord's REST API.
//
//	api := rest.New(rest.Options{Token: token, URL: address, Log: log})
//	answer, err := api.Do(ctx, "GET", discordgo.EndpointApplication("@me"), rest.Body{})
//
// Endpoints are discordgo's, addresses below https://discord.com/api/v9; the client asks
// for the same path below /api/v10 at Options.URL. [Client.Do] makes one attempt, and
// [Client.Retry] up to three, for requests that may arrive twice. [KeepTrying]
// repeats a whole task until it succeeds. A request that fails returns an
// [*Error]. No error and no log line contains a token: see [Redact].
package rest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/sleep"
)

// Options configure a Client.
type Options struct {
	Token string   // the bot's token, without "Bot "
	URL   *url.URL // where Discord's API is, normally https://discord.com
	Log   *slog.Logger

	// UserAgent names this program as Discord requires, which blocks others:
	// "DiscordBot (address, release)". "" for a program without an address.
	UserAgent string

	// Observe is called after every request that was sent, with the method, the
	// path at Discord, such as /api/v10/gateway, and the status of the answer; the
	// status is 0 without an answer. Observe may be nil.
	Observe func(method, path string, status int)

	// Share tells all processes at the same IP address that Discord has refused a request,
	// which costs some time, and returns the time that they owe together. nil if this
	// process is alone.
	Share func(ctx context.Context, cost time.Duration) (owed time.Duration, err error)
}

// apiPath is the path of Discord's API in the version that this bot uses. discordgo's
// endpoints are those of version 9; the bot's requests are the same in both.
const apiPath = "/api/v10/"

// NoAddress stands for the address of a program that has none.
const NoAddress = "https://chess960bot.invalid"

const (
	requestTime = 20 * time.Second // for a request and its answer
	answerLimit = 8 << 20          // bytes of an answer that are read
	connections = 32               // connections kept open between requests
	writeBuffer = 32 << 10         // bytes for each connection; what is longer takes as much again for each request
)

// A Client makes requests to Discord. New makes one. Its methods may be called from
// any number of goroutines.
type Client struct {
	options  Options // UserAgent and Observe are set
	http     *http.Client
	refusals *refusals
	credit   time.Duration // what may be owed for refusals
}

// New returns a client. It sends nothing yet.
func New(o Options) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = connections
	transport.WriteBufferSize = writeBuffer
	o.UserAgent = cmp.Or(o.UserAgent, "DiscordBot ("+NoAddress+", 0)")
	if o.Observe == nil {
		o.Observe = func(string, string, int) {}
	}
	return &Client{
		options: o,
		http: &http.Client{
			Timeout:   requestTime,
			Transport: transport,
			// Discord never redirects, and nobody else may get the body of a request.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		refusals: &refusals{log: o.Log, now: time.Now, share: o.Share},
		credit:   answerCredit,
	}
}

// Background returns a client for requests that nobody waits for, such as posts. When Discord
// has refused many requests, they stop before the others do.
func (c *Client) Background() *Client {
	background := *c
	background.credit = backgroundCredit
	return &background
}

// URL returns where the client sends its requests.
func (c *Client) URL() string { return c.options.URL.String() }

// Do makes one request and returns the body of its answer. It does not wait for rate
// limits: it returns an *Error with the time after which the caller may try again.
func (c *Client) Do(ctx context.Context, method, endpoint string, body Body) ([]byte, error) {
	path := apiPath + strings.TrimPrefix(endpoint, discordgo.EndpointAPI)
	address := strings.TrimSuffix(c.URL(), "/") + path
	if wait := c.refusals.wait(c.credit); wait > 0 {
		return nil, &Error{
			Request: method + " " + hideTokens(address), Status: http.StatusTooManyRequests, RetryAfter: wait, Global: true,
			Message: "not sent, because Discord has refused too many requests",
		}
	}
	status, header, answer, err := c.send(ctx, method, address, body)
	c.options.Observe(method, strings.SplitN(path, "?", 2)[0], status)
	c.refusals.note(status, header, c.credit)
	if err == nil && status >= 200 && status <= 299 {
		return answer, nil
	}
	failed := &Error{Request: method + " " + hideTokens(address), Err: err}
	if err == nil {
		failed.read(status, header, answer, c.options.Token)
	}
	return nil, failed
}

// Post encodes a payload and its files, and makes one request with them: see [Encode] and
// [Client.Do].
func (c *Client) Post(ctx context.Context, endpoint string, payload any, files ...File) ([]byte, error) {
	body, err := Encode(payload, files...)
	if err != nil {
		return nil, err
	}
	return c.Do(ctx, "POST", endpoint, body)
}

// send sends a request and reads its answer. The error does not repeat the
// address.
func (c *Client) send(ctx context.Context, method, address string, body Body) (status int, header http.Header, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body.Bytes))
	if err != nil {
		return 0, nil, nil, errors.New("the address is not valid")
	}
	request.Header.Set("Authorization", "Bot "+c.options.Token)
	if body.ContentType != "" {
		request.Header.Set("Content-Type", body.ContentType)
	}
	response, err := c.exchange(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, answerLimit))
	if err != nil && response.StatusCode < 300 {
		return 0, nil, nil, err // Discord may have carried out the request
	}
	return response.StatusCode, response.Header, answer, nil
}

// exchange sends a request under the name of this bot. The error does not repeat the address, which
// may hold a token or let anybody read a file.
func (c *Client) exchange(request *http.Request) (*http.Response, error) {
	request.Header.Set("User-Agent", c.options.UserAgent)
	response, err := c.http.Do(request)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err
	}
	return response, err
}

const (
	attempts   = 3                      // of Retry
	firstPause = 250 * time.Millisecond // of Retry, before the second attempt
	growth     = 3                      // factor from one pause of Retry to the next

	firstWait   = time.Second // of KeepTrying
	longestWait = time.Minute // of KeepTrying
)

// Retry makes a request that may safely arrive twice. It tries up to three times,
// after temporary failures and until the context ends. The pauses grow, and are at
// least as long as a rate limit requires. The error says whether an earlier attempt may have
// succeeded: see [Repeated].
func (c *Client) Retry(ctx context.Context, method, endpoint string, body Body) (answer []byte, err error) {
	pause, repeated := firstPause, false
	for attempt := 1; ; attempt++ {
		answer, err = c.Do(ctx, method, endpoint, body)
		if e, ok := errors.AsType[*Error](err); ok {
			e.Repeated, repeated = repeated, repeated || e.Unclear()
		}
		if err == nil || !Temporary(err) || attempt == attempts {
			return answer, err
		}
		wait := max(pause, RetryAfter(err))
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !sleep.For(ctx, wait) {
			return nil, err
		}
		pause *= growth
	}
}

// KeepTrying runs a task until it succeeds or the context ends, and then returns nil.
// Only for a rejected token it returns the error at once: another attempt cannot
// help.
func KeepTrying(ctx context.Context, log *slog.Logger, task func(context.Context) error) error {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := task(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if TokenRejected(err) {
			return err
		}
		pause := max(wait, RetryAfter(err))
		log.Error("request to Discord failed", "error", err, "again_in", pause.String())
		if !sleep.For(ctx, pause) {
			return nil
		}
	}
}

// A Body is the body of a request with its content type. The zero Body is empty.
type Body struct {
	ContentType string
	Bytes       []byte
}

// A File is a file that a request uploads.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// Encode makes a JSON body. With files it makes a multipart form, as described in
// Discord's documentation under "Uploading Files".
func Encode(payload any, files ...File) (Body, error) {
	text, err := json.Marshal(payload)
	if err != nil || len(files) == 0 {
		return Body{"application/json", text}, err
	}
	return form(text, files)
}

// form makes a multipart form of JSON and files. It allocates the buffer once, which
// saves a large part of the memory for an answer.
func form(text []byte, files []File) (Body, error) {
	const perPart = 256 // bytes: upper bound for the headers and boundary of a part
	size := len(text) + perPart*(len(files)+2)
	for _, f := range files {
		size += len(f.Bytes)
	}
	out := bytes.NewBuffer(make([]byte, 0, size))
	w := multipart.NewWriter(out)
	err := addPart(w, `name="payload_json"`, "application/json", text)
	for i, f := range files {
		if err == nil {
			err = addPart(w, fmt.Sprintf(`name="files[%d]"; filename=%q`, i, f.Name), f.ContentType, f.Bytes)
		}
	}
	if err == nil {
		err = w.Close()
	}
	return Body{w.FormDataContentType(), out.Bytes()}, err
}

func addPart(w *multipart.Writer, disposition, contentType string, content []byte) error {
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {"form-data; " + disposition},
		"Content-Type":        {contentType},
	})
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	return err
}

// Gateway asks Discord for the address of the gateway, the recommended number of
// shards and the limits on new sessions (GET /gateway/bot), as [gateway.Options] wants it. A
// proxy or stand-in may not know that request: then Gateway returns the address from GET
// /gateway, one shard, and one session at a time.
func (c *Client) Gateway(ctx context.Context) (gateway.Info, error) {
	answer := discordgo.GatewayBotResponse{Shards: 1, SessionStartLimit: discordgo.SessionInformation{Remaining: 1, MaxConcurrency: 1}}
	err := c.Get(ctx, discordgo.EndpointGatewayBot, &answer)
	if unknown := found(err).Status == http.StatusNotFound; unknown || err == nil && answer.URL == "" {
		err = c.Get(ctx, discordgo.EndpointGateway, &answer)
	}
	limit := answer.SessionStartLimit
	switch {
	case err != nil:
		err = fmt.Errorf("ask how to use the gateway: %w", err)
	case answer.URL == "", answer.Shards < 1, limit.MaxConcurrency < 1:
		err = errors.New("ask how to use the gateway: the answer lacks the address, the shards or the limits")
	}
	switch after := RetryAfter(err); {
	case TokenRejected(err):
		return gateway.Info{}, fmt.Errorf("%w: %w", gateway.ErrTokenRejected, err)
	case after > 0:
		return gateway.Info{}, &gateway.RetryError{Err: err, After: after}
	case err != nil:
		return gateway.Info{}, err
	}
	return gateway.Info{
		URL:            answer.URL,
		Shards:         answer.Shards,
		Remaining:      limit.Remaining,
		ResetAfter:     time.Duration(limit.ResetAfter) * time.Millisecond,
		MaxConcurrency: limit.MaxConcurrency,
	}, nil
}

// Get sends a GET request, and decodes the answer into a value. Errors are as those of Do, or
// say that the answer cannot be decoded.
func (c *Client) Get(ctx context.Context, endpoint string, into any) error {
	answer, err := c.Do(ctx, "GET", endpoint, Body{})
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}
