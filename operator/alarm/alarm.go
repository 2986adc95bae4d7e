// Package alarm is the record of what is beyond what operating.md says is an alarm ("What to watch"), once for the installation.
//
// Each node looks at its own figures every ten seconds. What it sees beyond begins an alarm, unless another node has begun it.
// While it sees nothing, it asks the database nothing.
//
// Promises:
//   - An alarm is one row from when the first node sees it until none has seen it for a minute, however many nodes see it.
//   - A node that dies takes its alarms with it within a minute and a half.
package alarm

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"krapao/fault"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/notice"
	"krapao/operator"
	"krapao/operator/internal/alarmdb"
)

const (
	// looksEvery is how often a node looks at its figures.
	looksEvery = 10 * time.Second
	// notedAfter is how old the last sight of an alarm is until a node writes a new one, and goneAfter until it has ended.
	notedAfter = 20 * time.Second
	goneAfter  = time.Minute
	// keptFor is how long the record has an alarm that has ended.
	keptFor = 400 * 24 * time.Hour

	idLength = 16
)

// Alarm is a figure that is, or was, beyond.
type Alarm struct {
	ID string
	// Name is the alarm's, Metric the figure's, and Of whose it is: a provider, an account, a place; "" is the node's or the
	// house's.
	Name, Metric, Of string
	// Since is when it went beyond, as the node had seen it that saw it first.
	Since time.Time
	// Ended is when a node saw it last, once none does any more; zero: it is there.
	Ended time.Time
	// SeenBy is the operator who said that it has seen it, and SeenAt when; empty: nobody has.
	SeenBy string
	SeenAt time.Time

	looked time.Time
}

func alarmOf(row alarmdb.Alarm) Alarm {
	return Alarm{
		ID: row.ID, Name: row.Name, Metric: row.Metric, Of: row.Whose, Since: row.SinceAt.Time(), Ended: row.EndedAt.Time(),
		SeenBy: row.SeenBy, SeenAt: row.ReadAt.Time(), looked: row.LookedAt.Time(),
	}
}

func alarmsOf(rows []alarmdb.Alarm, err error) ([]Alarm, error) {
	if err != nil {
		return nil, fmt.Errorf("alarm: %w", err)
	}
	list := make([]Alarm, len(rows))
	for n, row := range rows {
		list[n] = alarmOf(row)
	}
	return list, nil
}

// Deps are what the service is made of.
type Deps struct {
	Store     *store.Store
	Approvals *operator.Approvals
	// Figures are what this node measures, by their names.
	Figures func(names []string) ([]Figure, error)
	// Notices tell the house that an alarm has begun, and that it has ended.
	Notices *notice.Outbox
	// Tell tells operators' pages the same. It may be nil.
	Tell bus.Teller
	Log  *slog.Logger
}

// Service keeps the record. It is safe for concurrent use.
type Service struct {
	d Deps

	mu      sync.Mutex
	watched watched
}

// New makes it.
func New(d Deps) *Service { return &Service{d: d, watched: newWatched()} }

// Watch looks at this node's figures until the context ends.
func (s *Service) Watch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(looksEvery):
		}
		if err := s.lookInTime(ctx); err != nil && ctx.Err() == nil {
			s.d.Log.WarnContext(ctx, "the alarms of this node could not be recorded", "error", err)
		}
	}
}

// lookWithin ends a look: a database that does not answer holds it up no longer.
const lookWithin = 10 * time.Second

func (s *Service) lookInTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	return s.Look(ctx)
}

// Look looks at this node's figures once, and records what is beyond.
func (s *Service) Look(ctx context.Context) error {
	figures, err := s.d.Figures(metrics())
	if err != nil {
		return err
	}
	s.mu.Lock()
	now := s.d.Store.Now()
	seen := s.watched.see(now, figures)
	s.mu.Unlock()
	if len(seen) == 0 {
		return nil
	}
	open, err := s.Open(ctx)
	if err != nil {
		return err
	}
	looked := map[place]time.Time{}
	for _, a := range open {
		looked[place{a.Name, a.Of}] = a.looked
	}
	var begun, again []sight
	for _, one := range seen {
		if last, known := looked[one.place]; !known {
			begun = append(begun, one)
		} else if now.Sub(last) >= notedAfter {
			again = append(again, one)
		}
	}
	if err := s.begin(ctx, begun); err != nil {
		return err
	}
	return s.note(ctx, again)
}

