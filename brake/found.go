package brake

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"krapao/brake/internal/brakedb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// What the product finds against a system, and stops it for.

// kept is what is stored of it. Since says of which stop: a node of a version before stops the payouts anew and leaves what was
// found at an earlier stop.
type kept struct {
	Since clock.Micros `json:"since"`
	Found []Against    `json:"found"`
}

// foundOf reads what was found at a stop. Where it can't be read, the words are all there is.
func foundOf(stored string, since clock.Micros) []Against {
	var k kept
	if json.Unmarshal([]byte(stored), &k) != nil || k.Since != since {
		return nil
	}
	return k.Found
}

// StopFor stops a system, as StopForTx does.
func (s *Service) StopFor(ctx context.Context, system string, found Against) error {
	return s.store.Write(ctx, func(tx *store.Tx) error { return s.StopForTx(ctx, tx, system, found, "") })
}

// StopForTx stops a system for what was found, which names the cause. by is the operator who had it looked for; empty: the
// product did. Where it is stopped already, nothing changes.
func (s *Service) StopForTx(ctx context.Context, tx *store.Tx, system string, found Against, by string) error {
	return s.stopForTx(ctx, tx, system, []Against{found}, by)
}

// stopForTx is StopForTx for several things; the first names the cause.
func (s *Service) stopForTx(ctx context.Context, tx *store.Tx, system string, found []Against, by string) error {
	stored, err := json.Marshal(kept{clock.MicrosOf(tx.Now), found})
	if err != nil {
		return fmt.Errorf("brake: stop %s: %w", system, err)
	}
	return s.stopTx(ctx, tx, system, brakedb.StopParams{
		Cause: string(found[0].cause()), Found: string(stored), Why: Says(found), StoppedBy: by,
	})
}

// RestoredTx stops automatic payouts of a store that was just restored from a backup, again if they were stopped before: what was
// found then is kept. Nothing that was approved in the backup is sent until two persons have compared it with the bank (RULES.md
// section 14).
func (s *Service) RestoredTx(ctx context.Context, tx *store.Tx) error {
	before, err := s.lockTx(ctx, tx, Payouts)
	if err == nil && !before.Since.IsZero() {
		err = s.payouts.ResumeTx(ctx, tx)
	}
	if err != nil {
		return err
	}
	return s.stopForTx(ctx, tx, Payouts, append([]Against{{Kind: Restored}}, earlier(before)...), "")
}

// earlier is what a stop of before a restoration was for: what was found, or what was said.
func earlier(b Stopped) []Against {
	if len(b.Found) == 0 && b.Why != "" {
		return []Against{{Kind: Earlier, Detail: b.Why}}
	}
	return slices.DeleteFunc(b.Found, func(a Against) bool { return a.Kind == Restored })
}

// What the area withdraw finds, which does not import this one.

// PaidAndRefusedTx stops automatic payouts because the bank says of one that it paid it, and that it refused it.
func (s *Service) PaidAndRefusedTx(ctx context.Context, tx *store.Tx, reference string) error {
	return s.StopForTx(ctx, tx, Payouts, Against{Kind: PaidAndRefused, Reference: reference}, "")
}

// PaidAfterReturnTx stops automatic payouts because one that was returned turned out to be paid.
func (s *Service) PaidAfterReturnTx(ctx context.Context, tx *store.Tx, reference string) error {
	return s.StopForTx(ctx, tx, Payouts, Against{Kind: PaidAfterReturn, Reference: reference}, "")
}

// UnansweredTx stops automatic payouts because the callout did not answer so many questions in a row.
func (s *Service) UnansweredTx(ctx context.Context, tx *store.Tx, questions int) error {
	return s.StopForTx(ctx, tx, Payouts, Against{Kind: Unanswered, Cases: int64(questions)}, "")
}
