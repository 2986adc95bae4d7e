package record

import (
	"context"

	"krapao/deposit"
	"krapao/deposit/internal/depositdb"
	"krapao/internal/history"
)

// ArrivalHistory lists what arrived: of a member, of an account, or in a state. reference names the code, slip or declaration
// that it came by, instead. Each has who paid.
func (r *Records) ArrivalHistory(
	ctx context.Context, by history.Asked, reference string, after *history.Place, most int,
) ([]deposit.Inflow, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.Inflow
	var err error
	switch {
	case reference != "":
		rows, err = q.ArrivalsAs(ctx, depositdb.ArrivalsAsParams(p.Of(reference)))
	case by.Member != "":
		rows, err = q.ArrivalsBy(ctx, depositdb.ArrivalsByParams(p.Of(by.Member)))
	case by.State != "" && by.State != string(deposit.Credited):
		rows, err = q.ArrivalsIn(ctx, depositdb.ArrivalsInParams(p.Of(by.State)))
	case by.Account != "":
		rows, err = q.ArrivalsAt(ctx, depositdb.ArrivalsAtParams(p.Of(by.Account)))
	default:
		rows, err = q.ArrivalsAll(ctx, depositdb.ArrivalsAllParams(p))
	}
	return history.List("record: arrivals", rows, err, r.deposits.InflowOf)
}

// SlipHistory lists slips: of a member, or in a state.
func (r *Records) SlipHistory(ctx context.Context, by history.Asked, after *history.Place, most int) ([]Slip, error) {
	q, p := depositdb.New(r.store.DB()), by.Page(after, most)
	var rows []depositdb.Slip
	var err error
	switch {
	case by.Member != "":
		rows, err = q.SlipsBy(ctx, depositdb.SlipsByParams(p.Of(by.Member)))
	case by.State != "" && by.State != slipCredited:
		rows, err = q.SlipsIn(ctx, depositdb.SlipsInParams(p.Of(by.State)))
	default:
		rows, err = q.SlipsAll(ctx, depositdb.SlipsAllParams(p))
	}
	return history.List("record: slips", rows, err, func(row depositdb.Slip) (Slip, error) { return slipOf(row), nil })
}
