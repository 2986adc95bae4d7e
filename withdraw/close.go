package withdraw

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"krapao/internal/clock"
	"krapao/ledger"
	"krapao/money"
)

// Smallest is the smallest amount that is paid out when a member's account is closed.
const Smallest = money.Baht

// PayOutAll requests everything that a member has in its wallet beside its debt, because its account is being closed. Any amount
// of at least one baht is paid, in as many withdrawals as the maximum requires; neither the minimum nor the limits of a day
// count. Each one is approved automatically or reviewed as usual. since is when the closing was decided: called again after any
// interruption, PayOutAll requests the rest, and nothing twice.
//
// BONUS_REMAINING: a condition is active. NO_BANK: the member has no bank account. TRY_AGAIN: the total is being read.
func (s *Service) PayOutAll(ctx context.Context, member string, since time.Time) (asked money.Amount, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return 0, err
	}
	for {
		rest, err := s.free(ctx, member)
		if err != nil || rest < Smallest {
			return asked, err
		}
		d := demand{
			member: member, amount: min(rest, settings.Maximum), closing: true, emptied: true,
			// The remainder names the part: after this request the remainder is smaller.
			key: ledger.InternalKey("closing", member,
				strconv.FormatInt(int64(clock.MicrosOf(since)), 10), strconv.FormatInt(int64(rest), 10)),
		}
		if _, known, err := s.replay(ctx, d); known || err != nil {
			return asked, err // requested before, and it came back: an operator looks at it
		}
		if _, err := s.request(ctx, d, nil); err != nil {
			return asked, err
		}
		asked += d.amount
	}
}

// free returns what a member has in its wallet beside its debt.
func (s *Service) free(ctx context.Context, member string) (money.Amount, error) {
	wallet, err := s.Books.Balance(ctx, ledger.Wallet(member))
	if err != nil {
		return 0, fmt.Errorf("withdraw: balance: %w", err)
	}
	owed, err := s.Books.Balance(ctx, ledger.Owed(member))
	if err != nil {
		return 0, fmt.Errorf("withdraw: owed: %w", err)
	}
	return wallet.Available() + min(0, owed.Posted), nil
}
