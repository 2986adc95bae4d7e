package deposit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Arrival is money that one of our accounts received, as the source of truth reports it.
type Arrival struct {
	// Account is the code of the deposit account.
	Account string
	Channel Channel
	// Reference is what attached the member: a QR order, a slip or a declaration.
	Reference string
	// Member is the member that it is for. Empty: unmatched.
	Member string
	// Doubt says why a person must decide whether it is Member's. If it is set, the money is kept as unmatched, with
	// Member attached as the one that claims it.
	Doubt   fault.Code
	Payment Payment
	// Expected and EndedAt are the amount and the end of the code, or zero. They only set flags.
	Expected money.Amount
	EndedAt  time.Time
	// ByOperator: an operator decided that it is the member's. It is booked as held and released in the same commit.
	ByOperator bool
}

// ErrBooked says that another channel has booked this arrival under another identifier.
var ErrBooked = errors.New("deposit: booked already")

// Book books an arrival once: its row, all its identifiers and the money, in one commit. It returns false if the
// arrival was booked before, by whichever channel, node or attempt.
func (s *Service) Book(ctx context.Context, a Arrival) (bool, error) {
	return s.BookWith(ctx, a, func(context.Context, *store.Tx) error { return nil })
}

// BookWith is Book with more work in the same commit. then runs only if the arrival is booked now.
func (s *Service) BookWith(ctx context.Context, a Arrival, then func(context.Context, *store.Tx) error) (bool, error) {
	if a.Payment.Source == "" || a.Payment.Amount <= 0 {
		return false, fmt.Errorf("deposit: a payment of %s has no source or no amount", a.Account)
	}
	known, err := s.booked(ctx, a)
	if err != nil || known {
		return false, err
	}
	book, err := s.Prepare(ctx, a)
	if err != nil {
		return false, err
	}
	booked := false
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		if _, booked, err = book(ctx, tx); err != nil || !booked {
			return err
		}
		return then(ctx, tx)
	})
	if errors.Is(err, ErrBooked) {
		s.log.Info("deposit: arrival known under another identifier", "account", a.Account, "source", a.Payment.Source)
		return false, nil
	}
	return booked, err
}

// Booking books a prepared arrival. It returns the row, and whether it was booked now.
type Booking func(ctx context.Context, tx *store.Tx) (row depositdb.AddInflowParams, booked bool, err error)

// Prepare reads and encrypts what a booking needs, before its transaction begins.
func (s *Service) Prepare(ctx context.Context, a Arrival) (Booking, error) {
	registered, err := s.registered(ctx, a.Member)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	row, err := s.inflowRow(a)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (depositdb.AddInflowParams, bool, error) {
		return s.bookTx(ctx, tx, a, row, facts{registered: registered, settings: settings})
	}, nil
}

func (s *Service) booked(ctx context.Context, a Arrival) (bool, error) {
	_, err := depositdb.New(s.store.DB()).InflowBySource(ctx, a.Account, a.Payment.Source)
	if store.NotFound(err) {
		return false, nil
	}
	return err == nil, err
}

func (s *Service) registered(ctx context.Context, member string) (Payer, error) {
	if member == "" {
		return Payer{}, nil
	}
	return s.members.RegisteredAccount(ctx, member)
}

// inflowRow returns the part of the row that does not depend on the database.
func (s *Service) inflowRow(a Arrival) (depositdb.AddInflowParams, error) {
	row := depositdb.AddInflowParams{
		ID: id.Text(16), Account: a.Account, Source: a.Payment.Source, Channel: string(a.Channel),
		Reference: a.Reference, Member: a.Member, Amount: a.Payment.Amount,
		PayerNamed: a.Payment.Payer.Named(), PayerIndex: s.payerIndex(a.Payment.Payer), PaidAt: clock.MicrosOf(a.Payment.PaidAt),
	}
	if !row.PayerNamed {
		return row, nil
	}
	payer, err := json.Marshal(a.Payment.Payer)
	if err != nil {
		return row, fmt.Errorf("deposit: payer: %w", err)
	}
	row.PayerSealed, err = s.box.Seal(payerRow(row.ID), string(payer))
	return row, err
}

// facts decide where the money of an arrival goes.
type facts struct {
	registered Payer
	settings   Settings
	// shut: the member is shut out of play.
	shut bool
}

func (s *Service) bookTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams, f facts,
) (depositdb.AddInflowParams, bool, error) {
	q := depositdb.New(tx)
	if a.Member != "" {
		if err := q.LockMember(ctx, a.Member); err != nil {
			return row, false, err
		}
	}
	var err error
	if f.shut, err = s.shutTx(ctx, tx, a.Member); err != nil {
		return row, false, err
	}
	state, reason, err := f.decide(ctx, q, a, tx.Now)
	if err != nil {
		return row, false, err
	}
	row.State, row.Reason, row.SeenAt = string(state), string(reason), clock.MicrosOf(tx.Now)
	if row.Flag, err = flags(ctx, q, a); err != nil {
		return row, false, err
	}
	if n, err := q.AddInflow(ctx, row); err != nil || n == 0 {
		return row, false, err
	}
	if err := identifyTx(ctx, q, row.ID, a.Payment.Also); err != nil {
		return row, false, err
	}
	if row, err = s.creditTx(ctx, tx, a, row); err != nil {
		return row, false, err
	}
	if err := s.declaredTx(ctx, tx, row); err != nil {
		return row, false, err
	}
	err = s.ways.Codes.PaidTx(ctx, tx, a.Reference)
	return row, err == nil, err
}

