package session

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// SeenLast is the last call of a subject's sessions that are still known; zero: there are none.
func (s *Service) SeenLast(ctx context.Context, audience Audience, subject string) (time.Time, error) {
	at, err := sessiondb.New(s.store.DB()).SeenLast(ctx, string(audience), subject)
	if err != nil {
		return time.Time{}, fmt.Errorf("session: last seen: %w", err)
	}
	return clock.Micros(at).Time(), nil
}

// Close ends one session of a subject: by a logout or from the list of sessions. NO_DATA: the session is not the subject's,
// or it has ended already.
func (s *Service) Close(ctx context.Context, audience Audience, subject, sessionID string) error {
	return s.store.Write(ctx, func(tx *store.Tx) error { return s.CloseTx(ctx, tx, audience, subject, sessionID) })
}

// CloseTx is Close inside the caller's transaction.
func (s *Service) CloseTx(ctx context.Context, tx *store.Tx, audience Audience, subject, sessionID string) error {
	n, err := sessiondb.New(tx).End(ctx, sessiondb.EndParams{
		EndedAt: clock.MicrosOf(tx.Now), ID: sessionID, Audience: string(audience), Subject: subject,
	})
	if err != nil {
		return fmt.Errorf("session: close: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NO_DATA, "no such session")
	}
	tx.AfterCommit(func() { s.ended(Ended{Audience: audience, Subject: subject, ID: sessionID}) })
	return nil
}

// CloseOthersTx ends every session of a subject except keep, inside the caller's transaction. An empty keep ends all.
func (s *Service) CloseOthersTx(ctx context.Context, tx *store.Tx, audience Audience, subject, keep string) error {
	err := sessiondb.New(tx).EndOthers(ctx, sessiondb.EndOthersParams{
		EndedAt: clock.MicrosOf(tx.Now), Audience: string(audience), Subject: subject, ID: keep,
	})
	if err != nil {
		return fmt.Errorf("session: close others: %w", err)
	}
	tx.AfterCommit(func() { s.ended(Ended{Audience: audience, Subject: subject, Except: keep}) })
	return nil
}

// CloseAllTx ends every session of everybody, and returns how many. It is for a restored store, whose tokens may have been
// ended since the backup. No node runs on the store yet, so no observer is called.
func (s *Service) CloseAllTx(ctx context.Context, tx *store.Tx) (ended int64, err error) {
	if ended, err = sessiondb.New(tx).EndAll(ctx, clock.MicrosOf(tx.Now)); err != nil {
		return 0, fmt.Errorf("session: close all: %w", err)
	}
	return ended, nil
}

// RestampTx keeps one session valid after a change of its owner's password, which made stamp. All others answer
// INVALID_USER_3 from then on, at once on this node.
func (s *Service) RestampTx(ctx context.Context, tx *store.Tx, audience Audience, subject, keep string, stamp int64) error {
	if err := sessiondb.New(tx).Restamp(ctx, sessiondb.RestampParams{
		Stamp: stamp, ID: keep, Audience: string(audience), Subject: subject,
	}); err != nil {
		return fmt.Errorf("session: restamp: %w", err)
	}
	tx.AfterCommit(func() {
		s.cache.forget(Ended{Audience: audience, Subject: subject})
		s.ended(Ended{Audience: audience, Subject: subject, Except: keep})
	})
	return nil
}

// StandingChanged makes this node read a subject's standing again: it was deactivated or erased.
func (s *Service) StandingChanged(audience Audience, subject string) {
	s.ended(Ended{Audience: audience, Subject: subject})
}

// List returns a subject's live sessions, most recently used first.
func (s *Service) List(ctx context.Context, audience Audience, subject string) ([]View, error) {
	standing, err := s.subjects[audience].Standing(ctx, subject)
	if err != nil {
		return nil, fmt.Errorf("session: standing: %w", err)
	}
	rows, err := sessiondb.New(s.store.DB()).SessionsOf(ctx, sessiondb.SessionsOfParams{
		Audience: string(audience), Subject: subject, ExpiresAt: clock.MicrosOf(s.store.Now()), Stamp: standing.Stamp,
	})
	if err != nil {
		return nil, fmt.Errorf("session: list: %w", err)
	}
	views := make([]View, len(rows))
	for i, r := range rows {
		views[i] = View{
			ID: r.ID, Remembered: r.Remembered, Address: r.Address, Agent: r.Agent, Way: r.Way,
			CreatedAt: r.CreatedAt.Time(), SeenAt: r.SeenAt.Time(), ExpiresAt: r.ExpiresAt.Time(),
			EndsAt: s.termsOf(audience, r.Remembered).end(r.CreatedAt.Time()),
		}
	}
	return views, nil
}

// Prune deletes sessions that ended or expired more than 30 days ago, and returns how many. Run it from time to time.
func (s *Service) Prune(ctx context.Context) (removed int64, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		removed, err = sessiondb.New(tx).PruneSessions(ctx, clock.MicrosOf(tx.Now.Add(-keepEnded)))
		return err
	})
	return removed, err
}
