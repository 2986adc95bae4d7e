package sandbox_test

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
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// clientTimeout is when the test's clients give up: in a bubble, where no machine is busy.
const clientTimeout = 10 * time.Second

// newClient is one on the sandbox's network.
func newClient(s *sandboxtest.Sandbox) *http.Client {
	c := &http.Client{Timeout: clientTimeout}
	if over := s.Client(); over != nil {
		c.Transport = over.Transport
	}
	return c
}

// pass lets time pass, in a bubble.
func pass(d time.Duration) { time.Sleep(d) }

// newCounter returns a function that makes references that differ.
func newCounter() func(prefix string) string {
	var mu sync.Mutex
	n := 0
	return func(prefix string) string {
		mu.Lock()
		defer mu.Unlock()
		n++
		return prefix + strconv.Itoa(n)
	}
}

func whole(t *testing.T, amount json.Number) int {
	t.Helper()
	n, err := strconv.Atoi(amount.String())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func equalInts(a, b []int) bool { return slices.Equal(a, b) }

func find(t *testing.T, list []sandboxtest.ArmedFault, id string) sandboxtest.ArmedFault {
	t.Helper()
	at := slices.IndexFunc(list, func(f sandboxtest.ArmedFault) bool { return f.ID == id })
	if at < 0 {
		t.Fatalf("%s is not in %v", id, list)
	}
	return list[at]
}

func countCodes(s *sandboxtest.Sandbox) int {
	var list []any
	s.Call(http.MethodGet, "/sandbox/bank/qr", nil, http.StatusOK, &list)
	return len(list)
}

// send posts a body with headers.
func send(t *testing.T, client *http.Client, method, url string, body []byte, header map[string]string) (int, []byte, error) {
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

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func smsSend(t *testing.T, client *http.Client, s *sandboxtest.Sandbox, phone string) (int, []byte, error) {
	t.Helper()
	known := sandbox.DemoCredentials().SMS
	return send(t, client, http.MethodPost, s.URL+"/sms"+sms.PathRequest,
		marshal(t, sms.Request{Key: known.Key, Secret: known.Secret, Msisdn: phone}), nil)
}

func smsVerify(t *testing.T, s *sandboxtest.Sandbox, token, pin string) (int, []byte, error) {
	t.Helper()
	known := sandbox.DemoCredentials().SMS
	return send(t, newClient(s), http.MethodPost, s.URL+"/sms"+sms.PathVerify,
		marshal(t, sms.Verify{Key: known.Key, Secret: known.Secret, Token: token, Pin: pin}), nil)
}

// payerClient calls the payout bank as an adapter does.
type payerClient struct {
	t      *testing.T
	base   string
	http   *http.Client
	secret string
	now    func() time.Time
}

func newPayer(t *testing.T, s *sandboxtest.Sandbox) *payerClient {
	t.Helper()
	return &payerClient{t, s.URL + "/payout", newClient(s), sandbox.DemoCredentials().Payout.Secret, time.Now}
}

func (c *payerClient) call(method, path string, body []byte) (int, []byte, error) {
	at := c.now()
	return send(c.t, c.http, method, c.base+path, body, map[string]string{
		payout.HeaderKey: sandbox.DemoCredentials().Payout.Key, payout.HeaderTimestamp: payout.Timestamp(at),
		payout.HeaderSignature: payout.Sign(c.secret, at, method, path, body),
	})
}

func (c *payerClient) order(ref, amount string) (int, []byte, error) {
	return c.call(http.MethodPost, payout.PathPayouts, marshal(c.t, payout.Order{
		Ref: ref, BankCode: "SCB", AccountNo: "1234567890", AccountName: "SOMCHAI JAIDEE", Amount: amount,
	}))
}

func (c *payerClient) check(ref string) (int, []byte, error) {
	return c.call(http.MethodGet, payout.PathPayouts+"/"+ref, nil)
}

func (c *payerClient) inquire(name string) payout.InquiryReply {
	c.t.Helper()
	return decode[payout.InquiryReply](c.t)(c.call(http.MethodPost, payout.PathInquiry,
		marshal(c.t, payout.Inquiry{BankCode: "SCB", AccountNo: "1234567890", AccountName: name})))
}

// jokerClient calls a provider of the Joker family as an adapter does.
type jokerClient struct {
	t      *testing.T
	base   string
	http   *http.Client
	secret string
	now    func() time.Time
}

func newJoker(t *testing.T, s *sandboxtest.Sandbox, game string) *jokerClient {
	t.Helper()
	return &jokerClient{t, s.URL + "/games/" + game + "/joker", newClient(s), sandbox.DemoCredentials().Joker.Secret, time.Now}
}

func (c *jokerClient) call(in joker.Request) (int, []byte, error) {
	in.Timestamp = c.now().Unix()
	body := marshal(c.t, in)
	query, err := joker.Query(sandbox.DemoCredentials().Joker.AppID, c.secret, body)
	if err != nil {
		c.t.Fatal(err)
	}
	return send(c.t, c.http, http.MethodPost, c.base+"?"+query.Encode(), body, nil)
}

func (c *jokerClient) create(username string) {
	c.t.Helper()
	if status, body, err := c.call(joker.Request{Method: joker.MethodCreate, Username: username}); err != nil || status != http.StatusCreated {
		c.t.Fatalf("CU: HTTP %d, %v: %s", status, err, body)
	}
}

func (c *jokerClient) move(username, ref, amount string) (int, []byte, error) {
	return c.call(joker.Request{Method: joker.MethodTransfer, Username: username, RequestID: ref, Amount: amount})
}

func (c *jokerClient) check(ref string) (int, []byte, error) {
	return c.call(joker.Request{Method: joker.MethodCheck, RequestID: ref})
}

// rounds are the settled rounds of a span of minutes, from one time on and before another.
func (c *jokerClient) rounds(from, to time.Time) []joker.Round {
	c.t.Helper()
	minute := func(at time.Time) string { return at.In(joker.Zone).Format(joker.MinuteFormat) }
	return decode[joker.RoundsReply](c.t)(c.call(joker.Request{
		Method: joker.MethodRounds, StartDate: minute(from), EndDate: minute(to), Delay: joker.NoDelay,
	})).Data.Game
}

// status makes a call that needs nothing but a user (and a password) and returns the HTTP status.
func (c *jokerClient) status(method, username string) int {
	c.t.Helper()
	in := joker.Request{Method: method, Username: username}
	if method == joker.MethodSetPassword {
		in.Password = "secret1"
	}
	status, _, err := c.call(in)
	if err != nil {
		c.t.Fatal(err)
	}
	return status
}

// ambClient calls a provider of the AMB family as an adapter does.
type ambClient struct {
	t             *testing.T
	base          string
	http          *http.Client
	agent, secret string
}

func newAMB(t *testing.T, s *sandboxtest.Sandbox, game string) *ambClient {
	t.Helper()
	known := sandbox.DemoCredentials().AMB
	return &ambClient{t, s.URL + "/games/" + game + "/amb", newClient(s), known.Agent, known.Secret}
}

func (c *ambClient) call(path string, body any) (int, []byte, error) {
	text := marshal(c.t, body)
	signature, err := amb.Sign(c.secret, text)
	if err != nil {
		c.t.Fatal(err)
	}
	return send(c.t, c.http, http.MethodPost, c.base+path, text, map[string]string{amb.HeaderSignature: signature})
}

func (c *ambClient) create(username string) {
	c.t.Helper()
	if got := c.code(amb.PathCreate, username); got != amb.CodeOK {
		c.t.Fatalf("create: code %d", got)
	}
}

func (c *ambClient) deposit(username string, amount json.Number) (int, []byte, error) {
	return c.call(amb.PathDeposit, amb.Move{Username: username, Amount: amount, Agent: c.agent})
}

func (c *ambClient) withdraw(username string, amount json.Number) (int, []byte, error) {
	return c.call(amb.PathWithdraw, amb.Move{Username: username, Amount: amount, Agent: c.agent})
}

// code makes a call that needs nothing but a user (and a password) and returns the answer's code.
func (c *ambClient) code(path, username string) int {
	c.t.Helper()
	body := map[string]string{"username": username, "agent": c.agent}
	switch path {
	case amb.PathCreate:
		body["password"] = "secret1"
	case amb.PathPassword:
		body["newPassword"] = "secret2"
	}
	return decode[amb.Reply[json.RawMessage]](c.t)(c.call(path, body)).Status.Code
}
