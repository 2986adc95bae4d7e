package session_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/session"
)

var start = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)

// people are the owners of a test's sessions.
type people struct {
	mu       sync.Mutex
	standing map[string]session.Standing
	asked    int
	pause    func()
}

// pauseOnce makes the next question wait.
func (p *people) pauseOnce(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pause = f
}

func (p *people) Standing(_ context.Context, subject string) (session.Standing, error) {
	p.mu.Lock()
	p.asked++
	pause := p.pause
	p.pause = nil
	standing := p.standing[subject]
	p.mu.Unlock()
	if pause != nil {
		pause()
	}
	return standing, nil
}

func (p *people) set(subject string, s session.Standing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.standing[subject] = s
}

func (p *people) questions() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

type bench struct {
	*session.Service
	store  *store.Store
	people *people
	clock  *clock.Fake
}

func each(t *testing.T, test func(t *testing.T, b *bench)) {
	t.Helper()
	storetest.EachAt(t, start, func(t *testing.T, s *store.Store, c *clock.Fake) {
		p := &people{standing: map[string]session.Standing{"A": {Exists: true, Active: true, Stamp: 1}}}
		b := &bench{store: s, people: p, clock: c}
		b.Service = b.node()
		test(t, b)
	})
}

// node is another node on the same database.
func (b *bench) node() *session.Service {
	return session.New(b.store, map[session.Audience]session.Subjects{session.Member: b.people, session.Operator: b.people},
		map[session.Audience]session.Terms{session.Operator: session.OperatorTerms})
}

func (b *bench) open(t *testing.T, remembered bool) string {
	t.Helper()
	token, err := b.Open(t.Context(), session.Opening{
		Audience: session.Member, Subject: "A", Stamp: 1, Remembered: remembered, Address: "198.51.100.7", Agent: "Test\n1.0",
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func (b *bench) check(t *testing.T, what, token string, code fault.Code) session.Session {
	t.Helper()
	s, err := b.Check(t.Context(), session.Member, token)
	want(t, what, err, code)
	return s
}

func want(t *testing.T, what string, err error, code fault.Code) {
	t.Helper()
	if code == "" && err == nil || err != nil && fault.Of(err).Code == code {
		return
	}
	t.Errorf("%s: %v, want %q", what, err, code)
}

func TestTokensAreStoredAsHashesOnly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, true)
		if len(token) != 52 || token == b.open(t, true) {
			t.Errorf("token %q", token)
		}
		var dump strings.Builder
		rows, err := b.store.DB().QueryContext(t.Context(), "SELECT id, token_hash, subject, agent FROM session")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var columns [4]string
			if err := rows.Scan(&columns[0], &columns[1], &columns[2], &columns[3]); err != nil {
				t.Fatal(err)
			}
			dump.WriteString(strings.Join(columns[:], " "))
		}
		if strings.Contains(dump.String(), token) {
			t.Error("the token is in the database")
		}
	})
}

// Every reason has its own code (API.md, Conventions).
func TestWhyATokenNoLongerCounts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for name, token := range map[string]string{
			"empty": "", "short": "abc", "unknown": id.Secret(), "in capitals": strings.ToUpper(b.open(t, true)),
			"long": b.open(t, true) + "x", "NUL": strings.Repeat("\x00", 52),
		} {
			b.check(t, name, token, fault.INVALID_TOKEN)
		}
		operator, err := b.Open(t.Context(), session.Opening{Audience: session.Operator, Subject: "A", Stamp: 1})
		if err != nil {
			t.Fatal(err)
		}
		b.check(t, "an operator's", operator, fault.INVALID_USER_4)

		ended := b.open(t, true)
		s := b.check(t, "live", ended, "")
		if err := b.Close(t.Context(), session.Member, "A", s.ID); err != nil {
			t.Fatal(err)
		}
		b.check(t, "ended", ended, fault.INVALID_TOKEN)

		token := b.open(t, true)
		for _, row := range []struct {
			name     string
			standing session.Standing
			code     fault.Code
		}{
			{"password changed", session.Standing{Exists: true, Active: true, Stamp: 2}, fault.INVALID_USER_3},
			{"deactivated", session.Standing{Exists: true, Stamp: 1}, fault.INVALID_USER_2},
			{"gone", session.Standing{}, fault.INVALID_USER_1},
			{"as before", session.Standing{Exists: true, Active: true, Stamp: 1}, ""},
		} {
			b.people.set("A", row.standing)
			b.StandingChanged(session.Member, "A")
			b.check(t, row.name, token, row.code)
		}
	})
}

