// Package site serves the built web app.
package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Site serves the built app from memory. Browsers keep hashed assets for ever, and ask again for everything else each time. A
// path without an extension is a screen of the app and gets its page. An unknown file is a 404, so that a browser with an old
// page notices that its chunk is gone.
type Site struct {
	files map[string]*file
}

type file struct {
	kind    string
	etag    string
	forever bool
	plain   []byte
	gzip    []byte
	brotli  []byte
}

const notBuilt = "The web app is not built into this program. Run: make build\n"

// New reads the build into memory. Without one (nil), every page says that the app is not built in.
func New(dist fs.FS) (*Site, error) {
	s := &Site{files: map[string]*file{}}
	if dist == nil {
		return s, nil
	}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".":
			return fs.SkipDir // the build's own notes
		case d.IsDir(), notServed(d.Name()):
			return nil
		}
		return s.add(dist, name)
	})
	return s, err //nolint:wrapcheck // names the file
}

// notServed reports whether a file of the build is not a file of the site: hidden, a packed copy of another, or a source map.
func notServed(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains([]string{".br", ".gz", ".map"}, path.Ext(name))
}

func (s *Site) add(dist fs.FS, name string) error {
	plain, err := fs.ReadFile(dist, name)
	if err != nil {
		return err //nolint:wrapcheck // names the file
	}
	sum := sha256.Sum256(plain)
	f := &file{
		kind: contentType(name), plain: plain,
		etag: `"` + hex.EncodeToString(sum[:12]) + `"`, forever: strings.HasPrefix(name, "assets/"),
	}
	f.brotli, _ = fs.ReadFile(dist, name+".br") // the build packs only files that get smaller by it
	f.gzip, _ = fs.ReadFile(dist, name+".gz")
	s.files["/"+name] = f
	return nil
}

// kinds are the content types of the files of a build. The system's own table differs from machine to machine, and under
// nosniff a file with a wrong type does not work.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".txt": "text/plain; charset=utf-8",
	".vtt": "text/vtt; charset=utf-8", ".webmanifest": "application/manifest+json",
	".avif": "image/avif", ".gif": "image/gif", ".ico": "image/x-icon", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
	".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp",
	".woff": "font/woff", ".woff2": "font/woff2", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".webm": "video/webm",
}

func contentType(name string) string {
	if kind, known := kinds[path.Ext(name)]; known {
		return kind
	}
	return "application/octet-stream"
}

// ServeHTTP answers with a file of the build, or with the app's page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/.well-known/") {
		wellKnown(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		plainError(w, http.StatusMethodNotAllowed, "This is a page.\n")
		return
	}
	f, found := s.files[r.URL.Path]
	if !found && isPage(r) {
		f, found = s.files["/index.html"]
		if !found {
			plainError(w, http.StatusServiceUnavailable, notBuilt)
			return
		}
	}
	if !found {
		plainError(w, http.StatusNotFound, "There is no such file.\n")
		return
	}
	f.serve(w, r)
}

// isPage reports whether an address that is no file is one of the app's: it ends like no file, or a browser goes there. The
// console's addresses have names in them that the outside has given, with dots.
func isPage(r *http.Request) bool {
	ending := path.Ext(r.URL.Path)
	if _, file := kinds[ending]; file {
		return false
	}
	return ending == "" || strings.Contains(r.Header.Get("Accept"), "text/html")
}

func plainError(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text)) // an error means that the client has gone
}

// wellKnown answers /.well-known/change-password, where password managers lead their user (W3C, "A Well-Known URL for
// Changing Passwords"). Other well-known names get no answer: the app's page would be a wrong one.
func wellKnown(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/.well-known/change-password" {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/user/profile", http.StatusFound)
		return
	}
	plainError(w, http.StatusNotFound, "There is no such file.\n")
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if f.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content, etag := f.plain, f.etag
	accept := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && accepts(accept, "br"):
		content, etag = f.brotli, strings.TrimSuffix(f.etag, `"`)+`-br"`
		h.Set("Content-Encoding", "br")
	case f.gzip != nil && accepts(accept, "gzip"):
		content, etag = f.gzip, strings.TrimSuffix(f.etag, `"`)+`-gz"`
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", etag)
	if h.Get("Content-Encoding") != "" {
		h.Set("Content-Length", strconv.Itoa(len(content))) // ServeContent leaves it out for encoded content
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// accepts reports whether Accept-Encoding names the coding without forbidding it.
func accepts(header, coding string) bool {
	for _, item := range strings.Split(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(item), ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		key, value, _ := strings.Cut(strings.TrimSpace(params), "=")
		q, err := strconv.ParseFloat(value, 64)
		return !(key == "q" && err == nil && q == 0)
	}
	return false
}
