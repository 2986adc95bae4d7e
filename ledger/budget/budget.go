// Package budget is how much the house accounts that pay members may still pay (RULES.md section 2).
//
// A budget is the account's floor in the ledger and nothing else: the amount left is the amount available above the floor, and
// the database refuses any order that goes below it. Content sets a budget before the first use; from then on only an operator
// changes it.
package budget

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Budget is how much a house account may still pay.
type Budget struct {
	Account ledger.Account
	Left    money.Amount
	// Floor is how far the account may go, 0 or less: what was set, whatever has been paid since.
	Floor money.Amount
	// Alarm is the amount below which operators are alerted.
	Alarm money.Amount
	// LowSince is when less was first seen; zero while there is enough.
	LowSince time.Time
}

// Low reports whether less is left than the alarm.
func (b Budget) Low() bool { return b.Left < b.Alarm }

// Service reads and sets the budgets.
type Service struct{ s *store.Store }

// New makes one for a store.
func New(s *store.Store) *Service { return &Service{s} }

// Budgets lists all accounts that have a budget.
func (b *Service) Budgets(ctx context.Context) ([]Budget, error) {
	return list(ctx, ledgerdb.New(b.s.DB()))
}

func list(ctx context.Context, q *ledgerdb.Queries) ([]Budget, error) {
	rows, err := q.Budgets(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: budgets: %w", err)
	}
	alarms := map[ledger.Account]ledgerdb.HouseBudget{}
	for _, row := range rows {
		alarms[ledger.Account(row.Account)] = row
	}
	var all []Budget
	for _, name := range ledger.Budgeted() {
		a, err := q.Account(ctx, string(name))
		if err != nil && !store.NotFound(err) {
			return nil, fmt.Errorf("ledger: budget of %s: %w", name, err)
		}
		all = append(all, Budget{
			Account: name, Left: leftOf(a), Floor: money.Amount(a.Floor), Alarm: money.Amount(alarms[name].Alarm),
			LowSince: alarms[name].LowSince.Time(),
		})
	}
	return all, nil
}

func leftOf(a ledgerdb.Account) money.Amount {
	return money.Amount(a.CreditsPosted - a.DebitsPosted - a.DebitsPending - a.Floor)
}

func hasBudget(name ledger.Account) bool { return slices.Contains(ledger.Budgeted(), name) }

// mostBudget bounds a budget, so that no floor overflows.
const mostBudget = money.Amount(math.MaxInt64 / 8)

// FloorTx returns an account's floor (Budget.Floor). INVALID_INPUT for an account that has no budget.
func (b *Service) FloorTx(ctx context.Context, tx *store.Tx, name ledger.Account) (money.Amount, error) {
	if !hasBudget(name) {
		return 0, fault.New(fault.INVALID_INPUT, "%s has no budget", name)
	}
	a, err := ledgerdb.New(tx).Account(ctx, string(name))
	return money.Amount(a.Floor), err
}

// SetBudgetTx sets how much an account may pay from now on. INVALID_INPUT for an account that has no budget, and for an
// amount below zero.
func (b *Service) SetBudgetTx(ctx context.Context, tx *store.Tx, name ledger.Account, left money.Amount) error {
	if err := setBudget(ctx, tx, name, left); err != nil {
		return err
	}
	if _, err := ledgerdb.New(tx).AddBudget(ctx, string(name), 0); err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	return nil
}

func setBudget(ctx context.Context, tx *store.Tx, name ledger.Account, left money.Amount) error {
	if !hasBudget(name) || left < 0 || left > mostBudget {
		return fault.New(fault.INVALID_INPUT, "%s can't have a budget of %s baht", name, left)
	}
	n, err := ledgerdb.New(tx).SetBudget(ctx, int64(left), string(name))
	if err == nil && n == 0 {
		err = errors.New("the account does not exist") // the migration opened it
	}
	if err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	return nil
}

