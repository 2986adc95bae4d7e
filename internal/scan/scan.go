// Package scan finds QR codes in pictures: clean screenshots, and photographs taken at an angle in bad light.
//
// Promises: at most a given number of pictures are looked at at once, each for at most a given time, so that a hostile
// picture costs its sender an answer and nobody else more than that time; a caller that gives up stops the work at the
// next step; a picture that breaks the library is a picture without a code.
package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync/atomic"
	"time"
)

// What Read says no with.
var (
	// ErrNone is a picture in which no code could be read.
	ErrNone = errors.New("scan: no code in the picture")
	// ErrBudget is an ErrNone that came because the time was up: another try with more of it might find one.
	ErrBudget = fmt.Errorf("%w within its time", ErrNone)
	// ErrBusy is said when too many pictures wait already.
	ErrBusy = errors.New("scan: too many pictures are waiting")
)

// mostWaiting is how many pictures may wait for each worker. Each holds its memory meanwhile.
const mostWaiting = 8

// Reader looks at pictures. It is safe for use by many at once.
type Reader struct {
	workers chan struct{}
	waiting atomic.Int64
	budget  time.Duration
}

// New returns a reader that looks at up to workers pictures at once, at each for up to budget. Both are above 0.
func New(workers int, budget time.Duration) *Reader {
	return &Reader{workers: make(chan struct{}, workers), budget: budget}
}

// Read returns the texts of the codes in a picture, without repeats. A transfer slip's comes first where there is one
// (qr.ParseSlip); what else is in the picture may be missing then, because the search ends with the look that found it: a second
// slip that is as clear as the first is told, too. Errors: ErrNone,
// ErrBudget, ErrBusy, ctx's.
func (r *Reader) Read(ctx context.Context, img image.Image) ([]string, error) {
	if r.waiting.Add(1) > int64(cap(r.workers)*(1+mostWaiting)) {
		r.waiting.Add(-1)
		return nil, ErrBusy
	}
	defer r.waiting.Add(-1)
	select {
	case r.workers <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-r.workers }()

	within, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	s := search{ctx: within}
	s.look(img)
	switch {
	case len(s.texts) > 0:
		return s.texts, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case within.Err() != nil:
		return nil, ErrBudget
	}
	return nil, ErrNone
}
