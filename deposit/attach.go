package deposit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/deposit/internal/depositdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/person"
	"krapao/internal/store"
	"krapao/money"
)

// AttachRequest claims an arrival that its source of truth reported, or will report, for a member. It says what the
// proof shows.
type AttachRequest struct {
	// Account is the code of the deposit account.
	Account string
	// Also are the identifiers in the proof. One that a line has decides.
	Also []Identifier
	// Member claims it by Reference (the id of a slip).
	Member    string
	Reference string
	// Payer, Amount and At describe the transfer as the proof shows it.
	Payer  Payer
	Amount money.Amount
	At     time.Time
}

// AttachResult is what became of a claim.
type AttachResult string

// The results.
const (
	// AttachDone: the line was free and is now the member's, or it was attached before by this same reference.
	AttachDone AttachResult = "done"
	// AttachTaken: the line already belongs to somebody, perhaps to this member by another way.
	AttachTaken AttachResult = "taken"
	// AttachWaiting: there is no such line yet, or several could be it. Ask again later.
	AttachWaiting AttachResult = "waiting"
)

// Attached is the answer to a claim.
type Attached struct {
	Result AttachResult
	// Inflow is the id of the arrival. Empty while waiting.
	Inflow string
	// State is Credited or Held when done. Reason is why it is held.
	State  State
	Reason fault.Code
	// Amount is the amount of the line, when done.
	Amount money.Amount
	// Member is the owner of a line that is taken. Empty if the line has no owner any more (it was returned to its
	// payer).
	Member string
}

// How far the proof may differ in time from a line without a reference. RULES.md section 4 has no number for it.
// Banks enter a transfer within minutes. A line without a payer must be closer still.
const (
	attachAround        = 10 * time.Minute
	attachAroundUnnamed = 2 * time.Minute
)

// Attach gives a member the line of a statement that its proof is about. It does so once, under the identifiers of
// the line, and credits or holds it by the payer rule. It never chooses between two lines. A line may be held because
// its payer is not the member that got it: then it goes to the member who is the payer.
func (s *Service) Attach(ctx context.Context, r AttachRequest) (Attached, error) {
	own, err := s.members.RegisteredAccount(ctx, r.Member)
	if err != nil {
		return Attached{}, err
	}
	line, found, err := s.lineOf(ctx, r)
	if err != nil {
		return Attached{}, err
	}
	if !found {
		return Attached{Result: AttachWaiting}, nil
	}
	in, err := s.InflowOf(line)
	if err != nil {
		return Attached{}, err
	}
	if in.Member == r.Member && in.Reference == r.Reference && in.State != Unmatched {
		return attached(AttachDone, line), nil // a repeated request
	}
	if in.Account != r.Account {
		return attached(AttachTaken, line), nil
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return Attached{}, err
	}
	var claim assignment
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		claim, err = s.attachTx(ctx, tx, in, line, facts{registered: own, settings: settings}, r)
		return err
	})
	if errors.Is(err, ErrChanged) || errors.Is(err, ErrBooked) {
		return s.afterRace(ctx, r, line.ID)
	}
	if err != nil {
		return Attached{}, err
	}
	line.Member, line.Reference, line.State, line.Reason = r.Member, r.Reference, string(claim.state), string(claim.reason)
	return attached(AttachDone, line), nil
}

// attachTx decides about a claim and carries it out. It returns ErrChanged if the line is not free for the claim.
func (s *Service) attachTx(
	ctx context.Context, tx *store.Tx, in Inflow, line depositdb.Inflow, f facts, r AttachRequest,
) (claim assignment, err error) {
	q := depositdb.New(tx)
	// The member is locked before everything else, as in every booking: its sum from unnamed payers must not change.
	if err := depositdb.New(store.Lock{Tx: tx}).LockMember(ctx, r.Member); err != nil {
		return claim, err
	}
	if f.shut, err = s.shutTx(ctx, tx, r.Member); err != nil {
		return claim, err
	}
	claim = assignment{member: r.Member, reference: r.Reference}
	if claim.state, claim.reason, err = f.attach(ctx, q, in, r, tx.Now); err != nil {
		return claim, err
	}
	if !free(in, claim) {
		return claim, ErrChanged
	}
	if err := identifyTx(ctx, tx, line.ID, r.Also); err != nil {
		return claim, err
	}
	if in.State == Held {
		if line, claim.free, err = s.detachTx(ctx, tx, line, r.Member); err != nil {
			return claim, err
		}
	}
	if err := s.assignTx(ctx, tx, line, claim); err != nil {
		return claim, err
	}
	return claim, s.ways.Declarations.MatchTx(ctx, tx, r.Member, line.ID, line.Amount, line.PaidAt.Time())
}