func TestTheEndSlides(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		ordinary, unused := b.open(t, false), b.open(t, false)
		for range 2 { // used every 11 hours, an ordinary session lives on
			b.clock.Advance(11 * time.Hour)
			b.check(t, "ordinary in use", ordinary, "")
		}
		b.check(t, "ordinary unused", unused, fault.EXPIRED_AUTH_TOKEN)
	})
}

// However much a session is used, it ends a day after the login, or 30 days where remembered: on every node, to the second.
func TestASessionEndsHoweverMuchItIsUsed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		other := b.node()
		for remembered, ends := range map[bool]time.Duration{false: 24 * time.Hour, true: 30 * 24 * time.Hour} {
			token := b.open(t, remembered)
			const step = 7 * time.Hour
			for range ends / step {
				b.clock.Advance(step)
				b.check(t, "in use", token, "")
			}
			b.clock.Advance(ends%step - time.Second)
			found := b.check(t, "a second before", token, "")
			if left := found.ExpiresAt.Sub(b.clock.Now()); left > time.Second {
				t.Errorf("remembered %v: a session that has a second says %s", remembered, left)
			}
			b.clock.Advance(time.Second)
			b.check(t, "at its end", token, fault.EXPIRED_AUTH_TOKEN)
			_, err := other.Check(t.Context(), session.Member, token)
			want(t, "on another node", err, fault.EXPIRED_AUTH_TOKEN)
		}
	})
}

// An operator's session ends 30 minutes after its last call, and 12 hours after it began: on every node, to the second.
func TestAnOperatorsSessionIsShort(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		other := b.node()
		open := func() (string, time.Time) {
			t.Helper()
			token, err := b.Open(t.Context(), session.Opening{Audience: session.Operator, Subject: "A", Stamp: 1})
			if err != nil {
				t.Fatal(err)
			}
			return token, b.clock.Now().Add(12 * time.Hour)
		}
		check := func(what, token string, code fault.Code, ends time.Time) {
			t.Helper()
			for _, node := range []*session.Service{b.Service, other} {
				found, err := node.Check(t.Context(), session.Operator, token)
				want(t, what, err, code)
				if code == "" && !found.EndsAt.Equal(ends) {
					t.Errorf("%s: it ends at %s, want %s", what, found.EndsAt, ends)
				}
			}
		}
		idle, ends := open()
		b.clock.Advance(10 * time.Second)
		check("in use", idle, "", ends)
		b.clock.Advance(30*time.Minute - time.Second)
		check("29:59 after its last call", idle, "", ends)
		b.clock.Advance(30 * time.Minute)
		check("30:00 after its last call", idle, fault.EXPIRED_AUTH_TOKEN, ends)

		busy, ends := open()
		for range 12*4 - 1 {
			b.clock.Advance(15 * time.Minute)
			check("in use", busy, "", ends)
		}
		b.clock.Advance(15*time.Minute - time.Second)
		check("a second before", busy, "", ends)
		b.clock.Advance(time.Second)
		check("after 12 hours", busy, fault.EXPIRED_AUTH_TOKEN, ends)

		ahead, _ := open()
		if err := b.store.Write(t.Context(), func(tx *store.Tx) error { // as a node an hour ahead, which is gone now, wrote it
			_, err := tx.ExecContext(t.Context(), "UPDATE session SET created_at = created_at + $1, expires_at = expires_at + $1",
				time.Hour.Microseconds())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		check("of a clock that was ahead", ahead, fault.EXPIRED_AUTH_TOKEN, ends)
	})
}

// A session whose expiry a node of the previous version moved beyond its absolute end is over anyway.
func TestAnOlderNodesSlidingDoesNotCount(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, false)
		b.clock.Advance(23 * time.Hour)
		if err := b.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), "UPDATE session SET seen_at = $1, expires_at = $2",
				clock.MicrosOf(tx.Now), clock.MicrosOf(tx.Now.Add(12*time.Hour)))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		b.check(t, "within the day", token, "")
		b.clock.Advance(time.Hour)
		b.check(t, "after it", token, fault.EXPIRED_AUTH_TOKEN)
	})
}

