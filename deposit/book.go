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
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// The ledger's kinds: KindDeposit of an arrival, KindRelease of held money that the member's wallet got, KindReturn of money
// that is not the member's any more: sent back to its payer, or another's.
const (
	KindDeposit ledger.Kind = "deposit"
	KindRelease ledger.Kind = "held_release"
	KindReturn  ledger.Kind = "reversal"
)

// Channel is how we learned of an arrival.
type Channel string

// The channels.
const (
	ChannelQR   Channel = "qr"
	ChannelFeed Channel = "feed"
	ChannelSlip Channel = "slip"
	ChannelLink Channel = "link"
	// ChannelDeclared: an operator found a declared transfer in the bank's statement.
	ChannelDeclared Channel = "declared"
)

// State of an inflow.
type State string

// The states of an inflow.
const (
	Credited  State = "credited"
	Held      State = "held"      // the member's, not spendable until its payer is matched
	Unmatched State = "unmatched" // nobody's yet
	Released  State = "released"  // held, then given to the member's wallet
	Returned  State = "returned"  // held, then sent back to its payer
)

// Flags of an inflow, for operators.
const (
	flagSecond = "second" // its code was paid before
	flagAmount = "amount" // not what the code asked for
	flagLate   = "late"   // after the code's end
	FlagPart   = "part"   // the bank took back another amount than came in
)

// Arrival is money that one of our accounts received, as its source of truth tells it.
type Arrival struct {
	// Account is the deposit account's code.
	Account string
	Channel Channel
	// Reference is what attached the member: a QR order, a slip, a declaration.
	Reference string
	// Member is whose it is; empty: unmatched.
	Member string
	// Doubt, where it is not empty, says why a person must decide whether it is Member's: the money is kept as unmatched,
	// with the member that asks for it attached.
	Doubt   fault.Code
	Payment Payment
	// Expected and EndedAt are the code's own amount and end; zero where there are none. They only flag.
	Expected money.Amount
	EndedAt  time.Time
	// ByOperator: an operator's decision makes it the member's. It comes in as held and is released in the same commit.
	ByOperator bool
}

// ErrSeen says that another channel booked this arrival under one of its other identifiers.
var ErrSeen = errors.New("deposit: booked already")

// Book books an arrival once: its row, every identifier seen of it, and the money, in one commit. It returns false where
// it was booked before, by whichever channel, node or attempt.
func (s *Service) Book(ctx context.Context, a Arrival) (bool, error) {
	return s.BookWith(ctx, a, func(context.Context, *store.Tx) error { return nil })
}

// BookWith is Book, and what belongs into the same commit where it is booked now.
func (s *Service) BookWith(ctx context.Context, a Arrival, then func(context.Context, *store.Tx) error) (bool, error) {
	if a.Payment.Source == "" || a.Payment.Amount <= 0 {
		return false, fmt.Errorf("deposit: %s tells of a payment without a source or an amount", a.Account)
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
	if errors.Is(err, ErrSeen) {
		s.log.Info("deposit: arrival known under another identifier", "account", a.Account, "source", a.Payment.Source)
		return false, nil
	}
	return booked, err
}

// Prepare reads and seals what a booking needs before its transaction begins.
func (s *Service) Prepare(ctx context.Context, a Arrival) (func(context.Context, *store.Tx) (depositdb.AddInflowParams, bool, error), error) {
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
		return s.bookTx(ctx, tx, a, row, verdict{registered: registered, settings: settings})
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

// inflowRow is the part of the row that does not depend on the database.
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

func payerRow(inflow string) secret.Row {
	return secret.Row{Table: "inflow", Column: "payer_sealed", ID: inflow}
}

// verdict is what decides where an arrival's money goes.
type verdict struct {
	registered Payer
	settings   Settings
	// shut: the member is shut out of play.
	shut bool
}

// shutTx tells whether a member is shut out of play. Nothing is locked by it: money that arrives at the very moment may
// be taken for having come before.
func (s *Service) shutTx(ctx context.Context, tx *store.Tx, member string) (bool, error) {
	if member == "" {
		return false, nil
	}
	err := s.PlayingTx(ctx, tx, member)
	if fault.Is(err, fault.SELF_EXCLUDED) {
		return true, nil
	}
	return false, err
}

func (s *Service) bookTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams, v verdict,
) (depositdb.AddInflowParams, bool, error) {
	q := depositdb.New(tx)
	if a.Member != "" {
		if err := q.LockMember(ctx, a.Member); err != nil {
			return row, false, err
		}
	}
	var err error
	if v.shut, err = s.shutTx(ctx, tx, a.Member); err != nil {
		return row, false, err
	}
	state, reason, err := v.decide(ctx, q, a, tx.Now)
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

// identifyTx writes every other identifier of an arrival down; errSeen where one is another arrival's.
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
			return ErrSeen
		}
	}
	return nil
}

// creditTx moves the money to where the row says. Where the ledger refuses (a member without accounts), it is kept as
// unmatched with the member attached: what arrived is never lost.
func (s *Service) creditTx(
	ctx context.Context, tx *store.Tx, a Arrival, row depositdb.AddInflowParams,
) (depositdb.AddInflowParams, error) {
	to := map[State]ledger.Account{
		Credited: ledger.Wallet(a.Member), Held: ledger.Held(a.Member), Unmatched: ledger.Unmatched,
	}
	order := ledger.Order{
		Key:  ledger.InternalKey("deposit", a.Account, a.Payment.Source),
		Kind: KindDeposit, Debit: ledger.Bank(a.Account), Credit: to[State(row.State)], Amount: a.Payment.Amount, Member: a.Member,
		Detail: ledger.Detail{From: a.Account, To: ledger.LabelWallet, Outside: a.Payment.Source, Reason: fault.Code(row.Reason), Note: row.Flag},
	}
	if State(row.State) == Unmatched {
		order.Member = "" // whoever asks for it: it is nobody's yet
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

// decide: a payer who is not the member, and an unnamed one beyond the limits, make the money held (RULES.md section 4); so
// does a member that is shut out: what comes for it goes back to its payer (section 11).
func (v verdict) decide(ctx context.Context, q *depositdb.Queries, a Arrival, now time.Time) (State, fault.Code, error) {
	switch {
	case a.Member == "" || a.Doubt != "":
		return Unmatched, a.Doubt, nil
	case a.ByOperator:
		return Held, "", nil
	case v.shut:
		return Held, fault.SELF_EXCLUDED, nil
	case a.Payment.Payer.Named():
		if !samePayer(v.registered, a.Payment.Payer) {
			return Held, fault.NOT_MATCH, nil
		}
		return Credited, "", nil
	case !v.settings.UnnamedLimited:
		return Credited, "", nil
	case a.Payment.Amount > v.settings.UnnamedPerDeposit:
		return Held, fault.LIMIT_REACHED, nil
	}
	today, err := q.UnnamedToday(ctx, a.Member, clock.MicrosOf(clock.Day(now)))
	if err != nil {
		return "", "", err
	}
	if money.Amount(today)+a.Payment.Amount > v.settings.UnnamedPerDay {
		return Held, fault.LIMIT_REACHED, nil
	}
	return Credited, "", nil
}

// flags names what an operator should look at. None of them changes what is credited.
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
