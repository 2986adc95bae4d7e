// Package flag is what the house has marked members with: operators see it wherever a member is named, and its member never does.
// No withdrawal of a member under review is paid automatically.
//
// A flag that ended has no row: the audit log has who set and ended it, and why.
package flag

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/operator/internal/flagdb"
)

// Code is what a flag says.
type Code string

// The flags.
const (
	// Watch: whoever meets the member looks twice.
	Watch Code = "watch"
	// Review: a person decides about each of its withdrawals.
	Review Code = "review"
	// Verified: the house knows who the member is.
	Verified Code = "verified"
)

// Flag is one that lasts.
type Flag struct {
	Code Code
	// By is the operator who set it.
	By, Reason string
	Since      time.Time
}

// Flags keep them. They are safe for concurrent use.
type Flags struct{ store *store.Store }

// New makes them.
func New(s *store.Store) *Flags { return &Flags{s} }

// Of lists a member's flags by their codes.
func (f *Flags) Of(ctx context.Context, member string) ([]Flag, error) {
	return list(ctx, flagdb.New(f.store.DB()), member)
}

// OfTx is Of in a transaction.
func (*Flags) OfTx(ctx context.Context, tx *store.Tx, member string) ([]Flag, error) {
	return list(ctx, flagdb.New(tx), member)
}

func list(ctx context.Context, q *flagdb.Queries, member string) ([]Flag, error) {
	rows, err := q.FlagsOf(ctx, member)
	if err != nil {
		return nil, fmt.Errorf("flag: of a member: %w", err)
	}
	flags := make([]Flag, len(rows))
	for i, row := range rows {
		flags[i] = Flag{Code(row.Code), row.SetBy, row.Reason, row.SetAt.Time()}
	}
	return flags, nil
}

// Codes finds the codes of many members' flags, by the members, in one statement.
func (f *Flags) Codes(ctx context.Context, members ...string) (map[string][]string, error) {
	codes := map[string][]string{}
	if len(members) == 0 {
		return codes, nil
	}
	marks, ids := make([]string, len(members)), make([]any, len(members))
	for i, member := range members {
		marks[i], ids[i] = fmt.Sprintf("$%d", i+1), member
	}
	rows, err := f.store.DB().QueryContext(ctx,
		"SELECT member, code FROM member_flag WHERE member IN ("+strings.Join(marks, ", ")+") ORDER BY member, code", ids...)
	if err != nil {
		return nil, fmt.Errorf("flag: of members: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var member, code string
		if err := rows.Scan(&member, &code); err != nil {
			return nil, fmt.Errorf("flag: of members: %w", err)
		}
		codes[member] = append(codes[member], code)
	}
	return codes, rows.Err()
}

// UnderReview reports whether a person decides about each withdrawal of a member.
func (f *Flags) UnderReview(ctx context.Context, member string) (bool, error) {
	n, err := flagdb.New(f.store.DB()).Flagged(ctx, member, string(Review))
	if err != nil {
		return false, fmt.Errorf("flag: under review: %w", err)
	}
	return n > 0, nil
}

// SetTx sets a flag. set: the member did not have it.
func (*Flags) SetTx(ctx context.Context, tx *store.Tx, member string, x Flag) (set bool, err error) {
	n, err := flagdb.New(tx).SetFlag(ctx, flagdb.SetFlagParams{
		Member: member, Code: string(x.Code), SetBy: x.By, SetAt: clock.MicrosOf(tx.Now), Reason: x.Reason,
	})
	return n > 0, err
}

// EndTx ends a flag. ended: the member had it.
func (*Flags) EndTx(ctx context.Context, tx *store.Tx, member string, code Code) (ended bool, err error) {
	n, err := flagdb.New(tx).EndFlag(ctx, member, string(code))
	return n > 0, err
}

// EraseTx deletes all flags of a member.
func EraseTx(ctx context.Context, tx *store.Tx, member string) error {
	return flagdb.New(tx).EraseFlags(ctx, member)
}
