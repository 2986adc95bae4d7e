package member

import (
	"context"
	"time"

	"krapao/internal/clock"
	"krapao/internal/history"
	"krapao/member/internal/memberdb"
)

// Listed is a member in a list of operators, without its bank account.
type Listed struct {
	ID, Username, Name, SourceCode, Inviter string
	// Active is false once it is deactivated, Closed reports that the house has closed its account.
	Active, Closed            bool
	BreakUntil, ExcludedUntil time.Time
	// LoginAt is its latest login. Zero: it never logged in.
	LoginAt, CreatedAt time.Time
}

// Place is where a list goes on after a member.
func (m Listed) Place() history.Place { return history.PlaceOf(m.CreatedAt, m.ID) }

// State is how a member stands, as operators name it.
func (m Listed) State(now time.Time) string {
	switch {
	case m.Closed:
		return "closed"
	case !m.Active:
		return "deactivated"
	case now.Before(m.BreakUntil), now.Before(m.ExcludedUntil):
		return "shut out"
	}
	return "active"
}

// Listing narrows a list of members by what an index serves: the first of these that is set. Whoever asks leaves out the rows
// that differ in the rest.
type Listing struct {
	// Flag is what operators have marked it with, Inviter an ID, Source where it came from.
	Flag, Inviter, Source string
	// Ended are those that are deactivated, Shut those that are shut out of play for whatever reason.
	Ended, Shut bool
	// From is inclusive, To exclusive. Zero is no bound.
	From, To time.Time
}

// List lists members, who registered last first.
func (s *Service) List(ctx context.Context, by Listing, after *history.Place, most int) ([]Listed, error) {
	q := memberdb.New(s.Store.DB())
	p := history.Asked{From: by.From, To: by.To}.Page(after, most)
	switch {
	case by.Flag != "":
		rows, err := q.MembersFlagged(ctx, memberdb.MembersFlaggedParams(p.Of(by.Flag)))
		return listed(rows, err, func(r memberdb.MembersFlaggedRow) memberdb.MembersNewestRow { return memberdb.MembersNewestRow(r) })
	case by.Inviter != "":
		rows, err := q.MembersInvited(ctx, memberdb.MembersInvitedParams(p.Of(by.Inviter)))
		return listed(rows, err, func(r memberdb.MembersInvitedRow) memberdb.MembersNewestRow { return memberdb.MembersNewestRow(r) })
	case by.Source != "":
		rows, err := q.MembersFrom(ctx, memberdb.MembersFromParams(p.Of(by.Source)))
		return listed(rows, err, func(r memberdb.MembersFromRow) memberdb.MembersNewestRow { return memberdb.MembersNewestRow(r) })
	case by.Ended:
		rows, err := q.MembersEnded(ctx, memberdb.MembersEndedParams(p))
		return listed(rows, err, func(r memberdb.MembersEndedRow) memberdb.MembersNewestRow { return memberdb.MembersNewestRow(r) })
	case by.Shut:
		rows, err := q.MembersShut(ctx, memberdb.MembersShutParams(p))
		return listed(rows, err, func(r memberdb.MembersShutRow) memberdb.MembersNewestRow { return memberdb.MembersNewestRow(r) })
	}
	rows, err := q.MembersNewest(ctx, memberdb.MembersNewestParams(p))
	return listed(rows, err, func(r memberdb.MembersNewestRow) memberdb.MembersNewestRow { return r })
}

func listed[R any](rows []R, err error, as func(R) memberdb.MembersNewestRow) ([]Listed, error) {
	return history.List("member: list", rows, err, func(row R) (Listed, error) {
		r := as(row)
		return Listed{
			ID: r.ID, Username: r.Username, Name: r.Name, SourceCode: r.SourceCode, Inviter: r.Inviter, Active: r.Active,
			Closed: r.Ended == "close", BreakUntil: clock.Micros(r.BreakUntil).Time(),
			ExcludedUntil: clock.Micros(r.ExcludedUntil).Time(), LoginAt: r.LoginAt.Time(), CreatedAt: r.CreatedAt.Time(),
		}, nil
	})
}
