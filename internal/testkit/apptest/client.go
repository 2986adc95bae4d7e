package apptest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Client calls the API as the app does: with X-Requested-With, and with a token once it has one.
type Client struct {
	T     testing.TB
	URL   func() string
	Token string
	// Header is sent with every call.
	Header http.Header
	// Transport carries the calls; nil: the machine's network.
	Transport http.RoundTripper
	// Registered is what a member made by Member typed at its registration.
	Registered Person
	// Rest, in a bubble, waits before each call until everything else rests. Try does not wait, for calls that must meet others.
	Rest func()
	// Said, where the server is a process of its own, finds what it logged about a request's ID.
	Said func(request string) string
}

// Person is a made-up member.
type Person struct {
	Phone, Password, Name, Bank, AccountName, AccountNo string
}

// Client returns a guest.
func (a *App) Client() *Client {
	c := &Client{
		T: a.t, URL: func() string { return a.URL }, Header: http.Header{"X-Requested-With": {"wallet-user"}}, Transport: a.transport,
	}
	if a.family != nil {
		c.Rest = a.family.quiet.rest
	}
	return c
}

// HTTP is a client on the nodes' network, for requests that are not calls of the API.
func (a *App) HTTP() *http.Client { return &http.Client{Transport: a.transport} }

// Connect opens a connection to the node, for bytes that an HTTP client would not send.
func (a *App) Connect(ctx context.Context) (net.Conn, error) {
	if a.options.Net != nil {
		return a.options.Net.Dial(ctx, "tcp", a.host+":80")
	}
	return new(net.Dialer).DialContext(ctx, "tcp", strings.TrimPrefix(a.URL, "http://"))
}

// Raw sends a body as it is, while no worker holds the member: a refusal because of a hold would say nothing about the call.
func (c *Client) Raw(method, path, body string, header ...string) Answer {
	c.T.Helper()
	if c.Rest != nil {
		c.Rest()
	}
	return c.free(method+" "+path, header, func() Answer {
		c.T.Helper()
		a, err := c.Try(method, path, body, header...)
		if err != nil {
			c.T.Fatal(err)
		}
		return a
	})
}

// Try is Raw at once, and for a server that may be gone. Headers come in pairs; an empty value removes the header.
func (c *Client) Try(method, path, body string, header ...string) (Answer, error) {
	c.T.Helper()
	return c.TryFor(0, method, path, body, header...)
}

// TryFor is Try of a client that goes away after a while. Zero is a minute, longer than every call.
func (c *Client) TryFor(patient time.Duration, method, path, body string, header ...string) (Answer, error) {
	c.T.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), cmp.Or(patient, time.Minute))
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, c.URL()+path, content)
	if err != nil {
		return Answer{}, err
	}
	r.Header = c.Header.Clone()
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		if header[i+1] == "" {
			r.Header.Del(header[i])
			continue
		}
		r.Header.Set(header[i], header[i+1])
	}
	carrier := c.Transport
	if carrier == nil {
		carrier = http.DefaultTransport
	}
	w, err := carrier.RoundTrip(r)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = w.Body.Close() }()
	text, err := io.ReadAll(w.Body)
	if err == nil {
		if wrong := theContract().check(r, w.StatusCode, w.Header.Get("Content-Type"), text); wrong != nil {
			c.T.Errorf("%s %s: %d %s: not by the contract: %v", method, path, w.StatusCode, text, wrong)
		}
	}
	return Answer{w.StatusCode, w.Header, string(text), c.T, method + " " + path, c.Said, &tree{}}, err
}

// Do sends a value as JSON; nil sends no body.
func (c *Client) Do(method, path string, body any, header ...string) Answer {
	c.T.Helper()
	if body == nil {
		return c.Raw(method, path, "", header...)
	}
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(body); err != nil {
		c.T.Fatal(err)
	}
	return c.Raw(method, path, text.String(), header...)
}

