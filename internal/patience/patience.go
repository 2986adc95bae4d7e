// Package patience shares out the time that a member waits for an answer.
//
// API.md promises an answer within 25 s, and the app waits for a minute. Within that, whoever works on a request waits for
// what ends by itself (the member's hold, another transfer of its own, a turn to write, an answer from outside) instead of
// refusing: on a slow machine everything takes longer, and nothing is wrong. Two kinds of limits must not be taken for one
// another. What keeps money safe (the last moment at which something goes on the wire, a lease, a window) is the areas' own, is
// written down with what it guards, and is never stretched. What only keeps a member from waiting is shared out here.
//
// A request carries the moment by which it is answered, counted from its arrival, through all its contexts, also those that
// are detached from it when what has begun must be brought to its end. What has not begun does not begin any more once its
// time is over or its client has gone (Begin): a member that was told to try again, or that heard nothing, tries again, and
// what it had given up must not follow later. Where no request is waiting (a job, a worker), nobody waits for others: it
// comes back; and a step has the time that it would have at the beginning of a request.
package patience

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
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

// ErrGone is of a request whose client left before anything of it had begun, so nothing did.
var ErrGone = errors.New("patience: the client has gone, and nothing was begun")

// key finds a request in its contexts.
type key struct{}

// request is what all contexts of a request know of it.
type request struct {
	by time.Time
	// client ends when who asked has gone.
	client context.Context
	// begun tells that the request has written something; nil before its work begins (Work).
	begun *atomic.Bool
}

func of(ctx context.Context) (request, bool) {
	r, is := ctx.Value(key{}).(request)
	return r, is
}

// Request begins the time of a request whose client waits as long as ctx does. Its context ends with the client or with the
// time; contexts that are detached from it still know when that is.
func Request(ctx context.Context) (context.Context, context.CancelFunc) { return within(ctx, Answer) }

// Receive is Request for one whose body may come in for some time, which is not the product's; when it is in, the time of the
// request begins by another Request.
func Receive(ctx context.Context, body time.Duration) (context.Context, context.CancelFunc) {
	return within(ctx, body+Answer)
}

func within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	by := time.Now().Add(d)
	former, is := of(ctx)
	if !is {
		return context.WithDeadline(context.WithValue(ctx, key{}, request{by: by, client: ctx}), by)
	}
	ctx = context.WithValue(context.WithoutCancel(ctx), key{}, request{by: by, client: former.client})
	ctx, cancel := context.WithDeadline(ctx, by)
	leave := context.AfterFunc(former.client, cancel)
	return ctx, func() { leave(); cancel() }
}

// Work is the context of what a request does: from the first thing that it writes on, it goes on to its end, whether the
// client waits or not. It ends with the request's time.
func Work(ctx context.Context) (context.Context, context.CancelFunc) {
	r, is := of(ctx)
	if !is {
		return Request(context.WithoutCancel(ctx))
	}
	r.begun = &atomic.Bool{}
	return context.WithDeadline(context.WithValue(context.WithoutCancel(ctx), key{}, r), r.by)
}

// preparing is the key of contexts in which writing begins nothing.
type preparing struct{}

// Preparing is for bookkeeping before the work itself (a claim on a key): it is not done for who has gone either, but it
// does not count as the beginning.
func Preparing(ctx context.Context) context.Context { return context.WithValue(ctx, preparing{}, true) }

// Begin is asked right before something is written. It refuses where the time is over, and ErrGone says that the client of
// work that has not begun has gone. What has begun, and what is nobody's request, goes on.
func Begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r, is := of(ctx)
	switch {
	case !is || r.begun == nil || r.begun.Load():
		return nil
	case !time.Now().Before(r.by): // also where ctx was given a time of its own
		return context.DeadlineExceeded
	case r.client.Err() != nil:
		return ErrGone
	}
	if ctx.Value(preparing{}) == nil {
		r.begun.Store(true)
	}
	return nil
}

// Waiting tells whether somebody waits for an answer.
func Waiting(ctx context.Context) bool {
	_, waiting := of(ctx)
	return waiting
}

// By is when the answer is due. Where nobody waits for one, it is as if a request began now.
func By(ctx context.Context) time.Time {
	if r, waiting := of(ctx); waiting {
		return r.by
	}
	return time.Now().Add(Answer)
}

// note is what the end of a request has to be written down when its own time is over: a part of the second that is left
// before what was promised.
const note = 800 * time.Millisecond

// Note is a context for writing down what has happened, which begins nothing. It outlives the request's own time a little,
// and has five seconds where there are as many.
func Note(ctx context.Context) (context.Context, context.CancelFunc) {
	until := time.Now().Add(5 * time.Second)
	ctx = context.WithoutCancel(ctx)
	if r, waiting := of(ctx); waiting {
		if last := r.by.Add(note); last.Before(until) {
			until = last
		}
		r.begun = nil
		ctx = context.WithValue(ctx, key{}, r)
	}
	return context.WithDeadline(ctx, until)
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
