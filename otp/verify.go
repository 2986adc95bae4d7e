package otp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/phone"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

var (
	tokenForm = regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{52}$`) // id.Secret
	codeForm  = regexp.MustCompile(`^[0-9]{4,8}$`)
)

// Verify checks the code that a member typed. Nil is OTP_CODE_VALID: from then on the number counts as proven for the token's
// holder, for the purpose of the code. OTP_TOKEN_INVALID (the form of the token is wrong), OTP_NOT_EXIST, OTP_VERIFIED (it
// was right before), OTP_EXPIRED, OTP_BLOCK (five wrong codes), OTP_CODE_INVALID, OTP_VERIFY_FAIL (the gateway did not
// answer; the try is returned).
func (s *Service) Verify(ctx context.Context, token, code string) error {
	return s.verify(ctx, entry{token: token, code: code, also: func(*store.Tx) error { return nil }})
}

// entry is a code that was typed.
type entry struct {
	token, code string
	// session is the one that is confirmed by it, and phone (E.164) is its member's; both are empty for any other code.
	session, phone string
	// also runs in the commit that records that the code was right.
	also func(*store.Tx) error
}

func (s *Service) verify(ctx context.Context, in entry) error {
	token, code := in.token, in.code
	if !tokenForm.MatchString(token) {
		return fault.New(fault.OTP_TOKEN_INVALID, "")
	}
	if digits, ok := phone.Digits(code); ok {
		code = digits
	}
	try, err := s.takeTry(ctx, in)
	if err != nil {
		return err
	}
	if offered(try) {
		return s.verifyOffer(ctx, token, code, try)
	}
	if !codeForm.MatchString(code) {
		return wrong(try) // no call to the gateway is needed, but it counts as a guess
	}
	if try.OutsideToken == "" {
		return s.verifyQuiet(ctx, token, code, try)
	}
	result, err := s.check(ctx, try.OutsideToken, code)
	ctx = context.WithoutCancel(ctx) // a caller that hung up does not undo what the gateway did
	if err != nil {
		return s.unanswered(ctx, token, code, err)
	}
	switch {
	case result == Right, result == Used && try.Unanswered == trace(token, code):
		// Used, and it is the code whose answer was lost: it was right.
		return s.provenBy(ctx, token, in.also)
	case result == Used:
		return fault.New(fault.OTP_VERIFIED, "")
	case result == Expired:
		return fault.New(fault.OTP_EXPIRED, "")
	}
	return wrong(try)
}

// check asks the gateway about a code.
func (s *Service) check(ctx context.Context, outside, code string) (Answer, error) {
	defer s.checks.took(time.Now())
	return s.Sender.Verify(ctx, outside, code)
}

func wrong(try otpdb.TakeTryRow) error {
	return fault.New(fault.OTP_CODE_INVALID, "").With("left", maxTries-try.Tries)
}

// takeTry uses up one of the five tries before the code is checked, so that parallel guesses never get a sixth.
func (s *Service) takeTry(ctx context.Context, in entry) (try otpdb.TakeTryRow, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		q := otpdb.New(tx)
		try, err = q.TakeTry(ctx, otpdb.TakeTryParams{
			TokenHash: hash(in.token), Tries: maxTries, Calls: maxCalls, ExpiresAt: clock.MicrosOf(tx.Now), Session: in.session,
		})
		if err == nil && in.session != "" && try.Phone != in.phone {
			return fault.New(fault.OTP_NOT_EXIST, "the member has another phone now")
		}
		if !store.NotFound(err) {
			return err
		}
		row, err := q.OTPByToken(ctx, hash(in.token), in.session)
		if store.NotFound(err) {
			return fault.New(fault.OTP_NOT_EXIST, "")
		}
		if err != nil {
			return err
		}
		return refusal(row, clock.MicrosOf(tx.Now))
	})
	var refused *fault.Error
	if err != nil && !errors.As(err, &refused) {
		return try, fmt.Errorf("otp: try: %w", err)
	}
	return try, err
}

// refusal returns why a code is not checked any more.
func refusal(row otpdb.OTPByTokenRow, now clock.Micros) error {
	switch {
	case row.State == stateVerified, row.State == stateUsed:
		return fault.New(fault.OTP_VERIFIED, "")
	case row.State != stateSent:
		return fault.New(fault.OTP_NOT_EXIST, "the message was not sent")
	case row.ExpiresAt <= now:
		return fault.New(fault.OTP_EXPIRED, "")
	}
	return fault.New(fault.OTP_BLOCK, "too many wrong codes; ask for another one")
}

func (s *Service) unanswered(ctx context.Context, token, code string, cause error) error {
	if err := s.Store.Write(ctx, func(tx *store.Tx) error {
		return otpdb.New(tx).ReturnTry(ctx, trace(token, code), hash(token))
	}); err != nil {
		cause = errors.Join(cause, err)
	}
	return fault.Wrap(cause, fault.OTP_VERIFY_FAIL, "the code could not be checked")
}

// proven records the proof. Of two requests with the right code, one succeeds and the other gets OTP_VERIFIED.
func (s *Service) proven(ctx context.Context, token string) error {
	return s.provenBy(ctx, token, func(*store.Tx) error { return nil })
}

// provenBy is proven with also in the same commit.
func (s *Service) provenBy(ctx context.Context, token string, also func(*store.Tx) error) error {
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := also(tx); err != nil {
			return err
		}
		n, err := otpdb.New(tx).MarkVerified(ctx, clock.MicrosOf(tx.Now), hash(token))
		if err != nil {
			return fmt.Errorf("otp: verified: %w", err)
		}
		if n == 0 {
			return fault.New(fault.OTP_VERIFIED, "")
		}
		return nil
	})
}
