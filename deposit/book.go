package deposit

import (
	"cmp"
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
	// Marked: what goes with the booking marks the code as paid.
	Marked bool
	// Expected and EndedAt are the amount and the end of the code, or zero. They only set flags.
	Expected money.Amount
	EndedAt  time.Time
	// ByOperator: an operator decided that it is the member's. It is booked as held and released in the same commit.
	ByOperator bool
}

// ErrBooked says that this arrival was booked before, by whichever channel, node or attempt.
var ErrBooked = errors.New("deposit: booked already")

// Book books an arrival once: its row, all its identifiers and the money, in one commit. It returns false if the
// arrival was booked before.
func (s *Service) Book(ctx context.Context, a Arrival) (bool, error) { return s.BookWith(ctx, a, nil) }

// With is more work in the commit of a booking. It gets the row as it will be booked, without its transfer. It runs before the
// money moves, because the ledger locks the account that the money comes in by until the commit.
type With func(ctx context.Context, tx *store.Tx, in depositdb.AddInflowParams) error

// BookWith is Book with more work in the same commit. with runs only if the arrival is booked now.
func (s *Service) BookWith(ctx context.Context, a Arrival, with With) (bool, error) {
	book, err := s.Prepare(ctx, a)
	if err != nil {
		return false, err
	}
	err = s.store.WriteTogether(ctx, together(a), func(tx *store.Tx) error {
		_, err := book(ctx, tx, with)
		return err
	})
	if errors.Is(err, ErrBooked) {
		return false, nil
	}
	return err == nil, err
}

// together: bookings into the same account wait for its row in the ledger.
func together(a Arrival) store.Together {
	return store.Together{Row: string(ledger.Bank(a.Account)), Of: cmp.Or(a.Member, a.Payment.Source)}
}

// Booking books a prepared arrival and returns its row. ErrBooked: it was booked before. with may be nil.
type Booking func(ctx context.Context, tx *store.Tx, with With) (depositdb.AddInflowParams, error)

// Prepare reads and encrypts what a booking needs, before its transaction begins.
func (s *Service) Prepare(ctx context.Context, a Arrival) (Booking, error) {
	if a.Payment.Source == "" || a.Payment.Amount <= 0 {
		return nil, fmt.Errorf("deposit: a payment of %s has no source or no amount", a.Account)
	}
	to, err := s.recipient(ctx, a.Member)
	if err != nil {
		return nil, err
	}
	row, err := s.inflowRow(a)
	if err != nil {
		return nil, err
	}
	// It takes no lock: money that arrives in the moment in which its member is shut out may count as having come before.
	f := facts{registered: to.Account, shut: to.Playing != nil}
	return func(ctx context.Context, tx *store.Tx, with With) (depositdb.AddInflowParams, error) {
		in, err := s.bookTx(ctx, tx, a, row, f, with)
		if refused := (*refusedError)(nil); errors.As(err, &refused) {
			s.log.Error("deposit: the ledger refused a credit; the money is kept as unmatched", "inflow", row.ID, "error", err)
			f.refused = refused.cause.Code
			return in, fmt.Errorf("%w: %w", store.ErrConflict, err) // the body runs again, and then books it as unmatched
		}
		return in, err
	}, nil
}

// Known reports whether an arrival is booked under this identifier of its account. It writes nothing, as Book does for one that
// is not.
func (s *Service) Known(ctx context.Context, account, source string) (bool, error) {
	_, err := depositdb.New(s.store.DB()).InflowBySource(ctx, account, source)
	if store.NotFound(err) {
		return false, nil
	}
	return err == nil, err
}

func (s *Service) recipient(ctx context.Context, member string) (Recipient, error) {
	if member == "" {
		return Recipient{}, nil
	}
	return s.members.Recipient(ctx, member)
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
	// refused is why the ledger refused to credit the member, if it did.
	refused fault.Code
}

// refusedError says that the ledger refused to credit a member.
type refusedError struct{ cause *fault.Error }

func (r *refusedError) Error() string {
	return "deposit: the ledger refused a credit: " + r.cause.Error()
}

