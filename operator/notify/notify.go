// Package notify finds what the house's people may not overlook, and writes it down for those who are told (area notice):
// what is in the audit log in its commit, and what only time brings by a look every half a minute.
package notify

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"krapao/brake"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/notice"
	"krapao/operator"
	"krapao/operator/audit"
)

const (
	// apart is how much time is between two notices about one kind of what waits, whatever comes and goes meanwhile.
	apart = 10 * time.Minute
	// countsFor is how long counts are good while nothing is written on any node: then only their ages grow.
	countsFor = 5 * time.Minute
)

// Waits are how many things of a kind wait.
type Waits struct {
	Kind  string
	Count int64
	// Oldest is since when the oldest waits, and Due until when the house has promised to decide it; zero: it has promised nothing.
	Oldest, Due time.Time
}

// Deps are what the service is made of.
type Deps struct {
	Store     *store.Store
	Approvals *operator.Approvals
	Outbox    *notice.Outbox
	// Waiting counts what waits for a person, by kind.
	Waiting func(ctx context.Context) ([]Waits, error)
	// Stopped are the systems that are stopped.
	Stopped func(ctx context.Context) ([]brake.Stopped, error)
	// Restored is since when the store is in quarantine after a restoration; zero: it is not.
	Restored func(ctx context.Context) (time.Time, error)
}

// Service tells the house what happens. It is safe for concurrent use.
type Service struct {
	d Deps

	mu sync.Mutex
	// counted, stopped and restored are as of a time; told is when a kind was last told of.
	counted  []Waits
	stopped  []brake.Stopped
	restored time.Time
	at       time.Time
	told     map[string]time.Time
}

// New makes it.
func New(d Deps) *Service { return &Service{d: d, told: map[string]time.Time{}} }

// changes are the decisions about operators that everybody has to know of, and secrets those that end with another way to
// sign in.
var (
	changes = []string{
		operator.KindAdd, operator.KindDisable, operator.KindRaise, operator.KindLower, operator.KindMember, operator.KindSubject,
		"token.add", "token.end",
	}
	secrets = []string{"operator.init", "operator.recover", "operator.invite", "operator.reset"}
)

// proposed ends the name of a decision that waits for a second person.
const proposed = ".proposed"

// AuditedTx writes down what a row of the audit log says, in the row's own commit. It is told of every row.
func (s *Service) AuditedTx(ctx context.Context, tx *store.Tx, number int64, e audit.Entry) error {
	n := notice.Notice{Key: strconv.FormatInt(number, 10), Facts: notice.Facts{Kind: e.Action}}
	kind, waits := strings.CutSuffix(e.Action, proposed)
	switch {
	case waits:
		n.Event, n.Path = notice.ProposalWaits, "/proposals"
		n.Facts.Kind, n.Facts.Needs = kind, string(s.d.Approvals.Needs(kind))
	case slices.Contains(changes, e.Action):
		n.Event, n.Path = notice.OperatorChanged, "/staff"
	case strings.HasPrefix(e.Action, "secret."), slices.Contains(secrets, e.Action):
		n.Event, n.Path = notice.SecretChanged, "/staff"
	default:
		return nil
	}
	return s.d.Outbox.AddTx(ctx, tx, n)
}

// Look finds what waits for longer than promised, and what is stopped, and returns how many notices there may be of it.
func (s *Service) Look(ctx context.Context) (found int, err error) {
	if len(s.d.Outbox.Names()) == 0 {
		return 0, nil
	}
	notices, err := s.found(ctx)
	if err != nil {
		return 0, err
	}
	return len(notices), s.add(ctx, notices)
}

