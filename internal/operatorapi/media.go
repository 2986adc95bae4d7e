package operatorapi

import (
	"context"
	"io"
	"net/http"
	"strings"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/ratelimit"
)

// mountMedia serves the pictures and films of conversations, to operators alone.
func (d Deps) mountMedia(f *httpx.Frame) {
	f.Mount(httpx.Mount{Path: chat.MediaPath, Shown: chat.MediaPath + "{path}", Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { d.serveMedia(f, w, r) },
	)})
}

// serveMedia answers GET /media/{path}, with a session. A page loads a picture by itself, so that is no use of the session. A
// film can be played from any point, so ranges are answered.
func (d Deps) serveMedia(f *httpx.Frame, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpx.MethodNotAllowed(w, r, "GET, HEAD")
		return
	}
	asked := r.Clone(r.Context())
	asked.Header.Set(Unattended, "1")
	if _, err := d.authenticate(r.Context(), asked); err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	if !d.ChatOn() {
		httpx.Refuse(w, r, fault.New(fault.NO_DATA, "the chat is switched off"))
		return
	}
	file, err := d.Conversations.Media(r.Context(), ratelimit.Network(httpx.StateOf(r.Context()).Address), r.URL.Path)
	if err != nil {
		httpx.Refuse(w, r, d.refusal(r.Context(), err))
		return
	}
	f.ServeFile(w, r, func(h http.Header) {
		h.Set("Content-Type", file.Type)
		h.Set("Content-Disposition", "inline")
		h.Set("Cache-Control", "private, max-age=3600") // the file under a path never changes
	}, func(context.Context) (io.ReadSeeker, error) {
		if part := r.Header.Get("Range"); part != "" && !strings.HasPrefix(part, "bytes=0-") {
			return file, nil // from the middle
		}
		return file, file.Ready()
	})
}
