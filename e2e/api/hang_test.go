package api

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// hanging is a PostgreSQL that commits and does not say so while it hangs, as one whose synchronous standby is gone.
type hanging struct {
	mu    sync.Mutex
	until chan struct{} // closed when it answers again; nil while it answers
}

// hang has no commit answered until release.
func (h *hanging) hang() (release func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	until := make(chan struct{})
	h.until = until
	return sync.OnceFunc(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.until = nil
		close(until)
	})
}

func (h *hanging) hangs() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.until
}

func (h *hanging) dial(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &waitingConn{Conn: conn, server: h, writes: map[string]bool{}, over: make(chan struct{})}, err
	}
}

// waitingConn keeps the answer to what commits.
type waitingConn struct {
	net.Conn
	server *hanging
	began  bool            // its startup message was sent
	writes map[string]bool // prepared statements that write
	inside bool            // a transaction is open

	mu    sync.Mutex
	wait  <-chan struct{} // for this to be closed before anything is read
	over  chan struct{}   // closed when its client is out of patience
	ended bool
}

var writing = regexp.MustCompile(`(?im)^\s*(INSERT|UPDATE|DELETE|COMMIT)\b`)

func (c *waitingConn) Write(p []byte) (int, error) {
	if !c.began {
		c.began = true
		return c.Conn.Write(p)
	}
	if c.commits(p) {
		c.mu.Lock()
		c.wait = c.server.hangs()
		c.mu.Unlock()
	}
	return c.Conn.Write(p)
}

// commits reports whether messages of the client end a transaction, or write outside of one.
func (c *waitingConn) commits(p []byte) (yes bool) {
	for len(p) >= 5 {
		kind, end := p[0], 1+int(binary.BigEndian.Uint32(p[1:5]))
		if end > len(p) {
			return yes // of a long message no more is to be known
		}
		body := string(p[5:end])
		p = p[end:]
		switch kind {
		case 'Q':
			yes = c.says(strings.TrimRight(body, "\x00")) || yes
		case 'P':
			name, text, _ := strings.Cut(body, "\x00")
			text, _, _ = strings.Cut(text, "\x00")
			c.writes[name] = writing.MatchString(text)
		case 'B':
			_, rest, _ := strings.Cut(body, "\x00")
			name, _, _ := strings.Cut(rest, "\x00")
			yes = c.writes[name] && !c.inside || yes
		}
	}
	return yes
}

func (c *waitingConn) says(query string) (commits bool) {
	was := c.inside
	c.inside = strings.HasPrefix(strings.ToLower(query), "begin")
	return was && strings.EqualFold(query, "commit") || !was && writing.MatchString(query)
}

func (c *waitingConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	wait := c.wait
	c.mu.Unlock()
	if wait != nil {
		select {
		case <-wait:
		case <-c.over:
			return 0, os.ErrDeadlineExceeded
		}
	}
	return c.Conn.Read(p)
}

func (c *waitingConn) SetDeadline(t time.Time) error {
	if !t.IsZero() && !t.After(time.Now()) {
		c.end()
	}
	return c.Conn.SetDeadline(t)
}

func (c *waitingConn) Close() error {
	c.end()
	return c.Conn.Close()
}

func (c *waitingConn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.ended = true
		close(c.over)
	}
}

// eachHanging is apptest.Each with a way to have nothing committed: on SQLite somebody holds the turn to write.
func eachHanging(t *testing.T, test func(t *testing.T, a *apptest.App, hang func() (release func()))) {
	t.Helper()
	for engine, server := range map[store.Engine]*hanging{store.SQLite: nil, store.Postgres: {}} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && engine == store.Postgres {
				t.Skip("the short form has SQLite alone (make check)")
			}
			o := apptest.Options{Database: func(c *store.Config) {
				if server != nil {
					c.Dial = server.dial(c.Dial)
				}
			}}
			apptest.On(t, engine, o, func(t *testing.T, a *apptest.App) {
				test(t, a, func() (release func()) {
					if server == nil {
						return holdWriters(t, a.Store)
					}
					release = server.hang()
					t.Cleanup(release)
					return release
				})
			})
		})
	}
}

