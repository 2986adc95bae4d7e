package record

import (
	"context"

	"krapao/deposit/internal/depositdb"
	"krapao/internal/clock"
	"krapao/internal/tied"
	"krapao/money"
)

// TiesAfter lists members by the accounts that paid for them, after a place in the list.
func (r *Records) TiesAfter(ctx context.Context, after tied.Cursor, most int) ([]tied.Pair, error) {
	q := depositdb.New(r.store.DB())
	rows, err := q.PayersAfter(ctx, after.Key, after.Member, int32(most))
	pairs, err := tied.List("record: payers", rows, err, func(row depositdb.PayersAfterRow) tied.Pair {
		return tied.Pair{Key: row.PayerIndex, Member: row.Member}
	})
	if err != nil {
		return nil, err
	}
	return tied.Counts("record: payers", pairs, after, most, func(key string) (int64, error) {
		return q.PayerMembers(ctx, key, tied.Counted)
	})
}

// TiesOf lists the accounts that paid for a member.
func (r *Records) TiesOf(ctx context.Context, member string, most int) ([]tied.Pair, error) {
	rows, err := depositdb.New(r.store.DB()).PayersTiedTo(ctx, tied.Counted, member, int32(most))
	return tied.List("record: payers of a member", rows, err, func(row depositdb.PayersTiedToRow) tied.Pair {
		return tied.Pair{Key: row.PayerIndex, Member: member, Members: row.Members}
	})
}

// TiedBy lists the members that an account paid for, after one of them.
func (r *Records) TiedBy(ctx context.Context, key, after string, most int) ([]tied.One, error) {
	rows, err := depositdb.New(r.store.DB()).MembersOfPayer(ctx, key, after, int32(most))
	return tied.List("record: members of a payer", rows, err, func(row depositdb.MembersOfPayerRow) tied.One {
		return tied.One{
			Member: row.Member, Times: row.Times, Amount: money.Amount(row.Paid), Since: clock.Micros(row.Since).Time(),
			Last: clock.Micros(row.Last).Time(),
		}
	})
}
