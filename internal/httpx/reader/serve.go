package reader

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"krapao/internal/ratelimit"
)

// Serve serves a file while its reader, from an address, has a place. Open finds the file; the header is set once there is one.
// After an error nothing is written: there was no place (REQUEST_LIMIT), or no file.
func (r *Places) Serve(
	w http.ResponseWriter, req *http.Request, address string,
	header func(http.Header), open func(context.Context) (io.ReadSeeker, error),
) error {
	p := &paced{ResponseWriter: w}
	leave, err := r.enter(req.Context(), ratelimit.Network(address), p.cut)
	if err != nil {
		return err
	}
	defer leave()
	file, err := open(req.Context())
	if err != nil {
		return err
	}
	header(w.Header())
	http.ServeContent(p, req, "", time.Time{}, file)
	return nil
}

// paced sends as long as the reader takes it in quickly enough, or until it is cut.
type paced struct {
	http.ResponseWriter
	ended atomic.Bool
	// since is when the measured time began, taken is what was sent in it.
	since time.Time
	taken int
}

var errSlow = errors.New("reader: the client reads too slowly")

// cut ends the sending, even while a write waits for the reader.
func (p *paced) cut() {
	p.ended.Store(true)
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now()) // a writer without deadlines ends after its piece
}

// Write sends piece by piece.
func (p *paced) Write(b []byte) (sent int, err error) {
	for sent < len(b) {
		if p.tooSlow() {
			return sent, errSlow
		}
		n, err := p.ResponseWriter.Write(b[sent:min(sent+readerPiece, len(b))])
		sent, p.taken = sent+n, p.taken+n
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

func (p *paced) tooSlow() bool {
	if p.ended.Load() {
		return true
	}
	if p.since.IsZero() {
		p.since = time.Now()
	}
	if time.Since(p.since) < readerWithin {
		return false
	}
	slow := p.taken < readerTakes
	p.since, p.taken = time.Now(), 0
	return slow
}
