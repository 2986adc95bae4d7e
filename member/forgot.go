package member

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Forgotten is the request of a member that forgot its password and proved its phone by a code sent for that purpose.
type Forgotten struct {
	// Phone is as typed, Token is the proof's, and Address is where the member calls from.
	Phone, Password, Token, Address string
}

// ResetPassword sets a new password for a member that forgot the old one. All sessions end, game passwords are reset,
// withdrawals wait 24 hours, and the account shows that it happened (RULES.md section 12). Everybody may see
// PHONE_NUMBER_REQUIRE_10_DIGIT and UNVERIFIED_OTP. Only a caller that proved the phone sees NO_USER, INACTIVE_USER,
// INVALID_USER_INFO or WEAK_PASSWORD.
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
		return fault.New(fault.NO_USER, "no member has this phone")
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
	if err := checkPassword(f.Password, m.personalWords()...); err != nil {
		return err
	}
	if err := s.setPassword(ctx, m.ID, "", f.Password, row.PasswordVersion, func(tx *store.Tx) error {
		if err := s.Codes.UseTx(ctx, tx, number, ToReset, f.Token); err != nil {
			return err
		}
		return memberdb.New(tx).MarkReset(ctx, clock.MicrosOf(tx.Now), m.ID)
	}); err != nil {
		return err
	}
	return s.Unlock(ctx, m, f.Address) // wrong guesses were at the old password
}

// proved returns UNVERIFIED_OTP unless the holder of the token proved the phone in order to reset its password.
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
