// Package privacy gives out everything that is kept about a member, and erases what may go (docs/privacy.md).
//
// Promises:
//   - An export has what every area keeps of the member, by the columns that docs/privacy.md says. It has no secret, and nothing
//     about another person.
//   - It is whole, however much it is: every row is written as it is read, and none is held back for its number.
//   - Nothing of an operator's export is kept here: whoever asked for it has the only copy. A member's own is kept sealed for
//     three days, and only whoever confirmed to be the member gets the link to it, which is good for five minutes.
//   - An erasure is whole or none. The ledger's rows stay, by an id that says nobody. What a house has to keep of its
//     payments stays sealed, for as long as docs/privacy.md says.
//   - Documents of payments go five years after the payment has ended, of all members.
package privacy

import (
	"context"
	"sync/atomic"
	"time"

	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/personal"
	"krapao/internal/store"
)

// Source is an area that keeps something about members.
type Source func(ctx context.Context, member string) ([]personal.Table, error)

// Eraser erases what an area may not keep any longer of a member, in the transaction of an erasure.
type Eraser func(ctx context.Context, tx *store.Tx, member string) error

// Needs says why something of a member is needed still: a code. Empty: it is not.
type Needs func(ctx context.Context, member string) (what string, err error)

// Deps are all areas that keep something about members.
type Deps struct {
	Now func() time.Time
	// House is the house's name.
	House   func(context.Context) (string, error)
	Sources []Source
	Erasers []Eraser
	// Needs are asked before an erasure, in their order.
	Needs []Needs
	// Enders empty the documents of payments that have had their time. NextMembers walks the members by their IDs.
	Enders      []personal.Ender
	NextMembers func(ctx context.Context, after string, most int) (last string, err error)
	Store       *store.Store
	// Files keep members' own exports, sealed. Mark is what only this installation can write of a text (secret.Box.Index).
	Files Files
	Mark  func(kind, text string) string
	// PageRows is how many rows of a table are read at once; 0: as many as usual.
	PageRows int
}

// Files keep sealed parts of files for a time.
type Files interface {
	Put(ctx context.Context, content []byte) (blob.Stored, error)
	AddTx(ctx context.Context, tx *store.Tx, stored blob.Stored, keep time.Duration) error
	DropTx(ctx context.Context, tx *store.Tx, files ...string) error
	Open(ctx context.Context, who, file string) ([]byte, error)
}

// Service gives out what is kept, and erases it. It is safe for concurrent use.
type Service struct {
	d Deps
	// looked is when this node last looked for exports to make; nil: not yet. It is of the machine, and no change of its clock
	// counts.
	looked atomic.Pointer[time.Time]
}

// New makes the service.
func New(d Deps) *Service { return &Service{d: d} }

// Keeps refuses to erase a member whose data is needed still, with RETENTION_KEEPS and why (params.what): its account is
// open, it is shut out of play, money is its own or under way, a condition or a case has not ended.
func (s *Service) Keeps(ctx context.Context, member string) error {
	for _, needs := range s.d.Needs {
		what, err := needs(ctx, member)
		if err != nil {
			return err
		}
		if what != "" {
			return fault.New(fault.RETENTION_KEEPS, "the member's data is needed still: %s", what).With("what", what)
		}
	}
	return nil
}

// EraseTx erases a member in all areas.
func (s *Service) EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	if err := s.dropTx(ctx, tx, member); err != nil {
		return err
	}
	for _, erase := range s.d.Erasers {
		if err := erase(ctx, tx, member); err != nil {
			return err
		}
	}
	return nil
}
