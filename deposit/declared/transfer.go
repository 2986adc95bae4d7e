package declared

import (
	"context"
	"slices"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/money"
)

// TransfersOf implements deposit.Lists.
func (s *Service) TransfersOf(ctx context.Context, member string, since time.Time) ([]deposit.Transfer, error) {
	// A declaration made before that lapsed too long ago.
	rows, err := depositdb.New(s.store.DB()).DeclarationsOf(ctx, depositdb.DeclarationsOfParams{
		Member: member, MadeSince: clock.MicrosOf(since.Add(-lapse)), Since: clock.MicrosOf(since), Most: deposit.MostTransfers,
	})
	list := make([]deposit.Transfer, len(rows))
	for i, row := range rows {
		t := deposit.Transfer{
			Reference: row.Reference, Kind: deposit.TransferDeclared, Amount: money.Amount(row.Amount), Progress: deposit.InProgress,
			CreatedAt: row.CreatedAt.Time(), LapsesAt: row.LapsesAt.Time(),
		}
		switch state := State(row.State); {
		case row.Arrival != "":
			t.Arrived(deposit.State(row.Arrival), fault.Code(row.ArrivalReason))
		case state == Lapsed, state == Open && !s.store.Now().Before(t.LapsesAt):
			t.Progress, t.Note = deposit.Failed, fault.DEPOSIT_LAPSED
		case state == Rejected:
			t.Progress, t.Note = deposit.Failed, rejection(row.Reason)
		case state != Open: // its arrival turned out to belong to somebody else
			t.Progress, t.Note = deposit.Failed, fault.DEPOSIT_NOT_FOUND
		}
		list[i] = t
	}
	return list, err
}

// rejection returns the reason of a rejected declaration. What an operator wrote in its own words is not for members.
func rejection(reason string) fault.Code {
	if code := fault.Code(reason); slices.Contains(reasons, code) {
		return code
	}
	return fault.DEPOSIT_NOT_FOUND
}
