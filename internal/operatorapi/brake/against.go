package brake

import (
	"krapao/brake"
	"krapao/internal/httpx/wire"
)

// Against is one thing that is known against a system.
type Against struct {
	Kind     string     `enum:"differences,coverage,restore,credentials" json:"kind"`
	Provider *string    `doc:"Of differences: whose" json:"provider"`
	Cases    int64      `doc:"Of differences: how many are open" json:"cases"`
	Amount   wire.Money `doc:"Of differences: what they come to" json:"amount"`
	Ratio    *int64     `doc:"Of the coverage: what the house has of what it owes, in basis points" json:"ratio" nullable:"true"`
	At       *wire.Time `doc:"Of the coverage: when its report was made" json:"at" nullable:"true"`
}

func againstOf(all []brake.Against) []Against {
	list := make([]Against, len(all))
	for n, a := range all {
		list[n] = Against{
			Kind: string(a.Kind), Provider: wire.TextOrNull(a.Provider), Cases: a.Cases, Amount: wire.Money(a.Amount),
			At: wire.TimeOrNull(a.At),
		}
		if a.Kind == brake.Below {
			list[n].Ratio = &a.Ratio
		}
	}
	return list
}
