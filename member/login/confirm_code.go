package login

import (
	"context"
	"errors"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/session"
)

// CodeEntry is the code that a member typed within a session in place of its password. Token is that of the code.
type CodeEntry struct{ Session, Token, Code string }

// SendCode has a code sent to a member's registered phone, which is good within the session that asks. shown is the phone as its
// owner writes it, all but its last digits hidden. The refusals are those of sending a code.
func (s *Service) SendCode(ctx context.Context, memberID, sessionID, address string) (sent SentCode, shown string, err error) {
	if s.codes == nil {
		return sent, "", fault.New(fault.OTP_SEND_FAIL, "there are no codes here")
	}
	m, err := s.members.ByID(ctx, memberID)
	if err != nil {
		return sent, "", err
	}
	sent, err = s.codes.SendIn(ctx, m.Phone, sessionID, address)
	return sent, hidden(s.phones.Shown(m.Phone)), err
}

// hidden is a number of which the last four digits are seen.
func hidden(number string) string {
	const seen = 4
	digits := []byte(number)
	for i := range max(0, len(digits)-seen) {
		digits[i] = 'x'
	}
	return string(digits)
}

// ConfirmCode confirms a session by the code that came to the member's phone, and returns until when that counts. Wrong codes
// are guesses like wrong passwords: REQUEST_LIMIT ends the session. The other refusals are those of checking a code; the code
// of another session, purpose or phone is OTP_NOT_EXIST.
func (s *Service) ConfirmCode(ctx context.Context, memberID string, in CodeEntry) (until time.Time, err error) {
	if s.codes == nil {
		return until, fault.New(fault.OTP_NOT_EXIST, "there are no codes here")
	}
	m, err := s.members.ByID(ctx, memberID)
	if err != nil {
		return until, err
	}
	err = s.guess(ctx, memberID, in.Session, func() error {
		return s.codes.VerifyIn(ctx, m.Phone, in.Session, in.Token, in.Code, func(tx *store.Tx) error {
			until, err = s.sessions.ConfirmTx(ctx, tx, session.Member, memberID, in.Session)
			return err
		})
	})
	return until, err
}

// notCompared reports whether a refusal says that a code was not compared, so that it tells nothing to who guesses.
func notCompared(err error) bool {
	var refused *fault.Error
	return errors.As(err, &refused) && slices.Contains([]fault.Code{
		fault.OTP_TOKEN_INVALID, fault.OTP_NOT_EXIST, fault.OTP_EXPIRED, fault.OTP_VERIFIED, fault.OTP_BLOCK, fault.OTP_VERIFY_FAIL,
	}, refused.Code)
}
