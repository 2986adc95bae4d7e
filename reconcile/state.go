package reconcile

import (
	"context"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/reconcile/internal/reconciledb"
)

// ProviderState is what is known of a provider.
type ProviderState struct {
	Provider string
	// Connected: this program can reach it.
	Connected bool
	// Doubts are transfers with an unknown outcome; Oldest is when the first of them became unknown.
	Doubts int
	Oldest time.Time
	// Cases are undecided differences.
	Cases int
	// Day is the newest day whose comparison has begun; the zero one: none yet. Waiting are days that are not finished,
	// WaitingSince the first of them.
	Day          ComparedDay
	Waiting      int
	WaitingSince string
}

// ComparedDay is the progress of a day.
type ComparedDay struct {
	Day string
	// Method is list, reference or none.
	Method string
	Done   bool
	// Ours are our transfers, Theirs the provider's rows or answers, Compared ours that were compared, Undecided ours
	// that could not be compared, Differences open cases.
	Ours, Theirs, Compared, Undecided, Differences int
	// Tries are failures in a row. Reason is the error after which it is tried again, or the last one that could not be compared.
	Tries  int
	Reason string
	// At is when this was stored, Next when it is compared again.
	At, Next time.Time
}

// Providers returns every provider of the catalogue, in its order.
func (r *Service) Providers(ctx context.Context) ([]ProviderState, error) {
	games, err := r.games.Catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	list := []ProviderState{}
	at := map[string]*ProviderState{}
	for _, name := range providersOf(games) {
		list = append(list, ProviderState{Provider: name, Connected: r.games.Provider(name) != nil})
	}
	for i := range list {
		at[list[i].Provider] = &list[i]
	}
	if err := r.fill(ctx, at); err != nil {
		return nil, fmt.Errorf("reconcile: read the state of providers: %w", err)
	}
	return list, nil
}

func (r *Service) fill(ctx context.Context, at map[string]*ProviderState) error {
	q := reconciledb.New(r.store.DB())
	doubts, err := q.DoubtsByProvider(ctx)
	if err != nil {
		return err
	}
	for _, d := range doubts {
		if p := at[d.Provider]; p != nil {
			p.Doubts, p.Oldest = int(d.Doubts), clock.Micros(d.Oldest).Time()
		}
	}
	cases, err := q.CasesByProvider(ctx)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if p := at[c.Provider]; p != nil {
			p.Cases = int(c.Cases)
		}
	}
	waiting, err := q.OpenDays(ctx)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		if p := at[w.Provider]; p != nil {
			p.Waiting, p.WaitingSince = int(w.Days), w.Oldest
		}
	}
	days, err := q.BegunDays(ctx)
	if err != nil {
		return err
	}
	for _, d := range days {
		if p := at[d.Provider]; p != nil {
			p.Day = comparedFrom(d)
		}
	}
	return nil
}

func comparedFrom(d reconciledb.ReconcileDay) ComparedDay {
	c := ComparedDay{
		Day: d.Day, Method: d.Method, Done: d.State == dayDone, Ours: int(d.Ours), Theirs: int(d.Theirs), Compared: int(d.Compared),
		Undecided: int(d.Waiting), Differences: int(d.Differences), Tries: int(d.Tries), Reason: d.Reason,
		At: d.UpdatedAt.Time(),
	}
	if !c.Done {
		c.Next = d.DueAt.Time()
	}
	return c
}

// Around is what the books have of the member and the account of a case.
type Around struct {
	Wallet, Game, Owed money.Amount
	// ReadAt is when the game's balance was last read.
	ReadAt time.Time
}

// Around reads the balances around a case. If we have no such account, only the game's.
func (r *Service) Around(ctx context.Context, member, provider, username string) (Around, error) {
	names := []ledger.Account{ledger.Wallet(member), ledger.Game(provider, username)}
	found, err := r.books.Balances(ctx, names...)
	if err != nil {
		return Around{}, fmt.Errorf("reconcile: read balances: %w", err)
	}
	around := Around{Wallet: found[names[0]].Available(), Game: found[names[1]].Posted}
	if around.Owed, err = r.books.OwedBy(ctx, member); err != nil {
		return Around{}, err
	}
	a, err := r.games.Accounts.Named(ctx, provider, username)
	if err != nil && !store.NotFound(err) {
		return Around{}, err
	}
	around.ReadAt = a.ReadAt
	return around, nil
}