// begin records alarms that no node had seen.
func (s *Service) begin(ctx context.Context, begun []sight) error {
	if len(begun) == 0 {
		return nil
	}
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, one := range begun {
			a := Alarm{ID: id.Lower(idLength), Name: one.name, Of: one.of, Since: one.since}
			n, err := alarmdb.New(tx).Begin(ctx, alarmdb.BeginParams{
				ID: a.ID, Name: a.Name, Whose: a.Of, Metric: one.metric, SinceAt: clock.MicrosOf(a.Since),
				LookedAt: clock.MicrosOf(tx.Now),
			})
			if err != nil {
				return fmt.Errorf("alarm: begin: %w", err)
			}
			if n == 1 { // no other node was quicker
				if err := s.tellTx(ctx, tx, notice.AlarmBegun, a); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// note writes down that a node still sees alarms. It makes work for nobody.
func (s *Service) note(ctx context.Context, again []sight) error {
	if len(again) == 0 {
		return nil
	}
	ctx = store.Housekeeping(ctx)
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, one := range again {
			if err := alarmdb.New(tx).Look(ctx, clock.MicrosOf(tx.Now), one.name, one.of); err != nil {
				return fmt.Errorf("alarm: look: %w", err)
			}
		}
		return nil
	})
}

// End ends the alarms that no node has seen for a minute, and returns how many.
func (s *Service) End(ctx context.Context) (ended int, err error) {
	open, err := s.Open(ctx)
	if err != nil {
		return 0, err
	}
	for _, a := range open {
		if s.d.Store.Now().Sub(a.looked) < goneAfter {
			continue
		}
		var n int64
		err := s.d.Store.Write(ctx, func(tx *store.Tx) (err error) {
			n, err = alarmdb.New(tx).EndAlarm(ctx, a.ID, clock.MicrosOf(tx.Now.Add(-goneAfter).Add(time.Microsecond)))
			if err != nil || n == 0 {
				return err
			}
			a.Ended = a.looked
			return s.tellTx(ctx, tx, notice.AlarmEnded, a)
		})
		if err != nil {
			return ended, fmt.Errorf("alarm: end: %w", err)
		}
		ended += int(n)
	}
	return ended, nil
}

// tellTx tells the house of an alarm.
func (s *Service) tellTx(ctx context.Context, tx *store.Tx, event notice.Event, a Alarm) error {
	s.changedTx(tx, a.ID)
	return s.d.Notices.AddTx(ctx, tx, notice.Notice{
		Event: event, Key: a.ID, Path: "/today",
		Facts: notice.Facts{Kind: a.Name, Of: a.Of, Since: a.Since, Until: a.Ended},
	})
}

// changedTx tells operators' pages that an alarm is another one by now.
func (s *Service) changedTx(tx *store.Tx, alarm string) {
	s.d.Tell.AfterTx(tx, bus.Change{Event: "alarm", ID: alarm})
}

// Open returns the alarms that are there, longest first.
func (s *Service) Open(ctx context.Context) ([]Alarm, error) {
	return alarmsOf(alarmdb.New(s.d.Store.DB()).OpenAlarms(ctx))
}

// Place is where a list goes on.
type Place struct {
	Since clock.Micros `json:"t"`
	ID    string       `json:"i"`
}

// Place is where a list goes on after an alarm.
func (a Alarm) Place() Place { return Place{clock.MicrosOf(a.Since), a.ID} }

// Newest lists alarms after a place (nil: from the newest), at most so many, down to those that began at a time.
func (s *Service) Newest(ctx context.Context, from time.Time, after *Place, most int) ([]Alarm, error) {
	before := Place{Since: math.MaxInt64}
	if after != nil {
		before = *after
	}
	return alarmsOf(alarmdb.New(s.d.Store.DB()).NewestAlarms(ctx, alarmdb.NewestAlarmsParams{
		SinceAt: before.Since, ID: before.ID, FromAt: clock.MicrosOf(from), Most: int32(most),
	}))
}

// See notes that an operator has seen an alarm, unless another did before. NO_DATA: there is none.
func (s *Service) See(ctx context.Context, d operator.Decision, alarm string) (Alarm, error) {
	var seen Alarm
	d.Subject, d.Reason = alarm, "saw the alarm"
	_, err := s.d.Approvals.Decide(ctx, d, operator.Action{
		Name: "alarm.seen", Needs: operator.Support,
		Does: func(tx *store.Tx) error {
			q := alarmdb.New(tx)
			if _, err := q.See(ctx, d.By, clock.MicrosOf(tx.Now), alarm); err != nil {
				return fmt.Errorf("alarm: see: %w", err)
			}
			row, err := q.Alarm(ctx, alarm)
			if store.NotFound(err) {
				return fault.New(fault.NO_DATA, "there is no alarm %q", alarm)
			}
			seen = alarmOf(row)
			s.changedTx(tx, alarm)
			return err
		},
	})
	return seen, err
}

// Sweep removes what the record no longer keeps.
func (s *Service) Sweep(ctx context.Context) error {
	return s.d.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := alarmdb.New(tx).SweepAlarms(ctx, clock.MicrosOf(tx.Now.Add(-keptFor)))
		return err
	})
}
