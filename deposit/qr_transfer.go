package deposit

import (
	"context"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
)

func (s *Service) heldQRsOf(ctx context.Context, member string, since time.Time) ([]Transfer, error) {
	rows, err := depositdb.New(s.store.DB()).HeldQRsOf(ctx, member, since.UnixMicro(), mostTransfers)
	list := make([]Transfer, len(rows))
	for i, row := range rows {
		t := Transfer{
			Reference: row.Reference, Kind: TransferQR, Amount: row.Amount, Progress: InProgress, CreatedAt: timeOf(row.CreatedAt),
		}
		switch row.State {
		case qrReview:
		case qrRejected:
			t.Progress, t.Note = Failed, fault.Code(row.QrReason)
		default:
			t.arrived(State(row.Arrival), fault.Code(row.ArrivalReason))
		}
		list[i] = t
	}
	// A code that was paid more than once comes once for each payment, the latest first.
	return slices.CompactFunc(list, func(a, b Transfer) bool { return a.Reference == b.Reference }), err
}
