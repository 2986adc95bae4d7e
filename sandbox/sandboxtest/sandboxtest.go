// Package sandboxtest starts a sandbox for a test. Its methods call the control API, and fail the test on an unexpected
// answer.
package sandboxtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/connect/outbound"
	"krapao/internal/clock"
	"krapao/internal/testkit/memnet"
	"krapao/internal/testkit/ramdisk"
	"krapao/sandbox"
	"krapao/sandbox/notices"
)

// Options configure the sandbox of a test; the zero value is a sandbox in a directory of its own.
type Options struct {
	DataDir     string
	WalletURL   string
	Clock       clock.Clock
	Credentials sandbox.Credentials
	// Net is the network without sockets that the sandbox joins; nil is one of its own.
	Net *memnet.Net
	// Loopback uses a real port instead, for a program in another process.
	Loopback bool
}

// Sandbox is a running sandbox.
type Sandbox struct {
	// URL is its address; it stays the same over Restart.
	URL    string
	Server *sandbox.Server
	// Net is the network that it and its callers are on; nil on Loopback.
	Net *memnet.Net

	t       testing.TB
	config  sandbox.Config
	handler atomic.Pointer[http.Handler]
	client  *http.Client
}

// Start starts a sandbox that ends with the test.
func Start(t testing.TB, options Options) *Sandbox {
	t.Helper()
	s := &Sandbox{t: t, client: http.DefaultClient, Net: options.Net}
	if options.DataDir == "" {
		options.DataDir = directory(t)
	}
	s.config = sandbox.Config{
		DataDir: options.DataDir, WalletURL: options.WalletURL, Clock: options.Clock, Credentials: options.Credentials,
		// The sandbox's own errors are shown where the test fails.
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})),
	}
	if !options.Loopback {
		s.join()
	}
	server := s.serve()
	s.open()
	s.URL = server.URL
	t.Cleanup(func() {
		if err := s.Server.Close(); err != nil { // before the network, so that hanging calls end
			t.Error(err)
		}
		server.CloseClientConnections()
		server.Close()
	})
	return s
}

// directory creates a directory with a new sandbox's file, until the test ends.
func directory(t testing.TB) string {
	t.Helper()
	content, err := prepared()
	if err != nil {
		t.Fatal(err)
	}
	return ramdisk.Directory(t, file, content)
}

// file is the name of the sandbox's file in its directory.
const file = "sandbox.db"

// prepared is a new sandbox's file. Creating it for each test took a sixth of the wallet's tests' time.
var prepared = sync.OnceValues(func() (text []byte, err error) {
	dir, err := os.MkdirTemp("", "krapao-sandboxtest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, err := sandbox.Open(context.Background(), sandbox.Config{DataDir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	if err := server.Close(); err != nil { // now everything is in the one file
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, file))
})

// join makes the sandbox's own calls, and the test's, use the network without sockets.
func (s *Sandbox) join() {
	if s.Net == nil {
		s.Net = memnet.New()
	}
	transport := s.Net.Transport()
	s.t.Cleanup(transport.CloseIdleConnections)
	s.client, s.config.Callbacks = &http.Client{Transport: transport}, transport
}

func (s *Sandbox) serve() *httptest.Server {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*s.handler.Load()).ServeHTTP(w, r)
	})
	if s.Net == nil {
		return httptest.NewServer(handler)
	}
	return s.Net.Server("sandbox.test", handler)
}

// Client returns an HTTP client on the sandbox's network.
func (s *Sandbox) Client() *http.Client { return s.client }

// Outbound configures a client of the sandbox whose calls have this timeout; zero is the default.
func (s *Sandbox) Outbound(timeout time.Duration) outbound.Settings {
	settings := outbound.Settings{Timeout: timeout}
	if s.Net != nil {
		settings.Dial = s.Net.Dial
	}
	return settings
}

// Beside serves a handler on the sandbox's network until the test ends: a system that a test watches, or one in front
// of the sandbox. It returns the address.
func (s *Sandbox) Beside(host string, h http.Handler) string {
	server := s.Net.Server(host, h)
	s.t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL
}

