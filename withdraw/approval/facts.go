package approval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/withdraw"
	"krapao/withdraw/approval/internal/approvaldb"
	"krapao/withdraw/internal/withdrawdb"
)

// facts gathers the inputs to the conditions. pending: something that is not available now may be available soon.
func (s *Service) facts(ctx context.Context, w withdrawdb.Withdrawal) (f Facts, pending bool, err error) {
	f = Facts{Now: s.Store.Now(), Amount: w.Amount}
	payee, err := s.Members.Payee(ctx, w.Member)
	if err != nil {
		return f, false, err
	}
	f.SecuredAt = payee.SecuredAt
	if err := s.historyFacts(ctx, w, &f); err != nil {
		return f, false, err
	}
	if s.Totals == nil {
		f.TotalStable = true // no games are wired: the wallet is all there is
	} else if _, err := s.Totals.StableTotal(ctx, w.Member); err == nil {
		f.TotalStable = true
	} else {
		s.Log.Info("withdraw: the total can't be read", "reference", w.Reference, "error", err)
		pending = true
	}
	if s.Play != nil {
		if f.Unplayed, err = s.Play.Unplayed(ctx, w.Member); err != nil {
			pending = true
		}
		f.UnplayedKnown = err == nil
	}
	verified, asking, err := s.verified(ctx, w)
	f.AccountVerified, f.asking = verified, asking
	return f, pending || asking, err
}

// historyFacts fills in the facts that come from our own books.
func (s *Service) historyFacts(ctx context.Context, w withdrawdb.Withdrawal, f *Facts) error {
	q := withdrawdb.New(s.Store.DB())
	paid, err := q.EarlierPaid(ctx, w.Member)
	if err != nil {
		return fmt.Errorf("withdraw: earlier: %w", err)
	}
	f.PaidBefore = paid > 0
	moved, err := s.Books.Moved(ctx, w.Member, f.Now.Add(-handWait),
		append([]ledger.Kind{"deposit", "deposit_reversed", "game_out", "game_in"}, byHand...)...)
	f.Deposited = moved["deposit"].Posted - moved["deposit_reversed"].Posted
	f.Won = max(0, moved["game_out"].Lately-moved["game_in"].Lately)
	f.AssignedLately = lately(moved)
	return err
}

// handWait is how long money that an operator gave to a member stays before it is withdrawn (RULES.md section 13).
const handWait = 24 * time.Hour

// byHand are the ledger's kinds of money that an operator gave to a member.
var byHand = []ledger.Kind{"held_release", "adjustment"}

func lately(moved map[ledger.Kind]ledger.Moved) bool {
	return slices.ContainsFunc(byHand, func(kind ledger.Kind) bool { return moved[kind].LatelyCount > 0 })
}

// GivenLately reports whether an operator gave money to a member within 24 hours. Nobody approves a withdrawal of it meanwhile,
// neither the product nor a person.
func (s *Service) GivenLately(ctx context.Context, member string) (bool, error) {
	moved, err := s.Books.Moved(ctx, member, s.Store.Now().Add(-handWait), byHand...)
	return lately(moved), err
}

// verified reports whether the frozen account is proven to be the member's. It asks the bank where nothing else proves it
// (RULES.md section 5: a name inquiry before the first payout to an account). asking: the bank could not say yet.
func (s *Service) verified(ctx context.Context, w withdrawdb.Withdrawal) (verified, asking bool, err error) {
	n, err := approvaldb.New(s.Store.DB()).Verified(ctx, w.Member, w.AccountIndex)
	if err != nil {
		return false, false, fmt.Errorf("withdraw: verified: %w", err)
	}
	if n > 0 {
		return true, false, nil
	}
	account, err := withdraw.OpenAccount(s.Box, w.Reference, w.AccountSealed)
	if err != nil {
		return false, false, err
	}
	proof := ""
	if s.Proofs != nil {
		proven, err := s.Proofs.Proven(ctx, w.Member, account)
		if err != nil {
			return false, false, err
		}
		if proven {
			proof = "inflow"
		}
	}
	call, cancel := context.WithTimeout(ctx, s.Timing.Call)
	defer cancel()
	inquiry, err := s.Names.InquireName(call, account)
	switch {
	case err != nil:
		s.Log.Info("withdraw: the name inquiry failed", "reference", w.Reference, "error", err)
		if proof == "" {
			return false, true, nil
		}
	case !inquiry.Match:
		return false, false, nil // the bank's answer counts more than an arrival of money
	default:
		proof = "inquiry"
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		return approvaldb.New(tx).AddVerified(ctx, approvaldb.AddVerifiedParams{
			Member: w.Member, AccountIndex: w.AccountIndex, Proof: proof, VerifiedAt: clock.MicrosOf(tx.Now),
		})
	})
	return err == nil, false, err
}
