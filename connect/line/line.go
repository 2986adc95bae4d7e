// Package line is one program's line to one outside system over HTTP.
//
// Promises: a call ends in time; so many at once and no more; redirects are not followed and long answers are cut off;
// a system that does not answer is left alone for a while, so that it slows nobody else down; an error says whether
// anything can have been sent, and never holds an address, since addresses carry signatures.
package line

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

// The reasons for ErrNotSent that callers tell apart.
var (
	ErrTooLate = fmt.Errorf("the time to send was over: %w", ErrNotSent)
	ErrShut    = fmt.Errorf("the system is left alone for a while: %w", ErrNotSent)
	ErrNoPlace = fmt.Errorf("no place for the call in time: %w", ErrNotSent)
)

// byteOrderMark is UTF-8's.
var byteOrderMark = []byte("\ufeff")

// errTooLong: the answer was longer than any that the protocol knows.
var errTooLong = errors.New("the answer is too long")

// Settings are a line's numbers; a zero field takes its default.
type Settings struct {
	// Timeout bounds one call (10 s; never more than 15 s).
	Timeout time.Duration
	// AtOnce is how many calls may be under way (32).
	AtOnce int
	// MaxAnswer is how many bytes of an answer are read (1 MiB).
	MaxAnswer int64
	// ShutAfter failures in a row leave the system alone for ShutFor; then one call tries (10, 5 s).
	ShutAfter int
	ShutFor   time.Duration
	// Once is for a system whose calls move something by GET: no connection is used twice. Go's transport silently
	// repeats a GET whose kept connection was cut before the answer, and the system would see two.
	Once bool
	// Dial makes the connections; nil is the machine's network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Now is the clock that SendBy is compared with; nil is the machine's.
	Now func() time.Time
	// Observe is told of every call that was not refused for want of a place: how long it took, what it came to, and
	// whether the system is left alone after it. nil tells nobody.
	Observe func(took time.Duration, err error, shut bool)
	// Measure is told how every call ended and how long it took, for figures. nil tells nobody.
	Measure func(ended Ended, took time.Duration)
}

// Ended is how a call ended, as figures tell it.
type Ended string

// The ends of a call, by what the line can see of it: many systems refuse with a status of success.
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
	if s.AtOnce <= 0 {
		s.AtOnce = 32
	}
	if s.MaxAnswer <= 0 {
		s.MaxAnswer = 1 << 20
	}
	if s.ShutAfter <= 0 {
		s.ShutAfter = 10
	}
	if s.ShutFor <= 0 {
		s.ShutFor = 5 * time.Second
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
	if s.Measure == nil {
		s.Measure = func(Ended, time.Duration) {}
	}
	return s
}

// Line is safe for concurrent use.
type Line struct {
	settings Settings
	client   *http.Client
	slots    chan struct{}
	breaker  breaker
}

// New makes a line.
func New(settings Settings) *Line {
	settings = settings.withDefaults()
	transport := &http.Transport{
		DialContext:            settings.Dial,
		TLSHandshakeTimeout:    5 * time.Second,
		MaxConnsPerHost:        settings.AtOnce,
		MaxIdleConnsPerHost:    settings.AtOnce,
		IdleConnTimeout:        60 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2:      !settings.Once,
		DisableKeepAlives:      settings.Once,
	}
	if settings.Once { // an empty map keeps HTTP/2 away, whose one connection would be kept
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	return &Line{
		settings: settings,
		client: &http.Client{
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		slots:   make(chan struct{}, settings.AtOnce),
		breaker: breaker{after: settings.ShutAfter, pause: settings.ShutFor, now: time.Now},
	}
}

// Request is one call.
type Request struct {
	// Method is POST where it is empty.
	Method string
	URL    string
	Header http.Header
	Body   []byte
	// SendBy is the last moment at which it may go on the wire; zero: no limit.
	SendBy time.Time
}

// Answer is what came back, whatever its status.
type Answer struct {
	Status int
	Header http.Header
	// Body is without a leading byte-order mark.
	Body []byte
}

// Do sends a request once. An error that is ErrNotSent is certain; after any other nobody knows what the other side did.
func (l *Line) Do(ctx context.Context, r Request) (Answer, error) {
	began := time.Now()
	answer, err := l.do(ctx, r)
	l.settings.Measure(endOf(answer, err), time.Since(began))
	return answer, err
}

func (l *Line) do(ctx context.Context, r Request) (Answer, error) {
	caller := ctx
	ctx, cancel := context.WithTimeout(ctx, l.settings.Timeout)
	defer cancel()
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return Answer{}, ErrNoPlace
	}
	began := time.Now()
	if !l.breaker.admit() {
		l.settings.Observe(0, ErrShut, true)
		return Answer{}, ErrShut
	}
	answer, err := l.exchange(ctx, r)
	took := time.Since(began)
	if err != nil && caller.Err() != nil && took < min(fairChance, l.settings.Timeout) {
		l.breaker.leave() // the caller had no time: that says nothing about the system
		l.settings.Observe(took, err, false)
		return answer, err
	}
	shut := l.breaker.report(err == nil && answer.Status < http.StatusInternalServerError || errors.Is(err, ErrTooLate))
	l.settings.Observe(took, err, shut)
	return answer, err
}

// fairChance is what a system has to answer before a caller that gives up counts against it. On a slow machine callers have
// little time left, and a system that is left alone for that makes it worse.
const fairChance = 4 * time.Second

func (l *Line) exchange(ctx context.Context, r Request) (Answer, error) {
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
	if !r.SendBy.IsZero() && !l.settings.Now().Before(r.SendBy) {
		return Answer{}, ErrTooLate
	}
	response, err := l.client.Do(request)
	if err != nil {
		return Answer{}, withoutAddress(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, l.settings.MaxAnswer+1))
	switch {
	case err != nil:
		return Answer{}, withoutAddress(err)
	case int64(len(body)) > l.settings.MaxAnswer:
		return Answer{}, errTooLong
	}
	// Some systems put a byte-order mark before their text. It is none of it, and no reader of JSON takes it.
	return Answer{response.StatusCode, response.Header, bytes.TrimPrefix(body, byteOrderMark)}, nil
}

// withoutAddress takes the URL out of an error, and marks one that came before a connection stood.
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