func (s *Sandbox) open() {
	s.t.Helper()
	server, err := sandbox.Open(s.t.Context(), s.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.Server = server
	handler := server.Handler()
	s.handler.Store(&handler)
}

// Restart closes the sandbox and opens it again on the same data and address. It sets the wallet's address again, as
// the configuration does.
func (s *Sandbox) Restart() {
	s.t.Helper()
	if err := s.Server.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.open()
}

// SetWalletURL sets the address of the callbacks, also after a Restart.
func (s *Sandbox) SetWalletURL(url string) {
	s.config.WalletURL = url
	s.Server.SetWalletURL(url)
}

// Fault is the body of POST /sandbox/faults.
type Fault struct {
	Target  string `json:"target"`
	Op      string `json:"op,omitempty"`
	Mode    string `json:"mode"`
	Count   int    `json:"count,omitempty"`
	DelayMS int    `json:"delayMs,omitempty"`
}

// ArmedFault is a row of GET /sandbox/faults.
type ArmedFault struct {
	ID, Target, Op, Mode string
	Left, Hits           int
}

// AddFault arms a fault and returns its id.
func (s *Sandbox) AddFault(fault Fault) string {
	s.t.Helper()
	var answer struct{ ID string }
	s.Call(http.MethodPost, "/sandbox/faults", fault, http.StatusOK, &answer)
	return answer.ID
}

// Faults lists all faults.
func (s *Sandbox) Faults() []ArmedFault {
	s.t.Helper()
	var list []ArmedFault
	s.Call(http.MethodGet, "/sandbox/faults", nil, http.StatusOK, &list)
	return list
}

// DropFault disarms one fault.
func (s *Sandbox) DropFault(id string) {
	s.t.Helper()
	s.Call(http.MethodDelete, "/sandbox/faults/"+id, nil, http.StatusOK, nil)
}

// ClearFaults disarms all faults.
func (s *Sandbox) ClearFaults() {
	s.t.Helper()
	s.Call(http.MethodDelete, "/sandbox/faults", nil, http.StatusOK, nil)
}

// SMS returns a phone's messages, newest first.
func (s *Sandbox) SMS(phone string) []SMS {
	s.t.Helper()
	var list []SMS
	s.Call(http.MethodGet, "/sandbox/sms?phone="+phone, nil, http.StatusOK, &list)
	return list
}

// Notices returns what the house's people were told, newest first.
func (s *Sandbox) Notices() []notices.Received {
	s.t.Helper()
	var list []notices.Received
	s.Call(http.MethodGet, "/sandbox/notices", nil, http.StatusOK, &list)
	return list
}

// Mail opens the server of the house's mail at a port, with TLS from the beginning or by STARTTLS, until the test ends. It
// returns who signs for it.
func (s *Sandbox) Mail(port string, tlsFirst bool) (certificate string) {
	s.t.Helper()
	server := s.Server.Mail()
	l := s.Net.Listen(notices.Host + ":" + port)
	go func() { _ = server.Serve(l, tlsFirst) }()
	return server.Certificate
}

// Payer is the payer of a code, and the amount: the code's own if it is empty.
type Payer struct {
	FromBank    string      `json:"fromBank"`
	FromAccount string      `json:"fromAccount"`
	FromName    string      `json:"fromName"`
	Amount      json.Number `json:"amount,omitempty"`
}

// Pay pays a code and returns the bank's number of the payment.
func (s *Sandbox) Pay(qrcodeID string, payer Payer) string {
	s.t.Helper()
	var answer struct{ Ref string }
	s.Call(http.MethodPost, "/sandbox/bank/qr/"+qrcodeID+"/pay", payer, http.StatusOK, &answer)
	return answer.Ref
}

// Payouts lists the payouts, newest first.
func (s *Sandbox) Payouts() []Payout {
	s.t.Helper()
	var list []Payout
	s.Call(http.MethodGet, "/sandbox/payouts", nil, http.StatusOK, &list)
	return list
}

// DecidePayout settles, fails or bounces a payout ("settle", "fail", "bounce").
func (s *Sandbox) DecidePayout(ref, result string) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/payouts/"+ref, map[string]string{"result": result}, http.StatusOK, nil)
}

// PayoutAuto switches whether payouts settle by themselves.
func (s *Sandbox) PayoutAuto(on bool) {
	s.t.Helper()
	s.Call(http.MethodPost, "/sandbox/payouts/auto", map[string]bool{"on": on}, http.StatusOK, nil)
}

// Totals reads the sandbox's totals.
func (s *Sandbox) Totals() Totals {
	s.t.Helper()
	var totals Totals
	s.Call(http.MethodGet, "/sandbox/totals", nil, http.StatusOK, &totals)
	return totals
}

// Call makes a call of the control API and reads its answer; any other status than want fails the test.
func (s *Sandbox) Call(method, path string, body any, want int, into any) {
	s.t.Helper()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			s.t.Fatal(err)
		}
	}
	got := s.send(method, path, text, want)
	if into == nil {
		return
	}
	if err := json.Unmarshal(got, into); err != nil {
		s.t.Fatalf("%s %s: %v in %s", method, path, err, got)
	}
}

// send makes a call and returns the body of its answer; any other status than want fails the test.
func (s *Sandbox) send(method, path string, body []byte, want int) []byte {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if answer.StatusCode != want {
		s.t.Fatalf("%s %s: HTTP %d (want %d): %.1000s", method, path, answer.StatusCode, want, got)
	}
	return got
}
