package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/person"
	"krapao/internal/store"
	"krapao/member/internal/memberdb"
)

// Members whose registered accounts have a holder of the same name are strongly linked (RULES.md section 1). To find them without
// opening every account, each name has a blind index of its normal form (internal/person).

// holderForm is the version of the normal form. After an increase every stored name is indexed again, in batches, while nodes
// run. Any change of what person.Name.Keys returns needs one.
const holderForm = 1

// holderIndex is the blind index of a name's spelling, without differences of case and spaces. Nodes of the previous version find
// members of one name by it.
func (s *Service) holderIndex(name string) string {
	return s.Secrets.Index("bank holder", strings.ToUpper(strings.Join(strings.Fields(name), " ")))
}

// holderKeys are the blind indexes of a name's normal form. A name without any equals no other name.
func (s *Service) holderKeys(name string) []string {
	keys := person.Parse(name).Keys()
	for i, key := range keys {
		keys[i] = s.Secrets.Index("holder's name", key)
	}
	return keys
}

// writeHolder replaces the index of a member's holder. The same transaction has written the member's row before, so nobody else
// does this at the same time.
func (s *Service) writeHolder(ctx context.Context, tx *store.Tx, memberID, name, index string) error {
	q := memberdb.New(tx)
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

// spelling distinguishes two spellings of one name.
func spelling(index string) string { return index[:min(len(index), 16)] }

// mostAlike bounds how many members of one name are returned: a member linked to so many is looked at by an operator anyway.
const mostAlike = 64

// SameHolder lists the other members whose registered account has a holder of the same name, however it is written. An account
// without a name equals no other.
func (s *Service) SameHolder(ctx context.Context, memberID string) ([]string, error) {
	others, err := memberdb.New(s.Store.DB()).SameHolder(ctx, mostAlike, memberID, s.holderIndex(""))
	if err != nil {
		return nil, fmt.Errorf("member: same holder: %w", err)
	}
	return others, nil
}

// ByHolder finds the members whose registered account has a holder of this name, however it is written.
func (s *Service) ByHolder(ctx context.Context, name string, most int) ([]Member, error) {
	q := memberdb.New(s.Store.DB())
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

// holderBatch is how many names one transaction indexes. Other transactions wait for it for some milliseconds.
const holderBatch = 200

// IndexHolders indexes the names that are not indexed yet, and returns how many they were: names of members that registered
// before the index or its present form existed, and names that a node of the previous version has changed. Members that
// become linked by this become cases. A name that can't be opened is skipped, and the error names it.
func (s *Service) IndexHolders(ctx context.Context) (int, error) {
	left, err := memberdb.New(s.Store.DB()).UnindexedHolders(ctx, holderForm)
	if err != nil || len(left) == 0 {
		return 0, err
	}
	old, errOld := s.indexHolders(ctx, func(q *memberdb.Queries) ([]holderRow, error) {
		rows, err := q.TakeOldHolders(ctx, holderForm, holderBatch)
		return convert(rows, func(row memberdb.TakeOldHoldersRow) holderRow { return holderRow(row) }), err
	}, wholeSpan)
	changed, errChanged := s.indexHolders(ctx, func(q *memberdb.Queries) ([]holderRow, error) {
		rows, err := q.TakeChangedHolders(ctx, holderForm, holderBatch)
		return convert(rows, func(row memberdb.TakeChangedHoldersRow) holderRow { return holderRow(row) }), err
	}, scattered)
	return old + changed, errors.Join(errOld, errChanged)
}

// holderRow is what indexing a holder needs from a member's row.
type holderRow struct{ ID, BankAccountName, BankHolderIndex string }

func convert[From, To any](rows []From, one func(From) To) []To {
	list := make([]To, len(rows))
	for i, row := range rows {
		list[i] = one(row)
	}
	return list
}

// indexHolders indexes the rows that take returns, one transaction at a time, until there are none left.
func (s *Service) indexHolders(
	ctx context.Context, take func(q *memberdb.Queries) ([]holderRow, error), spans func([]holderRow) []span,
) (n int, err error) {
	var failed []error
	for {
		var rows []holderRow
		var unopened []error
		err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			if rows, err = take(memberdb.New(tx)); err != nil {
				return err
			}
			if unopened, err = s.writeHolders(ctx, tx, rows); err != nil {
				return err
			}
			return addHolderCases(ctx, tx, spans(rows))
		})
		failed = append(failed, unopened...)
		if err != nil || len(rows) == 0 {
			return n, errors.Join(append(failed, err)...)
		}
		n += len(rows)
	}
}

