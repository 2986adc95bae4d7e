package member

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// A member's own name is found as its holder's is, by a blind index of its normal form (member/holder). It links nobody: a member
// may call itself as it likes.

const (
	// nameForm is the version of that form. After an increase every stored name is indexed again, in batches, while nodes run.
	// Any change of what person.Name.Keys returns needs one, as it needs one of holder.Form.
	nameForm = 1
	// namesAtOnce is how many names one transaction indexes. Other transactions about these members wait for it.
	namesAtOnce = 100
)

// Named finds the members that have this name themselves, however it is written: at most so many.
func (s *Service) Named(ctx context.Context, name string, most int) (members []string, err error) {
	q := memberdb.New(s.Store.DB())
	for _, key := range s.Holders.OwnKeys(name) {
		found, err := q.MembersNamed(ctx, key, int32(most))
		if err != nil {
			return nil, fmt.Errorf("member: find by name: %w", err)
		}
		members = append(members, found...)
	}
	slices.Sort(members)
	members = slices.Compact(members)
	return members[:min(len(members), most)], nil
}

// indexNameTx replaces the index of a member's name. The same transaction has written the member's row before.
func (s *Service) indexNameTx(ctx context.Context, tx *store.Tx, memberID, name string) error {
	q := memberdb.New(tx)
	if err := q.ForgetNameKeys(ctx, memberID); err != nil {
		return err
	}
	for _, key := range s.Holders.OwnKeys(name) {
		if err := q.AddNameKey(ctx, memberID, key); err != nil {
			return err
		}
	}
	return nil
}

// IndexNames indexes the names that are not indexed yet, and returns how many they were: of members of before, and what a node of
// the version before has changed.
func (s *Service) IndexNames(ctx context.Context) (n int, err error) {
	left, err := memberdb.New(s.Store.DB()).UnindexedNames(ctx, nameForm)
	if err != nil || len(left) == 0 {
		return 0, err
	}
	for older := range int64(nameForm) {
		old, errOld := s.indexNames(ctx, func(q *memberdb.Queries, after string) ([]memberdb.TakeOldNamesRow, error) {
			return q.TakeOldNames(ctx, memberdb.TakeOldNamesParams{Form: nameForm, Older: older, After: after, Most: namesAtOnce})
		})
		n, err = n+old, errors.Join(err, errOld)
	}
	changed, errChanged := s.indexNames(ctx, func(q *memberdb.Queries, _ string) ([]memberdb.TakeOldNamesRow, error) {
		rows, err := q.TakeChangedNames(ctx, nameForm, namesAtOnce)
		list := make([]memberdb.TakeOldNamesRow, len(rows))
		for n, r := range rows {
			list[n] = memberdb.TakeOldNamesRow(r)
		}
		return list, err
	})
	return n + changed, errors.Join(err, errChanged)
}

// indexNames indexes what take returns, one transaction at a time, until there is nothing left. take is told the last member of
// the transaction before: PostgreSQL would otherwise read all that was indexed so far to find the next.
func (s *Service) indexNames(
	ctx context.Context, take func(q *memberdb.Queries, after string) ([]memberdb.TakeOldNamesRow, error),
) (n int, err error) {
	for after := ""; ; {
		var rows []memberdb.TakeOldNamesRow
		err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			if rows, err = take(memberdb.New(tx), after); err != nil {
				return err
			}
			for _, r := range rows {
				if err := s.indexNameTx(ctx, tx, r.ID, r.Name); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(rows) == 0 {
			return n, err
		}
		for _, r := range rows {
			after = max(after, r.ID) // they come in no order, and only after the commit: a transaction may be tried again
		}
		n += len(rows)
	}
}
