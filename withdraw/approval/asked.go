package approval

import (
	"context"
	"fmt"
	"math"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/money"
	"krapao/withdraw"
	"krapao/withdraw/approval/internal/approvaldb"
)

// Asked is what the callout was asked before a payout, and what it said.
type Asked struct {
	// Reference is the withdrawal's, and State its state now.
	Reference, Member, Bank string
	Amount                  money.Amount
	State                   withdraw.State
	// At is when it was asked first, and Tries how often.
	At    time.Time
	Tries int64
	// Verdict is empty while the first answer is awaited; Unanswered: it was given up.
	Verdict Verdict
	// Says is its reason. AnsweredAt is zero: it did not answer.
	Says       string
	AnsweredAt time.Time

	transfer int64
}

// Unanswered is the verdict of a question that had no answer in time. It is asked again with the withdrawal's next check.
const Unanswered = unanswered

// AskedPlace is where a list of questions goes on.
type AskedPlace struct {
	At       clock.Micros `json:"t"`
	Transfer int64        `json:"i"`
}

// Place is where a list goes on after a question.
func (a Asked) Place() AskedPlace { return AskedPlace{clock.MicrosOf(a.At), a.transfer} }

// AskedBefore lists what the callout was asked before a place (nil: from the newest on), about one member or ("") about all.
func (s *Service) AskedBefore(ctx context.Context, member string, before *AskedPlace, most int) ([]Asked, error) {
	from := AskedPlace{At: math.MaxInt64}
	if before != nil {
		from = *before
	}
	q := approvaldb.New(s.Store.DB())
	var list []Asked
	if member == "" {
		rows, err := q.CalloutsBefore(ctx, from.At, from.Transfer, int32(most))
		if err != nil {
			return nil, fmt.Errorf("withdraw: callouts: %w", err)
		}
		for _, row := range rows {
			list = append(list, askedOf(row))
		}
		return list, nil
	}
	rows, err := q.CalloutsOf(ctx, approvaldb.CalloutsOfParams{
		Member: member, AskedAt: from.At, Before: from.Transfer, Most: int32(most),
	})
	if err != nil {
		return nil, fmt.Errorf("withdraw: callouts of a member: %w", err)
	}
	for _, row := range rows {
		list = append(list, askedOf(approvaldb.CalloutsBeforeRow(row)))
	}
	return list, nil
}

// AskedAbout returns what the callout was asked about a withdrawal. NO_DATA: nothing.
func (s *Service) AskedAbout(ctx context.Context, reference string) (Asked, error) {
	row, err := approvaldb.New(s.Store.DB()).CalloutAbout(ctx, reference)
	if store.NotFound(err) {
		return Asked{}, fault.New(fault.NO_DATA, "the callout was not asked about a withdrawal %q", reference)
	}
	if err != nil {
		return Asked{}, fmt.Errorf("withdraw: callout: %w", err)
	}
	return askedOf(approvaldb.CalloutsBeforeRow(row)), nil
}

func askedOf(row approvaldb.CalloutsBeforeRow) Asked {
	return Asked{
		Reference: row.Reference, Member: row.Member, Bank: row.BankCode, Amount: row.Amount, State: withdraw.State(row.State),
		At: row.AskedAt.Time(), Tries: row.Tries, Verdict: Verdict(row.Verdict), Says: row.Said, AnsweredAt: row.AnsweredAt.Time(),
		transfer: row.Transfer,
	}
}
