package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"krapao/fault"
	"krapao/internal/content"
	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
	"krapao/money"
)

// Budgets of the house's accounts that pay members (RULES.md section 2). A budget is the account's floor and nothing else:
// what is left is what is available above it, and the database refuses whatever goes below. Content sets one before the
// first use; from then on it is an operator's.

// Budgeted are the accounts that have a budget.
func Budgeted() []Account { return []Account{Bonus, Promotion, Invite, Refund, Prize} }

// Budget is how much a house account may still pay.
type Budget struct {
	Account Account
	Left    money.Amount
	// Alarm: below it, operators are told.
	Alarm money.Amount
	// LowSince is when that was first seen; zero while there is enough.
	LowSince time.Time
}

// Low tells that less is left than operators want to know of.
func (b Budget) Low() bool { return b.Left < b.Alarm }

// Budgets lists all budgeted accounts.
func (l *Ledger) Budgets(ctx context.Context) ([]Budget, error) {
	return budgetsOf(ctx, l.q, ledgerdb.New(l.s.DB()))
}

func budgetsOf(ctx context.Context, q *ledgerdb.Queries, house *ledgerdb.Queries) ([]Budget, error) {
	rows, err := house.Budgets(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: budgets: %w", err)
	}
	alarms := map[Account]ledgerdb.HouseBudget{}
	for _, row := range rows {
		alarms[Account(row.Account)] = row
	}
	var list []Budget
	for _, name := range Budgeted() {
		a, err := q.Account(ctx, string(name))
		if err != nil && !store.NotFound(err) {
			return nil, fmt.Errorf("ledger: budget of %s: %w", name, err)
		}
		b := Budget{Account: name, Left: leftOf(a), Alarm: money.Amount(alarms[name].Alarm)}
		if since := alarms[name].LowSince; since != 0 {
			b.LowSince = time.UnixMicro(since).UTC()
		}
		list = append(list, b)
	}
	return list, nil
}

func availableOf(a ledgerdb.Account) int64 { return a.CreditsPosted - a.DebitsPosted - a.DebitsPending }

func leftOf(a ledgerdb.Account) money.Amount { return money.Amount(availableOf(a) - a.Floor) }

// mostBudget bounds a budget, so that no floor overflows.
const mostBudget = money.Amount(math.MaxInt64 / 8)

// SetBudgetTx says how much an account may pay from now on. INVALID_INPUT for accounts that have no budget, and below zero.
func (l *Ledger) SetBudgetTx(ctx context.Context, tx *store.Tx, name Account, left money.Amount) error {
	if err := setBudget(ctx, tx, name, left); err != nil {
		return err
	}
	if _, err := ledgerdb.New(tx).AddBudget(ctx, string(name), 0); err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	return nil
}

func setBudget(ctx context.Context, tx *store.Tx, name Account, left money.Amount) error {
	if !name.budgeted() || left < 0 || left > mostBudget {
		return fault.New(fault.INVALID_INPUT, "no budget of %s baht for %s", left, name)
	}
	q := ledgerdb.New(tx)
	number, err := q.AccountNumber(ctx, string(name)) // the migration opened it
	if err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	if _, err := loadAccount(ctx, txRunner{tx}, number); err != nil { // locks it
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	a, err := q.Account(ctx, string(name))
	if err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	n, err := q.SetFloor(ctx, availableOf(a)-int64(left), number)
	if err == nil && n == 0 {
		err = fmt.Errorf("it changed under its lock")
	}
	if err != nil {
		return fmt.Errorf("ledger: budget of %s: %w", name, err)
	}
	return nil
}

// SetAlarmTx says below which amount operators are told.
func (l *Ledger) SetAlarmTx(ctx context.Context, tx *store.Tx, name Account, alarm money.Amount) error {
	if !name.budgeted() || alarm < 0 || alarm > mostBudget {
		return fault.New(fault.INVALID_INPUT, "no alarm at %s baht for %s", alarm, name)
	}
	if err := ledgerdb.New(tx).SetAlarm(ctx, string(name), int64(alarm)); err != nil {
		return fmt.Errorf("ledger: alarm of %s: %w", name, err)
	}
	return nil
}

// NoteLow writes down which budgets are below their alarm, and returns those that were not when it was last called, on any
// node. Run it every minute or so.
func (l *Ledger) NoteLow(ctx context.Context) (became []Budget, err error) {
	err = l.s.Write(ctx, func(tx *store.Tx) error {
		became = nil
		house := ledgerdb.New(tx)
		list, err := budgetsOf(ctx, ledgerdb.New(tx), house)
		if err != nil {
			return err
		}
		for _, b := range list {
			since := int64(0)
			if b.Low() {
				since = tx.Now.UnixMicro()
			}
			n, err := house.NoteLow(ctx, since, string(b.Account))
			if err != nil {
				return fmt.Errorf("ledger: budget of %s: %w", b.Account, err)
			}
			if n > 0 && b.Low() {
				became = append(became, b)
			}
		}
		return nil
	})
	return became, err
}

// budgetContent is an account in the section "budgets", in baht.
type budgetContent struct {
	Left  json.Number `json:"left"`
	Alarm json.Number `json:"alarm"`
}

// ApplyBudgets takes the section "budgets" of a content file: by the account's name without "house:". It counts for an
// account that has no budget yet.
func ApplyBudgets(ctx context.Context, tx *store.Tx, section json.RawMessage) (changes []string, err error) {
	var c map[string]budgetContent
	if err := content.Strict(section, &c); err != nil {
		return nil, fmt.Errorf("budgets: %w", err)
	}
	for _, short := range slices.Sorted(maps.Keys(c)) {
		name := Account("house:" + short)
		if !name.budgeted() {
			return nil, fmt.Errorf("budgets: %q pays no members; there are %v", short, Budgeted())
		}
		left, err := baht(c[short].Left)
		if err != nil {
			return nil, fmt.Errorf("budgets: left of %s: %w", short, err)
		}
		alarm, err := baht(c[short].Alarm)
		if err != nil {
			return nil, fmt.Errorf("budgets: alarm of %s: %w", short, err)
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

// baht reads an amount that may be absent: 0.
func baht(n json.Number) (money.Amount, error) {
	if n == "" {
		return 0, nil
	}
	a, err := money.Parse(n.String())
	if err == nil && (a < 0 || a > mostBudget) {
		err = fmt.Errorf("%s is not an amount of a budget", n)
	}
	return a, err
}
