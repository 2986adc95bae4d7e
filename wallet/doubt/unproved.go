package doubt

import (
	"context"
	"fmt"
	"time"

	"krapao/game"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/wallet/doubt/clue"
	"krapao/wallet/internal/walletdb"
)

// A returned transfer without proof either way becomes an operator's case: the operator decides it as moved or not moved,
// like any difference with a provider. It is still asked about, but seldom; an answer closes the case.

// seldom is by how much the pause between checks grows while operators have the case.
const seldom = 60

// postponeCheck ends a check without an answer. It does not count as one of Settings.Rechecks: the next try is soon. Once
// the last answer is overdue, an operator gets the case and tries are seldom. This is stored even if the check has no
// time left, because a provider that hangs uses all of it.
func (s *Service) postponeCheck(ctx context.Context, a game.Account, t ledger.Transfer, d *Record, reason string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	over := s.overdue(a, t)
	reason = game.Printable(reason) // the provider's own words may be in it
	next := d.CheckAt
	if over {
		d.Reason, next = reason, clock.MicrosOf(s.store.Now().Add(seldom*s.retryCheck()))
		if err := s.makeUnprovedCase(ctx, a, t, *d); err != nil {
			return err
		}
	}
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return walletdb.New(tx).NoteCheck(ctx, walletdb.NoteCheckParams{
			Transfer: d.Transfer, NextAt: next, SeenAt: d.SeenAt, SeenResult: d.SeenResult, Reason: reason,
			UpdatedAt: clock.MicrosOf(tx.Now), TakenUntil: d.CheckAt,
		})
	})
	if err != nil {
		return fmt.Errorf("wallet: note a check: %w", err)
	}
	return nil
}

// overdue reports whether the answer to the last of Settings.Rechecks is overdue: by Settings.UnprovedAfter, and where
// rounds decide, also by the time that they may be listed late.
func (s *Service) overdue(a game.Account, t ledger.Transfer) bool {
	wait := s.settings.UnprovedAfter
	if n := len(s.settings.Rechecks); n > 0 {
		wait += s.settings.Rechecks[n-1]
	}
	if p := s.games.Provider(a.Provider); p != nil && !p.Capabilities().CheckByReference {
		wait += p.Capabilities().ReportLag
	}
	return s.store.Now().Sub(t.SettledAt) > wait
}

// makeUnprovedCase adds the case, once.
func (s *Service) makeUnprovedCase(ctx context.Context, a game.Account, t ledger.Transfer, d Record) error {
	f, err := s.returnedFinding(ctx, a, t, d, Unproved)
	if err != nil {
		return err
	}
	return s.cases.Add(ctx, f)
}

// makeAmountCase ends the checks of a returned transfer of which the provider says that it moved another amount. Nothing
// of that is booked automatically, and asking again would not change it, so an operator decides.
func (s *Service) makeAmountCase(ctx context.Context, a game.Account, t ledger.Transfer, d *Record, o game.Outcome) error {
	d.Reason = clue.OtherAmount.With(o.Moved.String())
	f, err := s.returnedFinding(ctx, a, t, *d, AnotherAmount)
	if err != nil {
		return err
	}
	f.Theirs = Satang(o.Moved, a.Factor)
	f.Evidence.Theirs = append(f.Evidence.Theirs, TheirSideOf(game.Listed{
		Reference: f.Reference, Outside: game.Printable(o.Outside), Username: a.Username, Credits: o.Moved, At: s.store.Now(),
	}))
	if err := s.cases.Add(ctx, f); err != nil {
		return err
	}
	return s.endCheck(ctx, d, StateReturned, 0)
}

// showBooking makes a case of a proven transfer whose money could not be taken back in time. It needs no decision:
// operators see that it is being booked, and Correct continues where the re-check stopped. Money that belongs to the
// member needs no case, because nothing delays it.
func (s *Service) showBooking(ctx context.Context, a game.Account, t ledger.Transfer, d *Record) error {
	if !s.overdue(a, t) || t.Kind != game.KindIn {
		return nil
	}
	f, err := s.returnedFinding(ctx, a, t, *d, Unproved)
	if err != nil {
		return err
	}
	c, err := f.params()
	if err != nil {
		return err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := walletdb.New(tx).EndCheck(ctx, endCheckParams(tx, d, StateLate, 0))
		if err != nil || n == 0 {
			return err
		}
		c.FoundAt = clock.MicrosOf(tx.Now)
		q := walletdb.New(tx)
		if c.ID, err = q.AddCase(ctx, c); err != nil {
			return err
		}
		_, err = q.DecideCase(ctx, walletdb.DecideCaseParams{
			State: string(CaseBooking), Outcome: string(ItMoved), Booking: d.Proven, DueAt: clock.MicrosOf(tx.Now),
			Note: string(clue.StillBooked), DecidedAt: clock.MicrosOf(tx.Now), ID: c.ID,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("wallet: show a booking: %w", err)
	}
	return nil
}

// returnedFinding describes a returned transfer as a case. It assumes on the provider's side that the order was carried
// out.
func (s *Service) returnedFinding(
	ctx context.Context, a game.Account, t ledger.Transfer, d Record, kind DifferenceKind,
) (Finding, error) {
	theirs := t.Amount
	if t.Kind == game.KindOut {
		theirs = -theirs
	}
	evidence, err := s.cases.Evidence(ctx, Side{Transfer: t, Username: a.Username, Doubt: &d})
	return Finding{
		Provider: a.Provider, Day: t.CreatedAt.In(clock.Bangkok).Format(time.DateOnly), Kind: kind, Reference: s.books.Reference(t.ID),
		Transfer: t.ID, Username: a.Username, Member: t.Member, Theirs: theirs, Evidence: evidence,
	}, err
}

// closeUnprovedTx closes the case of a transfer whose check has an answer after all.
func closeUnprovedTx(ctx context.Context, tx *store.Tx, d Record) error {
	q := walletdb.New(tx)
	cases, err := q.CasesOfTransfer(ctx, d.Provider, d.Transfer)
	if err != nil {
		return err
	}
	for _, c := range cases {
		if c.Kind != string(Unproved) {
			continue
		}
		_, err := q.DecideCase(ctx, walletdb.DecideCaseParams{
			State: string(CaseClosed), Outcome: string(Agreeing), Note: string(clue.FoundLater),
			DecidedAt: clock.MicrosOf(tx.Now), ID: c.ID,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endChecksTx ends the checks of a returned transfer that an operator has decided.
func endChecksTx(ctx context.Context, tx *store.Tx, x Difference, outcome CaseOutcome) error {
	if x.Kind != Unproved && x.Kind != AnotherAmount {
		return nil
	}
	state := StateReturned
	if outcome == ItMoved {
		state = StateLate
	}
	return walletdb.New(tx).DecideCheck(ctx, state, clock.MicrosOf(tx.Now), int64(x.Transfer))
}
