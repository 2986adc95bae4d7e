package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// Check returns the session of a token, or why the token no longer counts (API.md, Conventions): INVALID_TOKEN (unknown,
// malformed, ended), INVALID_USER_4 (made for another audience), EXPIRED_AUTH_TOKEN (expired), INVALID_USER_1 (its owner does
// not exist), INVALID_USER_2 (its owner is deactivated), INVALID_USER_3 (the password has changed).
func (s *Service) Check(ctx context.Context, audience Audience, token string) (Session, error) {
	return s.check(ctx, audience, token, s.slide)
}

// CheckUnattended is Check for a call that nobody asked for, such as one that a page repeats by itself: it is no use of the
// session, whose end stays where it is.
func (s *Service) CheckUnattended(ctx context.Context, audience Audience, token string) (Session, error) {
	return s.check(ctx, audience, token, func(context.Context, string, *known, time.Time) {})
}

// check finds a session. used notes that it was used at a time.
func (s *Service) check(
	ctx context.Context, audience Audience, token string, used func(ctx context.Context, key string, k *known, now time.Time),
) (Session, error) {
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
	if err := found.refusal(audience, now); err != nil {
		return Session{}, err
	}
	session := found.session(now)
	used(ctx, key, found, now)
	return session, nil
}

// known is a session's row with its owner's standing, read together.
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
	terms      terms
	owner      Standing
}

func (k *known) session(now time.Time) Session {
	return Session{
		ID: k.id, Audience: k.audience, Subject: k.subject, Remembered: k.remembered,
		ExpiresAt: k.expiresAt, EndsAt: k.terms.end(k.openedAt),
		Quiet: k.woken || isQuiet(k.seenAt, now),
	}
}

// isQuiet reports whether a session that was last used at seen counts as quiet.
func isQuiet(seen, now time.Time) bool { return now.Sub(seen) >= quiet }

// refusal returns why a session does not count.
func (k *known) refusal(audience Audience, now time.Time) error {
	switch {
	case k.ended:
		return fault.New(fault.INVALID_TOKEN, "")
	case k.audience != audience:
		return fault.New(fault.INVALID_USER_4, "")
	case !now.Before(k.expiresAt), !now.Before(k.terms.end(k.openedAt)),
		k.terms.exact && k.expiresAt.Sub(now) > k.terms.Idle+clock.Skew:
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

// read loads a session and its owner's standing. An unknown token is refused here and not remembered: guesses would push real
// sessions out of the cache.
func (s *Service) read(ctx context.Context, key string) (*known, error) {
	row, err := s.rows.At(ctx, key)
	if store.NotFound(err) {
		return nil, fault.New(fault.INVALID_TOKEN, "")
	}
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	k := &known{
		id: row.ID, audience: Audience(row.Audience), subject: row.Subject, stamp: row.Stamp,
		remembered: row.Remembered, ended: row.EndedAt > 0,
		woken: row.WokenAt > 0, openedAt: row.CreatedAt.Time(), seenAt: row.SeenAt.Time(), expiresAt: row.ExpiresAt.Time(),
	}
	k.terms = s.termsOf(k.audience, k.remembered)
	subjects := s.subjects[k.audience]
	if subjects == nil {
		return nil, errors.New("session: nobody serves the audience " + row.Audience)
	}
	if k.owner, err = subjects.Standing(ctx, k.subject); err != nil {
		return nil, fmt.Errorf("session: standing: %w", err)
	}
	return k, nil
}

// slideWithin bounds that write: a database that can't be written must not stop members from reading.
const slideWithin = patience.Book / 4

// slide moves the expiry of a session in use, as seldom as its terms say, and notes that it was quiet before. An error is not the
// caller's: the session still counts, and the next request tries again.
func (s *Service) slide(ctx context.Context, key string, k *known, now time.Time) {
	if now.Sub(k.seenAt) < k.terms.slideEvery {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, slideWithin)
	defer cancel()
	_, _, err := s.slides.Ask(ctx, slid{k.id, clock.MicrosOf(now), clock.MicrosOf(k.terms.until(k.openedAt, now))})
	if err == nil {
		s.cache.drop(key)
	}
}

// mostSlid bounds how many sessions a transaction moves.
const mostSlid = 128

// slid is a session's new expiry, and when it was used.
type slid struct {
	id            string
	seen, expires clock.Micros
}

// slideAll moves the expiries of sessions that are in use at the same time, in one commit. All nodes lock rows in one order.
func (s *Service) slideAll(ctx context.Context, all []slid) (map[slid]struct{}, error) {
	slices.SortFunc(all, func(a, b slid) int { return strings.Compare(a.id, b.id) })
	return nil, s.store.Write(ctx, func(tx *store.Tx) error {
		for _, one := range all {
			err := sessiondb.New(tx).Slide(ctx, sessiondb.SlideParams{
				SeenAt: one.seen, QuietSince: one.seen.Add(-quiet), ExpiresAt: one.expires, ID: one.id,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
