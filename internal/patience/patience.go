// Package patience shares out the time that a member waits for an answer.
//
// API.md promises an answer within 25 s, and the app waits for a minute. Within that, whoever works on a request waits for
// what ends by itself (the member's hold, another transfer of its own, a turn to write, an answer from outside) instead of
// refusing: on a slow machine everything takes longer, and nothing is wrong. Two kinds of limits must not be taken for one
// another. What keeps money safe (the last moment at which something goes on the wire, a lease, a window) is the areas' own, is
// written down with what it guards, and is never stretched. What only keeps a member from waiting is shared out here.
//
// A request carries the moment by which it is answered through all its contexts, also those that are detached from it when
// what has begun must be brought to its end. Where no request is waiting (a job, a worker), nobody waits for others: it comes
// back; and a step has the time that it would have at the beginning of a request.
package patience

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	// Promised is what API.md says (Conventions): a request is answered within it.
	Promised = 25 * time.Second
	// Answer is how long the product works on a request: what was promised, less a second to write the answer.
	Answer = Promised - time.Second
	// Call is the longest that one call of an outside system may take (API.md, Conventions).
	Call = 15 * time.Second
	// Book is the share of a request in which its end is written down and read: two or three commits of a slow disk.
	Book = 2 * time.Second
)

// due is the key of the moment by which a request is answered.
type due struct{}

// Request begins the time of a request. Its context ends with it; contexts that are detached from that one still know it.
func Request(ctx context.Context) (context.Context, context.CancelFunc) {
	by := time.Now().Add(Answer)
	return context.WithDeadline(context.WithValue(ctx, due{}, by), by)
}

// Waiting tells whether somebody waits for an answer.
func Waiting(ctx context.Context) bool {
	_, waiting := ctx.Value(due{}).(time.Time)
	return waiting
}

// By is when the answer is due. Where nobody waits for one, it is as if a request began now.
func By(ctx context.Context) time.Time {
	if by, waiting := ctx.Value(due{}).(time.Time); waiting {
		return by
	}
	return time.Now().Add(Answer)
}

// But leaves a share of the request's time to what follows.
func But(ctx context.Context, share time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, By(ctx).Add(-share))
}

// The pauses of Again: short at first, since most of what is waited for is over at once, and not so short later that those
// who wait keep a slow machine busy.
const (
	firstPause   = 25 * time.Millisecond
	longestPause = 400 * time.Millisecond
)

// Again does something until its error is not one that a later try may not meet, or only the share is left of the request's
// time, or of the context's where that ends earlier. Where nobody waits for an answer it is done once.
func Again(ctx context.Context, share time.Duration, do func() error, passing func(error) bool) error {
	until := By(ctx)
	if end, ends := ctx.Deadline(); ends && end.Before(until) {
		until = end
	}
	until = until.Add(-share)
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := do()
		if err == nil || !Waiting(ctx) || !passing(err) {
			return err
		}
		wait := pause*3/4 + rand.N(pause/2) // varied, so that several who wait do not come back all at once
		if ctx.Err() != nil || time.Until(until) < wait {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}
