package brake

import (
	"krapao/brake"
	"krapao/internal/httpx/wire"
)

// Against is one thing that speaks against a system. Only found has the kinds after credentials.
type Against struct {
	Kind string `enum:"differences,coverage,restore,credentials,paid_and_refused,paid_after_return,books,history,callout,earlier" json:"kind"`

	Provider *string    `doc:"Of differences: whose" json:"provider"`
	Cases    int64      `doc:"Of differences: how many are open. Of a callout: how many questions had no answer" json:"cases"`
	Amount   wire.Money `doc:"Of differences: what they come to" json:"amount"`
	Ratio    *int64     `doc:"Of the coverage: what the house has of what it owes, in basis points" json:"ratio" nullable:"true"`
	At       *wire.Time `doc:"Of the coverage: when its report was made" json:"at" nullable:"true"`

	Reference *string `doc:"Of a payout that the bank contradicts itself about: its withdrawal" json:"reference"`
	Account   *string `doc:"Of books that are not whole: the account that is wrong; null: it lies elsewhere" json:"account"`
	Detail    *string `doc:"Of books and history: what is wrong, in technical English. Of an earlier stop: a person's words" json:"detail"`
}

func againstOf(all []brake.Against) []Against {
	list := make([]Against, len(all))
	for n, a := range all {
		list[n] = Against{
			Kind: string(a.Kind), Provider: wire.TextOrNull(a.Provider), Cases: a.Cases, Amount: wire.Money(a.Amount),
			At: wire.TimeOrNull(a.At), Reference: wire.TextOrNull(a.Reference), Account: wire.TextOrNull(a.Account),
			Detail: wire.TextOrNull(a.Detail),
		}
		if a.Kind == brake.Below {
			list[n].Ratio = &a.Ratio
		}
	}
	return list
}