// Now is Do at once, for calls that must meet others, from any goroutine. A call without an answer fails the test and returns
// an empty answer.
func (c *Client) Now(method, path string, body any, header ...string) Answer {
	c.T.Helper()
	text := ""
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			c.T.Error(err)
		}
		text = string(encoded)
	}
	answer, err := c.Try(method, path, text, header...)
	if err != nil {
		c.T.Errorf("%s %s: %v", method, path, err)
		answer = Answer{Text: "{}", t: c.T, what: method + " " + path, tree: &tree{}}
	}
	return answer
}

// Get sends no body.
func (c *Client) Get(path string, header ...string) Answer {
	c.T.Helper()
	return c.Do(http.MethodGet, path, nil, header...)
}

// Post sends a body.
func (c *Client) Post(path string, body any, header ...string) Answer {
	c.T.Helper()
	return c.Do(http.MethodPost, path, body, header...)
}

// Put sends a body.
func (c *Client) Put(path string, body any, header ...string) Answer {
	c.T.Helper()
	return c.Do(http.MethodPut, path, body, header...)
}

// people counts the people that this process made up, and first is where the count began: another process with the same
// database hardly meets the same people.
var (
	people atomic.Int64
	first  = time.Now().UnixNano() / 1000
)

// apart is the distance between the numbers of two people made up one after another. It shares no factor with numbers, so
// that no number comes twice; and a slip shows different digits of two neighbours' accounts.
const apart, numbers = 61_803_399, 100_000_000

// NewPerson makes up somebody whom no other test knows. Each has a name of its own: two accounts of one holder are strongly
// linked, and share everything that depends on losses (RULES.md section 1).
func NewPerson() Person {
	n := (first + people.Add(1)*apart) % numbers
	name := "สมชาย ใจดี" + letters(n)
	return Person{
		Phone: fmt.Sprintf("08%08d", n), Password: "correct horse " + fmt.Sprint(n), Name: "สมชาย ใจดี",
		Bank: "KBANK", AccountName: name, AccountNo: fmt.Sprintf("%010d", n),
	}
}

// letters writes a number as letters, since a holder's name has no digits.
func letters(n int64) string {
	consonants := []rune("กขคงจชดตนบ")
	var text []rune
	for ; n > 0; n /= 10 {
		text = append(text, consonants[n%10])
	}
	return string(text)
}

// Registration is the person in the form of POST /api/account.
func (p Person) Registration() map[string]any {
	return map[string]any{
		"name": p.Name, "username": p.Phone, "password": p.Password, "sourceCode": "", "inviteCode": "",
		"bankCode": p.Bank, "bankAccountName": p.AccountName, "bankAccountNo": p.AccountNo, "currency": "",
	}
}

// Member registers somebody with a one-time code and logs in.
func (a *App) Member() *Client {
	a.t.Helper()
	return a.Join(NewPerson())
}

// Join registers a person and logs in.
func (a *App) Join(p Person) *Client {
	a.t.Helper()
	c := a.Client()
	token := a.Prove(c, p.Phone)
	c.Post("/api/account", p.Registration(), "X-Otp-Token", token).OK(http.StatusCreated)
	c.Token = c.Post("/api/login", map[string]any{"username": p.Phone, "password": p.Password}).OK(http.StatusOK).At("token")
	c.Registered = p
	return c
}

// Prove proves a phone by the code that arrives in the sandbox, and returns the token of the proof.
func (a *App) Prove(c *Client, phone string) string {
	a.t.Helper()
	token := c.Post("/api/otp/send", map[string]any{"phoneNumber": phone}).OK(http.StatusOK).At("otpToken")
	messages := a.Sandbox.SMS(phone)
	if len(messages) == 0 && a.Node.Laos {
		messages = a.Sandbox.SMS("+856" + phone)
	}
	if len(messages) == 0 {
		a.t.Fatal("no message arrived")
	}
	c.Post("/api/otp/verify", map[string]any{"otpToken": token, "otpCode": messages[0].Code}).OK(http.StatusOK)
	return token
}
