package otp

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// The number of messages to a phone is limited, whoever asks for them. An asker beyond the limit that did not ask for those
// messages itself gets the answer for any phone: a token, a reference and OK, after the time that sending takes. So nobody
// learns that somebody else asks for codes to the phone. The token is good for the code of the phone's latest message, since
// the owner of the phone may well ask again from another browser. The reference is invented: the true one would reveal when
// the message was sent.

// maxSharedTries bounds how many codes are checked for everybody who shares a message, beside the five of its asker.
const maxSharedTries = 3

func (s *Service) quiet(ctx context.Context, purpose Purpose, number, address string) (Sending, error) {
	began := time.Now()
	token, ref := id.Secret(), ""
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		q := otpdb.New(tx)
		message, err := q.LatestMessage(ctx, number, string(purpose), clock.MicrosOf(tx.Now))
		if err != nil && !store.NotFound(err) {
			return err
		}
		like, err := q.LatestRefs(ctx, refsSeen)
		if err != nil {
			return err
		}
		ref = madeUp(like)
		return q.InsertQuiet(ctx, otpdb.InsertQuietParams{
			TokenHash: hash(token), Phone: number, Purpose: string(purpose), Address: address, Shares: message,
			CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(codeLife)),
		})
	})
	if err != nil {
		return Sending{}, fmt.Errorf("otp: quiet: %w", err)
	}
	s.sends.waitLike(ctx, began)
	return Sending{Token: token, Ref: ref, Code: fault.OK}, nil
}

// refsSeen is how many of the gateway's references an invented one imitates.
const refsSeen = 100

// usualRef is the length of a reference where none was seen.
const usualRef = 5

// madeUp invents a reference like the gateway's: as long as its latest one, of the characters that it uses.
func madeUp(like []string) string {
	if len(like) == 0 { // the very first message is on its way
		return id.Text(usualRef)
	}
	random := make([]byte, len(like[0]))
	_, _ = rand.Read(random) // crypto/rand never fails since Go 1.24
	characters := charactersOf(like)
	for i, b := range random {
		random[i] = characters[int(b)%len(characters)]
	}
	return string(random)
}

// charactersOf returns the characters in some references. In a few references one character stands for its whole kind.
func charactersOf(refs []string) string {
	seen := strings.Join(refs, "")
	if len(refs) < refsSeen/4 {
		for _, kind := range []string{"0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"} {
			if strings.ContainsAny(seen, kind) {
				seen += kind
			}
		}
	}
	list := []byte(seen)
	slices.Sort(list)
	return string(slices.Compact(list))
}

// verifyQuiet is Verify for a token without a message of its own. If it shares none, or the shared tries are used up, every
// code is wrong, and the answer takes as long as a check.
func (s *Service) verifyQuiet(ctx context.Context, token, code string, try otpdb.TakeTryRow) error {
	began := time.Now()
	outside, err := s.takeShared(ctx, try.Shares)
	if err != nil {
		return err
	}
	if outside == "" {
		s.checks.waitLike(ctx, began)
		return wrong(try)
	}
	result, err := s.check(ctx, outside, code)
	ctx = context.WithoutCancel(ctx) // a caller that hung up does not undo what the gateway did
	if err != nil {
		back := s.Store.Write(ctx, func(tx *store.Tx) error { return otpdb.New(tx).ReturnSharedTry(ctx, try.Shares) })
		if back != nil {
			return back
		}
		return s.unanswered(ctx, token, code, err)
	}
	if result != Right { // also where the message's own asker has used it
		return wrong(try)
	}
	return s.provenBy(ctx, token, func(tx *store.Tx) error {
		if n, err := otpdb.New(tx).UseShared(ctx, try.Shares); err != nil || n > 0 {
			return err
		}
		return wrong(try) // the message's own asker was faster
	})
}

// takeShared uses up one of the shared tries of a message, and returns the gateway's token. Empty: there is no try left.
func (s *Service) takeShared(ctx context.Context, message string) (outside string, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		outside, err = otpdb.New(tx).TakeSharedTry(ctx, message, maxSharedTries, clock.MicrosOf(tx.Now))
		if store.NotFound(err) {
			return nil
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("otp: shared: %w", err)
	}
	return outside, nil
}
