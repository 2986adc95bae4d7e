package list

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/telemetry"
	"krapao/operator/audit"
)

// slowFile is a list whose files wait in their middle: each says that it has begun, and goes on when it may.
type slowFile struct {
	begun, goes chan struct{}
}

// node is a node of the house that has the list, over the house's store.
func (l slowFile) node(t *testing.T, s *store.Store) string {
	t.Helper()
	desk := NewDesk(Deps{
		Store: s, Audit: audit.New(s, nil), Files: ratelimit.New(ratelimit.NewSQL(s), clock.System{}),
	})
	f, err := httpx.New(t.Context(), httpx.Config{
		Store: s, About: httpx.About{ByToken: true, Codes: fault.Operators}, Metrics: telemetry.NewMetrics(),
		Calls: ratelimit.Off(), Limits: ratelimit.Defaults(),
		Authenticate: func(context.Context, *http.Request) (httpx.Caller, error) {
			return httpx.Caller{Operator: "nok", Role: "cashier"}, nil
		},
		Permits: func(httpx.Caller, httpx.Route) error { return nil },
	}, func(f *httpx.Frame) {
		httpx.Register(f, httpx.Route{
			Method: http.MethodGet, Path: "/api/number", ID: "listNumbers", Access: httpx.Operators, Needs: "support+a",
			Scope: "number:read", CSV: true,
		}, func(ctx context.Context, in *Query) (*httpx.Reply[Page[int]], error) { return l.read(ctx, desk, *in) })
	})
	if err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(f.Handler())
	t.Cleanup(served.Close)
	return served.URL
}

func (l slowFile) read(ctx context.Context, d *Desk, q Query) (*httpx.Reply[Page[int]], error) {
	list := List[int, int, int]{
		Name: "number", Key: itself, Columns: []Column[int]{{Name: "number", Cell: func(n int) any { return int64(n) }}},
		Show: func(_ context.Context, rows []int) ([]int, error) { return rows, nil },
	}
	all := (&numbers{newest: atOnce + 1}).rows(nil)
	return list.Read(ctx, d, q, Rows[int, int]{Read: func(ctx context.Context, after *int, most int) ([]int, error) {
		if after != nil {
			l.begun <- struct{}{}
			<-l.goes
		}
		return all.Read(ctx, after, most)
	}})
}

// TestThreeFilesAtOnce in the house, whichever of its nodes writes them: a fourth is refused, and begins when one has ended.
func TestThreeFilesAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		l := slowFile{begun: make(chan struct{}), goes: make(chan struct{})}
		nodes := []string{l.node(t, s), l.node(t, s)}
		ended := make(chan int, 4)
		take := func(node string) (status int, text string) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, node+"/api/number?format=csv", http.NoBody)
			if err != nil {
				t.Error(err)
				return 0, ""
			}
			r.Header.Set("Authorization", "Bearer nok")
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return 0, ""
			}
			defer func() { _ = answer.Body.Close() }()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Error(err)
			}
			return answer.StatusCode, string(body)
		}
		begin := func(node string) {
			go func() {
				status, text := take(node)
				if status != http.StatusOK {
					t.Errorf("a file: %d %s", status, text)
				}
				ended <- strings.Count(text, "\n")
			}()
			<-l.begun
		}
		refused := func() {
			t.Helper()
			for _, node := range nodes {
				if status, text := take(node); status != http.StatusTooManyRequests || !strings.Contains(text, "REQUEST_LIMIT") {
					t.Errorf("one more: %d %s", status, text)
				}
			}
		}
		whole := func() {
			t.Helper()
			if lines := <-ended; lines != atOnce+2 {
				t.Errorf("a file has %d lines", lines)
			}
		}
		begin(nodes[0])
		begin(nodes[1])
		begin(nodes[0])
		refused()
		l.goes <- struct{}{}
		whole()
		begin(nodes[1])
		refused()
		close(l.goes)
		for range 3 {
			whole()
		}
	})
}
