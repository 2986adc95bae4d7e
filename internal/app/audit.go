package app

import (
	"context"
	"strings"
	"time"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/ledger/tally"
	"krapao/operator/audit"
)

// What checks that the books and their history are intact. A break stops automatic payouts.

// auditor checks the books all the time. It logs and counts what is wrong, and stops automatic payouts and the system that the
// account is about. A stop is tried again after each round until it succeeds: a break is found only once.
func (a *App) auditor(ctx context.Context) *proof.Auditor {
	stop := map[ledger.Account]brake.Against{} // whose systems are to be stopped, and what was found first
	return proof.NewAuditor(a.Store, proof.AuditorOptions{
		Further: provenTallies(a.Store),
		Found: func(p proof.Problem) {
			a.Metrics.Break()
			a.Log.Error("the books are not whole; automatic payouts stop", "account", string(p.Account), "what", p.What)
			if _, found := stop[p.Account]; !found {
				stop[p.Account] = brake.Against{Kind: brake.NotWhole, Account: string(p.Account), Detail: p.What}
			}
		},
		Done: func(_ time.Duration, err error) {
			a.Metrics.Audited(err)
			if err != nil {
				a.Log.Warn("the audit could not finish a round", "error", err)
			}
			for account, found := range stop {
				if err := a.stopsAt(ctx, account, found); err != nil {
					a.Log.Error("not all systems could be stopped yet", "account", string(account), "error", err)
					return
				}
				delete(stop, account)
			}
		},
	})
}

// provenTallies proves the tallies in each round of the audit.
func provenTallies(s *store.Store) func(context.Context) ([]proof.Problem, error) {
	auditor := tally.NewAuditor(s)
	return func(ctx context.Context) (problems []proof.Problem, err error) {
		found, err := auditor.Round(ctx)
		for _, p := range found {
			problems = append(problems, proof.Problem{Account: ledger.Account(p.Account), What: p.What})
		}
		return problems, err
	}
}

// chains are the audit log and the ledger as chains of signed rows.
type chains struct{ base }

// keeper records the heads of the chains at the witnesses. A difference from what a witness knows is a break of the books
// like any other.
func (c chains) keeper(brakes *brake.Service) *witness.Keeper {
	logged := map[string]bool{}
	return &witness.Keeper{
		Store: c.Store, Box: c.box, Places: c.Witnesses,
		Wrong: func(what string) {
			if logged[what] {
				return
			}
			c.Metrics.Break()
			c.Log.Error("history is not what it was; automatic payouts stop", "what", what)
			found := brake.Against{Kind: brake.Rewritten, Detail: what}
			if err := brakes.StopFor(context.Background(), brake.Payouts, found); err != nil {
				c.Log.Error("automatic payouts could not be stopped yet", "error", err)
				return // the next turn tries again
			}
			logged[what] = true
		},
		Failed: func(place string, err error) {
			c.Log.Warn("the heads of the chains could not be recorded", "place", place, "error", err)
		},
	}
}

// whole names what is wrong with the chains' signatures, and how the chains differ from what the witnesses know.
func (c chains) whole(ctx context.Context) (wrong []string, err error) {
	if wrong, err = witness.Check(ctx, c.Store, c.box); err != nil {
		return nil, err
	}
	for _, p := range c.Witnesses {
		differs, _, err := witness.Compare(ctx, c.Store, c.box, p)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, differs...)
	}
	return wrong, nil
}

// outside is what is known of the audit log beside its hashes. A place that does not answer says nothing about the log.
func (c chains) outside(ctx context.Context) (wrong []string, marks []audit.Mark, err error) {
	if wrong, err = witness.Check(ctx, c.Store, c.box); err != nil {
		return nil, nil, err
	}
	for _, p := range c.Witnesses {
		m := audit.Mark{Place: p.String()}
		if m.Number, m.At, err = witness.Known(ctx, c.box, p, witness.Audit); err != nil {
			m.Why = err.Error()
			marks = append(marks, m)
			continue
		}
		differs, _, err := witness.Compare(ctx, c.Store, c.box, p)
		if err != nil {
			return nil, nil, err
		}
		m.Agrees, m.Why = len(differs) == 0, strings.Join(differs, "; ")
		wrong, marks = append(wrong, differs...), append(marks, m)
	}
	return wrong, marks, nil
}
