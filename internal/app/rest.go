package app

import (
	"context"
	"slices"
	"time"

	"krapao/brake"
	"krapao/internal/app/job"
	"krapao/internal/app/outside"
	"krapao/internal/settle"
	"krapao/ledger"
	"krapao/operator"
	"krapao/quarantine"
	payoutbrake "krapao/withdraw/brake"
)

// stops are what keeps money still.
type stops struct {
	// Brake stops the payouts that nobody decides, and Brakes any system of the outside, those among them.
	Brake  *payoutbrake.Brake
	Brakes *brake.Service
	// Credentials stop systems whose part of the file was changed.
	Credentials *brake.Credentials
	// Quarantine keeps a restored store from moving money.
	Quarantine *quarantine.Service
}

func openStops(b base) stops {
	payouts := payoutbrake.New(b.Store)
	brakes := brake.New(b.Store, payouts)
	own := outside.Digests(b.Outside, b.OutsideFile, b.box.Index)
	return stops{payouts, brakes, brake.NewCredentials(b.Store, brakes, own, operator.CountTx), quarantine.New(b.Store, brakes)}
}

// What a restored store leaves alone until two persons have compared it with the outside (RULES.md section 14).

// Names of several systems, as quarantine.Service.Rests takes them: while one rests, what needs them waits. A report of play may
// be of several providers.
const (
	gateways  = "gateway:"
	providers = "provider:"
	every     = ""
)

// looksAgain is how often a node looks whether a system that it needs is lifted.
const looksAgain = 10 * time.Second

// resting makes a job wait while a system that it needs is in quarantine.
func (a *App) resting(system string, j job.Job) job.Job {
	run := j.Run
	if j.Every > 0 {
		j.Run = func(ctx context.Context) error {
			if rests, err := a.Quarantine.Rests(ctx, system); rests || err != nil {
				return err
			}
			return run(ctx)
		}
		return j
	}
	j.Run = func(ctx context.Context) error {
		for ctx.Err() == nil {
			rests, err := a.Quarantine.Rests(ctx, system)
			if err == nil && !rests {
				break
			}
			a.Store.Rest(ctx, looksAgain, looksAgain, nil)
		}
		return run(ctx)
	}
	return j
}

// restingLane makes transfers wait while the system that they are with is in quarantine.
func restingLane(q *quarantine.Service, system func(ledger.Transfer) string, l settle.Lane) settle.Lane {
	handle := l.Handle
	l.Handle = func(ctx context.Context, t ledger.Transfer) (settle.Result, error) {
		rests, err := q.Rests(ctx, system(t))
		if err != nil {
			return settle.Result{}, err
		}
		if rests {
			return settle.AgainIn(looksAgain, ledger.Detail{}), nil
		}
		return handle(ctx, t)
	}
	return l
}

// providerOf is the provider that a transfer is with.
func providerOf(t ledger.Transfer) string {
	for _, account := range []ledger.Account{t.Debit, t.Credit} {
		if provider, _, ok := account.Game(); ok {
			return brake.Provider(provider)
		}
	}
	return brake.Provider("")
}

func payoutsOf(ledger.Transfer) string { return brake.Payouts }

// quarantined are the systems that a restored store does not use: those that can be stopped, and those that were in use at its
// backup and are no more. Members of a closed game may still have money there.
func (s areas) quarantined(ctx context.Context) ([]string, error) {
	names, err := s.systems(ctx)
	if err != nil {
		return nil, err
	}
	names = append(names, brake.Links)
	for _, provider := range s.Games.Names() {
		names = append(names, brake.Provider(provider))
	}
	games, err := s.Games.Catalogue.Games(ctx)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		names = append(names, brake.Provider(g.Provider))
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
