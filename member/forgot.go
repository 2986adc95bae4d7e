package member

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Forgotten is a member that set out to choose a password anew: it proved its phone by a code that was sent for just that.
type Forgotten struct {
	// Phone is as typed, Token the proof's, Address where the member calls from.
	Phone, Password, Token, Address string
}

// ResetPassword sets a forgotten password anew. All sessions end, game passwords are reset, withdrawals wait 24 hours, and the
// account shows that it happened (RULES.md section 12). PHONE_NUMBER_REQUIRE_10_DIGIT, UNVERIFIED_OTP, and then, told to nobody but
// who proved the phone: NO_USER, INACTIVE_USER, INVALID_USER_INFO, WEAK_PASSWORD.
func (s *Service) ResetPassword(ctx context.Context, f Forgotten) error {
	number, ok := s.phones.Recognise(f.Phone)
	if !ok {
		return fault.New(fault.PHONE_NUMBER_REQUIRE_10_DIGIT, "")
	}
	if err := s.proved(ctx, number, f.Token); err != nil {
		return err
	}
	row, err := memberdb.New(s.Store.DB()).CredentialByPhone(ctx, number)
	if store.NotFound(err) {
		return fault.New(fault.NO_USER, "nobody is registered with this phone")
	}
	if err != nil {
		return fmt.Errorf("member: credentials: %w", err)
	}
	if !row.Active {
		return fault.New(fault.INACTIVE_USER, "")
	}
	m, err := s.ByID(ctx, row.ID)
	if err != nil {
		return err
	}
	if err := checkPassword(f.Password, m.known()...); err != nil {
		return err
	}
	if err := s.setPassword(ctx, m.ID, "", f.Password, row.PasswordVersion, func(tx *store.Tx) error {
		if err := s.Codes.UseTx(ctx, tx, number, ToReset, f.Token); err != nil {
			return err
		}
		return memberdb.New(tx).MarkReset(ctx, tx.Now.UnixMicro(), m.ID)
	}); err != nil {
		return err
	}
	return s.Unlock(ctx, m, f.Address) // what was guessed wrong, was at the old one
}

// proved is UNVERIFIED_OTP unless who holds the token proved the phone to set its password anew.
func (s *Service) proved(ctx context.Context, number, token string) error {
	if s.Codes == nil {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	good, _, err := s.Codes.Proved(ctx, number, ToReset, token)
	if err != nil || good {
		return err
	}
	return fault.New(fault.UNVERIFIED_OTP, "")
}
