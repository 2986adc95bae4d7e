package otp

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// A phone gets so many messages, whoever asks for them. Who asks for another one, and did not ask for those itself, is answered as
// for any phone: with a token, a reference and OK, as late as if a message had been sent. So nobody learns that somebody else asks for
// codes to the phone. The token is good for the code of the message that the phone got last, since whose phone it is may well ask once
// more from another browser. The reference is made up: the true one would tell when the message was sent.

// maxSharedTries bounds the codes that are looked at for all who share a message, beside the five of who had it sent.
const maxSharedTries = 3

func (s *Service) quiet(ctx context.Context, purpose Purpose, number, address string) (Sending, error) {
	began := time.Now()
	token, ref := id.Secret(), ""
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		q := otpdb.New(tx)
		message, err := q.LatestMessage(ctx, number, string(purpose), tx.Now.UnixMicro())
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
			CreatedAt: tx.Now.UnixMicro(), ExpiresAt: tx.Now.Add(codeLife).UnixMicro(),
		})
	})
	if err != nil {
		return Sending{}, fmt.Errorf("otp: quiet: %w", err)
	}
	s.sends.like(ctx, began)
	return Sending{Token: token, Ref: ref, Code: fault.OK}, nil
}

// refsSeen is how many of the gateway's references a made-up one is made to look like.
const refsSeen = 100

// usualRef is how long a reference is where none was seen.
const usualRef = 5

// madeUp is a reference as the gateway's are: as long as its last one, of the characters that they have.
func madeUp(like []string) string {
	if len(like) == 0 { // the first message of all is on its way
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

// charactersOf are those in some references. Of a few references each kind of character counts as a whole.
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

// verifyQuiet is Verify for a token without a message of its own. Where it shares none, or that one is used up, every code is wrong,
// and as late as if it had been looked at.
func (s *Service) verifyQuiet(ctx context.Context, token, code string, try otpdb.TakeTryRow) error {
	began := time.Now()
	outside, err := s.takeShared(ctx, try.Shares)
	if err != nil {
		return err
	}
	if outside == "" {
		s.checks.like(ctx, began)
		return wrong(try)
	}
	verdict, err := s.check(ctx, outside, code)
	ctx = context.WithoutCancel(ctx) // a caller that hung up does not undo what the gateway did
	if err != nil {
		if back := s.Store.Write(ctx, func(tx *store.Tx) error { return otpdb.New(tx).ReturnSharedTry(ctx, try.Shares) }); back != nil {
			return back
		}
		return s.unanswered(ctx, token, code, err)
	}
	if verdict != Right { // also where it is used: by who had it sent
		return wrong(try)
	}
	return s.provenBy(ctx, token, func(tx *store.Tx) error {
		if n, err := otpdb.New(tx).UseShared(ctx, try.Shares); err != nil || n > 0 {
			return err
		}
		return wrong(try) // who had it sent was quicker
	})
}

// takeShared uses up one of the tries of those who share a message, and returns the gateway's token; "" where there is none.
func (s *Service) takeShared(ctx context.Context, message string) (outside string, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		outside, err = otpdb.New(tx).TakeSharedTry(ctx, message, maxSharedTries, tx.Now.UnixMicro())
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
