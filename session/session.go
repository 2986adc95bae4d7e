// Package session opens, checks and ends sessions.
//
// Promises (DESIGN.md section 6):
//   - A token is 256 random bits. Only its SHA-256 is stored.
//   - Every reason why a token no longer counts has its own code.
//   - An ended session is invalid at once on this node, and within 5 seconds on every other.
//   - A token in use moves its own expiry (30 days where remembered, otherwise 12 hours), but never beyond its absolute end
//     (30 days from the login, otherwise 24 hours). An audience may have other terms: operators' are shorter.
//   - A session that was not used for half an hour is known to have been quiet.
//   - Most checks need no database read.
package session

import (
	"context"
	"time"

	"krapao/internal/store"
	"krapao/internal/together"
	"krapao/session/internal/sessiondb"
)

// Audience is for whom a token was made. A token of one audience is refused by every other.
type Audience string

// The audiences.
const (
	Member   Audience = "member"
	Operator Audience = "operator"
)

// Standing is the present state of a session's owner.
type Standing struct {
	// Exists is false once the owner was erased. Active is false while it is deactivated.
	Exists, Active bool
	// Stamp rises with every change of the password. A session with an older stamp is invalid.
	Stamp int64
}

// Subjects returns the standing of an audience's owners. member.Directory does so for members.
type Subjects interface {
	Standing(ctx context.Context, subject string) (Standing, error)
}

// How long a session lives, and how long its row is kept.
const (
	rememberedLife = 30 * 24 * time.Hour
	ordinaryLife   = 12 * time.Hour
	// A session ends so long after the login, however much it is used.
	rememberedEnd = 30 * 24 * time.Hour
	ordinaryEnd   = 24 * time.Hour
	// quiet is how long a session goes without a call until its owner is asked for the password before money moves (RULES.md
	// section 12).
	quiet = 30 * time.Minute
	// slideEvery bounds how often a session in use is written. Its expiry and its quiet may come early by as much.
	slideEvery = time.Minute
	// keepEnded is how long "ended" and "expired" can be distinguished from "never existed".
	keepEnded = 30 * 24 * time.Hour
)

// Terms are how long an audience's sessions live.
type Terms struct {
	// Idle is how long a session lives after its last call, Longest how long it lives at most.
	Idle, Longest time.Duration
}

// OperatorTerms are those of RULES.md section 13: who leaves its desk is signed out, and each day begins with a sign-in.
var OperatorTerms = Terms{Idle: 30 * time.Minute, Longest: 12 * time.Hour}

// terms are how long a session lives, and how often it is written while it is in use: its end comes early by as much.
type terms struct {
	Terms
	slideEvery time.Duration
	// exact: no more than Idle is ever left, so what has more was written before the clock was set back, and is over.
	exact bool
}

// termsOf returns the terms of a session. Where its audience has none, they are what the owner chose at the login.
func (s *Service) termsOf(audience Audience, remembered bool) terms {
	own, ok := s.terms[audience]
	switch {
	case ok:
		return terms{own, time.Second, true}
	case remembered:
		return terms{Terms{rememberedLife, rememberedEnd}, slideEvery, false}
	default:
		return terms{Terms{ordinaryLife, ordinaryEnd}, slideEvery, false}
	}
}

// end is when a session ends that was opened at a time, however much it is used.
func (t terms) end(opened time.Time) time.Time { return opened.Add(t.Longest) }

// until is how long a session counts that is used at a time, and not after that.
func (t terms) until(opened, used time.Time) time.Time {
	until := used.Add(t.Idle)
	if last := t.end(opened); until.After(last) {
		return last
	}
	return until
}

// Service opens, checks and ends sessions. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	subjects map[Audience]Subjects
	terms    map[Audience]Terms
	rows     *store.Look[sessiondb.SessionByTokenRow]
	slides   *together.Group[slid, struct{}]
	cache    *cache
	onEnd    []func(Ended)
}

// New makes the service over the audiences it serves. An audience without terms has what its owner chooses at the login.
func New(s *store.Store, subjects map[Audience]Subjects, terms map[Audience]Terms) *Service {
	made := &Service{store: s, subjects: subjects, terms: terms, rows: rowLook(s), cache: newCache()}
	made.slides = together.New(mostSlid, made.slideAll)
	return made
}

// Ended names sessions that have just ended: one, or all of the subject's except Except.
type Ended struct {
	Audience Audience
	Subject  string
	// ID is the session that ended. Empty: all except Except, which may be empty, too.
	ID, Except string
}

// OnEnd registers an observer that runs after sessions were ended on this node, for open sockets. Register before the first
// request. Other nodes notice by checking again.
func (s *Service) OnEnd(f func(Ended)) { s.onEnd = append(s.onEnd, f) }

// Unwired names the setters that were not called.
func (s *Service) Unwired() (setters []string) {
	if len(s.onEnd) == 0 {
		setters = append(setters, "session.OnEnd")
	}
	return setters
}

func (s *Service) ended(e Ended) {
	s.cache.forget(e)
	for _, f := range s.onEnd {
		f(e)
	}
}

// Opening is what a new session needs.
type Opening struct {
	Audience Audience
	Subject  string
	// Stamp is the standing's when the password was checked. If it changes in between, the session is invalid from the start.
	Stamp      int64
	Remembered bool
	// Address and Agent are shown to the owner in the list of sessions, and so is Way: what an operator signed in by.
	Address, Agent, Way string
}

// Session is a live session.
type Session struct {
	ID         string
	Audience   Audience
	Subject    string
	Remembered bool
	// ExpiresAt is when it ends without another call, EndsAt when it ends however much it is used.
	ExpiresAt, EndsAt time.Time
	// Quiet: it was not used for half an hour, and its owner has not typed the password since.
	Quiet bool
}

// View is a session in its owner's list.
type View struct {
	ID             string
	Remembered     bool
	Address, Agent string
	// Way is what an operator signed in by; "": not known, or a member's.
	Way               string
	CreatedAt, SeenAt time.Time
	// ExpiresAt is when it ends without another call, EndsAt when it ends however much it is used.
	ExpiresAt, EndsAt time.Time
}
