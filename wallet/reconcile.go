package wallet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/wallet/internal/walletdb"
)

// Reconciliation compares each day (Asia/Bangkok) of each provider with our own transfers of it.
//
// Promises:
//   - By the provider's list of transfers where it has one; else by asking about references: every transfer of the day
//     that was ever in doubt, and others by lot. A provider that has neither is told plainly as not comparable.
//   - What differs is a case for an operator, once, with all that is needed to decide. Nothing is booked by a comparison
//     but what RULES.md section 3 books anyhow: a transfer that went back and proves applied.
//   - A case that the next comparison finds whole is closed by itself.
//   - A provider that can't be asked is asked again later, with the reason kept; it delays no other's day.
type Reconciliation struct {
	wallet   *Service
	books    DayBooks
	settings ReconcileSettings
}

// DayBooks is what comparing days, and booking what came of it, needs of the ledger.
type DayBooks interface {
	Created(ctx context.Context, r ledger.CreatedRequest) ([]ledger.Transfer, error)
	SurplusOf(ctx context.Context, ids ...ledger.ID) (map[ledger.ID]money.Amount, error)
	ParseReference(text string) (ledger.ID, bool)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	OwedBy(ctx context.Context, member string) (money.Amount, error)
}

// ReconcileSettings are the numbers of the comparison; a zero field takes the default named.
type ReconcileSettings struct {
	// From is when after midnight a day is compared (2 h), Again for how long it is compared anew every day while it
	// differs (3 days).
	From, Again time.Duration
	// Lot is how many transfers are asked about by reference beside those that were in doubt (200), Pause the time from
	// one question to the next (500 ms).
	Lot   int
	Pause time.Duration
	// Apart is how long before a reading the last round must have settled for both to be compared: the provider's clock is
	// not ours (5 min).
	Apart time.Duration
	// Turn bounds what one run does of a day; the next goes on from there (8 min).
	Turn time.Duration
	// Retry is when a day that failed is tried again (10 min), twice as long each time up to MostRetry (2 h).
	Retry, MostRetry time.Duration
}

func (s ReconcileSettings) withDefaults() ReconcileSettings {
	set(&s.From, 2*time.Hour)
	set(&s.Again, 72*time.Hour)
	set(&s.Lot, 200)
	set(&s.Pause, 500*time.Millisecond)
	set(&s.Apart, 5*time.Minute)
	set(&s.Turn, 8*time.Minute)
	set(&s.Retry, 10*time.Minute)
	set(&s.MostRetry, 2*time.Hour)
	return s
}

// NewReconciliation makes the job of a wallet.
func NewReconciliation(s *Service, books DayBooks, settings ReconcileSettings) *Reconciliation {
	return &Reconciliation{wallet: s, books: books, settings: settings.withDefaults()}
}

// How a day is compared.
const (
	methodList      = "list"
	methodReference = "reference"
	methodNone      = "none"
)

// The states of a day.
const (
	dayOpen = "open"
	dayDone = "done"
)

// dayForm is how days are written.
const dayForm = "2006-01-02"

func dayOf(t time.Time) string { return t.In(clock.Bangkok).Format(dayForm) }

// spanOf is the day's first instant and the first of the next.
func spanOf(day string) (span, error) {
	from, err := time.ParseInLocation(dayForm, day, clock.Bangkok)
	return span{from, from.AddDate(0, 0, 1)}, err
}

// mostDays bounds what one run takes up.
const mostDays = 500

