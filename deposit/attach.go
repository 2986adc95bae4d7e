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

// AttachRequest says who claims an arrival that its account's source of truth tells of, and what of it the proof shows.
type AttachRequest struct {
	// Account is the deposit account's code.
	Account string
	// Also are the identifiers that the proof carries; one that is a line's own decides.
	Also []Identifier
	// Member claims it, by Reference (a slip's id).
	Member    string
	Reference string
	// Payer, Amount and At are the transfer's, as the proof shows it.
	Payer  Payer
	Amount money.Amount
	At     time.Time
}

// AttachResult is what became of a claim.
type AttachResult string

// The results.
const (
	// AttachDone: the line was nobody's and is now the member's, or was so already by this very reference.
	AttachDone AttachResult = "done"
	// AttachTaken: the line is somebody's already, perhaps the member's own by another way.
	AttachTaken AttachResult = "taken"
	// AttachWaiting: there is no such line yet, or more than one that could be it: ask again later.
	AttachWaiting AttachResult = "waiting"
)

// Attached answers a claim.
type Attached struct {
	Result AttachResult
	// Inflow is the arrival's row; empty while waiting.
	Inflow string
	// State is Credited or Held, where done; Reason is why it is held.
	State  State
	Reason fault.Code
	// Amount is what the line says came in, where done.
	Amount money.Amount
	// Member is whose the line is, where it is taken: "" where it is nobody's any more (returned to its payer).
	Member string
}

// What a proof may differ from a line that carries no reference (RULES.md section 4 has no number for it): a bank enters
// a transfer within minutes of making it; a line without a payer must be closer still.
const (
	attachAround        = 10 * time.Minute
	attachAroundUnnamed = 2 * time.Minute
)

// Attach gives a member the line of a statement that a proof of its own speaks of: once, under the line's identifiers,
// credited or held by the payer rule. It never chooses between two lines. A line that is held because its payer is not
// the member it was given to goes to the member whose payer it is.
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
		return attached(AttachDone, line), nil // asked again after it was done
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
		claim, err = s.attachTx(ctx, tx, in, line, verdict{registered: own, settings: settings}, r)
		return err
	})
	if errors.Is(err, ErrMoved) || errors.Is(err, ErrSeen) {
		return s.afterRace(ctx, r, line.ID)
	}
	if err != nil {
		return Attached{}, err
	}
	line.Member, line.Reference, line.State, line.Reason = r.Member, r.Reference, string(claim.state), string(claim.reason)
	return attached(AttachDone, line), nil
}

// attachTx decides about a claim and does it: errMoved where the line is not free for it.
func (s *Service) attachTx(
	ctx context.Context, tx *store.Tx, in Inflow, line depositdb.Inflow, v verdict, r AttachRequest,
) (claim assignment, err error) {
	q := depositdb.New(tx)
	// The member before everything else, as in every booking: what it had today from unnamed payers stands still then.
	if err := q.LockMember(ctx, r.Member); err != nil {
		return claim, err
	}
	if v.shut, err = s.shutTx(ctx, tx, r.Member); err != nil {
		return claim, err
	}
	claim = assignment{member: r.Member, reference: r.Reference}
	if claim.state, claim.reason, err = v.attach(ctx, q, in, r, tx.Now); err != nil {
		return claim, err
	}
	if !free(in, claim) {
		return claim, ErrMoved
	}
	if err := identifyTx(ctx, q, line.ID, r.Also); err != nil {
		return claim, err
	}
	if in.State == Held {
		if line, err = s.detachTx(ctx, tx, line, r.Member); err != nil {
			return claim, err
		}
	}
	if err := s.assignTx(ctx, tx, line, claim); err != nil {
		return claim, err
	}
	return claim, s.ways.Declarations.MeetTx(ctx, tx, r.Member, line.ID, line.Amount, line.PaidAt.Time())
}

// afterRace tells what became of a line that is somebody's, or that somebody decided about in the same moment.
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
		Result: result, Inflow: line.ID, State: State(line.State), Reason: fault.Code(line.Reason), Amount: line.Amount, Member: line.Member,
	}
}

// free tells whether an arrival may become the member's: nobody's, or kept for somebody whose payer it is not while the
// member proves that the payer is itself.
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

// attach applies the payer rule to both views of the payer, the line's and the proof's: one that contradicts makes the
// money held, one that is the member makes it credited, and where neither names anybody the limits for unnamed payers
// count.
func (v verdict) attach(ctx context.Context, q *depositdb.Queries, in Inflow, r AttachRequest, now time.Time) (State, fault.Code, error) {
	if !in.Payer.Named() && !r.Payer.Named() {
		return v.decide(ctx, q, Arrival{Member: r.Member, Payment: Payment{Amount: in.Amount}}, now)
	}
	best := person.Unsure
	for _, seen := range []Payer{in.Payer, r.Payer} {
		if !seen.Named() {
			continue
		}
		like := Compare(v.registered, seen)
		if like == person.Different {
			return Held, fault.NOT_MATCH, nil
		}
		best = max(best, like)
	}
	switch {
	case best == person.Same && v.shut:
		return Held, fault.SELF_EXCLUDED, nil
	case best == person.Same:
		return Credited, "", nil
	}
	return Held, fault.NOT_MATCH, nil
}

// lineOf finds the line that a proof speaks of: by an identifier of its own, else by its looks. Lines that are somebody's
// count too: where the proof may speak of one of them, it is not another's.
func (s *Service) lineOf(ctx context.Context, r AttachRequest) (line depositdb.Inflow, found bool, err error) {
	q := depositdb.New(s.store.DB())
	for _, also := range r.Also {
		line, err = q.InflowByIdentifier(ctx, also.Kind, strings.ToLower(also.Value))
		if !store.NotFound(err) {
			return line, err == nil, err
		}
	}
	like, err := q.LinesLike(ctx, depositdb.LinesLikeParams{
		Account: r.Account, Amount: r.Amount, Since: clock.MicrosOf(r.At.Add(-attachAround)), Until: clock.MicrosOf(r.At.Add(attachAround)),
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
		s.log.Info("deposit: a proof fits more than one line; it waits", "account", r.Account, "reference", r.Reference)
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
			return false, nil // it has a reference, and not the proof's
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
