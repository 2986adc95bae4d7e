package session

import (
	"context"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	sessionq "krapao/internal/store/q/session"
)

// confirmedFor is how long a session counts as its owner's after the password was given in it (RULES.md section 12).
const confirmedFor = 5 * time.Minute

// Confirm notes that the session's owner has just shown who it is, and returns until when that counts. NO_DATA where the
// session has ended.
func (s *Service) Confirm(ctx context.Context, audience Audience, subject, sessionID string) (until time.Time, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		until = tx.Now.Add(confirmedFor)
		n, err := sessionq.New(tx).ConfirmSession(ctx, sessionq.ConfirmSessionParams{
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
	return until, nil
}

// Confirmed tells of one session when it began, and until when its owner counts as having shown who it is; zero: it never did.
func (s *Service) Confirmed(ctx context.Context, audience Audience, subject, sessionID string) (began, until time.Time, err error) {
	row, err := sessionq.New(s.store.DB()).ConfirmedUntil(ctx, sessionID, string(audience), subject)
	if err != nil {
		return began, until, fmt.Errorf("session: confirmed: %w", err)
	}
	if row.ConfirmedUntil != 0 {
		until = instant(row.ConfirmedUntil)
	}
	return instant(row.CreatedAt), until, nil
}
