package backoffice

import (
	"context"
	"slices"

	"krapao/ledger/browse"
	"krapao/ledger/tally"
	"krapao/operator"
	"krapao/operator/report"
)

// reports are what the house reports of its money.
func (d Deps) reports(approvals *operator.Approvals) *report.Service {
	return report.New(report.Deps{
		Store: d.Store, Tallies: tally.New(d.Store), PostedAt: browse.New(d.Store).PostedAt, Approvals: approvals, Brakes: d.Brakes,
	})
}

// stands says why a system may not go on yet.
type stands = func(ctx context.Context, system string) (why []string, err error)

// eachStands asks all that may stand against a system.
func eachStands(all ...stands) stands {
	return func(ctx context.Context, system string) (why []string, err error) {
		for _, one := range all {
			more, err := one(ctx, system)
			if err != nil {
				return nil, err
			}
			why = slices.Concat(why, more)
		}
		return why, nil
	}
}