// A session that was not used for half an hour is quiet from then on, on every node and whatever is called, until its owner
// types the password. One in use is not.
func TestASessionThatWasLeftAloneIsQuiet(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		other := b.node()
		token := b.open(t, true)
		quiet := func(what string, expected bool) {
			t.Helper()
			found := b.check(t, what, token, "")
			owner, err := other.Owner(t.Context(), session.Member, "A", found.ID)
			if err != nil || found.Quiet != expected || owner.Quiet != expected {
				t.Errorf("%s: quiet %v, by the database %v, %v; want %v", what, found.Quiet, owner.Quiet, err, expected)
			}
		}
		quiet("new", false)
		for range 4 {
			b.clock.Advance(28 * time.Minute)
			quiet("in use", false)
		}
		b.clock.Advance(30 * time.Minute)
		quiet("after half an hour", true)
		for range 3 {
			b.clock.Advance(time.Minute)
			quiet("in use again", true)
		}
		elsewhere, err := other.Check(t.Context(), session.Member, token)
		if err != nil || !elsewhere.Quiet {
			t.Errorf("on another node: %v, %v", elsewhere.Quiet, err)
		}
		if _, err := other.Confirm(t.Context(), session.Member, "A", elsewhere.ID); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(5 * time.Second)
		quiet("after the password", false)
	})
}

func TestASessionInUseIsRarelyWritten(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, true)
		for range 50 {
			b.clock.Advance(time.Second)
			b.check(t, "in use", token, "")
		}
		var seen clock.Micros
		const seenAt = "SELECT seen_at FROM session"
		if err := b.store.DB().QueryRowContext(t.Context(), seenAt).Scan(&seen); err != nil || !seen.Time().Equal(start) {
			t.Errorf("written at %s, %v", seen.Time(), err)
		}
		b.clock.Advance(15 * time.Second)
		b.check(t, "in use", token, "")
		if err := b.store.DB().QueryRowContext(t.Context(), seenAt).Scan(&seen); err != nil || !seen.Time().Equal(b.clock.Now()) {
			t.Errorf("after a minute seen at %s, %v", seen.Time(), err)
		}
	})
}

// The hot path: a token that was checked a moment ago needs no database read.
func TestCheckingIsCached(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, true)
		for range 1000 {
			b.check(t, "again", token, "")
		}
		if n := b.people.questions(); n != 1 {
			t.Errorf("the database was asked %d times", n)
		}
	})
}

// A logout takes effect at once on its own node, and within 5 seconds on every other.
func TestRevocationReachesOtherNodes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		other := b.node()
		token, kept := b.open(t, true), b.open(t, true)
		s := b.check(t, "here", token, "")
		keep := b.check(t, "the other session", kept, "")
		if _, err := other.Check(t.Context(), session.Member, token); err != nil {
			t.Fatal(err)
		}
		var hints []session.Ended
		b.OnEnd(func(e session.Ended) { hints = append(hints, e) })
		if err := b.Close(t.Context(), session.Member, "A", s.ID); err != nil {
			t.Fatal(err)
		}
		if len(hints) != 1 || hints[0].ID != s.ID {
			t.Errorf("hints %+v", hints)
		}
		b.check(t, "here, after its end", token, fault.INVALID_TOKEN)
		b.check(t, "the other session", kept, "")
		b.clock.Advance(4 * time.Second)
		_, err := other.Check(t.Context(), session.Member, token)
		want(t, "there, 4 seconds later", err, fault.INVALID_TOKEN)

		third := b.open(t, true)
		b.check(t, "a third", third, "")
		if err := b.store.Write(t.Context(), func(tx *store.Tx) error {
			return b.CloseOthersTx(t.Context(), tx, session.Member, "A", keep.ID)
		}); err != nil {
			t.Fatal(err)
		}
		b.check(t, "kept", kept, "")
		b.check(t, "not kept", third, fault.INVALID_TOKEN)
	})
}

// A check that began before the end may still succeed, but what it read is not remembered after the end.
func TestNoReadOutlivesTheEnd(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, true)
		s := b.check(t, "live", token, "")
		b.clock.Advance(4 * time.Second) // the cache is cold: the next check reads
		reading, goOn := make(chan struct{}), make(chan struct{})
		b.people.pauseOnce(func() { close(reading); <-goOn })
		var early sync.WaitGroup
		early.Go(func() { _, _ = b.Check(t.Context(), session.Member, token) })
		<-reading // it has read the session, which is live, and asks for the owner's standing
		if err := b.Close(t.Context(), session.Member, "A", s.ID); err != nil {
			t.Fatal(err)
		}
		close(goOn)
		early.Wait()
		b.check(t, "after the end", token, fault.INVALID_TOKEN)
	})
}

