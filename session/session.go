// Package session opens, checks and ends sessions.
//
// Promises (DESIGN.md section 6):
//   - A token is 256 random bits. Only its SHA-256 is stored.
//   - Every reason why a token no longer counts has its own code.
//   - An ended session is invalid at once on this node, and within 5 seconds on every other.
//   - A token in use moves its own expiry (30 days where remembered, otherwise 12 hours), but never beyond its absolute end
//     (30 days from the login, otherwise 24 hours).
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

// Service opens, checks and ends sessions. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	subjects map[Audience]Subjects
	rows     *store.Look[sessiondb.SessionByTokenRow]
	slides   *together.Group[slid, struct{}]
	cache    *cache
	onEnd    []func(Ended)
}

// New makes the service over the audiences it serves.
func New(s *store.Store, subjects map[Audience]Subjects) *Service {
	made := &Service{store: s, subjects: subjects, rows: rowLook(s), cache: newCache()}
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
	// Quiet: it was not used for half an hour, and its owner has not typed the password since.
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
