package deposit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// TransferKind is the way by which a member put money in, or says so.
type TransferKind string

// The ways whose fate no statement tells: where nothing came, no movement says why.
const (
	TransferDeclared TransferKind = "declared"
	TransferLink     TransferKind = "truelink"
	// TransferQR: a payment of a code that its gateway holds, or held.
	TransferQR TransferKind = "qr"
)

// Transfer is money that a member put in, and where it stands.
type Transfer struct {
	Reference string
	Kind      TransferKind
	// Amount is 0 where it is not known.
	Amount   money.Amount
	Progress Progress
	// Note says why it failed, or why what came can't be spent yet; empty where there is nothing to say.
	Note      fault.Code
	CreatedAt time.Time
	// LapsesAt is until when a declared transfer waits; zero for the others.
	LapsesAt time.Time
}

const (
	// transferShown is how long a transfer is listed after its end, mostTransfers how many are.
	transferShown = 72 * time.Hour
	mostTransfers = 20
)

// Transfers lists a member's declared transfers, wallet links and payments that a gateway holds: those that are open and
// those that ended in the last 72 hours, newest first, at most 20.
func (s *Service) Transfers(ctx context.Context, member string) ([]Transfer, error) {
	since := s.store.Now().Add(-transferShown)
	declared, err := s.declaredOf(ctx, member, since)
	if err != nil {
		return nil, fmt.Errorf("deposit: transfers: %w", err)
	}
	links, err := s.linksOf(ctx, member, since)
	if err != nil {
		return nil, fmt.Errorf("deposit: transfers: %w", err)
	}
	codes, err := s.heldQRsOf(ctx, member, since)
	if err != nil {
		return nil, fmt.Errorf("deposit: transfers: %w", err)
	}
	all := slices.Concat(declared, links, codes)
	slices.SortFunc(all, func(a, b Transfer) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.Reference, b.Reference))
	})
	return all[:min(len(all), mostTransfers)], nil
}

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

// arrived tells where money that has reached us stands.
func (t *Transfer) arrived(state State, reason fault.Code) {
	switch state {
	case Held, Unmatched:
		t.Progress, t.Note = InProgress, reason
	case Returned:
		t.Progress, t.Note = Failed, fault.DEPOSIT_RETURNED
	case Reversed:
		t.Progress, t.Note = Failed, fault.DEPOSIT_REVERSED
	case Credited, Released:
		t.Progress, t.Note = Succeeded, ""
	}
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

// Hold is money that came and is the member's, but not spendable before it is known who paid it.
type Hold struct {
	// ID is the arrival's; Account the code of our account that it came in by.
	ID, Account string
	Amount      money.Amount
	// Reason is NOT_MATCH (another payer) or LIMIT_REACHED (over the limit for payers that nobody names).
	Reason fault.Code
	SeenAt time.Time
}

// Holds lists what is held of a member's money, newest first, at most 20.
func (s *Service) Holds(ctx context.Context, member string) ([]Hold, error) {
	rows, err := depositdb.New(s.store.DB()).HeldOf(ctx, member, mostTransfers)
	if err != nil {
		return nil, fmt.Errorf("deposit: held: %w", err)
	}
	list := make([]Hold, len(rows))
	for i, row := range rows {
		list[i] = Hold{ID: row.ID, Account: row.Account, Amount: row.Amount, Reason: fault.Code(row.Reason), SeenAt: timeOf(row.SeenAt)}
	}
	return list, nil
}

// changedTx hints, after the commit, that what members see of their transfers changed though no money of theirs moved.
func (s *Service) changedTx(tx *store.Tx, members ...string) {
	if len(members) > 0 {
		tx.AfterCommit(func() {
			for _, member := range members {
				s.changed(member)
			}
		})
	}
}