func TestNobodyEndsAnothersSession(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, true)
		s := b.check(t, "live", token, "")
		want(t, "another subject", b.Close(t.Context(), session.Member, "B", s.ID), fault.NO_DATA)
		want(t, "another audience", b.Close(t.Context(), session.Operator, "A", s.ID), fault.NO_DATA)
		want(t, "no such session", b.Close(t.Context(), session.Member, "A", "X"), fault.NO_DATA)
		b.check(t, "still live", token, "")
		want(t, "its own", b.Close(t.Context(), session.Member, "A", s.ID), "")
		want(t, "twice", b.Close(t.Context(), session.Member, "A", s.ID), fault.NO_DATA)
	})
}

func TestListShowsLiveSessionsOnly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		ended := b.check(t, "one", b.open(t, true), "")
		live := b.check(t, "two", b.open(t, true), "")
		b.open(t, false)
		if err := b.Close(t.Context(), session.Member, "A", ended.ID); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(13 * time.Hour) // the ordinary one runs out
		list, err := b.List(t.Context(), session.Member, "A")
		if err != nil || len(list) != 1 || list[0].ID != live.ID || list[0].Agent != "Test1.0" || list[0].Address != "198.51.100.7" {
			t.Errorf("%+v, %v", list, err)
		}
		b.people.set("A", session.Standing{Exists: true, Active: true, Stamp: 2})
		if list, err := b.List(t.Context(), session.Member, "A"); err != nil || len(list) != 0 {
			t.Errorf("after a change of password: %+v, %v", list, err)
		}
	})
}

func TestPruneKeepsEndedSessionsForThirtyDays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		token := b.open(t, false)
		b.clock.Advance(30 * 24 * time.Hour)
		if n, err := b.Prune(t.Context()); n != 0 || err != nil {
			t.Errorf("pruned %d, %v", n, err)
		}
		b.check(t, "long ago", token, fault.EXPIRED_AUTH_TOKEN)
		b.clock.Advance(13 * time.Hour)
		if n, err := b.Prune(t.Context()); n != 1 || err != nil {
			t.Errorf("pruned %d, %v", n, err)
		}
		b.check(t, "longer ago", token, fault.INVALID_TOKEN)
	})
}

// TestManySessionsAreReadAsOne: a task asks alone, and is told the same as those who ask together.
func TestManySessionsAreReadAsOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bench) {
		for _, remembered := range []bool{true, false} {
			token := b.open(t, remembered)
			b.clock.Advance(31 * time.Minute)
			b.check(t, "after a quiet time", token, "")
			many, errMany := b.node().Check(t.Context(), session.Member, token)
			alone, errAlone := b.node().Check(store.Task(t.Context()), session.Member, token)
			if err := errors.Join(errMany, errAlone); err != nil || many != alone || !many.Quiet || many.Remembered != remembered {
				t.Errorf("with others %+v, alone %+v, %v", many, alone, err)
			}
		}
	})
}

// TestSessionsSlideTogether: many sessions that are used at the same time are written in two commits, that of the first and
// that of all others.
func TestSessionsSlideTogether(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the short form has SQLite alone (make check)")
	}
	storetest.On(t, store.Postgres, func(t *testing.T, engine store.Engine) {
		g := storetest.Gate{Holds: func(application string) bool { return application == "" }} // reading is not held up
		c := clock.NewFake(start)
		config := storetest.Config(t, engine, c)
		g.Guard(&config)
		s, err := store.Open(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		p := &people{standing: map[string]session.Standing{"A": {Exists: true, Active: true, Stamp: 1}}}
		b := &bench{store: s, people: p, clock: c}
		b.Service = b.node()
		tokens := make([]string, 32)
		for n := range tokens {
			tokens[n] = b.open(t, false)
		}
		c.Advance(time.Hour)
		var commits atomic.Int64
		s.OnCommit(func(time.Duration, error) { commits.Add(1) })
		before, open := s.Statements(), g.Shut()
		var wg sync.WaitGroup
		for _, token := range tokens {
			wg.Go(func() { b.check(t, "at the same time", token, "") })
		}
		synctest.Wait()
		reads := s.Statements() - before
		open()
		wg.Wait()
		if n, trips := commits.Load(), s.Statements()-before-reads; n != 2 || trips > 4 {
			t.Errorf("%d commits and %d round trips for 32 sessions, want 2", n, trips)
		}
		for _, token := range tokens {
			if got := b.check(t, "later", token, "").ExpiresAt; got != start.Add(13*time.Hour) {
				t.Errorf("expires at %s", got)
			}
		}
	})
}
