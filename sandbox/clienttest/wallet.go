package clienttest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"krapao/internal/testkit/memnet"
	"krapao/sandbox/sandboxtest"
)

// Begin is the start time of every test with a fake clock.
var Begin = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Callback is a callback as the wallet received it.
type Callback struct {
	Path   string
	Header http.Header
	Body   []byte
	At     time.Time
}

// Wallet is the wallet's side of the callbacks.
type Wallet struct {
	*httptest.Server
	// Told receives each callback's number.
	Told     chan int
	net      *memnet.Net
	mu       sync.Mutex
	got      []Callback
	statuses []int // answers to the first ones; 200 after that
}

// NewWallet makes one on a network of its own, which a sandbox joins by CalledBy.
func NewWallet(t *testing.T, statuses ...int) *Wallet {
	t.Helper()
	w := &Wallet{statuses: statuses, Told: make(chan int, 100), net: memnet.New()}
	w.Server = w.net.Server("wallet.test", w)
	t.Cleanup(func() { w.CloseClientConnections(); w.Close() })
	return w
}

// CalledBy returns the options of a sandbox that calls this wallet back.
func (w *Wallet) CalledBy() sandboxtest.Options {
	return sandboxtest.Options{WalletURL: w.URL, Net: w.net}
}

// ServeHTTP receives a callback.
func (w *Wallet) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.got = append(w.got, Callback{r.URL.Path, r.Header, body, time.Now()})
	n := len(w.got)
	w.Told <- n
	if n <= len(w.statuses) {
		out.WriteHeader(w.statuses[n-1])
		return
	}
	_, _ = io.WriteString(out, `{"statusCode":"00","errorCode":null,"errorDesc":null}`)
}

// Callbacks returns those that came so far.
func (w *Wallet) Callbacks() []Callback {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Callback(nil), w.got...)
}

// Wait returns the callbacks once there are n.
func (w *Wallet) Wait(t *testing.T, n int) []Callback {
	t.Helper()
	for {
		select {
		case told := <-w.Told:
			if told >= n {
				return w.Callbacks()
			}
		case <-time.After(Patience):
			t.Fatalf("%d callbacks of %d came", len(w.Callbacks()), n)
		}
	}
}

// Patience is how long something without a timeout of its own may take, in virtual time.
const Patience = time.Hour

// Eventually lets virtual time pass until a condition is true.
func Eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); !condition(); Pass(time.Second) {
		if time.Now().After(end) {
			t.Fatal("it never came true")
		}
	}
}
