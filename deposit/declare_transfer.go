package deposit

import (
	"context"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/money"
)

func (s *Service) declaredOf(ctx context.Context, member string, since time.Time) ([]Transfer, error) {
	// One that was made earlier lapsed too long ago.
	rows, err := depositdb.New(s.store.DB()).DeclarationsOf(ctx, depositdb.DeclarationsOfParams{
		Member: member, MadeSince: since.Add(-declaredLapse).UnixMicro(), Since: since.UnixMicro(), Most: mostTransfers,
	})
	list := make([]Transfer, len(rows))
	for i, row := range rows {
		t := Transfer{
			Reference: row.Reference, Kind: TransferDeclared, Amount: money.Amount(row.Amount), Progress: InProgress,
			CreatedAt: timeOf(row.CreatedAt), LapsesAt: timeOf(row.LapsesAt),
		}
		switch state := DeclarationState(row.State); {
		case row.Arrival != "":
			t.arrived(State(row.Arrival), fault.Code(row.ArrivalReason))
		case state == DeclarationLapsed, state == DeclarationOpen && !s.store.Now().Before(t.LapsesAt):
			t.Progress, t.Note = Failed, fault.DEPOSIT_LAPSED
		case state == DeclarationRejected:
			t.Progress, t.Note = Failed, rejection(row.Reason)
		case state != DeclarationOpen: // what it was about turned out to be somebody else's
			t.Progress, t.Note = Failed, fault.DEPOSIT_NOT_FOUND
		}
		list[i] = t
	}
	return list, err
}

// declarationReasons are what a member may be told about a declared transfer that an operator rejected.
var declarationReasons = []fault.Code{fault.DEPOSIT_NOT_FOUND, fault.NOT_MATCH, fault.DEST_ACC_INVALID}

// rejection is the reason of a rejected declaration. What an operator wrote in words of its own is not for members.
func rejection(reason string) fault.Code {
	if code := fault.Code(reason); slices.Contains(declarationReasons, code) {
		return code
	}
	return fault.DEPOSIT_NOT_FOUND
}
