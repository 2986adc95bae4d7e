// Package scan finds QR codes in pictures: clean screenshots, and photographs taken at an angle in bad light.
//
// Promises:
//   - At most a given number of pictures are searched at the same time, each for at most a given time. A hostile picture costs
//     its sender an answer, and others no more than that time.
//   - A caller whose context ends stops the search at its next step.
//   - A picture that makes the library panic is a picture without a code.
package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync/atomic"
	"time"
)

// The errors of Read.
var (
	// ErrNone says that no code could be read in the picture.
	ErrNone = errors.New("scan: no code in the picture")
	// ErrBudget is an ErrNone because the time was up: with more time a code might be found.
	ErrBudget = fmt.Errorf("%w within its time", ErrNone)
	// ErrBusy says that too many pictures are waiting.
	ErrBusy = errors.New("scan: too many pictures are waiting")
)

// mostWaiting is how many pictures may wait for each worker. Each one holds its memory while it waits.
const mostWaiting = 8

// Reader searches pictures for codes. It is safe for concurrent use.
type Reader struct {
	workers chan struct{}
	waiting atomic.Int64
	budget  time.Duration
}

// New returns a reader that searches up to workers pictures at once, each for up to budget. Both must be above 0.
func New(workers int, budget time.Duration) *Reader {
	return &Reader{workers: make(chan struct{}, workers), budget: budget}
}

// Read returns the texts of the codes in a picture, without duplicates. The code of a transfer slip comes first if
// there is one (qr.ParseSlip). Other codes may be missing then, because the search ends with the step that found it;
// a second slip that is as clear as the first is always returned. Errors: ErrNone, ErrBudget, ErrBusy, and those of
// ctx.
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
