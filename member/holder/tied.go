package holder

import (
	"context"

	"krapao/internal/tied"
	"krapao/member/holder/internal/holderdb"
)

// TiesAfter lists members by the name of their holder, after a place in the list.
func (x *Index) TiesAfter(ctx context.Context, after tied.Cursor, most int) ([]tied.Pair, error) {
	q := holderdb.New(x.store.DB())
	rows, err := q.HoldersAfter(ctx, after.Key, after.Member, int32(most))
	pairs, err := tied.List("holder: names", rows, err, func(r holderdb.HoldersAfterRow) tied.Pair {
		return tied.Pair{Key: r.HolderKey, Member: r.Member}
	})
	if err != nil {
		return nil, err
	}
	return tied.Counts("holder: names", pairs, after, most, func(key string) (int64, error) {
		return q.HoldersNamed(ctx, key, tied.Counted)
	})
}

// TiesOf lists what a member may have in common with others.
func (x *Index) TiesOf(ctx context.Context, member string, most int) ([]tied.Pair, error) {
	rows, err := holderdb.New(x.store.DB()).HoldersOf(ctx, tied.Counted, member, int32(most))
	return tied.List("holder: names of a member", rows, err, func(r holderdb.HoldersOfRow) tied.Pair {
		return tied.Pair{Key: r.HolderKey, Member: member, Members: r.Members}
	})
}

// TiedBy lists the members of a key after one of them.
func (x *Index) TiedBy(ctx context.Context, key, after string, most int) ([]tied.One, error) {
	rows, err := holderdb.New(x.store.DB()).MembersOfHolder(ctx, key, after, int32(most))
	return tied.List("holder: members of a name", rows, err, func(member string) tied.One { return tied.One{Member: member} })
}
