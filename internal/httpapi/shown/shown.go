// Package shown serves the pictures of the content: those that operators uploaded for banners, tutorials and games.
//
// Promise: a picture under a path never changes, so browsers keep it for ever. Nothing in it can run.
package shown

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"krapao/internal/httpx"
)

// Path begins the paths of pictures.
const Path = "/picture/"

// Pictures are kept somewhere.
type Pictures interface {
	// Picture returns the picture under a path, and its media type. NO_DATA: there is none.
	Picture(ctx context.Context, path string) (content []byte, kind string, err error)
}

// Mount serves them. Everybody may see what members are shown.
func Mount(f *httpx.Frame, pictures Pictures) {
	f.Mount(httpx.Mount{Path: Path, Shown: Path + "{hash}", Timed: true, Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet && r.Method != http.MethodHead {
				httpx.MethodNotAllowed(w, r, "GET, HEAD")
				return
			}
			content, kind, err := pictures.Picture(r.Context(), r.URL.Path)
			if err != nil {
				httpx.Refuse(w, r, err)
				return
			}
			f.ServeFile(w, r, func(h http.Header) {
				h.Set("Content-Type", kind)
				h.Set("Content-Disposition", "inline")
				h.Set("Cache-Control", "public, max-age=31536000, immutable")
			}, func(context.Context) (io.ReadSeeker, error) { return bytes.NewReader(content), nil })
		},
	)})
}
