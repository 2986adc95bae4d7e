package httpapi

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

func TestTheSite(t *testing.T) {
	t.Parallel()
	s, err := newSite(fstest.MapFS{
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
	for name, tc := range map[string]struct {
		method, path, accept        string
		status                      int
		body, kind, encoding, cache string
	}{
		"Root":        {"GET", "/", "", 200, "<!doctype html>", "text/html; charset=utf-8", "", "no-cache"},
		"Screen":      {"GET", "/user/statement", "br", 200, "<!doctype html>", "text/html; charset=utf-8", "", "no-cache"},
		"Plain":       {"GET", "/assets/app-1a2b.js", "", 200, "plain", "text/javascript; charset=utf-8", "", "public, max-age=31536000, immutable"},
		"Brotli":      {"GET", "/assets/app-1a2b.js", "gzip, br", 200, "brotli", "text/javascript; charset=utf-8", "br", "public, max-age=31536000, immutable"},
		"Gzip":        {"GET", "/assets/app-1a2b.js", "gzip;q=0.5, br;q=0", 200, "gzip", "text/javascript; charset=utf-8", "gzip", "public, max-age=31536000, immutable"},
		"OldChunk":    {"GET", "/assets/app-0000.js", "", 404, "There is no such file.\n", "text/plain; charset=utf-8", "", "no-store"},
		"Notes":       {"GET", "/.vite/manifest.json", "", 404, "There is no such file.\n", "text/plain; charset=utf-8", "", "no-store"},
		"Packed":      {"GET", "/assets/app-1a2b.js.br", "", 404, "There is no such file.\n", "text/plain; charset=utf-8", "", "no-store"},
		"Head":        {"HEAD", "/icon.svg", "", 200, "", "image/svg+xml", "", "no-cache"},
		"Post":        {"POST", "/", "", 405, "This is a page.\n", "text/plain; charset=utf-8", "", "no-store"},
		"OutsideOfFS": {"GET", "/../static.go", "", 404, "There is no such file.\n", "text/plain; charset=utf-8", "", "no-store"},
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
	empty, err := newSite(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	empty.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusServiceUnavailable || w.Body.String() != notBuilt {
		t.Errorf("without a build: %d %q", w.Code, w.Body)
	}
}
