package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"krapao/internal/id"
	"krapao/internal/person"
	"krapao/internal/store"
	memberq "krapao/internal/store/q/member"
)

// Members whose registered accounts have holders of one name are strongly linked (RULES.md section 1). So that they are found
// without opening every account, each name has a blind index of its normal form (internal/person).

// holderForm is the version of the normal form. With a higher one every stored name is indexed anew, in batches, while nodes
// run: a change of what person.Name.Keys returns needs one.
const holderForm = 1

// holderIndex is the blind index of a name as nodes of the version before spell it, and find each other's members by: without
// differences of case and spaces.
func (s *Service) holderIndex(name string) string {
	return s.Secrets.Index("bank holder", strings.ToUpper(strings.Join(strings.Fields(name), " ")))
}

// holderKeys are the blind indexes of a name's normal form; one that has none is like no other.
func (s *Service) holderKeys(name string) []string {
	keys := person.Parse(name).Keys()
	for i, key := range keys {
		keys[i] = s.Secrets.Index("holder's name", key)
	}
	return keys
}

// writeHolder writes the index of a member's holder anew. The member's row was written before, in this transaction, so nobody
// else does at the same time.
func (s *Service) writeHolder(ctx context.Context, tx *store.Tx, memberID, name, index string) error {
	q := memberq.New(tx)
	if err := q.ForgetHolder(ctx, memberID); err != nil {
		return err
	}
	for _, key := range s.holderKeys(name) {
		if err := q.AddHolder(ctx, memberID, key, spelling(index)); err != nil {
			return err
		}
	}
	return nil
}

// spelling tells two spellings of a name apart.
func spelling(index string) string { return index[:min(len(index), 16)] }

// mostAlike bounds how many members of one name are told of: who is linked to so many is looked at by a person.
const mostAlike = 64

// SameHolder lists the others whose registered account has a holder of the same name, however it is written. An account
// without a name is like no other.
func (s *Service) SameHolder(ctx context.Context, memberID string) ([]string, error) {
	others, err := memberq.New(s.Store.DB()).SameHolder(ctx, mostAlike, memberID, s.holderIndex(""))
	if err != nil {
		return nil, fmt.Errorf("member: same holder: %w", err)
	}
	return others, nil
}

// ByHolder finds the members whose registered account has a holder of a name, however it is written.
func (s *Service) ByHolder(ctx context.Context, name string, most int) ([]Member, error) {
	q := memberq.New(s.Store.DB())
	var ids []string
	for _, key := range s.holderKeys(name) {
		found, err := q.MembersByHolder(ctx, key, int32(most))
		if err != nil {
			return nil, fmt.Errorf("member: by holder: %w", err)
		}
		ids = append(ids, found...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	members := make([]Member, min(len(ids), most))
	for i := range members {
		var err error
		if members[i], err = s.ByID(ctx, ids[i]); err != nil {
			return nil, err
		}
	}
	return members, nil
}

// holderBatch is how many names one transaction indexes: others wait for it for some milliseconds.
const holderBatch = 200

// IndexHolders indexes the names that are not indexed yet: those of members that registered before there was the index or
// when names had another form, and those that a node of the version before has changed. It returns how many they were.
// Members that are linked only now become cases. A name that can't be opened is left out, and told of.
func (s *Service) IndexHolders(ctx context.Context) (int, error) {
	old, errOld := s.indexHolders(ctx, func(q *memberq.Queries) ([]memberq.TakeOldHoldersRow, error) {
		return q.TakeOldHolders(ctx, holderForm, holderBatch)
	})
	changed, errChanged := s.indexHolders(ctx, func(q *memberq.Queries) ([]memberq.TakeOldHoldersRow, error) {
		one, err := q.TakeChangedHolder(ctx, holderForm) // few, and far apart
		if store.NotFound(err) {
			return nil, nil
		}
		return []memberq.TakeOldHoldersRow{memberq.TakeOldHoldersRow(one)}, err
	})
	return old + changed, errors.Join(errOld, errChanged)
}

// indexHolders indexes what take takes, a transaction at a time, until there is nothing left.
func (s *Service) indexHolders(ctx context.Context, take func(q *memberq.Queries) ([]memberq.TakeOldHoldersRow, error)) (n int, err error) {
	var failed []error
	for {
		var rows []memberq.TakeOldHoldersRow
		var unopened []error
		err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			if rows, err = take(memberq.New(tx)); err != nil || len(rows) == 0 {
				return err
			}
			unopened, err = s.indexHoldersTx(ctx, tx, rows)
			return err
		})
		failed = append(failed, unopened...)
		if err != nil || len(rows) == 0 {
			return n, errors.Join(append(failed, err)...)
		}
		n += len(rows)
	}
}

// indexHoldersTx writes the keys of members whose rows it holds, and the cases that follow.
func (s *Service) indexHoldersTx(ctx context.Context, tx *store.Tx, rows []memberq.TakeOldHoldersRow) (unopened []error, err error) {
	first, last := rows[0].ID, rows[0].ID
	for _, row := range rows {
		first, last = min(first, row.ID), max(last, row.ID)
		name, err := s.Secrets.Open(nameRow(row.ID), row.BankAccountName)
		if err != nil {
			unopened = append(unopened, fmt.Errorf("member: holder of %s: %w", row.ID, err))
		}
		if err := s.writeHolder(ctx, tx, row.ID, name, row.BankHolderIndex); err != nil {
			return nil, err
		}
	}
	return unopened, addHolderCases(ctx, tx, first, last)
}

// addHolderCases makes cases of those of a span of members that somebody is linked to who spells the name otherwise.
func addHolderCases(ctx context.Context, tx *store.Tx, first, last string) error {
	q := memberq.New(tx)
	found, err := q.SpeltOtherwise(ctx, first, last)
	if err != nil {
		return err
	}
	for _, row := range found {
		for _, other := range []string{row.One, row.Another} {
			if other == "" {
				continue
			}
			err := q.AddHolderCase(ctx, memberq.AddHolderCaseParams{
				ID: id.Text(holderCaseIDLength), Member: min(row.Member, other), Other: max(row.Member, other), FoundAt: tx.Now.UnixMicro(),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
