package link

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
)

// TransfersOf implements deposit.Lists.
func (s *Service) TransfersOf(ctx context.Context, member string, since time.Time) ([]deposit.Transfer, error) {
	rows, err := depositdb.New(s.store.DB()).LinksOf(ctx, member, clock.MicrosOf(since), deposit.MostTransfers)
	list := make([]deposit.Transfer, len(rows))
	for i, row := range rows {
		t := deposit.Transfer{
			Reference: row.Reference, Kind: deposit.TransferLink, Progress: deposit.InProgress, CreatedAt: row.CreatedAt.Time(),
		}
		switch row.State {
		case stateRefused:
			t.Progress, t.Note = deposit.Failed, fault.Code(row.Reason)
		case stateCredited: // until then the amount is only expected
			t.Amount = row.Amount
			t.Arrived(deposit.State(row.Arrival), fault.Code(row.ArrivalReason))
		}
		list[i] = t
	}
	return list, err
}
