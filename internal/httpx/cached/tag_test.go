package cached

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// saying answers every request with a body.
func saying(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

func asked(h http.Handler, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/api/wallet", http.NoBody)
	for n := 0; n < len(headers); n += 2 {
		r.Header.Set(headers[n], headers[n+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestAnAnswerThatTheClientHasIsNotSentAgain(t *testing.T) {
	t.Parallel()
	h := Tagged(saying(http.StatusOK, `{"wallet":1}`))
	first := asked(h)
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || first.Body.String() != `{"wallet":1}` || !strings.HasPrefix(tag, `W/"`) {
		t.Fatalf("%d %q %q", first.Code, first.Body, tag)
	}
	for name, c := range map[string]struct {
		known string
		want  int
	}{
		"its tag":            {tag, http.StatusNotModified},
		"as a strong tag":    {strings.TrimPrefix(tag, "W/"), http.StatusNotModified},
		"one of several":     {`"x", ` + tag, http.StatusNotModified},
		"any":                {"*", http.StatusNotModified},
		"another tag":        {`W/"x"`, http.StatusOK},
		"a part of its tag":  {tag[:len(tag)-3] + `"`, http.StatusOK},
		"nothing that it is": {"", http.StatusOK},
	} {
		got := asked(h, "If-None-Match", c.known)
		if got.Code != c.want || (got.Body.Len() == 0) != (c.want == http.StatusNotModified) || got.Header().Get("ETag") != tag {
			t.Errorf("%s: %d %q", name, got.Code, got.Body)
		}
	}
	if other := asked(Tagged(saying(http.StatusOK, `{"wallet":2}`)), "If-None-Match", tag); other.Code != http.StatusOK {
		t.Errorf("another answer: %d", other.Code)
	}
	if refusal := asked(Tagged(saying(http.StatusConflict, `{}`)), "If-None-Match", "*"); refusal.Code != http.StatusConflict ||
		refusal.Header().Get("ETag") != "" {
		t.Errorf("a refusal: %d", refusal.Code)
	}
}

func TestALargeAnswerIsCompressed(t *testing.T) {
	t.Parallel()
	large := `{"list":"` + strings.Repeat("a movement ", 500) + `"}`
	for name, c := range map[string]struct {
		body, accept string
		compressed   bool
	}{
		"large":                  {large, "gzip, deflate, br", true},
		"small":                  {`{}`, "gzip", false},
		"not taken":              {large, "", false},
		"refused by the client":  {large, "gzip;q=0", false},
		"large, and another one": {large, "br", false},
	} {
		h, err := Compressed(saying(http.StatusOK, c.body))
		if err != nil {
			t.Fatal(err)
		}
		got := asked(h, "Accept-Encoding", c.accept)
		if yes := got.Header().Get("Content-Encoding") == "gzip"; yes != c.compressed {
			t.Errorf("%s: compressed %v", name, yes)
			continue
		}
		body := io.Reader(got.Body)
		if c.compressed {
			if got.Body.Len() > len(large)/5 {
				t.Errorf("%s: %d bytes of %d", name, got.Body.Len(), len(large))
			}
			if body, err = gzip.NewReader(got.Body); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(body)
		if err != nil || string(text) != c.body || !json.Valid(text) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
