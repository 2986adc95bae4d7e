package login

import (
	"context"

	"krapao/fault"
	"krapao/member"
	"krapao/member/password"
)

// tokenParam is the parameter of a login's REQUEST_LIMIT that holds the token of the code to type.
const tokenParam = "otpToken"

// byCode handles a login that the limits stopped, with refused. Strangers who guess shut nobody out: a member that proved its
// phone for this login goes on as if there were no limit; anybody else is offered a code. The offer looks the same to
// everyone. The password is compared without saying so, and only after a right one is a message sent. So guessing reveals
// nothing.
func (s *Service) byCode(
	ctx context.Context, in Attempt, number string, found password.Credential, refused error,
) (admitted, error) {
	good, _, err := s.codes.Proved(ctx, number, member.ToLogin, in.Proof)
	if err != nil {
		return admitted{}, err
	}
	if good {
		return s.withProof(ctx, in, found)
	}
	if err := s.guesses.Check(ctx, s.guesses.limits.LoginCode.From(in.Address)); err != nil {
		return admitted{}, err
	}
	right, err := s.passwords.Matches(ctx, in.Password, found)
	if err != nil {
		return admitted{}, err
	}
	token, err := s.codes.Offer(ctx, storableOrNone(number), in.Address, right && found.Active)
	if err != nil {
		return admitted{}, err
	}
	return admitted{}, fault.Of(refused).With(tokenParam, token)
}

// withProof compares the password of a member that proved its phone, five times at most. Opening the session uses up the proof.
func (s *Service) withProof(ctx context.Context, in Attempt, found password.Credential) (admitted, error) {
	charge := s.guesses.limits.LoginProof.On(in.Proof)
	charged, err := s.guesses.Charge(ctx, charge)
	if err != nil {
		return admitted{}, err
	}
	right, err := s.passwords.Matches(ctx, in.Password, found)
	if err != nil {
		return admitted{}, err
	}
	if !right {
		return admitted{}, fault.New(fault.WRONG_CREDENTIAL, "")
	}
	if err := s.guesses.Refund(ctx, charged, charge); err != nil {
		return admitted{}, err
	}
	who, err := s.admit(ctx, in, found)
	who.proof = in.Proof
	return who, err
}
