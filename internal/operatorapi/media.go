package operatorapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/httpapi/export"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/ratelimit"
)

// slipsPath is where slips' pictures are, by the signed tokens of their links.
const slipsPath = "/files/"

// mountMedia serves the pictures and films of conversations, the pictures of slips, and exports, to operators alone.
func (d Deps) mountMedia(f *httpx.Frame) {
	f.Mount(httpx.Mount{Path: chat.MediaPath, Shown: chat.MediaPath + "{path}", Handler: d.signedIn(
		func(w http.ResponseWriter, r *http.Request) { d.serveMedia(f, w, r) },
	)})
	f.Mount(httpx.Mount{Path: slipsPath, Shown: slipsPath + "{token}", Timed: true, Handler: d.signedIn(
		func(w http.ResponseWriter, r *http.Request) { d.serveSlip(f, w, r) },
	)})
	export.Serve(f, d.Privacy.OpenNow, d.signedIn)
}

// signedIn answers a GET with a session. A page loads a picture by itself, so that is no use of the session.
func (d Deps) signedIn(serve http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			httpx.MethodNotAllowed(w, r, "GET, HEAD")
			return
		}
		asked := r.Clone(r.Context())
		asked.Header.Set(Unattended, "1")
		by, err := d.authenticate(r.Context(), asked)
		if err == nil && by.Scopes != nil {
			err = fault.New(fault.TOKEN_SCOPE, "a picture is shown to persons")
		}
		if err != nil {
			httpx.Refuse(w, r, err)
			return
		}
		serve(w, r)
	})
}

// serveSlip answers GET /files/{token}: a slip's picture. The token is good for five minutes; who got it is in the audit log. No
// cache keeps it, and nothing in it can run (httpx.Frame.Secure).
func (d Deps) serveSlip(f *httpx.Frame, w http.ResponseWriter, r *http.Request) {
	f.ServeFile(w, r, func(h http.Header) {
		h.Set("Content-Type", "image/jpeg")
		h.Set("Content-Disposition", `inline; filename="slip.jpg"`)
	}, func(ctx context.Context) (io.ReadSeeker, error) {
		file, err := d.Pictures.Picture(ctx, strings.TrimPrefix(r.URL.Path, slipsPath))
		return bytes.NewReader(file), err
	})
}

// serveMedia answers GET /media/{path}.
func (d Deps) serveMedia(f *httpx.Frame, w http.ResponseWriter, r *http.Request) {
	if !d.ChatOn() {
		httpx.Refuse(w, r, fault.New(fault.NO_DATA, "the chat is switched off"))
		return
	}
	file, err := d.Conversations.Media(r.Context(), ratelimit.Network(httpx.StateOf(r.Context()).Address), r.URL.Path)
	if err != nil {
		httpx.Refuse(w, r, d.refusal(r.Context(), err))
		return
	}
	talk.ServeMedia(f, w, r, file)
}
