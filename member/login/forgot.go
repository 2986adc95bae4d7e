package login

import (
	"context"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/member/password"
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
	found, err := s.passwords.ByPhone(ctx, number)
	if err != nil {
		return err
	}
	if found.Member == "" {
		return fault.New(fault.NO_USER, "no member has this phone")
	}
	if !found.Active {
		return fault.New(fault.INACTIVE_USER, "")
	}
	if err := s.checkNew(ctx, found.Member, f.Password); err != nil {
		return err
	}
	return s.replace(ctx, found.Member, "", f.Password, found.Version, func(tx *store.Tx) error {
		if err := s.codes.UseTx(ctx, tx, number, member.ToReset, f.Token); err != nil {
			return err
		}
		if err := password.MarkResetTx(ctx, tx, found.Member); err != nil {
			return err
		}
		return s.UnlockTx(ctx, tx, found.Phone, f.Address) // wrong guesses were at the old password
	})
}

// proved returns UNVERIFIED_OTP unless the holder of the token proved the phone in order to reset its password.
func (s *Service) proved(ctx context.Context, number, token string) error {
	if s.codes == nil {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	good, _, err := s.codes.Proved(ctx, number, member.ToReset, token)
	if err != nil || good {
		return err
	}
	return fault.New(fault.UNVERIFIED_OTP, "")
}
