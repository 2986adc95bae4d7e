package wallet

import (
	"context"
	"fmt"

	"krapao/game"
	"krapao/internal/id"
	"krapao/internal/store"
	reconcileq "krapao/internal/store/q/reconcile"
	walletq "krapao/internal/store/q/wallet"
	"krapao/ledger"
)

// A returned transfer of which nothing proves in time whether the provider applied it after all is an operator's case: it is
// decided as moved or not, like any difference with a provider. It is still asked about, but seldom; an answer closes the
// case.

// seldom is how many times longer than usual a check waits while operators have the case.
const seldom = 60

// noAnswer ends a check that had none: the next is soon. The last is not used up by it, but there is an end.
func (s *Service) noAnswer(ctx context.Context, a game.Account, t ledger.Transfer, d *walletq.GameDoubt, reason string) error {
	over, err := s.overdue(ctx, a, t)
	if err != nil {
		return err
	}
	reason = game.Printable(reason) // the provider's own words may be in it
	next := d.CheckAt
	if over {
		d.Reason, next = reason, s.store.Now().Add(seldom*s.retryCheck()).UnixMicro()
		if err := s.unproved(ctx, a, t, *d); err != nil {
			return err
		}
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		return walletq.New(tx).NoteCheck(ctx, walletq.NoteCheckParams{
			Transfer: d.Transfer, NextAt: next, SeenAt: d.SeenAt, SeenResult: d.SeenResult, Reason: reason,
			UpdatedAt: tx.Now.UnixMicro(), TakenUntil: d.CheckAt,
		})
	})
	if err != nil {
		return fmt.Errorf("wallet: note a check: %w", err)
	}
	return nil
}

// overdue tells that the last of Settings.Rechecks should have had its answer: Settings.UnprovedAfter later, and where it is
// found by the provider's report, as much later again as that may be late, and a round in it may take.
func (s *Service) overdue(ctx context.Context, a game.Account, t ledger.Transfer) (bool, error) {
	wait := s.settings.UnprovedAfter
	if n := len(s.settings.Rechecks); n > 0 {
		wait += s.settings.Rechecks[n-1]
	}
	if p := s.games.Provider(a.Provider); p != nil && !p.Capabilities().CheckByReference && !p.Capabilities().Rounds {
		caps := p.Capabilities()
		wait += caps.ReportLag
		if caps.Report == game.ReportRounds {
			settles, err := s.settleTime(ctx, a.Provider)
			if err != nil {
				return false, err
			}
			wait += settles
		}
	}
	return s.store.Now().Sub(t.SettledAt) > wait, nil
}

// unproved makes the case, once.
func (s *Service) unproved(ctx context.Context, a game.Account, t ledger.Transfer, d walletq.GameDoubt) error {
	o := own{Transfer: t, reference: s.books.Reference(t.ID), username: a.Username, factor: a.Factor, doubt: &d}
	evidence, err := s.evidence(ctx, o)
	if err != nil {
		return err
	}
	text, err := evidence.text()
	if err != nil {
		return err
	}
	return s.writeCase(ctx, reconcileq.AddCaseParams{
		ID: id.Text(10), Provider: a.Provider, Day: dayOf(t.CreatedAt), Kind: string(Unproved), Reference: o.reference,
		Transfer: int64(t.ID), Username: a.Username, Member: t.Member, Theirs: int64(o.sign() * t.Amount), Detail: text,
	})
}

// closeUnproved ends the case of a check that has its answer after all.
func closeUnproved(ctx context.Context, tx *store.Tx, d walletq.GameDoubt) error {
	q := reconcileq.New(tx)
	cases, err := q.CasesOfTransfer(ctx, d.Provider, d.Transfer)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if c.Kind != string(Unproved) {
			continue
		}
		_, err := q.DecideCase(ctx, reconcileq.DecideCaseParams{
			State: string(CaseClosed), Outcome: string(Agreeing), Note: "a later check found out", DecidedAt: tx.Now.UnixMicro(), ID: c.ID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// decideUnproved ends the questions about a returned transfer by an operator's word.
func decideUnproved(ctx context.Context, tx *store.Tx, x Difference, outcome CaseOutcome) error {
	if x.Kind != Unproved {
		return nil
	}
	state := endReturned
	if outcome == ItMoved {
		state = endLate
	}
	return walletq.New(tx).DecideCheck(ctx, state, tx.Now.UnixMicro(), int64(x.Transfer))
}
