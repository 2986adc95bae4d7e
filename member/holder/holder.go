// Package holder links the members whose registered bank accounts have a holder of the same name, however it is written
// (RULES.md section 1). Each name has a blind index of its normal form (internal/person), so no account has to be opened.
//
// Promises:
//   - The index reveals no name.
//   - A changed name takes its links with it, in the same commit.
//   - Names of an older form of the index are linked by their spelling, as before, until they are indexed again.
//
// Its neighbours: package member writes a name with the registration and the profile, and bankaccount seals it. Refunds and
// invitations ask who is linked, in internal/app.
package holder

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"krapao/internal/person"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/member/holder/internal/holderdb"
)

// Names opens the names of holders as members' rows hold them.
type Names interface {
	OpenName(memberID, sealed string) (string, error)
}

// Index is the index of names. It is safe for concurrent use.
type Index struct {
	store   *store.Store
	secrets *secret.Box
	names   Names
}

// New makes the index.
func New(s *store.Store, b *secret.Box, n Names) *Index {
	return &Index{store: s, secrets: b, names: n}
}

// Form is the version of the normal form. After an increase every stored name is indexed again, in batches, while nodes
// run. Any change of what person.Name.Keys returns needs one.
const Form = 2

// Of returns the blind index of a name's spelling, without differences of case and spaces. Nodes of the previous version find
// members of one name by it.
func (x *Index) Of(name string) string {
	return x.secrets.Index("bank holder", strings.ToUpper(strings.Join(strings.Fields(name), " ")))
}

// keys are the blind indexes of a name's normal form. A name without any equals no other name.
func (x *Index) keys(name string) []string {
	list := person.Parse(name).Keys()
	for i, key := range list {
		list[i] = x.secrets.Index("holder's name", key)
	}
	return list
}

// OwnKeys are the blind indexes of the normal form of a member's own name. They equal none of a holder's.
func (x *Index) OwnKeys(name string) []string {
	list := person.Parse(name).Keys()
	for i, key := range list {
		list[i] = x.secrets.Index("member's name", key)
	}
	return list
}

// WriteTx replaces the index of a member's holder. The same transaction has written the member's row before, so nobody else
// does this at the same time.
func (x *Index) WriteTx(ctx context.Context, tx *store.Tx, memberID, name, index string) error {
	q := holderdb.New(tx)
	if err := q.ForgetHolder(ctx, memberID); err != nil {
		return err
	}
	for _, key := range x.keys(name) {
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

// Same lists the other members whose registered account has a holder of the same name, however it is written. An account
// without a name equals no other.
func (x *Index) Same(ctx context.Context, memberID string) ([]string, error) {
	others, err := holderdb.New(x.store.DB()).SameHolder(ctx, mostAlike, memberID, x.Of(""))
	if err != nil {
		return nil, fmt.Errorf("holder: same: %w", err)
	}
	return others, nil
}

// Find finds the members whose registered account has a holder of this name, however it is written: at most so many.
func (x *Index) Find(ctx context.Context, name string, most int) ([]string, error) {
	q := holderdb.New(x.store.DB())
	var members []string
	for _, key := range x.keys(name) {
		found, err := q.MembersByHolder(ctx, key, int32(most))
		if err != nil {
			return nil, fmt.Errorf("holder: find: %w", err)
		}
		members = append(members, found...)
	}
	slices.Sort(members)
	members = slices.Compact(members)
	return members[:min(len(members), most)], nil
}
