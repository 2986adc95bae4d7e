// Package brake stops systems of the outside: a game provider, an account that members pay into, slips, wallet links, or the
// payouts that nobody decides (RULES.md section 14).
//
// Promises:
//   - A stop counts on every node from its commit on. Calls of members learn of it in statements that they make anyway: the games
//     and the deposit accounts are read with it, and are kept in memory by the version of the content, which each stop raises.
//   - What was sent before is settled, and money that arrives is booked.
//   - The first reason of a stop stays until it is resumed.
//   - What the product found is kept as codes with figures, and in English beside them for the shell and the log.
//
// Who may stop and resume is the operators' matter (operator/halt).
package brake

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/brake/internal/brakedb"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
)

// Cause is why a system is stopped.
type Cause string

// The causes.
const (
	// Break: the books are not whole, or differ from what the system says.
	Break Cause = "break"
	// Person: an operator stopped it.
	Person Cause = "person"
	// Restore: the store was restored from a backup.
	Restore Cause = "restore"
	// Coverage: the house has less than it owes its members.
	Coverage Cause = "coverage"
	// Callout: the house's own system, which is asked before a payout, does not answer.
	Callout Cause = "callout"
	// Credential: what the file of outside systems says of it was changed, and two persons have not approved that yet.
	Credential Cause = "credentials"
)

// The systems without a code: the withdrawals that nobody decides, slips, and wallet links.
const (
	Payouts = "payouts"
	Slips   = "slips"
	Links   = "links"
)

const provider = "provider:"

// Provider is the system of a game provider.
func Provider(code string) string { return provider + code }

// Effects are what a stop of a system ends, by codes that operators read: payouts (automatic ones), transfers, visits,
// readings, uploads, links (new ones), and codes (the account's number, or codes for it, for members).
func Effects(system string) []string {
	switch {
	case system == Payouts:
		return []string{"payouts"}
	case strings.HasPrefix(system, provider):
		return []string{"transfers", "visits", "readings"}
	case system == Slips:
		return []string{"uploads"}
	case system == Links:
		return []string{"links"}
	}
	return []string{"codes"}
}

// Stopped is a system that is stopped.
type Stopped struct {
	System string
	Since  time.Time
	Cause  Cause
	// Found is what the product found, the latest first. None: a person stopped it, or a node of a version before did.
	Found []Against
	// Why is a person's reason, or Found in English.
	Why string
	// By is the operator who stopped it; empty: the product did.
	By string
}

// PayoutBrake stops payouts: package withdraw/brake implements it.
type PayoutBrake interface {
	LockTx(ctx context.Context, tx *store.Tx) (stopped bool, err error)
	StoppedTx(ctx context.Context, tx *store.Tx) (since time.Time, err error)
	// StopTx and ResumeTx raise the version of the content, too.
	StopTx(ctx context.Context, tx *store.Tx, cause, found, why, by string) error
	ResumeTx(ctx context.Context, tx *store.Tx) error
}

// Service stops and resumes systems. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	payouts PayoutBrake
}

// New makes the service.
func New(s *store.Store, payouts PayoutBrake) *Service { return &Service{s, payouts} }

// All returns what is stopped, longest first.
func (s *Service) All(ctx context.Context) ([]Stopped, error) {
	return all(ctx, brakedb.New(s.store.DB()))
}

func all(ctx context.Context, q *brakedb.Queries) ([]Stopped, error) {
	rows, err := q.Stopped(ctx)
	if err != nil {
		return nil, fmt.Errorf("brake: read: %w", err)
	}
	list := make([]Stopped, len(rows))
	for i, r := range rows {
		list[i] = Stopped{
			System: r.System, Since: r.StoppedAt.Time(), Cause: Cause(r.Cause), Found: foundOf(r.Found, r.StoppedAt), Why: r.Why,
			By: r.StoppedBy,
		}
	}
	return list, nil
}

// StoppedTx returns since when a system is stopped. Zero: it is not. It keeps the answer true until the transaction ends: stops
// and resumptions run one after the other.
func (s *Service) StoppedTx(ctx context.Context, tx *store.Tx, system string) (time.Time, error) {
	if system == Payouts {
		if _, err := s.payouts.LockTx(ctx, tx); err != nil {
			return time.Time{}, err
		}
		return s.payouts.StoppedTx(ctx, tx)
	}
	if err := content.ChangedTx(ctx, tx); err != nil { // locks
		return time.Time{}, err
	}
	since, err := brakedb.New(tx).StoppedSince(ctx, system)
	if store.NotFound(err) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("brake: read: %w", err)
	}
	return since.Time(), nil
}

// StopTx stops a system because an operator says so. Where it is stopped already, nothing changes.
func (s *Service) StopTx(ctx context.Context, tx *store.Tx, system, why, by string) error {
	return s.stopTx(ctx, tx, system, brakedb.StopParams{Cause: string(Person), Why: why, StoppedBy: by})
}

// stopTx stops a system as of now.
func (s *Service) stopTx(ctx context.Context, tx *store.Tx, system string, p brakedb.StopParams) error {
	if system == Payouts {
		return s.payouts.StopTx(ctx, tx, p.Cause, p.Found, p.Why, p.StoppedBy)
	}
	if err := content.ChangedTx(ctx, tx); err != nil {
		return err
	}
	p.System, p.StoppedAt = system, clock.MicrosOf(tx.Now)
	if _, err := brakedb.New(tx).Stop(ctx, p); err != nil {
		return fmt.Errorf("brake: stop %s: %w", system, err)
	}
	return nil
}

// ResumeTx lets a system go on.
func (s *Service) ResumeTx(ctx context.Context, tx *store.Tx, system string) error {
	if system == Payouts {
		return s.payouts.ResumeTx(ctx, tx)
	}
	if err := content.ChangedTx(ctx, tx); err != nil {
		return err
	}
	if _, err := brakedb.New(tx).Resume(ctx, system); err != nil {
		return fmt.Errorf("brake: resume %s: %w", system, err)
	}
	return nil
}

// ComparedTx lets a system go on that is stopped because the store was restored. Stopped for another reason, it stays so.
func (s *Service) ComparedTx(ctx context.Context, tx *store.Tx, system string) error {
	if err := content.ChangedTx(ctx, tx); err != nil {
		return err
	}
	if err := brakedb.New(tx).ResumeStoppedFor(ctx, system, string(Restore)); err != nil {
		return fmt.Errorf("brake: resume %s: %w", system, err)
	}
	return nil
}

// resumeForTx lets a system go on that is stopped for one cause. Stopped for another one, it stays so.
func (s *Service) resumeForTx(ctx context.Context, tx *store.Tx, system string, cause Cause) error {
	b, err := s.lockTx(ctx, tx, system)
	if err != nil || b.Cause != cause {
		return err
	}
	return s.ResumeTx(ctx, tx, system)
}

// lockTx returns the stop of a system, and keeps it so until the transaction ends. The zero Stopped: it is not stopped.
func (s *Service) lockTx(ctx context.Context, tx *store.Tx, system string) (Stopped, error) {
	since, err := s.StoppedTx(ctx, tx, system) // locks
	if err != nil || since.IsZero() {
		return Stopped{}, err
	}
	list, err := all(ctx, brakedb.New(tx))
	if n := slices.IndexFunc(list, func(b Stopped) bool { return b.System == system }); n >= 0 {
		return list[n], err
	}
	return Stopped{}, err
}
