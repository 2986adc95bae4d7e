package membertest

import (
	"context"
	"sync/atomic"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/member"
	"krapao/member/login"
)

// Around stands for the areas around members.
type Around struct {
	// Moved: money of the member came or went. Verified: the caller proved the phone. Used: that proof is used up.
	Moved, Verified, Used atomic.Bool
	// Offers counts the codes that a login offered; Sent those that were sent. Secured counts resets of game passwords.
	Offers, Sent, Secured atomic.Int32
}

// MoneyMoved implements member.Activity.
func (a *Around) MoneyMoved(context.Context, string) (bool, error) { return a.Moved.Load(), nil }

// Proved implements member.Prover.
func (a *Around) Proved(context.Context, string, member.Purpose, string) (good, spent bool, err error) {
	verified, used := a.Verified.Load(), a.Used.Load()
	return verified && !used, verified && used, nil
}

// UseTx implements member.Prover.
func (a *Around) UseTx(context.Context, *store.Tx, string, member.Purpose, string) error {
	if !a.Verified.Load() || a.Used.Load() {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	return nil
}

// SendIn sends no code.
func (*Around) SendIn(context.Context, string, string, string) (login.SentCode, error) {
	return login.SentCode{}, fault.New(fault.OTP_SEND_FAIL, "")
}

// VerifyIn knows no code.
func (*Around) VerifyIn(context.Context, string, string, string, string, func(*store.Tx) error) error {
	return fault.New(fault.OTP_NOT_EXIST, "")
}

// Offer makes the token of a code.
func (a *Around) Offer(_ context.Context, _, _ string, genuine bool) (string, error) {
	a.Offers.Add(1)
	if genuine {
		a.Sent.Add(1)
	}
	return "offered", nil
}
