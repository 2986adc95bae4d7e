package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// Check answers who a token belongs to, or why it no longer counts (API.md, Conventions):
// INVALID_TOKEN (unknown, malformed, ended), INVALID_USER_4 (another audience's), EXPIRED_AUTH_TOKEN (past its end),
// INVALID_USER_1 (the owner is gone), INVALID_USER_2 (deactivated), INVALID_USER_3 (the password changed since).
func (s *Service) Check(ctx context.Context, audience Audience, token string) (Session, error) {
	if len(token) != tokenLength {
		return Session{}, fault.New(fault.INVALID_TOKEN, "")
	}
	key, now := hash(token), s.store.Now()
	found, generation := s.cache.get(key, now)
	if found == nil {
		var err error
		if found, err = s.read(ctx, key); err != nil {
			return Session{}, err
		}
		s.cache.put(key, found, now, generation)
	}
	if err := found.verdict(audience, now); err != nil {
		return Session{}, err
	}
	session := found.session(now)
	s.slide(ctx, found, now)
	return session, nil
}

// known is a session's row with its owner's standing, both as read at one moment.
type known struct {
	id         string
	audience   Audience
	subject    string
	stamp      int64
	remembered bool
	ended      bool
	woken      bool
	openedAt   time.Time
	seenAt     time.Time
	expiresAt  time.Time
	owner      Standing
}

func (k *known) session(now time.Time) Session {
	return Session{
		ID: k.id, Audience: k.audience, Subject: k.subject, Remembered: k.remembered, ExpiresAt: k.expiresAt,
		Quiet: k.woken || isQuiet(k.seenAt, now),
	}
}

// isQuiet reports whether a session that was seen last at an instant counts as left alone.
func isQuiet(seen, now time.Time) bool { return now.Sub(seen) >= quiet }

func (k *known) verdict(audience Audience, now time.Time) error {
	switch {
	case k.ended:
		return fault.New(fault.INVALID_TOKEN, "")
	case k.audience != audience:
		return fault.New(fault.INVALID_USER_4, "")
	case !now.Before(k.expiresAt), !now.Before(end(k.openedAt, k.remembered)):
		return fault.New(fault.EXPIRED_AUTH_TOKEN, "")
	case !k.owner.Exists:
		return fault.New(fault.INVALID_USER_1, "")
	case !k.owner.Active:
		return fault.New(fault.INVALID_USER_2, "")
	case k.stamp < k.owner.Stamp:
		return fault.New(fault.INVALID_USER_3, "")
	}
	return nil
}

// read loads a session and its owner's standing. An unknown token is refused here and not remembered: guesses would
// only push real sessions out of the cache.
func (s *Service) read(ctx context.Context, key string) (*known, error) {
	row, err := sessiondb.New(s.store.DB()).SessionByToken(ctx, key)
	if store.NotFound(err) {
		return nil, fault.New(fault.INVALID_TOKEN, "")
	}
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	k := &known{
		id: row.ID, audience: Audience(row.Audience), subject: row.Subject, stamp: row.Stamp,
		remembered: row.Remembered, ended: row.EndedAt > 0,
		woken: row.WokenAt > 0, openedAt: instant(row.CreatedAt), seenAt: instant(row.SeenAt), expiresAt: instant(row.ExpiresAt),
	}
	subjects := s.subjects[k.audience]
	if subjects == nil {
		return nil, errors.New("session: no one tells the standing of audience " + row.Audience)
	}
	if k.owner, err = subjects.Standing(ctx, k.subject); err != nil {
		return nil, fmt.Errorf("session: standing: %w", err)
	}
	return k, nil
}

// slideWithin is what that may take: a database that can't be written now keeps nobody from reading.
const slideWithin = patience.Book / 4

// slide moves the end of a session that is in use, at most once a minute, and notes that it had been quiet. A failure is not
// the caller's: the session still counts, and the next request tries again.
func (s *Service) slide(ctx context.Context, k *known, now time.Time) {
	if now.Sub(k.seenAt) < slideEvery {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, slideWithin)
	defer cancel()
	expires := now.Add(life(k.remembered))
	if last := end(k.openedAt, k.remembered); expires.After(last) {
		expires = last
	}
	err := s.store.Write(ctx, func(tx *store.Tx) error {
		return sessiondb.New(tx).Slide(ctx, sessiondb.SlideParams{
			SeenAt: now.UnixMicro(), QuietSince: now.Add(-quiet).UnixMicro(), ExpiresAt: expires.UnixMicro(), ID: k.id,
		})
	})
	if err == nil {
		s.cache.forget(Ended{Audience: k.audience, Subject: k.subject, ID: k.id})
	}
}