// writeHolders writes the keys of members whose rows are locked, of all of them in two statements: one member at a time, a
// million names would wait minutes for the round trips to PostgreSQL.
func (s *Service) writeHolders(ctx context.Context, tx *store.Tx, rows []holderRow) (unopened []error, err error) {
	var members, keys []any
	for _, row := range rows {
		name, err := s.Secrets.Open(nameRow(row.ID), row.BankAccountName)
		if err != nil {
			unopened = append(unopened, fmt.Errorf("member: holder of %s: %w", row.ID, err))
		}
		members = append(members, row.ID)
		for _, key := range s.holderKeys(name) {
			keys = append(keys, row.ID, key, spelling(row.BankHolderIndex))
		}
	}
	return unopened, errors.Join(
		execMany(ctx, tx, "DELETE FROM member_holder WHERE member IN (", members, 1, ")"),
		execMany(ctx, tx, "INSERT INTO member_holder (member, holder_key, spelling) VALUES ", keys, 3,
			" ON CONFLICT (member, holder_key) DO NOTHING"),
	)
}

// execMany executes a statement about many rows of width values each, between its beginning and its end. It does nothing for
// none.
func execMany(ctx context.Context, tx *store.Tx, begin string, values []any, width int, end string) error {
	if len(values) == 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString(begin)
	for i := range values {
		switch {
		case i > 0 && i%width == 0 && width > 1:
			text.WriteString("), (")
		case i > 0:
			text.WriteString(", ")
		case width > 1:
			text.WriteString("(")
		}
		fmt.Fprintf(&text, "$%d", i+1)
	}
	if width > 1 {
		text.WriteString(")")
	}
	text.WriteString(end)
	_, err := tx.ExecContext(ctx, text.String(), values...)
	return err
}

// span is all members from the first to the last ID.
type span struct{ first, last string }

// wholeSpan is one span of all rows: rows of an old form follow one another.
func wholeSpan(rows []holderRow) []span {
	if len(rows) == 0 {
		return nil
	}
	all := span{rows[0].ID, rows[0].ID}
	for _, row := range rows {
		all.first, all.last = min(all.first, row.ID), max(all.last, row.ID)
	}
	return []span{all}
}

// scattered is one span for each row: many other rows are between them.
func scattered(rows []holderRow) []span {
	return convert(rows, func(row holderRow) span { return span{row.ID, row.ID} })
}

// addHolderCases makes cases of those members of the spans that are linked to a member who spells the name differently.
func addHolderCases(ctx context.Context, tx *store.Tx, spans []span) error {
	q := memberdb.New(tx)
	for _, s := range spans {
		found, err := q.SpeltOtherwise(ctx, s.first, s.last)
		if err != nil {
			return err
		}
		for _, row := range found {
			if err := addHolderCase(ctx, tx, row.Member, row.One); err != nil {
				return err
			}
			if err := addHolderCase(ctx, tx, row.Member, row.Another); err != nil {
				return err
			}
		}
	}
	return nil
}

// addHolderCase makes a case of a pair, once. other may be empty: then there is no case.
func addHolderCase(ctx context.Context, tx *store.Tx, member, other string) error {
	if other == "" {
		return nil
	}
	return memberdb.New(tx).AddHolderCase(ctx, memberdb.AddHolderCaseParams{
		ID: id.Text(holderCaseIDLength), Member: min(member, other), Other: max(member, other),
		FoundAt: clock.MicrosOf(tx.Now),
	})
}
