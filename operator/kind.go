package operator

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// Kind is one kind of decision that two persons may have to make. Its room registers it; nothing is decided otherwise.
type Kind struct {
	// Name is its name in proposals and in the audit log, like withdrawal.approve.
	Name  string
	Needs Role
	// Plan says what a request about a subject would do now. It changes nothing. A refusal of it means that this can't be decided
	// now; for a proposal, that its subject is another by now.
	Plan func(ctx context.Context, subject string, request json.RawMessage) (Plan, error)
	// Life is how long its proposals wait for a second person; 0: a day.
	Life time.Duration
	// Wait is how long after the approval it comes into force; 0: with the approval.
	Wait time.Duration
}

// Plan is what a decision would do.
type Plan struct {
	// Member is whom it is about, by ID; empty: nobody.
	Member string
	// Others are further members that it is about: nobody decides if its own account, or a linked one, is among them.
	Others []string
	Amount money.Amount
	// Item is the item of the queue that it decides. Empty: the one that its kind and its subject name, if any (item.go).
	Item Ref
	// Two: two persons must agree.
	Two bool
	// Confirm: the person confirms it with its key, whatever the amount.
	Confirm bool
	// Wait is how long after the approval it comes into force, where its kind's Wait is too short for it. From is when it comes
	// into force, if that is later. Both are for a kind that waits.
	Wait time.Duration
	From time.Time
	// Evidence says what evidence whoever asks for it must give; empty: it needs none.
	Evidence Evidence
	// Facts are what would change, for the second person.
	Facts []Fact
	// State is the fingerprint of all that the decision rests on (Fingerprint).
	State string
	// Seen is the fingerprint of the subject alone, whatever is asked for: whoever opens the subject is told it (Sight.Seen), and
	// a decision by another one is refused (Decision.Seen). Empty: State.
	Seen string
	// Still is State anew, in the transaction of the effect and with its locks.
	Still func(tx *store.Tx) (string, error)
	// Does carries it out. by is the last person who agreed.
	Does func(tx *store.Tx, by Decision) error
	// After hurries what follows, once it is committed. A node that dies before it loses nothing but time. May be nil.
	After func(ctx context.Context)
	// Says is the outcome, one line for the operator.
	Says string
	// Unsaid: the line of the audit log about its effect has no reason and no evidence. What was said of it goes with the effect.
	Unsaid bool
}

func (p Plan) seen() string { return cmp.Or(p.Seen, p.State) }

// Fact is one thing that a decision would change, or that it rests on. Before is empty where there was nothing, or where it is
// not changed. Name and values are codes and figures, which the console puts into words in its languages.
type Fact struct {
	Name   string   `json:"name"`
	Kind   FactKind `json:"kind,omitempty"`
	Before string   `json:"before,omitempty"`
	After  string   `json:"after"`
}

// FactKind says what a fact's values are.
type FactKind string

// The kinds of facts.
const (
	// FactText is as a person or an outside system wrote it. A fact of the version before has no kind, and is one.
	FactText FactKind = "text"
	// FactState is a state's code, and FactRole a role's. FactWhy is the code of a reason, as why of an item is.
	FactState FactKind = "state"
	FactRole  FactKind = "role"
	FactWhy   FactKind = "why"
	// FactFound is the code of what the product found about a transfer with a game (wallet/doubt/clue).
	FactFound FactKind = "found"
	// FactAction is a decision's name (Kind.Name). FactFlag are the codes of a member's flags, with commas between them.
	FactAction FactKind = "action"
	FactFlag   FactKind = "flag"
	// FactScope are the scopes of a token, with commas between them.
	FactScope FactKind = "scope"
	// FactAmount is baht with two decimals.
	FactAmount FactKind = "amount"
	// FactAccount is a bank's code and the number as it is shown, FactMember a member's ID, FactSystem a system of the outside.
	FactAccount FactKind = "account"
	FactMember  FactKind = "member"
	FactSystem  FactKind = "system"
	// FactTime is RFC 3339, UTC.
	FactTime FactKind = "time"
)

// Fingerprint is a short text that is another one as soon as one of the parts is. Parts are values that marshal to JSON.
func Fingerprint(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		panic(err) // the kinds' own values, which all marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Lives of proposals.
const (
	aDay  = 24 * time.Hour
	aWeek = 7 * aDay
)

func (k Kind) life() time.Duration {
	if k.Life == 0 {
		return aDay
	}
	return k.Life
}

// Register adds kinds of decisions. It is called while the rooms are built, and panics on a second kind of one name.
func (p *Approvals) Register(kinds ...Kind) {
	for _, k := range kinds {
		if _, twice := p.kinds[k.Name]; twice {
			panic("operator: two kinds of decision are called " + k.Name)
		}
		p.kinds[k.Name] = k
	}
}

// kind returns a registered kind.
func (p *Approvals) kind(name string) (Kind, error) {
	k, ok := p.kinds[name]
	if !ok {
		return Kind{}, fmt.Errorf("operator: there is no kind of decision %q", name)
	}
	return k, nil
}

// Needs is the role that may approve, reject or stop a proposal of an action. Only a chief rejects one of another version that is
// no kind here, because nothing here knows its role.
func (p *Approvals) Needs(action string) Role {
	if k, ok := p.kinds[action]; ok {
		return k.Needs
	}
	return Chief
}

// refused reports whether an error says that a decision can't be made as things are, and not merely that something failed.
func refused(err error) bool {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Code != fault.TRY_AGAIN && f.Code != fault.INTERNAL_SERVER_ERROR
	}
	return errors.Is(err, ErrName) || errors.Is(err, ErrChanged) || errors.Is(err, ErrRole)
}
