package httpx

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"krapao/fault"
)

// A request that waits for an equal call which panics gets TRY_AGAIN: nobody knows how far that call came.
func TestWhoWaitsForACallThatPanicsTriesAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &idempotency{running: map[string]*flight{}}
		proceed := make(chan struct{})
		go func() {
			defer func() { _ = recover() }()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
			m.joined(httptest.NewRecorder(), r, "scope", func() *recorder { <-proceed; panic("broken") })
		}()
		synctest.Wait()
		waits := httptest.NewRecorder()
		go func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)
			m.joined(waits, r, "scope", func() *recorder { t.Error("ran beside the first"); return newRecorder() })
		}()
		synctest.Wait()
		close(proceed)
		synctest.Wait()
		if waits.Code != http.StatusServiceUnavailable || codeOf(waits.Body.Bytes()) != fault.TRY_AGAIN {
			t.Errorf("%d %s", waits.Code, waits.Body)
		}
	})
}

// TestAScopeIsWhatItWas: the scopes of keys are stored, so nodes of all versions have to agree about them.
func TestAScopeIsWhatItWas(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256([]byte("3:key10:member 1230:5:a key"))
	if got, want := scopeOf("key", "member 123", "", "a key"), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if scopeOf("ab", "c") == scopeOf("a", "bc") {
		t.Error("two lists of parts have one scope")
	}
}
