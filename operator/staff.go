package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
	"krapao/session"
)

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9.-]{1,31}$`)

// Tokens ends operators' sessions.
type Tokens interface {
	// CloseOthersTx ends a subject's sessions, all but keep.
	CloseOthersTx(ctx context.Context, tx *store.Tx, audience session.Audience, subject, keep string) error
}

// Staff are the operators, their roles and their tokens. It is safe for concurrent use.
type Staff struct {
	approvals *Approvals
	tokens    Tokens
}

// NewStaff makes the staff, and registers what is decided about it. tokens ends sessions; nil: there are
// none.
func NewStaff(approvals *Approvals, tokens Tokens) *Staff {
	s := &Staff{approvals, tokens}
	approvals.Register(
		Kind{Name: KindAdd, Needs: Chief, Plan: s.planAdd, Life: aWeek, Wait: NewcomerWaits},
		Kind{Name: KindDisable, Needs: Chief, Plan: s.planDisable},
		Kind{Name: KindRaise, Needs: Chief, Plan: s.planRaise, Wait: NewcomerWaits},
		Kind{Name: KindLower, Needs: Chief, Plan: s.planLower},
		Kind{Name: KindMember, Needs: Chief, Plan: s.planMember, Wait: NewcomerWaits},
		Kind{Name: KindSubject, Needs: Chief, Plan: s.planSubject, Wait: NewcomerWaits},
	)
	return s
}

// The kinds of decisions about operators.
const (
	KindAdd     = "operator.add"
	KindDisable = "operator.disable"
	// KindRaise gives an operator a role that may more, and KindLower one that may less.
	KindRaise = "operator.role.raise"
	KindLower = "operator.role.lower"
	// KindMember says which member account is the operator's own.
	KindMember = "operator.member"
)

// Operator is a named person who works for the house.
type Operator struct {
	Name   string
	Role   Role
	Member string
	Active bool
	// From is when it may act.
	From time.Time
}

// List lists all operators, by name.
func (s *Staff) List(ctx context.Context) ([]Operator, error) {
	rows, err := operatordb.New(s.approvals.store.DB()).Operators(ctx)
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	list := make([]Operator, 0, len(rows))
	for _, o := range rows {
		list = append(list, operatorOf(o))
	}
	return list, nil
}

func operatorOf(o operatordb.Operator) Operator {
	return Operator{Name: o.Name, Role: Role(o.Role), Member: o.Member, Active: o.Active, From: o.EffectiveAt.Time()}
}

// Newcomer is an operator to add, as its proposal has it.
type Newcomer struct {
	Role   Role   `json:"role"`
	Member string `json:"member,omitempty"`
	// Subject is whom it is at the house's OpenID provider; nil: it does not sign in by that.
	Subject *Subject `json:"subject,omitempty"`
}

// Node stands in the audit log for the owner of the machine. It is no operator's name.
const Node = "node"

// Storable returns a name that an operator may have; empty for another one, which nobody has.
func Storable(name string) string {
	if !nameForm.MatchString(name) {
		return ""
	}
	return name
}

// enoughChiefs is how many a house needs, because many decisions are for two.
const enoughChiefs = 2

// ChiefTx makes sure that a name is a chief's, for the owner of the machine, whom nobody can keep from it. While a house has
// fewer than two chiefs it adds one, who may act from a time on. ErrName: nobody has the name, and the house has its chiefs.
// ErrRole: another operator has it, or a disabled one.
func (s *Staff) ChiefTx(ctx context.Context, tx *store.Tx, name string, from time.Time) error {
	q := operatordb.New(tx)
	o, err := q.Operator(ctx, Storable(name))
	if err == nil && (!o.Active || Role(o.Role) != Chief) {
		return fmt.Errorf("%w: %q is no chief who may act", ErrRole, name)
	}
	if err == nil || !store.NotFound(err) {
		return err
	}
	n, err := q.CountChiefs(ctx)
	if err != nil {
		return fmt.Errorf("operator: %w", err)
	}
	if n >= enoughChiefs || Storable(name) == "" || name == Node {
		return fmt.Errorf("%w: %q is no chief, and the house has %d", ErrName, name, n)
	}
	return addTx(ctx, tx, name, Chief, "", from)
}

// CountTx counts the operators that a house ever had, and the chiefs that it has.
func CountTx(ctx context.Context, tx *store.Tx) (operators, chiefs int64, err error) {
	q := operatordb.New(tx)
	if operators, err = q.CountOperators(ctx); err == nil {
		chiefs, err = q.CountChiefs(ctx)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("operator: %w", err)
	}
	return operators, chiefs, nil
}

// Decide makes a decision of one person about operators (Approvals.Decide).
func (s *Staff) Decide(ctx context.Context, d Decision, a Action) (Outcome, error) {
	return s.approvals.Decide(ctx, d, a)
}

// Register adds kinds of decisions about operators that another room has (Approvals.Register).
func (s *Staff) Register(kinds ...Kind) { s.approvals.Register(kinds...) }

// planAdd is the plan of adding an operator. It rests on nobody having its name. Two chiefs must agree, and it may act 30 minutes
// later. The first chief of a house, whom the owner of the machine invites (ChiefTx), adds the second one alone and at once:
// nobody is there yet to agree.
func (s *Staff) planAdd(ctx context.Context, name string, request json.RawMessage) (Plan, error) {
	var n Newcomer
	if err := json.Unmarshal(request, &n); err != nil {
		return Plan{}, fmt.Errorf("operator: the proposal of %s: %w", name, err)
	}
	if err := isGood(name, n.Role); err != nil {
		return Plan{}, err
	}
	free, second, err := isFree(ctx, operatordb.New(s.approvals.store.DB()), name)
	if err != nil {
		return Plan{}, err
	}
	if second && n.Role != Chief {
		return Plan{}, fmt.Errorf("%w: the first two operators are chiefs", ErrRole)
	}
	facts := []Fact{{Name: "role", Kind: FactRole, After: string(n.Role)}}
	if n.Member != "" {
		facts = append(facts, Fact{Name: "member", Kind: FactMember, After: n.Member})
	}
	facts, err = n.subject(ctx, operatordb.New(s.approvals.store.DB()), name, facts)
	if err != nil {
		return Plan{}, err
	}
	return Plan{
		Two: !second, Confirm: true, Facts: facts, State: free, Says: name + " is " + n.Role.said(),
		Still: func(tx *store.Tx) (string, error) {
			if err := s.approvals.log.LockTx(ctx, tx); err != nil { // the first chief adds one operator alone, and not two at a time
				return "", err
			}
			state, _, err := isFree(ctx, operatordb.New(tx), name)
			return state, err
		},
		Does: func(tx *store.Tx, _ Decision) error {
			if err := addTx(ctx, tx, name, n.Role, n.Member, tx.Now); err != nil || n.Subject == nil {
				return err
			}
			return n.Subject.tieTx(ctx, tx, name)
		},
	}, nil
}

// isGood refuses a name that nobody may have (ErrName), and a role that there is not (ErrRole).
func isGood(name string, role Role) error {
	if !role.exists() {
		return fmt.Errorf("%w: there is no role %q", ErrRole, role)
	}
	if !nameForm.MatchString(name) || name == Node {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return nil
}

// isFree is the fingerprint of a name that nobody has, and whether its operator would be the house's second: the first chief adds
// it alone, since nobody is there yet to agree. ErrName: somebody has it.
func isFree(ctx context.Context, q *operatordb.Queries, name string) (state string, second bool, err error) {
	_, err = q.Operator(ctx, name)
	if err == nil {
		return "", false, fmt.Errorf("%w: %q", ErrName, name)
	}
	if !store.NotFound(err) {
		return "", false, fmt.Errorf("operator: %w", err)
	}
	n, err := q.CountOperators(ctx)
	if err != nil {
		return "", false, fmt.Errorf("operator: %w", err)
	}
	second = n < enoughChiefs
	return Fingerprint(name, "free", strconv.FormatBool(second)), second, nil
}

// addTx adds an operator that may act from a time on.
func addTx(ctx context.Context, tx *store.Tx, name string, role Role, member string, from time.Time) error {
	n, err := operatordb.New(tx).AddOperator(ctx, operatordb.AddOperatorParams{
		Name: name, Role: string(role), Member: member,
		CreatedAt: clock.MicrosOf(tx.Now), EffectiveAt: clock.MicrosOf(from),
	})
	if err == nil && n == 0 {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return err
}

// Directory returns for sessions whether an operator is active: a disabled operator has no valid token.
func Directory(s *store.Store) session.Subjects { return directory{s} }

type directory struct{ store *store.Store }

// Standing implements session.Subjects.
func (d directory) Standing(ctx context.Context, name string) (session.Standing, error) {
	o, err := operatordb.New(d.store.DB()).Standing(ctx, name)
	if store.NotFound(err) {
		return session.Standing{}, nil
	}
	if err != nil {
		return session.Standing{}, fmt.Errorf("operator: %w", err)
	}
	return session.Standing{
		Exists: true, Active: o.Active && clock.MicrosOf(d.store.Now()) >= o.EffectiveAt, Stamp: o.Stamp,
	}, nil
}
