package qr

import (
	"context"
	"slices"
	"time"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
)

// TransfersOf implements deposit.Lists.
func (s *Service) TransfersOf(ctx context.Context, member string, since time.Time) ([]deposit.Transfer, error) {
	rows, err := depositdb.New(s.store.DB()).HeldQRsOf(ctx, member, clock.MicrosOf(since), deposit.MostTransfers)
	list := make([]deposit.Transfer, len(rows))
	for i, row := range rows {
		t := deposit.Transfer{
			Reference: row.Reference, Kind: deposit.TransferQR, Amount: row.Amount,
			Progress: deposit.InProgress, CreatedAt: row.CreatedAt.Time(),
		}
		switch row.State {
		case stateReview:
		case stateRejected:
			t.Progress, t.Note = deposit.Failed, fault.Code(row.QrReason)
		default:
			t.Arrived(deposit.State(row.Arrival), fault.Code(row.ArrivalReason))
		}
		list[i] = t
	}
	// A code that was paid more than once has a row for each payment, the latest first.
	return slices.CompactFunc(list, func(a, b deposit.Transfer) bool { return a.Reference == b.Reference }), err
}
