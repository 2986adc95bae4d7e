package outbound_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
)

// An answer that is far too long, or never ends, is no answer: nobody knows what the other side did, and the call ends in time.
func TestAnswersWithoutAnEnd(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	packed := gzip.NewWriter(&bomb)
	for range 64 {
		_, _ = packed.Write(make([]byte, 1<<20))
	}
	_ = packed.Close()
	for name, answer := range map[string]http.HandlerFunc{
		"a byte a second": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte(" "))
				_ = http.NewResponseController(w).Flush()
				pass(time.Second)
			}
		},
		"a beginning": func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(`{"balance":9`))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
		"more than it says": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{}"))
		},
		"2 MB": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2<<20)) },
		"64 MB in 64 kB": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		},
		"no gzip": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte(`{"balance":9}`))
		},
		"headers without an end": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, answer)
				began := time.Now()
				got, err := s.client(outbound.Settings{}).Do(t.Context(), outbound.Request{URL: s.url})
				if took := time.Since(began); err == nil || errors.Is(err, outbound.ErrNotSent) || took > 10*time.Second {
					t.Errorf("%d bytes, %v after %s", len(got.Body), err, took)
				}
			})
		})
	}
}

// A redirect is an answer like any other: whoever answers for a system can't send our signed request elsewhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, status := range []int{301, 302, 303, 307, 308} {
			calls := 0
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				calls++
				http.Redirect(w, r, "/elsewhere", status)
			})
			got, err := s.client(outbound.Settings{}).Do(t.Context(), outbound.Request{URL: s.url})
			if err != nil || got.Status != status || calls != 1 {
				t.Errorf("%d: %d, %v, %d calls", status, got.Status, err, calls)
			}
		}
	})
}
