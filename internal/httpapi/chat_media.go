package httpapi

import (
	"context"
	"io"
	"net/http"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/ratelimit"
)

// ChatUpload is where an uploaded file is.
type ChatUpload struct {
	Path string `json:"path" doc:"/media/{random}: the filePath of a media message"`
}

func (s *Server) chatUploadRoutes() {
	for _, kind := range []chat.Kind{chat.Image, chat.Video} {
		id := map[chat.Kind]string{chat.Image: "uploadChatImage", chat.Video: "uploadChatVideo"}[kind]
		register(s, route{
			method: http.MethodPost, path: "/api/chat/upload-" + string(kind), id: id, summary: "Upload a file for a message", who: guests,
			upload: s.chatFile(kind, "userId", "guestId"),
		}, func(ctx context.Context, _ *empty) (*reply[ChatUpload], error) { return s.uploadChatFile(ctx, kind) })
	}
}

// chatFile is what a call that takes a file of a kind wants, and the other parts of its form.
func (s *Server) chatFile(kind chat.Kind, fields ...string) *upload {
	return &upload{
		most:    func(context.Context) (int, error) { return kind.MaxBytes(), s.chatOn() },
		missing: fault.INVALID_INPUT, invalid: fault.FILE_TOO_LARGE, broken: fault.INVALID_INPUT, empty: fault.FILE_NOT_SUPPORTED,
		unit: 1 << 20, fields: fields,
	}
}

func (s *Server) uploadChatFile(ctx context.Context, kind chat.Kind) (*reply[ChatUpload], error) {
	x := exchangeOf(ctx)
	named := func(field string) *string {
		if value := x.fields[field]; value != "null" { // what a browser's form makes of null
			return optional(value)
		}
		return nil
	}
	owner, err := s.chatOwner(ctx, named("userId"), named("guestId"))
	if err != nil {
		return nil, err
	}
	if owner.Guest != "" {
		if err := s.Calls.Check(ctx, s.Limits.Upload.On(owner.Key())); err != nil {
			return nil, err
		}
	}
	file, err := x.file.open()
	if err != nil {
		return nil, err
	}
	path, err := s.Chats.Upload(ctx, owner, ratelimit.Network(x.address), kind, x.file.size, file)
	return answered(ChatUpload{path}, busy(err))
}

// busy: a node that has too many pictures in hand says nothing of the file.
func busy(err error) error {
	if fault.Is(err, fault.TRY_AGAIN) {
		return &statusError{err, http.StatusServiceUnavailable}
	}
	return err
}

// media serves what was uploaded in chats, without any header: the path is the right to see it. Films are played from
// where one likes, so ranges are answered.
func (s *Server) media(w http.ResponseWriter, r *http.Request) {
	exchangeOf(r.Context()).route = route{path: chat.MediaPath + "{path}"}
	w.Header().Set("Cache-Control", "no-store")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(w, r, "GET, HEAD")
		return
	}
	if err := s.limitAddress(r); err != nil {
		refuse(w, r, err)
		return
	}
	from := ratelimit.Network(exchangeOf(r.Context()).address)
	file, err := s.Chats.Media(r.Context(), from, r.URL.Path)
	if err == nil {
		err = s.chatOn()
	}
	if err != nil {
		refuse(w, r, err)
		return
	}
	s.read(w, r, func(h http.Header) {
		h.Set("Content-Type", file.Type)
		h.Set("Content-Disposition", "inline")
		h.Set("Cache-Control", "private, max-age=3600") // what stands under a path never changes
	}, func(context.Context) (io.ReadSeeker, error) { return file, nil })
}
