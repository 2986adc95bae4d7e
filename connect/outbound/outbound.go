// Package outbound is the HTTP client for one outside system.
//
// Promises: a call ends in time, and a limited number run at once. Redirects are not followed, and long answers are cut
// off. A circuit breaker opens after repeated failures, so that a system that does not answer slows down nobody else. An
// error says whether anything can have been sent. It never contains an address, since addresses carry signatures.
package outbound

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// ErrNotSent says that not a byte of the request was written, so the other side did nothing.
var ErrNotSent = errors.New("nothing was sent")

// The reasons for ErrNotSent that callers distinguish.
var (
	ErrTooLate     = fmt.Errorf("the time to send was over: %w", ErrNotSent)
	ErrCircuitOpen = fmt.Errorf("the circuit breaker is open: %w", ErrNotSent)
	ErrNoSlot      = fmt.Errorf("too many calls were under way: %w", ErrNotSent)
)

// byteOrderMark is UTF-8's.
var byteOrderMark = []byte("\ufeff")

// errTooLong: the answer was longer than any that the protocol knows.
var errTooLong = errors.New("the answer is too long")

// Settings configure a client; a zero field takes its default.
type Settings struct {
	// Timeout bounds one call (10 s; never more than 15 s).
	Timeout time.Duration
	// MaxConcurrent is how many calls may be under way (32).
	MaxConcurrent int
	// MaxAnswer is how many bytes of an answer are read (1 MiB).
	MaxAnswer int64
	// Bytes says that answers are no texts: a leading byte-order mark belongs to them.
	Bytes bool
	// FailureThreshold failures in a row open the circuit breaker for OpenFor; then one trial call is let through (10, 5 s).
	FailureThreshold int
	OpenFor          time.Duration
	// NoReuse uses every connection once. It is for a system where a GET moves money: Go's transport silently repeats a
	// GET whose kept connection was cut before the answer, and the system would see two.
	NoReuse bool
	// Dial makes the connections; nil is the machine's network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Now is the clock that SendBy is compared with; nil is the machine's.
	Now func() time.Time
	// Observe is called after every call that got a slot, with its duration, its error, and whether the circuit breaker
	// is open after it. nil: nobody observes.
	Observe func(took time.Duration, err error, open bool)
	// Written is called with the time at which an answer was written, by its Date header, and with how long it took until its
	// headers were here. It is not called for an answer without one, or from a cache. nil: nobody wants to know.
	Written func(at time.Time, took time.Duration)
	// Measure is called after every call with its end and its duration, for metrics. nil: nothing is measured.
	Measure func(ended Ended, took time.Duration)
}

// Ended is how a call ended, as a label of metrics.
type Ended string

// The ends of a call, as far as the client can see: many systems refuse with a status of success.
const (
	Done    Ended = "done"
	Refused Ended = "refused"  // a status of 4xx
	Unknown Ended = "unknown"  // no answer, or a status of 5xx
	NotSent Ended = "not_sent" // not a byte of it left
)

func endOf(answer Answer, err error) Ended {
	switch {
	case errors.Is(err, ErrNotSent):
		return NotSent
	case err != nil || answer.Status >= http.StatusInternalServerError:
		return Unknown
	case answer.Status >= http.StatusBadRequest:
		return Refused
	}
	return Done
}

