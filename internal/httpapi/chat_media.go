package httpapi

import (
	"context"
	"net/http"

	"krapao/chat"
	"krapao/internal/httpapi/talk"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/ratelimit"
)

// mediaRoutes are the calls that take files, and where the files are served.
func (c *chatCalls) mediaRoutes(f *httpx.Frame) {
	f.Mount(httpx.Mount{Path: chat.MediaPath, Shown: chat.MediaPath + "{path}", Handler: http.HandlerFunc(c.serveMedia)})
	for _, kind := range []chat.Kind{chat.Image, chat.Video} {
		id := map[chat.Kind]string{chat.Image: "uploadChatImage", chat.Video: "uploadChatVideo"}[kind]
		httpx.Register(f, httpx.Route{
			Method: http.MethodPost, Path: "/api/chat/upload-" + string(kind), ID: id,
			Summary: "Upload a file for a message", Access: httpx.Guests, Upload: talk.File(kind, c.chatOn, "userId", "guestId"),
		}, func(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[talk.ChatUpload], error) {
			return c.handleUploadChatFile(ctx, kind)
		})
	}
}

// handleUploadChatFile answers POST /api/chat/upload-image and upload-video: it takes a file for a message.
func (c *chatCalls) handleUploadChatFile(ctx context.Context, kind chat.Kind) (*httpx.Reply[talk.ChatUpload], error) {
	state := httpx.StateOf(ctx)
	named := func(field string) *string {
		if value := state.Fields[field]; value != "null" { // a browser's form turns null into this text
			return wire.TextOrNull(value)
		}
		return nil
	}
	owner, err := c.chatOwner(ctx, named("userId"), named("guestId"))
	if err != nil {
		return nil, err
	}
	if owner.Guest != "" {
		if err := c.limiter.Check(ctx, c.limits.Upload.On(owner.Key())); err != nil {
			return nil, err
		}
	}
	file, err := state.File.Open()
	if err != nil {
		return nil, err
	}
	path, err := c.chats.Upload(ctx, owner, ratelimit.Network(state.Address), kind, state.File.Size, file)
	return httpx.Answer(talk.ChatUpload{Path: path}, httpx.Busy(err))
}

// serveMedia answers GET /media/{path}: a file that was uploaded in a chat. It needs no header: the path is the right to see the
// file.
func (c *chatCalls) serveMedia(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		httpx.MethodNotAllowed(w, r, "GET, HEAD")
		return
	}
	if err := c.frame.LimitAddress(r); err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	from := ratelimit.Network(httpx.StateOf(r.Context()).Address)
	file, err := c.chats.Media(r.Context(), from, r.URL.Path)
	if err == nil {
		err = c.chatOn()
	}
	if err != nil {
		httpx.Refuse(w, r, err)
		return
	}
	talk.ServeMedia(c.frame, w, r, file)
}
