package member

import (
	"context"

	"krapao/fault"
	"krapao/member/internal/memberdb"
)

// TokenParam is the parameter of a login's REQUEST_LIMIT that holds the token of the code to type.
const TokenParam = "otpToken"

// byCode handles a login that the limits stopped, with refused. Strangers who guess shut nobody out: a member that proved its
// phone for this login goes on as if there were no limit; anybody else is offered a code. The offer looks the same to
// everyone. The password is compared without saying so, and only after a right one is a message sent. So guessing reveals
// nothing.
func (s *Service) byCode(
	ctx context.Context, in Login, number string, row memberdb.CredentialByPhoneRow, refused error,
) (identity, error) {
	good, _, err := s.Codes.Proved(ctx, number, ToLogin, in.Proof)
	if err != nil {
		return identity{}, err
	}
	if good {
		return s.withProof(ctx, in, row)
	}
	if err := s.Limiter.Check(ctx, s.Limits.LoginCode.From(in.Address)); err != nil {
		return identity{}, err
	}
	right, err := s.matches(ctx, in.Password, row)
	if err != nil {
		return identity{}, err
	}
	token, err := s.Codes.Offer(ctx, storableOrNone(number), in.Address, right && row.Active)
	if err != nil {
		return identity{}, err
	}
	return identity{}, fault.Of(refused).With(TokenParam, token)
}

// withProof compares the password of a member that proved its phone, five times at most. Opening the session uses up the proof.
func (s *Service) withProof(ctx context.Context, in Login, row memberdb.CredentialByPhoneRow) (identity, error) {
	charge := s.Limits.LoginProof.On(in.Proof)
	charged, err := s.Limiter.Charge(ctx, charge)
	if err != nil {
		return identity{}, err
	}
	right, err := s.matches(ctx, in.Password, row)
	if err != nil {
		return identity{}, err
	}
	if !right {
		return identity{}, fault.New(fault.WRONG_CREDENTIAL, "")
	}
	if err := s.Limiter.Refund(ctx, charged, charge); err != nil {
		return identity{}, err
	}
	who, err := s.admitted(ctx, in, row)
	who.proof = in.Proof
	return who, err
}
