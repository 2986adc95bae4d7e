package backoffice

import (
	"context"
	"slices"
	"time"

	"krapao/brake"
	"krapao/internal/store"
	"krapao/ledger/browse"
	"krapao/ledger/tally"
	"krapao/operator"
	"krapao/operator/notify"
	"krapao/operator/report"
)

// reports are what the house reports of its money.
func (d Deps) reports(approvals *operator.Approvals) *report.Service {
	return report.New(report.Deps{
		Store: d.Store, Tallies: tally.New(d.Store), PostedAt: browse.New(d.Store).PostedAt, Approvals: approvals, Brakes: d.Brakes,
		Stakes: d.stakes, Registered: d.registered,
	})
}

// Liabilities are the reports of what the house owes and has.
func (o *Office) Liabilities() *report.Service { return o.reports }

// registered are the members that registered.
func (d Deps) registered(ctx context.Context, from, to time.Time, days bool) ([]report.SeriesPoint, error) {
	counts, err := d.Members.Registrations(ctx, from, to, days)
	points := make([]report.SeriesPoint, len(counts))
	for n, c := range counts {
		points[n] = report.SeriesPoint{At: c.Begins, Count: c.Members}
	}
	return points, err
}

// stakes are what members bet, as the providers report it.
func (d Deps) stakes(ctx context.Context, from, to time.Time) (report.Stakes, error) {
	days, whole, err := d.Reports.Staked(ctx, from, to)
	stakes := report.Stakes{Reporting: d.Reports.Reporting(), Whole: whole}
	for _, day := range days {
		stakes.Days = append(stakes.Days, report.DayStakes{Day: day.Day, Provider: day.Provider, Amount: day.Amount})
	}
	return stakes, err
}

// reported tells the house of a report that was made.
func reported(tells *notify.Service) func(ctx context.Context, tx *store.Tx, l report.Liability) error {
	return func(ctx context.Context, tx *store.Tx, l report.Liability) error {
		points, known := l.Ratio()
		return tells.ReportedTx(ctx, tx, notify.Report{
			ID: l.ID, Day: l.Day, At: l.At, Points: points, Known: known, Low: l.Stopped,
		})
	}
}

// stands says why a system may not go on yet.
type stands = func(ctx context.Context, system string) (why []brake.Against, err error)

// eachStands asks all that may stand against a system.
func eachStands(all ...stands) stands {
	return func(ctx context.Context, system string) (why []brake.Against, err error) {
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
