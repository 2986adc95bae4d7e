package site

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func TestTheSite(t *testing.T) {
	t.Parallel()
	s, err := New(fstest.MapFS{
		"index.html":            {Data: []byte("<!doctype html>")},
		"assets/app-1a2b.js":    {Data: []byte("plain")},
		"assets/app-1a2b.js.br": {Data: []byte("brotli")},
		"assets/app-1a2b.js.gz": {Data: []byte("gzip")},
		".vite/manifest.json":   {Data: []byte("{}")},
		"icon.svg":              {Data: []byte("<svg/>")},
	})
	if err != nil {
		t.Fatal(err)
	}
	const (
		forever = "public, max-age=31536000, immutable"
		missing = "There is no such file.\n"
		plain   = "text/plain; charset=utf-8"
		script  = "text/javascript; charset=utf-8"
		page    = "text/html; charset=utf-8"
	)
	for name, tc := range map[string]struct {
		method, path, accept        string
		status                      int
		body, kind, encoding, cache string
	}{
		"Root":        {"GET", "/", "", 200, "<!doctype html>", page, "", "no-cache"},
		"Screen":      {"GET", "/user/statement", "br", 200, "<!doctype html>", page, "", "no-cache"},
		"Plain":       {"GET", "/assets/app-1a2b.js", "", 200, "plain", script, "", forever},
		"Brotli":      {"GET", "/assets/app-1a2b.js", "gzip, br", 200, "brotli", script, "br", forever},
		"Gzip":        {"GET", "/assets/app-1a2b.js", "gzip;q=0.5, br;q=0", 200, "gzip", script, "gzip", forever},
		"OldChunk":    {"GET", "/assets/app-0000.js", "", 404, missing, plain, "", "no-store"},
		"Notes":       {"GET", "/.vite/manifest.json", "", 404, missing, plain, "", "no-store"},
		"Packed":      {"GET", "/assets/app-1a2b.js.br", "", 404, missing, plain, "", "no-store"},
		"Head":        {"HEAD", "/icon.svg", "", 200, "", "image/svg+xml", "", "no-cache"},
		"Post":        {"POST", "/", "", 405, "This is a page.\n", plain, "", "no-store"},
		"WellKnown":   {"GET", "/.well-known/apple-app-site-association", "", 404, missing, plain, "", "no-store"},
		"OutsideOfFS": {"GET", "/../site.go", "", 404, missing, plain, "", "no-store"},
	} {
		r := httptest.NewRequest(tc.method, "/", nil)
		r.URL.Path = tc.path
		r.Header.Set("Accept-Encoding", tc.accept)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		h := w.Header()
		if w.Code != tc.status || w.Body.String() != tc.body || h.Get("Content-Type") != tc.kind ||
			h.Get("Content-Encoding") != tc.encoding || h.Get("Cache-Control") != tc.cache {
			t.Errorf("%s: %d %q %v", name, w.Code, w.Body, h)
		}
	}
	empty, err := New(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	empty.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != notBuilt {
		t.Errorf("without a build: %d %q", w.Code, w.Body)
	}
}

// TestAnAddressWithADot: what a browser goes to is a page, although the outside has put a dot in it. An old chunk is none.
func TestAnAddressWithADot(t *testing.T) {
	t.Parallel()
	s, err := New(fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}})
	if err != nil {
		t.Fatal(err)
	}
	for address, status := range map[string]int{
		"/money/reversal/SCB.20261128": http.StatusOK, "/assets/app-0000.js": http.StatusNotFound,
	} {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != status {
			t.Errorf("%s: %d %q", address, w.Code, w.Body)
		}
	}
}
