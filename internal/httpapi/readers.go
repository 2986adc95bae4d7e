package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"krapao/fault"
	"krapao/internal/ratelimit"
)

// How many may read uploaded files at once: each holds a part of a file in memory for as long as its connection takes it in.
const (
	readersOfAddress = 16
	readersInAll     = 128
	// readerWaits is how long one more waits for a place; it may come again after readerAgain.
	readerWaits = 10 * time.Second
	readerAgain = 5 * time.Second
	// readerTurn is how long a place is kept for certain while others wait whose network has fewer.
	readerTurn = 3 * time.Second
	// Who takes less than readerTakes in readerWithin holds a place for nothing: 8 KB a second, a third of what the slowest mobile
	// network gives. A browser that goes on later asks for the rest.
	readerTakes  = 80 << 10
	readerWithin = 10 * time.Second
	// readerPiece is how much is sent between two looks at that.
	readerPiece = 16 << 10
)

// readers are those places. Who comes when all of its address, or of the house, are taken waits for one. Networks share those of
// the house fairly: the next free place is for the network that has the fewest, and while somebody waits, one that has at least two
// more gives the place back that it has had longest. So a few addresses that read slowly keep nobody out.
type readers struct {
	mu      sync.Mutex
	total   int
	held    map[string][]*reader // by address, the longest first
	waiting []*reader            // the longest first
}

// reader is one that has a place or waits for one.
type reader struct {
	address string
	since   time.Time
	// let is closed when it has a place.
	let chan struct{}
	// cut ends its reading, so that it gives the place back. It may be called again.
	cut func()
}

func newReaders() *readers { return &readers{held: map[string][]*reader{}} }

// enter takes a place, or refuses with REQUEST_LIMIT and when to come again.
func (r *readers) enter(ctx context.Context, address string, cut func()) (leave func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, readerWaits)
	defer cancel()
	one := &reader{address: address, let: make(chan struct{}), cut: cut}
	r.mu.Lock()
	r.waiting = append(r.waiting, one)
	r.seat()
	r.mu.Unlock()
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		select {
		case <-one.let:
			return func() { r.leave(one) }, nil
		case <-look.C:
			r.makeRoom(one)
		case <-ctx.Done():
			r.leave(one)
			return nil, fault.Wrap(ctx.Err(), fault.REQUEST_LIMIT, "too many files are being read").
				With(ratelimit.WaitParam, int(readerAgain/time.Second))
		}
	}
}

// seat gives free places to those who wait, the network with the fewest first.
func (r *readers) seat() {
	for r.total < readersInAll {
		next := -1
		for i, one := range r.waiting {
			has := len(r.held[one.address])
			if has < readersOfAddress && (next < 0 || has < len(r.held[r.waiting[next].address])) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		one := r.waiting[next]
		r.waiting = slices.Delete(r.waiting, next, next+1)
		one.since = time.Now()
		r.held[one.address] = append(r.held[one.address], one)
		r.total++
		close(one.let)
	}
}

// makeRoom has the network with the most places give one back, for one that waits and has fewer.
func (r *readers) makeRoom(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.total < readersInAll {
		return // it waits for a place of its own network
	}
	var most []*reader
	for _, of := range r.held {
		if len(of) > len(most) {
			most = of
		}
	}
	if len(most) > len(r.held[one.address])+1 && time.Since(most[0].since) >= readerTurn {
		most[0].cut()
	}
}

// leave gives a place back, or the wait for one up.
func (r *readers) leave(one *reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = slices.DeleteFunc(r.waiting, func(w *reader) bool { return w == one })
	of := r.held[one.address]
	if at := slices.Index(of, one); at >= 0 {
		r.total--
		if of = slices.Delete(of, at, at+1); len(of) == 0 {
			delete(r.held, one.address)
		} else {
			r.held[one.address] = of
		}
	}
	r.seat()
}

// read serves a file that open finds, to who has a place meanwhile. The header is set where there is something to serve.
func (s *Server) read(w http.ResponseWriter, r *http.Request, header func(http.Header), open func(context.Context) (io.ReadSeeker, error)) {
	p := &paced{ResponseWriter: w}
	leave, err := s.readers.enter(r.Context(), ratelimit.Network(exchangeOf(r.Context()).address), p.cut)
	if err != nil {
		refuse(w, r, err)
		return
	}
	defer leave()
	file, err := open(r.Context())
	if err != nil {
		refuse(w, r, err)
		return
	}
	header(w.Header())
	http.ServeContent(p, r, "", time.Time{}, file)
}

// paced sends for as long as it is taken in quickly enough, or until it is cut.
type paced struct {
	http.ResponseWriter
	ended atomic.Bool
	// since and taken are of the time that is measured.
	since time.Time
	taken int
}

var errSlow = errors.New("httpapi: too slow a reader")

// cut ends the sending, also of what waits to be taken in.
func (p *paced) cut() {
	p.ended.Store(true)
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now()) // one that can't ends with its piece
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
