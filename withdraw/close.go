package withdraw

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"krapao/ledger"
	"krapao/money"
)

// Smallest is what is paid out at least, however a member's account ends.
const Smallest = money.Baht

// PayOutAll asks for everything that a member has in its wallet beside what it owes, because its account is closed: any
// amount of at least one baht, in as many withdrawals as their maximum makes of it; neither the minimum nor the day's
// numbers count. Whether each is paid at once or looked at first is decided as ever. since is when the closing was decided:
// called again after whatever happened, it asks for what is left, and for nothing twice.
//
// BONUS_REMAINING while a condition is active, NO_BANK where there is nowhere to pay to, TRY_AGAIN while the total is read.
func (s *Service) PayOutAll(ctx context.Context, member string, since time.Time) (asked money.Amount, err error) {
	settings, err := s.settings(ctx)
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
			// What is left names the part: once this one is asked for there is less.
			key: ledger.InternalKey("closing", member, strconv.FormatInt(since.UnixMicro(), 10), strconv.FormatInt(int64(rest), 10)),
		}
		if _, known, err := s.known(ctx, d); known || err != nil {
			return asked, err // asked for before, and it came back: a person looks at it
		}
		if _, err := s.request(ctx, d, nil); err != nil {
			return asked, err
		}
		asked += d.amount
	}
}

// free is what a member has in its wallet beside what it owes.
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
