package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krapao/internal/store"
	"krapao/operator/internal/operatordb"
)

// Ref names an item of the queue: a thing that waits for a person.
type Ref struct{ Kind, ID string }

// The kinds of items (OPERATOR-API.md, section 5).
const (
	ItemWithdrawal = "withdrawal"
	// ItemPayout is an order to a bank whose outcome is unknown.
	ItemPayout     = "payout"
	ItemSlip       = "slip"
	ItemDeclared   = "declared"
	ItemUnmatched  = "unmatched"
	ItemHeld       = "held"
	ItemLink       = "link"
	ItemLine       = "line"
	ItemUnsettled  = "unsettled"
	ItemCase       = "case"
	ItemReceivable = "receivable"
	ItemReversal   = "reversal"
	ItemHolder     = "holder"
	// ItemImport is a line of an imported list that a restored store does not know.
	ItemImport = "import"
	// ItemErasure is a member's request to be erased, which waits for a second person.
	ItemErasure  = "erasure"
	ItemChat     = "chat"
	ItemProposal = "proposal"
)

// eraseMember is the kind of proposals that are items of a kind of their own (waiting_after.sql).
const eraseMember = "member.erase"

// proposalItem is the item of the queue that a proposal is.
func proposalItem(action, proposal string) Ref {
	if action == eraseMember {
		return Ref{ItemErasure, proposal}
	}
	return Ref{ItemProposal, proposal}
}

// decides are the kinds of items that decisions are about whose plan names none: the subject begins with the item's ID.
var decides = map[string]string{
	"held.release": ItemHeld, "held.return": ItemHeld, "unmatched.assign": ItemUnmatched, "unmatched.return": ItemUnmatched,
	"slip.accept": ItemSlip, "slip.reject": ItemSlip, "declaration.confirm": ItemDeclared, "declaration.reject": ItemDeclared,
	"link.settle": ItemLink, "statement.book": ItemLine, "statement.close": ItemLine,
	"transfer.post": ItemUnsettled, "transfer.void": ItemUnsettled,
	"case.moved": ItemCase, "case.not_moved": ItemCase, "case.closed": ItemCase, "case.booked": ItemCase,
	"receivable.repay": ItemReceivable, "receivable.write-off": ItemReceivable, "holder.close": ItemHolder,
}

// itemOf is the item that a decision is about. Its kind is empty where it is about none.
func itemOf(planned Ref, action, subject string) Ref {
	if planned.Kind != "" {
		return planned
	}
	id, _, _ := strings.Cut(subject, " ")
	return Ref{Kind: decides[action], ID: strings.TrimSuffix(id, ":")}
}

// Claims know who has an item of the queue for now.
type Claims interface {
	// HoldTx gives an item to an operator for some minutes, anew if it has it. ErrClaimed, a ClaimedError: another one has it.
	HoldTx(ctx context.Context, tx *store.Tx, item Ref, by string) error
	// EndTx ends an operator's claim, because it has decided.
	EndTx(ctx context.Context, tx *store.Tx, item Ref, by string) error
}

// ErrClaimed says that another operator has this item of the queue.
var ErrClaimed = errors.New("operator: another operator has claimed this")

// ClaimedError is ErrClaimed with who has the item, and until when.
type ClaimedError struct {
	By    string
	Until time.Time
}

func (e ClaimedError) Error() string {
	return fmt.Sprintf("operator: %s has claimed this, until %s", e.By, e.Until.UTC().Format(time.DateTime))
}

// Unwrap returns ErrClaimed.
func (ClaimedError) Unwrap() error { return ErrClaimed }

// holdTx refuses to decide about items that another operator has claimed.
func (p *Approvals) holdTx(ctx context.Context, tx *store.Tx, by string, items ...Ref) error {
	return p.eachTx(items, func(item Ref) error { return p.claims.HoldTx(ctx, tx, item, by) })
}

// decidedTx ends the claims of what an operator has decided.
func (p *Approvals) decidedTx(ctx context.Context, tx *store.Tx, by string, items ...Ref) error {
	return p.eachTx(items, func(item Ref) error { return p.claims.EndTx(ctx, tx, item, by) })
}

func (p *Approvals) eachTx(items []Ref, do func(Ref) error) error {
	for _, item := range items {
		if item.Kind == "" || p.claims == nil {
			continue
		}
		if err := do(item); err != nil {
			return err
		}
	}
	return nil
}

// Person is an operator who may act.
type Person struct {
	Name string
	Role Role
	// Member is its own member account; empty: it has none.
	Member string
}

// Has reports whether the person's role may decide what needs a role.
func (p Person) Has(needs Role) bool { return ranks[p.Role] >= ranks[needs] }

// Person returns an operator. ErrUnknownOperator: there is none of this name who may act now; a WaitsError says from when.
func (p *Approvals) Person(ctx context.Context, name string) (Person, error) {
	o, err := caller(ctx, operatordb.New(p.store.DB()), name, p.store.Now())
	switch {
	case store.NotFound(err), err == nil && !o.Active:
		return Person{}, fmt.Errorf("%w: %q", ErrUnknownOperator, name)
	case err == nil && !active(o, p.store.Now()):
		return Person{}, WaitsError{name, o.EffectiveAt.Time()}
	}
	return Person{o.Name, Role(o.Role), o.Member}, err
}

// Self reports whether something about a member is about the person itself: its own account, or one that is linked to it.
func (p *Approvals) Self(ctx context.Context, person Person, member string) (bool, error) {
	t, err := p.tieOf(ctx, person.Member, member)
	return t.self(operatordb.Operator{Member: person.Member}, member), err
}

// Proposed returns what open and approved proposals are about: it waits for nobody but them.
func (p *Approvals) Proposed(ctx context.Context) (map[string]bool, error) {
	rows, err := operatordb.New(p.store.DB()).LiveSubjects(ctx)
	if err != nil {
		return nil, fmt.Errorf("operator: proposals: %w", err)
	}
	about := map[string]bool{}
	for _, row := range rows {
		about[itemOf(Ref{}, row.Action, row.Subject).ID] = true
	}
	return about, nil
}
