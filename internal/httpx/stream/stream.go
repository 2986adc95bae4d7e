// Package stream sends files that answer a call in place of its JSON.
package stream

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"krapao/internal/httpx/record"
	"krapao/internal/patience"
)

// within is how long a file may take to be sent.
const within = 10 * time.Minute

// File is written while it is read, so it may be larger than memory, and takes longer than a request.
type File struct {
	// Name is what the client is told to call it.
	Name string
	// Type is its media type; a list's is that of CSV.
	Type string
	// Write writes it. After an error the client gets the file without its end, as a broken connection.
	Write func(ctx context.Context, w io.Writer) error
}

// CSV sends the file that a list's call answers with where ?format=csv asks for one. of returns the file, or nil for a call that
// answered otherwise, and where to log.
func CSV(next http.Handler, of func(context.Context) (*File, *slog.Logger)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("format") != "csv" {
			next.ServeHTTP(w, r)
			return
		}
		held := record.New()
		next.ServeHTTP(held, r)
		file, log := of(r.Context())
		if file == nil {
			held.Send(w)
			return
		}
		file.Type = "text/csv; charset=utf-8"
		Send(w, r, *file, log)
	})
}

// Send answers a request with a file to save.
func Send(w http.ResponseWriter, r *http.Request, file File, log *slog.Logger) {
	ctx, cancel := patience.Send(r.Context(), within)
	defer cancel()
	until := http.NewResponseController(w)
	_ = until.SetWriteDeadline(patience.By(ctx)) // a test's writer has none
	w.Header().Set("Content-Type", file.Type)
	w.Header().Set("Content-Disposition", `attachment; filename="`+file.Name+`"`)
	if err := file.Write(ctx, w); err != nil {
		log.WarnContext(ctx, "a file was not sent to its end", "error", err)
		panic(http.ErrAbortHandler)
	}
	_ = until.SetWriteDeadline(time.Time{})
}