// bookTx books an arrival. All that is read comes before the ledger's command, so that the account that the money comes in by
// is locked for one round trip.
func (s *Service) bookTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams, f facts, with With,
) (depositdb.AddInflowParams, error) {
	q := depositdb.New(tx)
	if a.Member != "" {
		if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, a.Member); err != nil {
			return row, err
		}
	}
	now, err := factsNow(ctx, q, a)
	if err != nil {
		return row, err
	}
	if f.settings, err = settingsIn(now.Settings); err != nil {
		return row, err
	}
	names, err := newNames(ctx, q, row.ID, a.Payment.Also, 1) // now has the first
	if err != nil {
		return row, err
	}
	state, reason, err := f.decide(ctx, q, a, tx.Now)
	if err != nil {
		return row, err
	}
	row.State, row.Reason, row.SeenAt = string(state), string(reason), clock.MicrosOf(tx.Now)
	row.Flag = flags(a, now.Second)
	if err := s.besideTx(ctx, tx, a, row, f.shut, now.Declared, with); err != nil {
		return row, err
	}
	if row.Transfer, err = s.moveTx(ctx, tx, a, row); err != nil {
		return row, err
	}
	if err := addTx(ctx, tx, row, names); err != nil || !now.TakenBack && len(names) < 2 {
		return row, err
	}
	return row, s.bookedTx(ctx, tx, a.Account, a.Payment.Source, row.ID)
}

// factsNow reads what a booking depends on. It knows the first of an arrival's other identifiers: hardly any has two.
func factsNow(ctx context.Context, q *depositdb.Queries, a Arrival) (depositdb.BookingFactsRow, error) {
	p := depositdb.BookingFactsParams{Account: a.Account, Source: a.Payment.Source, Reference: a.Reference, Member: a.Member}
	if len(a.Payment.Also) > 0 {
		p.Kind, p.Value = a.Payment.Also[0].Kind, strings.ToLower(a.Payment.Also[0].Value)
	}
	now, err := q.BookingFacts(ctx, p)
	if err == nil && now.Known {
		err = ErrBooked
	}
	return now, err
}

// besideTx does what goes with a booking in other tables and areas.
func (s *Service) besideTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams, shut, declared bool, with With,
) error {
	if declared {
		if err := s.declaredTx(ctx, tx, row); err != nil {
			return err
		}
	}
	if row.Reference != "" && !a.Marked {
		if err := s.ways.Codes.PaidTx(ctx, tx, row.Reference); err != nil {
			return err
		}
	}
	if with != nil {
		if err := with(ctx, tx, row); err != nil {
			return err
		}
	}
	if State(row.State) != Credited && (State(row.State) != Held || !a.ByOperator) {
		return nil
	}
	return s.creditedTx(ctx, tx, row.ID, row.Member, row.Amount, shut)
}

// moveTx moves the money to where the row says, and returns the ledger's transfer. If the ledger refuses (a member without
// accounts), the money is kept as unmatched with the member attached, because money that arrived is never lost.
func (s *Service) moveTx(ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams) (int64, error) {
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
	refused := (*fault.Error)(nil)
	switch {
	case fault.Is(err, fault.IDEMPOTENCY_MISMATCH): // booked since factsNow, in another way: the body runs again, and finds it
		return 0, fmt.Errorf("%w: %w", store.ErrConflict, err)
	case errors.As(err, &refused) && State(row.State) != Unmatched:
		return 0, &refusedError{refused}
	}
	return int64(result.Transfer.ID), err
}

// decide applies the payer rule. Money is held if the payer is not the member, or is not named and beyond the limits
// (RULES.md section 4). It is also held if the member is shut out, and then goes back to its payer (section 11).
func (f facts) decide(ctx context.Context, q *depositdb.Queries, a Arrival, now time.Time) (State, fault.Code, error) {
	switch {
	case f.refused != "":
		return Unmatched, f.refused, nil
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

// flags names what an operator should look at. No flag changes what is credited. second: the code was paid before.
func flags(a Arrival, second bool) string {
	var list []string
	if second {
		list = append(list, flagSecond)
	}
	if a.Expected != 0 && a.Expected != a.Payment.Amount {
		list = append(list, flagAmount)
	}
	if !a.EndedAt.IsZero() && a.Payment.PaidAt.After(a.EndedAt) {
		list = append(list, flagLate)
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// declaredTx ends the member's oldest declaration that fits an arrival which was booked without one. Only transfers
// that have not arrived may stay declared.
func (s *Service) declaredTx(ctx context.Context, tx *store.Tx, row depositdb.AddInflowParams) error {
	if State(row.State) == Unmatched || !slices.Contains([]Channel{ChannelFeed, ChannelSlip}, Channel(row.Channel)) {
		return nil
	}
	return s.ways.Declarations.MatchTx(ctx, tx, row.Member, row.ID, row.Amount, row.PaidAt.Time())
}
