package sandbox_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"krapao/internal/memnet"
	"krapao/sandbox/sandboxtest"
)

// start is when every test with a fake clock begins.
var start = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// received is a callback as the wallet's side got it.
type received struct {
	path   string
	header http.Header
	body   []byte
	at     time.Time
}

// wallet is the wallet's side of the callbacks.
type wallet struct {
	*httptest.Server
	// told is sent each callback's number.
	told     chan int
	net      *memnet.Net
	mu       sync.Mutex
	got      []received
	statuses []int // answers to the first ones; 200 after that
}

// newWallet is one on a network of its own, which a sandbox joins by calledBy.
func newWallet(t *testing.T, statuses ...int) *wallet {
	t.Helper()
	w := &wallet{statuses: statuses, told: make(chan int, 100), net: memnet.New()}
	w.Server = w.net.Server("wallet.test", w)
	t.Cleanup(func() { w.CloseClientConnections(); w.Close() })
	return w
}

// calledBy are the options of a sandbox that calls it back.
func (w *wallet) calledBy() sandboxtest.Options {
	return sandboxtest.Options{WalletURL: w.URL, Net: w.net}
}

// ServeHTTP takes a callback.
func (w *wallet) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.got = append(w.got, received{r.URL.Path, r.Header, body, time.Now()})
	n := len(w.got)
	w.told <- n
	if n <= len(w.statuses) {
		out.WriteHeader(w.statuses[n-1])
		return
	}
	_, _ = io.WriteString(out, `{"statusCode":"00","errorCode":null,"errorDesc":null}`)
}

func (w *wallet) callbacks() []received {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]received(nil), w.got...)
}

// wait returns the callbacks once there are n.
func (w *wallet) wait(t *testing.T, n int) []received {
	t.Helper()
	for {
		select {
		case told := <-w.told:
			if told >= n {
				return w.callbacks()
			}
		case <-time.After(patience):
			t.Fatalf("%d callbacks of %d came", len(w.callbacks()), n)
		}
	}
}

// patience is how long something may take that has no time of its own: in a bubble it costs nothing.
const patience = time.Hour

// eventually lets time pass, in a bubble, until a condition is true.
func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !condition(); pass(time.Second) {
		if time.Now().After(end) {
			t.Fatal("it never came true")
		}
	}
}