// Run compares the days that are due, each provider's oldest first and the providers side by side, and returns how many
// it compared to the end. Call it every few minutes, on every node, with more time than ReconcileSettings.Turn.
func (r *Reconciliation) Run(ctx context.Context) (int, error) {
	if err := r.openDays(ctx); err != nil {
		return 0, err
	}
	rows, err := walletdb.New(r.wallet.store.DB()).DueDays(ctx, r.wallet.store.Now().UnixMicro(), mostDays)
	if err != nil {
		return 0, fmt.Errorf("wallet: due days: %w", err)
	}
	byProvider := map[string][]walletdb.ReconcileDay{}
	for _, row := range rows {
		byProvider[row.Provider] = append(byProvider[row.Provider], row)
	}
	var wait sync.WaitGroup
	var done atomic.Int64
	for _, days := range byProvider {
		wait.Go(func() {
			for _, row := range days {
				if !r.timeFor(ctx) {
					return
				}
				ended, err := r.turn(ctx, row)
				if err != nil {
					r.wallet.settings.Log.Warn("wallet: a day can't be compared now", "provider", row.Provider, "day", row.Day, "error", err)
				}
				if ended {
					done.Add(1)
				}
				if err != nil || !ended {
					return // what fails for this day fails for the next
				}
			}
		})
	}
	wait.Wait()
	return int(done.Load()), nil
}

// timeFor tells that a whole turn fits into what is left of this run: one that is cut off from outside writes nothing down.
func (r *Reconciliation) timeFor(ctx context.Context) bool {
	deadline, ends := ctx.Deadline()
	return !ends || time.Until(deadline) >= r.settings.Turn
}

// openDays makes a row for yesterday, and for days since the first one that were missed because no node ran, however many.
func (r *Reconciliation) openDays(ctx context.Context) error {
	games, err := r.wallet.games.Games(ctx)
	if err != nil {
		return err
	}
	// A day is over for us when the time of comparing it has come.
	over := r.wallet.store.Now().Add(-r.settings.From)
	recent := dayOf(over.AddDate(0, 0, -recentDays))
	q := walletdb.New(r.wallet.store.DB())
	rows, err := q.DaysSince(ctx, recent)
	if err != nil {
		return fmt.Errorf("wallet: days: %w", err)
	}
	older, err := q.LastDaysBefore(ctx, recent)
	if err != nil {
		return fmt.Errorf("wallet: days: %w", err)
	}
	known, from := map[string][]string{}, map[string]string{}
	for _, row := range rows {
		known[row.Provider] = append(known[row.Provider], row.Day)
		if row.Day >= dayOf(over) && row.State != dayOpen {
			if err := r.openAgain(ctx, row.Provider, row.Day); err != nil {
				return err
			}
		}
	}
	for _, row := range older {
		from[row.Provider] = row.Day
		known[row.Provider] = append(known[row.Provider], row.Day)
	}
	for _, provider := range providersOf(games) {
		days := known[provider]
		first := cmp.Or(from[provider], dayOf(over.AddDate(0, 0, -1)))
		if from[provider] == "" && len(days) > 0 {
			first = min(first, days[0])
		}
		if err := r.openMissing(ctx, provider, first, dayOf(over), days); err != nil {
			return err
		}
	}
	return nil
}

// recentDays is how many days back are looked through for one that is missing between others. What is older was.
const recentDays = 7

// openMissing makes a row for each day from the first on, before the end, that is not known.
func (r *Reconciliation) openMissing(ctx context.Context, provider, first, end string, known []string) error {
	for day := first; day < end; {
		if !slices.Contains(known, day) {
			if err := r.openDay(ctx, provider, day); err != nil {
				return err
			}
		}
		s, err := spanOf(day)
		if err != nil {
			return fmt.Errorf("wallet: day %q: %w", day, err)
		}
		day = dayOf(s.to)
	}
	return nil
}

func (r *Reconciliation) openDay(ctx context.Context, provider, day string) error {
	err := r.wallet.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).AddDay(ctx, walletdb.AddDayParams{
			Provider: provider, Day: day, DueAt: tx.Now.UnixMicro(), Seed: id.Text(16), UpdatedAt: tx.Now.UnixMicro(),
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: open a day: %w", err)
	}
	return nil
}

