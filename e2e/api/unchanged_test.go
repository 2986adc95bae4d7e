package api

import (
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestAPollOfWhatHasNotChangedIsSmall: a phone that asks again gets 304 without a body, until the member's money changes.
func TestAPollOfWhatHasNotChangedIsSmall(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Member()
		a.Deposit(c, "300")
		for _, call := range []struct {
			method, path, body string
			money              bool
		}{
			{"GET", "/api/wallet", "", true},
			{"POST", "/api/statement", `{"page":1,"limit":10}`, true},
			{"GET", "/api/lookup/banks", "", false},
			{"GET", "/api/lookup/info", "", false},
		} {
			tag := c.Raw(call.method, call.path, call.body).OK(http.StatusOK).Header.Get("ETag")
			if tag == "" {
				t.Fatalf("%s has no ETag", call.path)
			}
			again := c.Raw(call.method, call.path, call.body, "If-None-Match", tag)
			if again.Status != http.StatusNotModified || again.Text != "" || again.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s again: %d %q", call.path, again.Status, again.Text)
			}
			if size := headerSize(again.Header); size > 900 {
				t.Errorf("%s again: %d bytes of headers: %v", call.path, size, again.Header)
			}
			a.Deposit(c, "100")
			later := c.Raw(call.method, call.path, call.body, "If-None-Match", tag)
			if want := map[bool]int{true: http.StatusOK, false: http.StatusNotModified}[call.money]; later.Status != want {
				t.Errorf("%s after a deposit: %d, want %d", call.path, later.Status, want)
			}
		}
		if got := a.Client().Get("/api/wallet", "If-None-Match", "*"); got.Status != http.StatusUnauthorized {
			t.Errorf("a stranger: %d", got.Status)
		}
	})
}

// headerSize is the size of headers as they are sent.
func headerSize(h http.Header) (bytes int) {
	for name, values := range h {
		for _, v := range values {
			bytes += len(name) + len(": ") + len(v) + len("\r\n")
		}
	}
	return bytes
}
