// Package clienttest calls the sandbox as adapters do, by the raw protocols, for the sandbox's own tests.
package clienttest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	payout "krapao/connect/payout/wire"
	amb "krapao/connect/provider/amb/wire"
	joker "krapao/connect/provider/joker/wire"
	sms "krapao/connect/sms/thaibulk/wire"
	"krapao/internal/testkit/bubble"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// ClientTimeout is the timeout of the tests' clients, in virtual time.
const ClientTimeout = 10 * time.Second

// New returns a client on the sandbox's network.
func New(s *sandboxtest.Sandbox) *http.Client {
	c := &http.Client{Timeout: ClientTimeout}
	if over := s.Client(); over != nil {
		c.Transport = over.Transport
	}
	return c
}

// Pass lets virtual time pass, and waits until everything due by then is done.
func Pass(d time.Duration) { bubble.Pass(d) }

// NewCounter returns a function that makes distinct references.
func NewCounter() func(prefix string) string {
	var mu sync.Mutex
	n := 0
	return func(prefix string) string {
		mu.Lock()
		defer mu.Unlock()
		n++
		return prefix + strconv.Itoa(n)
	}
}

// Whole reads an amount without decimals.
func Whole(t *testing.T, amount json.Number) int {
	t.Helper()
	n, err := strconv.Atoi(amount.String())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// EqualInts reports whether two lists are the same.
func EqualInts(a, b []int) bool { return slices.Equal(a, b) }

// Find returns the armed fault of an id.
func Find(t *testing.T, list []sandboxtest.ArmedFault, id string) sandboxtest.ArmedFault {
	t.Helper()
	at := slices.IndexFunc(list, func(f sandboxtest.ArmedFault) bool { return f.ID == id })
	if at < 0 {
		t.Fatalf("%s is not in %v", id, list)
	}
	return list[at]
}

// CountCodes returns the number of QR codes.
func CountCodes(s *sandboxtest.Sandbox) int {
	var list []any
	s.Call(http.MethodGet, "/sandbox/bank/qr", nil, http.StatusOK, &list)
	return len(list)
}

// Send sends a body with headers.
func Send(t *testing.T, client *http.Client, method, url string, body []byte, header map[string]string) (int, []byte, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	return do(client, r)
}

// Marshal writes a value as JSON.
func Marshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// SendSMS asks the gateway to send a code to a phone.
func SendSMS(t *testing.T, client *http.Client, s *sandboxtest.Sandbox, phone string) (int, []byte, error) {
	t.Helper()
	known := sandbox.DemoCredentials().SMS
	return Send(t, client, http.MethodPost, s.URL+"/sms"+sms.PathRequest,
		Marshal(t, sms.Request{Key: known.Key, Secret: known.Secret, Msisdn: phone}), nil)
}

// VerifySMS asks the gateway to check a code.
func VerifySMS(t *testing.T, s *sandboxtest.Sandbox, token, pin string) (int, []byte, error) {
	t.Helper()
	known := sandbox.DemoCredentials().SMS
	return Send(t, New(s), http.MethodPost, s.URL+"/sms"+sms.PathVerify,
		Marshal(t, sms.Verify{Key: known.Key, Secret: known.Secret, Token: token, Pin: pin}), nil)
}

// Payer calls the payout bank as an adapter does.
type Payer struct {
	t      *testing.T
	base   string
	HTTP   *http.Client
	Secret string
	Now    func() time.Time
}

// NewPayer makes a client of the sandbox's payout bank.
func NewPayer(t *testing.T, s *sandboxtest.Sandbox) *Payer {
	t.Helper()
	return &Payer{t, s.URL + "/payout", New(s), sandbox.DemoCredentials().Payout.Secret, time.Now}
}

// Call makes a signed call.
func (c *Payer) Call(method, path string, body []byte) (int, []byte, error) {
	at := c.Now()
	return Send(c.t, c.HTTP, method, c.base+path, body, map[string]string{
		payout.HeaderKey: sandbox.DemoCredentials().Payout.Key, payout.HeaderTimestamp: payout.Timestamp(at),
		payout.HeaderSignature: payout.Sign(c.Secret, at, method, path, body),
	})
}

// Order orders a payout to one account.
func (c *Payer) Order(ref, amount string) (int, []byte, error) {
	return c.Call(http.MethodPost, payout.PathPayouts, Marshal(c.t, payout.Order{
		Ref: ref, BankCode: "SCB", AccountNo: "1234567890", AccountName: "SOMCHAI JAIDEE", Amount: amount,
	}))
}

// Check inquires about a payout.
func (c *Payer) Check(ref string) (int, []byte, error) {
	return c.Call(http.MethodGet, payout.PathPayouts+"/"+ref, nil)
}

// Inquire asks whether a name is that of an account.
func (c *Payer) Inquire(name string) payout.InquiryReply {
	c.t.Helper()
	return Decode[payout.InquiryReply](c.t)(c.Call(http.MethodPost, payout.PathInquiry,
		Marshal(c.t, payout.Inquiry{BankCode: "SCB", AccountNo: "1234567890", AccountName: name})))
}

// Joker calls a provider of the Joker family as an adapter does.
type Joker struct {
	t      *testing.T
	base   string
	HTTP   *http.Client
	Secret string
	Now    func() time.Time
}

// NewJoker makes a client of a game by Joker's protocol.
func NewJoker(t *testing.T, s *sandboxtest.Sandbox, game string) *Joker {
	t.Helper()
	return &Joker{t, s.URL + "/games/" + game + "/joker", New(s), sandbox.DemoCredentials().Joker.Secret, time.Now}
}

// Call makes a signed call.
func (c *Joker) Call(in joker.Request) (int, []byte, error) {
	in.Timestamp = c.Now().Unix()
	body := Marshal(c.t, in)
	query, err := joker.Query(sandbox.DemoCredentials().Joker.AppID, c.Secret, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return Send(c.t, c.HTTP, http.MethodPost, c.base+"?"+query.Encode(), body, nil)
}

// Create opens an account.
func (c *Joker) Create(username string) {
	c.t.Helper()
	status, body, err := c.Call(joker.Request{Method: joker.MethodCreate, Username: username})
	if err != nil || status != http.StatusCreated {
		c.t.Fatalf("CU: HTTP %d, %v: %s", status, err, body)
	}
}

// Move moves credits, negative out of the game.
func (c *Joker) Move(username, ref, amount string) (int, []byte, error) {
	return c.Call(joker.Request{Method: joker.MethodTransfer, Username: username, RequestID: ref, Amount: amount})
}

// Check inquires about a movement.
func (c *Joker) Check(ref string) (int, []byte, error) {
	return c.Call(joker.Request{Method: joker.MethodCheck, RequestID: ref})
}

// Rounds returns the settled rounds of a span of minutes, from one time on and before another.
func (c *Joker) Rounds(from, to time.Time) []joker.Round {
	c.t.Helper()
	minute := func(at time.Time) string { return at.In(joker.Zone).Format(joker.MinuteFormat) }
	return Decode[joker.RoundsReply](c.t)(c.Call(joker.Request{
		Method: joker.MethodRounds, StartDate: minute(from), EndDate: minute(to), Delay: joker.NoDelay,
	})).Data.Game
}

// Status makes a call that needs only a user (and a password) and returns the HTTP status.
func (c *Joker) Status(method, username string) int {
	c.t.Helper()
	in := joker.Request{Method: method, Username: username}
	if method == joker.MethodSetPassword {
		in.Password = "secret1"
	}
	status, _, err := c.Call(in)
	if err != nil {
		c.t.Fatal(err)
	}
	return status
}

// AMB calls a provider of the AMB family as an adapter does.
type AMB struct {
	t             *testing.T
	base          string
	HTTP          *http.Client
	Agent, Secret string
}

// NewAMB makes a client of a game by AMB's protocol.
func NewAMB(t *testing.T, s *sandboxtest.Sandbox, game string) *AMB {
	t.Helper()
	known := sandbox.DemoCredentials().AMB
	return &AMB{t, s.URL + "/games/" + game + "/amb", New(s), known.Agent, known.Secret}
}

// Call makes a signed call.
func (c *AMB) Call(path string, body any) (int, []byte, error) {
	text := Marshal(c.t, body)
	signature, err := amb.Sign(c.Secret, text)
	if err != nil {
		c.t.Fatal(err)
	}
	return Send(c.t, c.HTTP, http.MethodPost, c.base+path, text, map[string]string{amb.HeaderSignature: signature})
}

// Create opens an account.
func (c *AMB) Create(username string) {
	c.t.Helper()
	if got := c.Code(amb.PathCreate, username); got != amb.CodeOK {
		c.t.Fatalf("create: code %d", got)
	}
}

// Deposit moves credits in.
func (c *AMB) Deposit(username string, amount json.Number) (int, []byte, error) {
	return c.Call(amb.PathDeposit, amb.Move{Username: username, Amount: amount, Agent: c.Agent})
}

// Withdraw moves credits out.
func (c *AMB) Withdraw(username string, amount json.Number) (int, []byte, error) {
	return c.Call(amb.PathWithdraw, amb.Move{Username: username, Amount: amount, Agent: c.Agent})
}

// Code makes a call that needs only a user (and a password) and returns the answer's code.
func (c *AMB) Code(path, username string) int {
	c.t.Helper()
	body := map[string]string{"username": username, "agent": c.Agent}
	switch path {
	case amb.PathCreate:
		body["password"] = "secret1"
	case amb.PathPassword:
		body["newPassword"] = "secret2"
	}
	return Decode[amb.Reply[json.RawMessage]](c.t)(c.Call(path, body)).Status.Code
}