// SetAlarmTx sets the amount below which operators are alerted.
func (b *Service) SetAlarmTx(ctx context.Context, tx *store.Tx, name ledger.Account, alarm money.Amount) error {
	if !hasBudget(name) || alarm < 0 || alarm > mostBudget {
		return fault.New(fault.INVALID_INPUT, "%s can't have an alarm at %s baht", name, alarm)
	}
	if err := ledgerdb.New(tx).SetAlarm(ctx, string(name), int64(alarm)); err != nil {
		return fmt.Errorf("ledger: alarm of %s: %w", name, err)
	}
	return nil
}

// NoteLow records which budgets are below their alarm, and returns those that were not at the last call on any node. Run it
// every minute or so.
func (b *Service) NoteLow(ctx context.Context) (became []Budget, err error) {
	err = b.s.Write(store.Housekeeping(ctx), func(tx *store.Tx) error {
		became = nil
		q := ledgerdb.New(tx)
		all, err := list(ctx, q)
		if err != nil {
			return err
		}
		for _, x := range all {
			var since clock.Micros
			if x.Low() {
				since = clock.MicrosOf(tx.Now)
			}
			n, err := q.NoteLow(ctx, since, string(x.Account))
			if err != nil {
				return fmt.Errorf("ledger: budget of %s: %w", x.Account, err)
			}
			if n > 0 && x.Low() {
				became = append(became, x)
			}
		}
		return nil
	})
	return became, err
}

// house is how the names of the house's accounts begin.
const house = "house:"

// declared is an account in the section "budgets", in baht.
type declared struct {
	Left  json.Number `json:"left"`
	Alarm json.Number `json:"alarm"`
}

// Apply applies the section "budgets" of a content file, by the account's name without "house:". It has an effect only
// on accounts that have no budget yet.
func Apply(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error) {
	var c map[string]declared
	if err := content.Strict(section, &c); err != nil {
		return nil, fmt.Errorf("budgets: %w", err)
	}
	for _, short := range slices.Sorted(maps.Keys(c)) {
		name := ledger.Account(house + short)
		if !hasBudget(name) {
			return nil, content.At(short, fmt.Errorf("budgets: %q is no account with a budget; those are %v", short, ledger.Budgeted()))
		}
		left, err := baht(c[short].Left)
		if err != nil {
			return nil, content.At(short, content.At("left", fmt.Errorf("budgets: left of %s: %w", short, err)))
		}
		alarm, err := baht(c[short].Alarm)
		if err != nil {
			return nil, content.At(short, content.At("alarm", fmt.Errorf("budgets: alarm of %s: %w", short, err)))
		}
		n, err := ledgerdb.New(tx).AddBudget(ctx, string(name), int64(alarm))
		if err != nil {
			return nil, fmt.Errorf("budgets: %s: %w", short, err)
		}
		if n == 0 {
			continue
		}
		if err := setBudget(ctx, tx, name, left); err != nil {
			return nil, err
		}
		changes = append(changes, fmt.Sprintf("budgets: %s may pay %s baht, alarm at %s", name, left, alarm))
	}
	return changes, nil
}

// baht reads an amount in baht; an absent one is 0.
func baht(n json.Number) (money.Amount, error) {
	if n == "" {
		return 0, nil
	}
	a, err := money.Parse(n.String())
	if err == nil && (a < 0 || a > mostBudget) {
		err = fmt.Errorf("%s is below zero or too large for a budget", n)
	}
	return a, err
}

// Current returns the budgets as Apply takes them: what is left now, and the alarms. Applying it changes nothing, since each
// account has its budget already.
func Current(ctx context.Context, db content.DB) (json.RawMessage, error) {
	q := ledgerdb.New(db)
	rows, err := q.Budgets(ctx)
	if err != nil {
		return nil, fmt.Errorf("budgets: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	c := map[string]declared{}
	for _, row := range rows {
		a, err := q.Account(ctx, row.Account)
		if err != nil {
			return nil, fmt.Errorf("budgets: %s: %w", row.Account, err)
		}
		c[strings.TrimPrefix(row.Account, house)] = declared{
			Left: json.Number(max(leftOf(a), 0).String()), Alarm: json.Number(money.Amount(row.Alarm).String()),
		}
	}
	return json.Marshal(c)
}
