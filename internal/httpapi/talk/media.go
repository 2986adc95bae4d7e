package talk

import (
	"context"
	"io"
	"net/http"
	"strings"

	"krapao/chat"
	"krapao/internal/httpx"
)

// ServeMedia answers with a picture or a film of a conversation. A film can be played from any point, so ranges are answered.
func ServeMedia(f *httpx.Frame, w http.ResponseWriter, r *http.Request, file *chat.File) {
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
