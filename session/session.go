// Package session opens, checks and ends sessions.
//
// Promises (DESIGN.md section 6): a token is 256 random bits of which only the SHA-256 is stored; every reason why a
// token no longer counts has its own code; an ended session is dead at once on this node and within 5 seconds on every
// other; a token in use slides its own end (30 days where remembered, 12 hours else), but never beyond its absolute end (30 days
// from the login, 24 hours else); what was not used for half an hour is known to have been; checking one costs no database read
// most of the time.
package session

import (
	"context"
	"time"

	"krapao/internal/store"
)

// Audience is whom a token was made for: a token of one audience is refused by every other.
type Audience string

// The audiences.
const (
	Member   Audience = "member"
	Operator Audience = "operator"
)

// Standing is what a session's owner is now.
type Standing struct {
	// Exists is false once the owner was erased, Active false while it is deactivated.
	Exists, Active bool
	// Stamp rises with every change of the password; a session with an older one is dead.
	Stamp int64
}

// Subjects tells the standing of an audience's owners. member.Directory does for members.
type Subjects interface {
	Standing(ctx context.Context, subject string) (Standing, error)
}

// The lives of a session and of what is kept of it.
const (
	rememberedLife = 30 * 24 * time.Hour
	ordinaryLife   = 12 * time.Hour
	// However much it is used, a session ends so long after the login.
	rememberedEnd = 30 * 24 * time.Hour
	ordinaryEnd   = 24 * time.Hour
	// quiet is how long without a call makes a session one whose owner is asked for the password before money moves
	// (RULES.md section 12).
	quiet = 30 * time.Minute
	// slideEvery bounds how often a session in use is written: its end, and the end of its quiet, may come that much early.
	slideEvery = time.Minute
	// keepEnded is for how long "ended" and "past its end" can be told from "never was".
	keepEnded = 30 * 24 * time.Hour
)

// Service keeps sessions. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	subjects map[Audience]Subjects
	cache    *cache
	onEnd    []func(Ended)
}

// New makes the service over the audiences it serves.
func New(s *store.Store, subjects map[Audience]Subjects) *Service {
	return &Service{store: s, subjects: subjects, cache: newCache()}
}

// Ended names sessions that were just ended: one, or all of the subject's but Except.
type Ended struct {
	Audience Audience
	Subject  string
	// ID is the one that ended; empty means all but Except (which may be empty too).
	ID, Except string
}

// OnEnd registers a hint that runs after sessions of this node were ended, for sockets that are open. Register before
// the first request. Other nodes notice by checking again.
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

// Opening is what a new session is made of.
type Opening struct {
	Audience Audience
	Subject  string
	// Stamp is the standing's at the moment the password was checked: a change in between makes the session stillborn.
	Stamp      int64
	Remembered bool
	// Address and Agent are shown to the owner in the list of sessions.
	Address, Agent string
}

// Session is a live session.
type Session struct {
	ID         string
	Audience   Audience
	Subject    string
	Remembered bool
	ExpiresAt  time.Time
	// Quiet: nothing was heard of it for half an hour, and its owner has not given the password since.
	Quiet bool
}

// View is a session in its owner's list.
type View struct {
	ID                string
	Remembered        bool
	Address, Agent    string
	CreatedAt, SeenAt time.Time
	ExpiresAt         time.Time
}