func (s Settings) withDefaults() Settings {
	if s.Timeout <= 0 {
		s.Timeout = 10 * time.Second
	}
	s.Timeout = min(s.Timeout, 15*time.Second)
	if s.MaxConcurrent <= 0 {
		s.MaxConcurrent = 32
	}
	if s.MaxAnswer <= 0 {
		s.MaxAnswer = 1 << 20
	}
	if s.FailureThreshold <= 0 {
		s.FailureThreshold = 10
	}
	if s.OpenFor <= 0 {
		s.OpenFor = 5 * time.Second
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Dial == nil {
		s.Dial = (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	}
	if s.Observe == nil {
		s.Observe = func(time.Duration, error, bool) {}
	}
	if s.Written == nil {
		s.Written = func(time.Time, time.Duration) {}
	}
	if s.Measure == nil {
		s.Measure = func(Ended, time.Duration) {}
	}
	return s
}

// Client calls one outside system. It is safe for concurrent use.
type Client struct {
	settings Settings
	http     *http.Client
	slots    chan struct{}
	breaker  breaker
}

// New makes a client.
func New(settings Settings) *Client {
	settings = settings.withDefaults()
	transport := &http.Transport{
		DialContext:            settings.Dial,
		TLSHandshakeTimeout:    5 * time.Second,
		MaxConnsPerHost:        settings.MaxConcurrent,
		MaxIdleConnsPerHost:    settings.MaxConcurrent,
		IdleConnTimeout:        60 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2:      !settings.NoReuse,
		DisableKeepAlives:      settings.NoReuse,
	}
	if settings.NoReuse { // an empty map turns off HTTP/2, whose one connection would be kept
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	return &Client{
		settings: settings,
		http: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		slots:   make(chan struct{}, settings.MaxConcurrent),
		breaker: breaker{threshold: settings.FailureThreshold, openFor: settings.OpenFor, now: time.Now},
	}
}

// Request is one call.
type Request struct {
	// Method is POST where it is empty.
	Method string
	URL    string
	Header http.Header
	Body   []byte
	// SendBy is the last moment at which it may be sent; zero: no limit.
	SendBy time.Time
}

// Answer is a response of any status.
type Answer struct {
	Status int
	Header http.Header
	// Body is without a leading byte-order mark, see Settings.Bytes.
	Body []byte
}

// Do sends a request once. ErrNotSent is certain; after any other error nobody knows what the other side did.
func (c *Client) Do(ctx context.Context, r Request) (Answer, error) {
	began := time.Now()
	answer, err := c.do(ctx, r)
	c.settings.Measure(endOf(answer, err), time.Since(began))
	return answer, err
}

func (c *Client) do(ctx context.Context, r Request) (Answer, error) {
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, c.settings.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return Answer{}, ErrNoSlot
	}
	began := time.Now()
	if !c.breaker.admit() {
		c.settings.Observe(0, ErrCircuitOpen, true)
		return Answer{}, ErrCircuitOpen
	}
	answer, err := c.send(ctx, r)
	took := time.Since(began)
	if err != nil && caller.Err() != nil && took < min(minPatience, c.settings.Timeout) {
		c.breaker.ignore() // the caller gave up too early to say anything about the system
		c.settings.Observe(took, err, false)
		return answer, err
	}
	ok := err == nil && answer.Status < http.StatusInternalServerError || errors.Is(err, ErrTooLate)
	open := c.breaker.record(ok)
	c.settings.Observe(took, err, open)
	return answer, err
}

// minPatience is how long a caller must have waited before its giving up counts as a failure of the system. On a slow
// machine callers have little time left, and a circuit breaker that opens for that makes it worse.
const minPatience = 4 * time.Second

func (c *Client) send(ctx context.Context, r Request) (Answer, error) {
	method := r.Method
	if method == "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(ctx, method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return Answer{}, fmt.Errorf("the address can't be used: %w", ErrNotSent)
	}
	for name, values := range r.Header {
		request.Header[name] = values
	}
	if !r.SendBy.IsZero() && !c.settings.Now().Before(r.SendBy) {
		return Answer{}, ErrTooLate
	}
	began := time.Now()
	response, err := c.http.Do(request)
	if err != nil {
		return Answer{}, withoutAddress(err)
	}
	defer func() { _ = response.Body.Close() }()
	if at, err := http.ParseTime(response.Header.Get("Date")); err == nil && response.Header.Get("Age") == "" {
		c.settings.Written(at, time.Since(began))
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, c.settings.MaxAnswer+1))
	switch {
	case err != nil:
		return Answer{}, withoutAddress(err)
	case int64(len(body)) > c.settings.MaxAnswer:
		return Answer{}, errTooLong
	}
	if !c.settings.Bytes {
		// Some systems put a byte-order mark before their text. It is not part of the text, and JSON decoders reject it.
		body = bytes.TrimPrefix(body, byteOrderMark)
	}
	return Answer{response.StatusCode, response.Header, body}, nil
}

// withoutAddress takes the URL out of an error. An error from before a connection existed becomes ErrNotSent.
func withoutAddress(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var dial *net.OpError
	if errors.As(err, &dial) && dial.Op == "dial" {
		return fmt.Errorf("no connection: %w", ErrNotSent)
	}
	return fmt.Errorf("no answer: %w", err)
}