// afterRace answers a claim when somebody else got the line, or decided about it, in the same moment.
func (s *Service) afterRace(ctx context.Context, r AttachRequest, id string) (Attached, error) {
	row, err := depositdb.New(s.store.DB()).Inflow(ctx, id)
	if err != nil {
		return Attached{}, fmt.Errorf("deposit: inflow: %w", err)
	}
	if row.Member == r.Member && row.Reference == r.Reference && State(row.State) != Unmatched {
		return attached(AttachDone, row), nil
	}
	return attached(AttachTaken, row), nil
}

func attached(result AttachResult, line depositdb.Inflow) Attached {
	return Attached{
		Result: result, Inflow: line.ID, State: State(line.State), Reason: fault.Code(line.Reason),
		Amount: line.Amount, Member: line.Member,
	}
}

// free reports whether an arrival may become the member's. It is free if nobody has it. It is also free if it is held
// for a member who is not its payer, and this member proves to be the payer.
func free(in Inflow, claim assignment) bool {
	switch in.State {
	case Unmatched:
		return in.Member == "" || in.Member == claim.member || claim.state == Credited
	case Held:
		return in.Reason == fault.NOT_MATCH && in.Member != claim.member && claim.state == Credited && in.Payer.Named()
	default:
		return false
	}
}

// attach applies the payer rule to both views of the payer, the line's and the proof's. If one contradicts, the money
// is held. If one is the member, it is credited. If neither names anybody, the limits for unnamed payers apply.
func (f facts) attach(
	ctx context.Context, q *depositdb.Queries, in Inflow, r AttachRequest, now time.Time,
) (State, fault.Code, error) {
	if !in.Payer.Named() && !r.Payer.Named() {
		return f.decide(ctx, q, Arrival{Member: r.Member, Payment: Payment{Amount: in.Amount}}, now)
	}
	best := person.Unsure
	for _, seen := range []Payer{in.Payer, r.Payer} {
		if !seen.Named() {
			continue
		}
		like := Compare(f.registered, seen)
		if like == person.Different {
			return Held, fault.NOT_MATCH, nil
		}
		best = max(best, like)
	}
	switch {
	case best == person.Same && f.shut:
		return Held, fault.SELF_EXCLUDED, nil
	case best == person.Same:
		return Credited, "", nil
	}
	return Held, fault.NOT_MATCH, nil
}

// lineOf finds the line that a proof is about: by an identifier, else by its looks. Lines that belong to somebody
// count too. If the proof may be about one of them, no other line is chosen.
func (s *Service) lineOf(ctx context.Context, r AttachRequest) (line depositdb.Inflow, found bool, err error) {
	q := depositdb.New(s.store.DB())
	for _, also := range r.Also {
		line, err = q.InflowByIdentifier(ctx, also.Kind, strings.ToLower(also.Value))
		if !store.NotFound(err) {
			return line, err == nil, err
		}
	}
	like, err := q.LinesLike(ctx, depositdb.LinesLikeParams{
		Account: r.Account, Amount: r.Amount,
		Since: clock.MicrosOf(r.At.Add(-attachAround)), Until: clock.MicrosOf(r.At.Add(attachAround)),
	})
	if err != nil {
		return line, false, fmt.Errorf("deposit: lines: %w", err)
	}
	candidates := 0
	for _, one := range like {
		ok, err := s.looksLike(ctx, q, one, r)
		if err != nil {
			return line, false, err
		}
		if ok {
			line, candidates = one, candidates+1
		}
	}
	if candidates > 1 {
		s.log.Info("deposit: a proof fits several lines of the statement; it waits", "account", r.Account, "reference", r.Reference)
	}
	return line, candidates == 1, nil
}

func (s *Service) looksLike(ctx context.Context, q *depositdb.Queries, line depositdb.Inflow, r AttachRequest) (bool, error) {
	names, err := q.IdentifiersOf(ctx, line.ID)
	if err != nil {
		return false, fmt.Errorf("deposit: identifiers: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name.Kind, "bank:") {
			return false, nil // it has a reference, and it is not the proof's
		}
	}
	in, err := s.InflowOf(line)
	if err != nil {
		return false, err
	}
	if !in.Payer.Named() {
		return nearby(line.PaidAt.Time(), r.At, attachAroundUnnamed), nil
	}
	return mayBeOne(in.Payer, r.Payer), nil
}

func nearby(a, b time.Time, within time.Duration) bool {
	return a.Sub(b).Abs() <= within
}
