package session

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// confirmedFor is how long a session counts as its owner's after the password was given in it (RULES.md section 12).
const confirmedFor = 5 * time.Minute

// Confirm notes that the session's owner has just shown who it is, and returns until when that counts; it was quiet no more.
// NO_DATA where the session has ended.
func (s *Service) Confirm(ctx context.Context, audience Audience, subject, sessionID string) (until time.Time, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		until = tx.Now.Add(confirmedFor)
		n, err := sessiondb.New(tx).ConfirmSession(ctx, sessiondb.ConfirmSessionParams{
			ConfirmedUntil: until.UnixMicro(), ID: sessionID, Audience: string(audience), Subject: subject,
		})
		if err == nil && n == 0 {
			return fault.New(fault.NO_DATA, "no such session")
		}
		return err
	})
	if err != nil {
		return until, fmt.Errorf("session: confirm: %w", err)
	}
	s.cache.forget(Ended{Audience: audience, Subject: subject, ID: sessionID})
	return until, nil
}

// Owner is what is known of who sits at a session.
type Owner struct {
	// Began is when the session did. Until is how long its owner counts as having shown who it is; zero: it never did.
	Began, Until time.Time
	// Quiet is Session's, as the database has it now.
	Quiet bool
}

// Owner tells of one session who sits there.
func (s *Service) Owner(ctx context.Context, audience Audience, subject, sessionID string) (o Owner, err error) {
	row, err := sessiondb.New(s.store.DB()).ConfirmedUntil(ctx, sessionID, string(audience), subject)
	if err != nil {
		return o, fmt.Errorf("session: owner: %w", err)
	}
	if row.ConfirmedUntil != 0 {
		o.Until = instant(row.ConfirmedUntil)
	}
	o.Began, o.Quiet = instant(row.CreatedAt), row.WokenAt > 0 || isQuiet(instant(row.SeenAt), s.store.Now())
	return o, nil
}
