// Package patience divides the time that a member waits for an answer between the steps of a request.
//
// API.md promises an answer within 25 s, and the app waits for a minute. Within that time a request waits for obstacles that
// pass by themselves (the member's hold, another transfer of its own, a turn to write, an answer from outside). It does not
// refuse at once: on a slow machine everything takes longer, and nothing is wrong.
//
// There are two kinds of limits, which must not be confused. Limits that keep money safe (the last moment to send something, a
// lease, a window) belong to the areas, are documented beside what they protect, and are never extended. Limits that only keep
// a member from waiting are here.
//
// A request has a deadline, counted from its arrival. All its contexts know it, even those that are detached from it so that
// work which has begun can finish. Work that has not begun does not begin once the time is over or the client has gone (Begin).
// A member that was told to try again, or that got no answer, tries again, and the call that it gave up must not follow later.
//
// Where no request is waiting (a job, a worker), nobody waits for others: the job tries again later. Each of its steps has the
// time that it would have at the beginning of a request.
package patience

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

const (
	// Promised is the time in which a request is answered (API.md, Conventions).
	Promised = 25 * time.Second
	// Answer is how long the product works on a request: the promised time, less a second to write the answer.
	Answer = Promised - time.Second
	// Call is the longest that one call of an outside system may take (API.md, Conventions).
	Call = 15 * time.Second
	// Book is the share of a request for recording its outcome and reading it: two or three commits on a slow disk.
	Book = 2 * time.Second
)

// ErrGone says that the client left before the work had begun, so nothing was begun.
var ErrGone = errors.New("patience: the client has gone, and nothing was begun")

// key is the key of a request in its contexts.
type key struct{}

// request is what all contexts of a request share.
type request struct {
	by time.Time
	// client ends when the client has gone.
	client context.Context
	// begun: the request has written something. It is nil before the work begins (Work).
	begun *atomic.Bool
}

func of(ctx context.Context) (request, bool) {
	r, is := ctx.Value(key{}).(request)
	return r, is
}

// Request starts the time of a request whose client waits as long as ctx does. The context ends with the client or with the
// time. Contexts that are detached from it still know the deadline.
func Request(ctx context.Context) (context.Context, context.CancelFunc) { return within(ctx, Answer) }

// Receive is Request for a request whose body may take some time to come in, which is not the product's time. When the body is
// in, another Request starts the time of the request.
func Receive(ctx context.Context, body time.Duration) (context.Context, context.CancelFunc) {
	return within(ctx, body+Answer)
}

// Send is a context for an answer that takes long to be written: it ends with the client, or after a while. What has to be
// read for it does not belong to the request's time any more.
func Send(ctx context.Context, body time.Duration) (context.Context, context.CancelFunc) {
	return within(ctx, body)
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

// Work is the context of a request's work. Once the work has written something it goes on to its end, whether the client waits
// or not. It ends with the request's time.
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

// Preparing is for writes before the work itself, such as a claim on a key. They are not done either once the client has gone,
// but they do not count as the beginning of the work.
func Preparing(ctx context.Context) context.Context { return context.WithValue(ctx, preparing{}, true) }

// Begin is called right before something is written. It returns an error when the time is over, and ErrGone when the client has
// gone and the work has not begun. Work that has begun goes on, and so does work that belongs to no request.
func Begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r, is := of(ctx)
	switch {
	case !is || r.begun == nil || r.begun.Load():
		return nil
	case !time.Now().Before(r.by): // even where ctx has another deadline
		return context.DeadlineExceeded
	case r.client.Err() != nil:
		return ErrGone
	}
	if ctx.Value(preparing{}) == nil {
		r.begun.Store(true)
	}
	return nil
}

// Waiting reports whether somebody waits for an answer.
func Waiting(ctx context.Context) bool {
	_, waiting := of(ctx)
	return waiting
}

// By is when the answer is due. Where nobody waits for one, it is the deadline of a request that began now.
func By(ctx context.Context) time.Time {
	if r, waiting := of(ctx); waiting {
		return r.by
	}
	return time.Now().Add(Answer)
}

// note is the time for recording the outcome of a request whose own time is over. It is a part of the second that is left of
// the promised time.
const note = 800 * time.Millisecond

// Note is a context for recording what has happened, which does not count as a beginning. It outlives the request's own time a
// little, and lasts at most five seconds.
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

// But is a context that ends a share of the request's time before its deadline. The share is for the steps that follow.
func But(ctx context.Context, share time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, By(ctx).Add(-share))
}

// The pauses of Again: short at first, since most obstacles pass at once, and longer later, so that waiting does not keep a slow
// machine busy.
const (
	firstPause   = 25 * time.Millisecond
	longestPause = 400 * time.Millisecond
)

// Again repeats do while its error is passing: a later try may not meet it. It stops when only the share is left of the request's
// time, or of the context's where that ends earlier. Where nobody waits for an answer, it tries once.
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
		wait := pause*3/4 + rand.N(pause/2) // random, so that several waiting requests do not all try again at once
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
