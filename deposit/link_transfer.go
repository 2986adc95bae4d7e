package deposit

import (
	"context"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
)

func (s *Service) linksOf(ctx context.Context, member string, since time.Time) ([]Transfer, error) {
	rows, err := depositdb.New(s.store.DB()).LinksOf(ctx, member, since.UnixMicro(), mostTransfers)
	list := make([]Transfer, len(rows))
	for i, row := range rows {
		t := Transfer{Reference: row.Reference, Kind: TransferLink, Progress: InProgress, CreatedAt: timeOf(row.CreatedAt)}
		switch row.State {
		case linkRefused:
			t.Progress, t.Note = Failed, fault.Code(row.Reason)
		case linkCredited: // until then the amount is what we expect
			t.Amount = row.Amount
			t.arrived(State(row.Arrival), fault.Code(row.ArrivalReason))
		}
		list[i] = t
	}
	return list, err
}
