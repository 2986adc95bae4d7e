package operatorapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTheListenerHasTheConsole at every path that is neither the API's nor the machine's, as the member app is served.
func TestTheListenerHasTheConsole(t *testing.T) {
	t.Parallel()
	d := bareDeps(t)
	d.Console = fstest.MapFS{
		"index.html":           {Data: []byte("the console")},
		"assets/index-1.js":    {Data: []byte("plain")},
		"assets/index-1.js.br": {Data: []byte("packed")},
	}
	s, err := New(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]struct {
		status               int
		body, cache, encoded string
	}{
		"/":                            {200, "the console", "no-cache", ""},
		"/proposals/p1":                {200, "the console", "no-cache", ""},
		"/assets/index-1.js":           {200, "packed", "public, max-age=31536000, immutable", "br"},
		"/assets/index-0.js":           {404, "no such file", "no-store", ""},
		"/api/nothing":                 {404, "NO_DATA", "no-store", ""},
		"/.well-known/change-password": {404, "not found", "", ""},
		"/debug/pprof/cmdline":         {200, "operatorapi.test", "", ""},
		"/metrics":                     {200, "go_goroutines", "", ""},
		"/healthz":                     {200, "", "", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		r.Header.Set("Accept-Encoding", "br")
		if path == "/metrics" {
			r.Header.Del("Accept-Encoding")
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		h := w.Header()
		if w.Code != want.status || !strings.Contains(w.Body.String(), want.body) ||
			want.cache != "" && h.Get("Cache-Control") != want.cache || h.Get("Content-Encoding") != want.encoded {
			t.Errorf("%s: %d %.80s %v", path, w.Code, w.Body, h)
		}
		if h.Get("X-Frame-Options") != "DENY" || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: nothing restricts it: %v", path, h)
		}
	}
}
