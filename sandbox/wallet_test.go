package sandbox_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
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
	mu       sync.Mutex
	got      []received
	statuses []int // answers to the first ones; 200 after that
}

func newWallet(t *testing.T, statuses ...int) *wallet {
	t.Helper()
	w := &wallet{statuses: statuses}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.got = append(w.got, received{r.URL.Path, r.Header, body, time.Now()})
		if n := len(w.got); n <= len(w.statuses) {
			out.WriteHeader(w.statuses[n-1])
			return
		}
		_, _ = io.WriteString(out, `{"statusCode":"00","errorCode":null,"errorDesc":null}`)
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *wallet) callbacks() []received {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]received(nil), w.got...)
}

// wait returns the callbacks once there are n.
func (w *wallet) wait(t *testing.T, n int) []received {
	t.Helper()
	eventually(t, func() bool { return len(w.callbacks()) >= n })
	return w.callbacks()
}

// eventually fails the test where a condition does not come true within a minute, as the machine may be busy.
func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came true")
		}
	}
}