// identifyTx stores all other identifiers of an arrival. It returns ErrBooked if one belongs to another arrival.
func identifyTx(ctx context.Context, q *depositdb.Queries, inflow string, also []Identifier) error {
	for _, one := range also {
		kind, value := one.Kind, strings.ToLower(one.Value)
		n, err := q.AddIdentifier(ctx, kind, value, inflow)
		if err != nil {
			return err
		}
		if n == 1 {
			continue
		}
		of, err := q.IdentifierOf(ctx, kind, value)
		if err != nil {
			return err
		}
		if of != inflow {
			return ErrBooked
		}
	}
	return nil
}

// creditTx moves the money to where the row says. If the ledger refuses (a member without accounts), the money is
// kept as unmatched with the member attached, because money that arrived is never lost.
func (s *Service) creditTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams,
) (depositdb.AddInflowParams, error) {
	to := map[State]ledger.Account{
		Credited: ledger.Wallet(a.Member), Held: ledger.Held(a.Member), Unmatched: ledger.Unmatched,
	}
	order := ledger.Order{
		Key:  ledger.InternalKey("deposit", a.Account, a.Payment.Source),
		Kind: KindDeposit, Debit: ledger.Bank(a.Account), Credit: to[State(row.State)], Amount: a.Payment.Amount, Member: a.Member,
		Detail: ledger.Detail{
			From: a.Account, To: ledger.LabelWallet, Outside: a.Payment.Source, Reason: fault.Code(row.Reason), Note: row.Flag,
		},
	}
	if State(row.State) == Unmatched {
		order.Member = "" // it is of no member yet, even if one claims it
	}
	result, err := s.books.MoveTx(ctx, tx, order)
	if refused := (*fault.Error)(nil); errors.As(err, &refused) && State(row.State) != Unmatched {
		s.log.Error("deposit: the ledger refused a credit; the money is kept as unmatched", "inflow", row.ID, "error", refused)
		row.State, row.Reason = string(Unmatched), string(refused.Code)
		order.Key = ledger.InternalKey("deposit_unmatched", a.Account, a.Payment.Source)
		order.Credit, order.Member, order.Detail.Reason = ledger.Unmatched, "", refused.Code
		result, err = s.books.MoveTx(ctx, tx, order)
	}
	if err != nil {
		return row, err
	}
	err = depositdb.New(tx).SetInflowBooked(ctx, depositdb.SetInflowBookedParams{
		Transfer: int64(result.Transfer.ID), State: row.State, Reason: row.Reason, ID: row.ID,
	})
	if err != nil {
		return row, err
	}
	if State(row.State) == Credited {
		if err := s.creditedTx(ctx, tx, row.ID, a.Member, row.Amount); err != nil {
			return row, err
		}
	}
	return row, s.bookedTx(ctx, tx, a.Account, a.Payment.Source, row.ID)
}

// decide applies the payer rule. Money is held if the payer is not the member, or is not named and beyond the limits
// (RULES.md section 4). It is also held if the member is shut out, and then goes back to its payer (section 11).
func (f facts) decide(ctx context.Context, q *depositdb.Queries, a Arrival, now time.Time) (State, fault.Code, error) {
	switch {
	case a.Member == "" || a.Doubt != "":
		return Unmatched, a.Doubt, nil
	case a.ByOperator:
		return Held, "", nil
	case f.shut:
		return Held, fault.SELF_EXCLUDED, nil
	case a.Payment.Payer.Named():
		if !samePayer(f.registered, a.Payment.Payer) {
			return Held, fault.NOT_MATCH, nil
		}
		return Credited, "", nil
	case !f.settings.UnnamedLimited:
		return Credited, "", nil
	case a.Payment.Amount > f.settings.UnnamedPerDeposit:
		return Held, fault.LIMIT_REACHED, nil
	}
	today, err := q.UnnamedToday(ctx, a.Member, clock.MicrosOf(clock.Day(now)))
	if err != nil {
		return "", "", err
	}
	if money.Amount(today)+a.Payment.Amount > f.settings.UnnamedPerDay {
		return Held, fault.LIMIT_REACHED, nil
	}
	return Credited, "", nil
}

// flags names what an operator should look at. No flag changes what is credited.
func flags(ctx context.Context, q *depositdb.Queries, a Arrival) (string, error) {
	var list []string
	if a.Reference != "" {
		before, err := q.CountInflowsOf(ctx, a.Reference)
		if err != nil {
			return "", err
		}
		if before > 0 {
			list = append(list, flagSecond)
		}
	}
	if a.Expected != 0 && a.Expected != a.Payment.Amount {
		list = append(list, flagAmount)
	}
	if !a.EndedAt.IsZero() && a.Payment.PaidAt.After(a.EndedAt) {
		list = append(list, flagLate)
	}
	slices.Sort(list)
	return strings.Join(list, ","), nil
}

// declaredTx ends the member's oldest declaration that fits an arrival which was booked without one. Only transfers
// that have not arrived may stay declared.
func (s *Service) declaredTx(ctx context.Context, tx *store.Tx, row depositdb.AddInflowParams) error {
	if State(row.State) == Unmatched || !slices.Contains([]Channel{ChannelFeed, ChannelSlip}, Channel(row.Channel)) {
		return nil
	}
	return s.ways.Declarations.MatchTx(ctx, tx, row.Member, row.ID, row.Amount, row.PaidAt.Time())
}