// found are the notices of what waits for too long, and of what is stopped.
func (s *Service) found(ctx context.Context) ([]notice.Notice, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.d.Store.Now()
	if age := now.Sub(s.at); age < 0 || age >= countsFor || !s.d.Store.Quiet() {
		if err := s.read(ctx, now); err != nil {
			return nil, err
		}
	}
	list := s.late(now)
	for _, b := range s.stopped {
		list = append(list, notice.Notice{
			Event: notice.SystemStopped, Key: b.System + " " + number(b.Since), Path: "/brakes",
			Facts: notice.Facts{Kind: b.System, Cause: string(b.Cause), Since: b.Since},
		})
	}
	if !s.restored.IsZero() {
		list = append(list, notice.Notice{
			Event: notice.QuarantineBegun, Key: number(s.restored), Path: "/restore", Facts: notice.Facts{Since: s.restored},
		})
	}
	return list, nil
}

func (s *Service) read(ctx context.Context, now time.Time) (err error) {
	if s.counted, err = s.d.Waiting(ctx); err != nil {
		return err
	}
	if s.stopped, err = s.d.Stopped(ctx); err != nil {
		return err
	}
	if s.restored, err = s.d.Restored(ctx); err == nil {
		s.at = now
	}
	return err
}

// Report is a liability report that was made.
type Report struct {
	ID, Day string
	At      time.Time
	// Points are what the house has of what it owes its members, in basis points. Known: it has an amount of every system.
	Points int64
	Known  bool
	// Low: that is less than all of it, so the automatic payouts stop.
	Low bool
}

// ReportedTx tells of a liability report in its own commit, and once more where the house has less than it owes its members.
func (s *Service) ReportedTx(ctx context.Context, tx *store.Tx, r Report) error {
	n := notice.Notice{
		Event: notice.LiabilityMade, Key: r.ID, Path: "/money/coverage", Facts: notice.Facts{Kind: r.Day, Since: r.At},
	}
	if r.Known {
		n.Facts.Percent = fmt.Sprintf("%d.%02d", r.Points/100, r.Points%100)
	}
	err := s.d.Outbox.AddTx(ctx, tx, n)
	if err == nil && r.Low {
		n.Event = notice.CoverageLow
		err = s.d.Outbox.AddTx(ctx, tx, n)
	}
	return err
}

// add writes notices down. Most of them were before.
func (s *Service) add(ctx context.Context, notices []notice.Notice) error {
	unknown, err := s.d.Outbox.Unknown(ctx, notices)
	if err != nil || len(unknown) == 0 {
		return err
	}
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, n := range unknown {
			if err := s.d.Outbox.AddTx(ctx, tx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// late are the kinds whose oldest waits for longer than promised: told then, and again 1, 2, 4, 8, ... hours later.
func (s *Service) late(now time.Time) []notice.Notice {
	var list []notice.Notice
	for _, w := range s.counted {
		if w.Due.IsZero() || !now.After(w.Due) || now.Sub(s.told[w.Kind]).Abs() < apart {
			continue
		}
		s.told[w.Kind] = now
		times := bits.Len64(uint64(now.Sub(w.Due) / time.Hour))
		list = append(list, notice.Notice{
			Event: notice.QueueLate, Key: w.Kind + " " + number(w.Oldest) + " " + strconv.Itoa(times), Path: "/queue",
			Facts: notice.Facts{Kind: w.Kind, Count: w.Count, Since: w.Oldest, Until: w.Due},
		})
	}
	return list
}

func number(at time.Time) string { return strconv.FormatInt(int64(clock.MicrosOf(at)), 10) }

// Try tells a target a notice of its own: a chief decides. NO_DATA: there is no such target.
func (s *Service) Try(ctx context.Context, d operator.Decision) error {
	_, err := s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "notification.try", Needs: operator.Chief, Says: d.Subject + " is told a test",
		Does: func(tx *store.Tx) error { return s.d.Outbox.TryTx(ctx, tx, d.Subject, number(tx.Now)) },
	})
	return err
}

// Again tells a notice again to those who did not take it: a chief decides. NO_DATA: everybody has it, or there is none.
func (s *Service) Again(ctx context.Context, d operator.Decision) error {
	_, err := s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "notification.again", Needs: operator.Chief, Says: "told again",
		Does: func(tx *store.Tx) error { return s.d.Outbox.AgainTx(ctx, tx, d.Subject) },
	})
	return err
}
