package otp

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/otp/internal/otpdb"
)

// Purpose is what a phone is proved for. A proof for one purpose is none for another: a code that was typed to register is
// not spent on somebody's password.
type Purpose string

// The purposes.
const (
	Register Purpose = "register"
	Reset    Purpose = "reset" // a forgotten password
	Login    Purpose = "login" // after too many wrong ones
)

// Proof is how a proof stands.
type Proof int

// The states of a proof.
const (
	// Unproved: there is none, it is older than half an hour, or it is of another phone, purpose or holder.
	Unproved Proof = iota
	Proved
	// Spent: it was used up for its purpose.
	Spent
)

// Proof tells how a phone (E.164) stands for a purpose with who holds token. Nobody else learns anything: an address proves
// nothing, since strangers share one.
func (s *Service) Proof(ctx context.Context, number string, purpose Purpose, token string) (Proof, error) {
	used, err := otpdb.New(s.Store.DB()).ProofUsedAt(ctx, otpdb.ProofUsedAtParams{
		TokenHash: hash(token), Phone: number, Purpose: string(purpose), VerifiedAt: s.Store.Now().Add(-provenFor).UnixMicro(),
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

// UseTx uses a proof up, in the transaction that does what it was given for: UNVERIFIED_OTP where it is none any more. Of two
// transactions with one proof, one gets it.
func (s *Service) UseTx(ctx context.Context, tx *store.Tx, number string, purpose Purpose, token string) error {
	n, err := otpdb.New(tx).UseProof(ctx, otpdb.UseProofParams{
		UsedAt: tx.Now.UnixMicro(), TokenHash: hash(token), Phone: number, Purpose: string(purpose),
		VerifiedAt: tx.Now.Add(-provenFor).UnixMicro(),
	})
	if err != nil {
		return fmt.Errorf("otp: use: %w", err)
	}
	if n == 0 {
		return fault.New(fault.UNVERIFIED_OTP, "")
	}
	return nil
}