// withdrawing asks for a withdrawal with a key of its own, and waits so long for the answer; zero is for ever. It has no answer
// where the client went first.
func withdrawing(c *apptest.Client, key string, patient time.Duration) (answer apptest.Answer, took time.Duration) {
	began := time.Now()
	answer, _ = c.TryFor(patient, http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`, "Idempotency-Key", key)
	return answer, time.Since(began)
}

// While nothing is committed, money calls are answered in time, and those that read at once, also when it lasts: what the node
// does by itself takes nobody's connection. What a client gave up before it began never begins, whenever the database comes
// back; and what was told to be tried again is one withdrawal however often it is.
func TestNothingOfAnAbandonedRequestBegins(t *testing.T) {
	t.Parallel()
	eachHanging(t, func(t *testing.T, a *apptest.App, hang func() (release func())) {
		const crowd = 9 // more than there are connections
		members := make([]*apptest.Client, crowd)
		for i := range members {
			members[i] = a.Member()
			a.Deposit(members[i], "1000")
		}
		reader, waits := a.Member(), a.Member()
		a.Deposit(waits, "1000")

		release := hang()
		var gone sync.WaitGroup
		for _, c := range members {
			gone.Go(func() { withdrawing(c, "gone", 2*time.Second) })
		}
		gone.Wait()
		pass(8 * time.Second)
		release() // while the node would still have time for them
		pass(time.Minute)
		begun := 0
		for _, c := range members {
			if c.Balance() != apptest.Baht(t, "1000") {
				begun++
			}
		}
		most := 0 // on SQLite nobody had its turn
		if a.Store.Engine() == store.Postgres {
			most = 4 // whoever had a connection had begun; their commits were on their way
		}
		if begun > most {
			t.Errorf("%d withdrawals of clients that had gone began, of %d that could have", begun, most)
		}

		release = hang()
		for try := range 3 {
			answer, took := withdrawing(waits, "waits", 0)
			again := answer.Status == http.StatusServiceUnavailable && answer.At("message") == "TRY_AGAIN"
			// The server may have taken it already, and say so late.
			known := try > 0 && answer.Status == http.StatusOK && answer.At("status") == "IN_PROGRESS"
			if took > patience.Promised || !again && !known {
				t.Errorf("try %d while nothing is committed: %d %s after %s", try, answer.Status, answer.Text, took)
			}
		}
		pass(2 * time.Minute) // all that the node does by itself stands still by now
		for range 3 {
			began := time.Now()
			reader.Get("/api/wallet").OK(http.StatusOK)
			reader.Get("/api/lookup/info").OK(http.StatusOK)
			if took := time.Since(began); took > time.Second {
				t.Errorf("reading took %s", took)
			}
			pass(5 * time.Second)
		}
		release()
		pass(2 * time.Minute)
		answer := waits.SetsBy("waits", http.MethodPost, "/api/wallet/withdraw", map[string]any{"amount": 100})
		if answer.Status != http.StatusOK {
			t.Errorf("tried again: %d %s", answer.Status, answer.Text)
		}
		apptest.Eventually(t, "it is one withdrawal", func() bool { return waits.Balance() == apptest.Baht(t, "900") })
	})
}

// taken has a query under way on every connection that members have, until release.
func taken(t *testing.T, s *store.Store) (release func()) {
	t.Helper()
	var all []interface{ Close() error }
	for range s.Pools()["members"].Stats().MaxOpenConnections {
		rows, err := s.DB().QueryContext(context.Background(), "SELECT 1 UNION SELECT 2") //nolint:sqlclosecheck // release closes it
		if err != nil {
			t.Fatal(err)
		}
		if !rows.Next() {
			t.Fatal(rows.Err())
		}
		all = append(all, rows)
	}
	release = sync.OnceFunc(func() {
		for _, rows := range all {
			_ = rows.Close()
		}
	})
	t.Cleanup(release)
	return release
}

// Where no connection is free, each call is told to come again in time, wherever it waits; what is known needs none.
func TestEveryCallIsAnsweredInTime(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		c.Get("/api/wallet").OK(http.StatusOK)
		release := taken(t, a.Store)
		pass(10 * time.Second) // no session and no content is fresh any more
		for _, call := range []struct{ method, path, body string }{
			{http.MethodGet, "/api/wallet", ""},
			{http.MethodPost, "/api/statement", `{"page":1,"limit":10}`},
			{http.MethodPost, "/api/wallet/withdraw", `{"amount":100}`},
			{http.MethodPost, "/hooks/kbank", `{}`},
			{http.MethodGet, "/api/lookup/info", ""},
			{http.MethodGet, "/config.json", ""},
		} {
			began := time.Now()
			answer, err := c.Try(call.method, call.path, call.body)
			took := time.Since(began)
			if err != nil || took > patience.Promised {
				t.Errorf("%s: %v after %s", call.path, err, took)
			}
			if call.path == "/api/lookup/info" && (answer.Status != http.StatusOK || took > time.Second) {
				t.Errorf("what is known: %d %s after %s", answer.Status, answer.Text, took)
			}
		}
		release()
		c.Get("/api/wallet").OK(http.StatusOK)
	})
}
