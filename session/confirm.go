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

// confirmedFor is how long a session counts as confirmed after its owner typed the password, or a code, in it (RULES.md section
// 12).
const confirmedFor = 5 * time.Minute

// Confirm records that the session's owner has just proved its identity, and returns until when that counts. The session is
// no longer quiet. NO_DATA: the session has ended.
func (s *Service) Confirm(ctx context.Context, audience Audience, subject, sessionID string) (until time.Time, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		until, err = s.ConfirmTx(ctx, tx, audience, subject, sessionID)
		return err
	})
	return until, err
}

// ConfirmTx is Confirm inside the caller's transaction.
func (s *Service) ConfirmTx(
	ctx context.Context, tx *store.Tx, audience Audience, subject, sessionID string,
) (until time.Time, err error) {
	until = tx.Now.Add(confirmedFor)
	n, err := sessiondb.New(tx).ConfirmSession(ctx, sessiondb.ConfirmSessionParams{
		ConfirmedUntil: clock.MicrosOf(until), ID: sessionID, Audience: string(audience), Subject: subject,
	})
	if err != nil {
		return until, fmt.Errorf("session: confirm: %w", err)
	}
	if n == 0 {
		return until, fault.New(fault.NO_DATA, "no such session")
	}
	tx.AfterCommit(func() { s.cache.forget(Ended{Audience: audience, Subject: subject, ID: sessionID}) })
	return until, nil
}

// Owner is what is known about the person who uses a session.
type Owner struct {
	// Began is when the session did. Until is until when its owner's identity counts as confirmed; zero: it never was.
	Began, Until time.Time
	// Quiet is Session.Quiet, as the database has it now.
	Quiet bool
}

// Owner returns what is known about the person who uses a session.
func (s *Service) Owner(ctx context.Context, audience Audience, subject, sessionID string) (o Owner, err error) {
	row, err := sessiondb.New(s.store.DB()).ConfirmedUntil(ctx, sessionID, string(audience), subject)
	if err != nil {
		return o, fmt.Errorf("session: owner: %w", err)
	}
	o.Began, o.Until = row.CreatedAt.Time(), row.ConfirmedUntil.Time()
	o.Quiet = row.WokenAt > 0 || isQuiet(row.SeenAt.Time(), s.store.Now())
	return o, nil
}