// openAgain has a day compared once it is over: a clock that was ahead took it for over before.
func (r *Reconciliation) openAgain(ctx context.Context, provider, day string) error {
	s, err := spanOf(day)
	if err != nil {
		return fmt.Errorf("wallet: day %q: %w", day, err)
	}
	err = r.wallet.store.Write(ctx, func(tx *store.Tx) error {
		_, err := walletdb.New(tx).CompareAgain(ctx, s.to.Add(r.settings.From).UnixMicro(), provider, day)
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: compare a day again: %w", err)
	}
	return nil
}

// CompareTx makes a day due at once, of one provider or of all where provider is empty, inside the transaction that writes
// who wanted it. A day that is not over is compared as far as it is, and again in its night. INVALID_INPUT where it is no
// day that can be compared: also one before a member's first account there, so that a slip of the pen opens no years of days.
func (r *Reconciliation) CompareTx(ctx context.Context, tx *store.Tx, provider, day string) error {
	s, err := spanOf(day)
	if err != nil || s.from.After(tx.Now) {
		return fault.New(fault.INVALID_INPUT, "%q is no day of the past, YYYY-MM-DD", day)
	}
	games, err := r.wallet.games.Games(ctx)
	if err != nil {
		return err
	}
	q, due := walletdb.New(tx), false
	used, err := q.ProvidersUsed(ctx, s.to.UnixMicro())
	if err != nil {
		return fmt.Errorf("wallet: providers with accounts: %w", err)
	}
	for _, name := range providersOf(games) {
		if provider != "" && provider != name || !slices.Contains(used, name) {
			continue
		}
		due = true
		added, err := q.AddDay(ctx, walletdb.AddDayParams{
			Provider: name, Day: day, DueAt: tx.Now.UnixMicro(), Seed: id.Text(16), UpdatedAt: tx.Now.UnixMicro(),
		})
		if err == nil && added == 0 {
			_, err = q.CompareAgain(ctx, tx.Now.UnixMicro(), name, day)
		}
		if err != nil {
			return fmt.Errorf("wallet: compare a day: %w", err)
		}
	}
	if !due {
		return fault.New(fault.INVALID_INPUT, "no game of the catalogue is at a provider %q where a member had an account by %s", provider, day)
	}
	return nil
}

func providersOf(games []game.Game) []string {
	var names []string
	seen := map[string]bool{}
	for _, g := range games {
		if !seen[g.Provider] {
			seen[g.Provider] = true
			names = append(names, g.Provider)
		}
	}
	return names
}

// errUnconnected: the catalogue names the provider, and this program can't reach it.
var errUnconnected = errors.New("wallet: no connection to the provider is configured")

// compareDay compares as far as the turn goes; ended tells that it came to the end of the day.
func (r *Reconciliation) compareDay(ctx context.Context, row *walletdb.ReconcileDay) (ended bool, err error) {
	d, err := r.open(ctx, row)
	if err != nil {
		return false, err
	}
	if _, all := strings.CutPrefix(row.Asked, askedAll); all {
		return r.explain(ctx, d)
	}
	if row.Asked == "" {
		row.Ours, row.Theirs, row.Compared, row.Waiting, row.Reason = int64(len(d.ours)), 0, 0, 0, ""
	}
	switch row.Method = methodOf(d.provider); row.Method {
	case methodList:
		ended, err = r.byList(ctx, d)
	case methodReference:
		ended, err = r.byReference(ctx, d)
	default:
		if d.provider == nil && len(d.ours) > 0 {
			return false, errUnconnected
		}
		ended, row.Reason = true, "the provider lists no transfers and knows no references"
	}
	if err != nil || !ended {
		return false, err
	}
	row.Asked = askedAll
	return r.explain(ctx, d)
}

func methodOf(p game.Provider) string {
	if p == nil {
		return methodNone
	}
	if _, lists := p.(game.Lister); lists && p.Capabilities().List {
		return methodList
	}
	if p.Capabilities().CheckByReference {
		return methodReference
	}
	return methodNone
}
