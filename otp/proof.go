package otp

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// Purpose is what a proof of a phone is good for. A proof is good for one purpose only: a code that was typed to register
// does not reset somebody's password.
type Purpose string

// The purposes.
const (
	Register Purpose = "register"
	Reset    Purpose = "reset" // a forgotten password
	Login    Purpose = "login" // after too many wrong ones
	// Confirm is for one session of a member, in place of its password (confirm.go).
	Confirm Purpose = "confirm"
)

// Proof is the state of a proof.
type Proof int

// The states of a proof.
const (
	// Unproved: there is no proof, it is older than half an hour, or it belongs to another phone, purpose or holder.
	Unproved Proof = iota
	Proved
	// Spent: it was used up for its purpose.
	Spent
)

// Proof returns the state of the proof of a phone (E.164) for a purpose, for the holder of token. Nobody else learns anything: an
// address proves nothing, since strangers share one.
func (s *Service) Proof(ctx context.Context, number string, purpose Purpose, token string) (Proof, error) {
	used, err := otpdb.New(s.Store.DB()).ProofUsedAt(ctx, otpdb.ProofUsedAtParams{
		TokenHash: hash(token), Phone: number, Purpose: string(purpose), VerifiedAt: clock.MicrosOf(s.Store.Now().Add(-provenFor)),
	})
	switch {
	case store.NotFound(err):
		return Unproved, nil
	case err != nil:
		return Unproved, fmt.Errorf("otp: proof: %w", err)
	case used > 0:
		return Spent, nil
	}
	return Proved, nil
}

// UseTx uses a proof up, in the transaction that fulfils its purpose. UNVERIFIED_OTP: it is no longer good. Of two
// transactions with one proof, one gets it.
func (s *Service) UseTx(ctx context.Context, tx *store.Tx, number string, purpose Purpose, token string) error {
	n, err := otpdb.New(tx).UseProof(ctx, otpdb.UseProofParams{
		UsedAt: clock.MicrosOf(tx.Now), TokenHash: hash(token), Phone: number, Purpose: string(purpose),
		VerifiedAt: clock.MicrosOf(tx.Now.Add(-provenFor)),
	})
	if err != nil {
		return fmt.Errorf("otp: use: %w", err)
	}
	if n == 0 {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	return nil
}
