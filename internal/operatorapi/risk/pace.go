package risk

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/member"
	"krapao/money"
	"krapao/operator/risk"
)

// QuickMember is a member that did something often.
type QuickMember struct {
	Member list.MemberRef `json:"member"`
	Times  int64          `json:"times"`
	Amount wire.Money     `doc:"Less what was taken back"        json:"amount"`
	Played wire.Money     `doc:"What went into games meanwhile"  json:"played"`
}

// VelocityAsked are the bounds that a member is beyond.
type VelocityAsked struct {
	list.Query

	What  string `doc:"Required" enum:"deposit,withdrawal" query:"what"`
	Hours string `default:"24" doc:"The last so many whole hours, of which the present one is the last" enum:"1,6,24,72" query:"hours"`
	Times int64  `default:"5" doc:"At least so often" maximum:"10000" minimum:"1" query:"times"`
	Over  string `doc:"In baht, for at least so much" maxLength:"20" query:"over"`
	Play  int64  `default:"-1" doc:"At most so many percent of it went into games; -1: whatever did" maximum:"100" minimum:"-1" query:"play"`
}

// handleVelocity answers GET /api/risk/velocity.
func (c *Room) handleVelocity(ctx context.Context, in *VelocityAsked) (*httpx.Reply[list.Page[QuickMember]], error) {
	if in.What == "" {
		return nil, fault.New(fault.INVALID_INPUT, "what is required: what members do often")
	}
	over, err := list.Amount(in.Over)
	if err != nil {
		return nil, err
	}
	hours, err := strconv.ParseInt(in.Hours, 10, 64)
	if err != nil {
		return nil, err // it is one of the enumeration
	}
	b := risk.Bounds{
		What: risk.What(in.What), Hours: hours, Times: in.Times, Percent: in.Play,
	}
	if over != nil {
		b.Over = *over
	}
	of := list.List[risk.Pace, risk.PacePlace, QuickMember]{
		Name: "risk/velocity", Key: risk.Pace.Place, Show: c.quick,
		// What is added up goes with no row of the audit log.
		Primary: true,
		Columns: []list.Column[risk.Pace]{
			{Name: "member", Cell: func(p risk.Pace) any { return p.Member }},
			{Name: "times", Cell: func(p risk.Pace) any { return p.Times }},
			{Name: "amount", Cell: func(p risk.Pace) any { return p.Amount }},
			{Name: "played", Cell: func(p risk.Pace) any { return p.Played }},
		},
	}
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[risk.Pace, risk.PacePlace]{
		Filters: list.Filters{
			"what": in.What, "hours": in.Hours, "times": fmt.Sprint(in.Times), "over": in.Over, "play": fmt.Sprint(in.Play),
		},
		Read: func(ctx context.Context, after *risk.PacePlace, most int) ([]risk.Pace, error) {
			return c.d.Paces.Quickest(ctx, b, after, most)
		},
		Keep: b.Has,
	})
}

func (c *Room) quick(ctx context.Context, rows []risk.Pace) ([]QuickMember, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(p risk.Pace) string { return p.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]QuickMember, 0, len(rows))
	for _, p := range rows {
		if ref, known := refs[p.Member]; known {
			shown = append(shown, QuickMember{ref, p.Times, wire.Money(p.Amount), wire.Money(p.Played)})
		}
	}
	return shown, nil
}

// LargeMember is a member beyond the house's amount of a month.
type LargeMember struct {
	Member      list.MemberRef `json:"member"`
	Deposits    wire.Money     `doc:"Of the month, less what was taken back" json:"deposits"`
	Withdrawals wire.Money     `doc:"Of the month, less what bounced"        json:"withdrawals"`
}

// ThresholdAsked is which month, and over which amount.
type ThresholdAsked struct {
	list.Query

	Month string `doc:"Of Bangkok, as 2026-11; the present one without it" maxLength:"7" query:"month"`
	Over  string `default:"700000" doc:"In baht: deposits or withdrawals of at least so much" maxLength:"20" query:"over"`
}

// large is a row of the list, with who it is where the file names it.
type large struct {
	risk.Month

	who member.Member
}

// handleThreshold answers GET /api/risk/threshold.
func (c *Room) handleThreshold(ctx context.Context, in *ThresholdAsked) (*httpx.Reply[list.Page[LargeMember]], error) {
	month := c.d.Now().In(clock.Bangkok)
	if in.Month != "" {
		var err error
		if month, err = time.ParseInLocation("2006-01", in.Month, clock.Bangkok); err != nil {
			return nil, fault.New(fault.INVALID_INPUT, "a month is written as 2026-11")
		}
	}
	over, err := list.Amount(in.Over)
	if err != nil {
		return nil, err
	}
	if over == nil || *over <= 0 {
		return nil, fault.New(fault.INVALID_AMOUNT, "over is an amount over 0")
	}
	of := list.List[large, risk.MonthPlace, LargeMember]{
		Name: "risk/threshold", Key: func(m large) risk.MonthPlace { return m.Place() }, Show: c.large, Primary: true,
		Columns: largeColumns,
	}
	named := in.Format == "csv"
	return of.Read(ctx, c.d.Lists, in.Query, list.Rows[large, risk.MonthPlace]{
		Filters: list.Filters{"month": month.Format("2006-01"), "over": over.String()},
		Read: func(ctx context.Context, after *risk.MonthPlace, most int) ([]large, error) {
			return c.months(ctx, month, *over, after, most, named)
		},
	})
}

// months reads the rows, and who each is where that is asked for.
func (c *Room) months(
	ctx context.Context, month time.Time, over money.Amount, after *risk.MonthPlace, most int, named bool,
) ([]large, error) {
	found, err := c.d.Paces.MonthsOver(ctx, month, over, after, most)
	if err != nil {
		return nil, err
	}
	rows := make([]large, len(found))
	for n, m := range found {
		rows[n].Month = m
		if !named {
			continue
		}
		if rows[n].who, err = c.d.Members.ByID(ctx, m.Member); err != nil && !fault.Is(err, fault.NO_USER) {
			return nil, err
		}
	}
	return rows, nil
}

var largeColumns = []list.Column[large]{
	{Name: "member", Cell: func(m large) any { return m.Member }},
	{Name: "name", Cell: func(m large) any { return m.who.Bank.AccountName }, Named: true},
	{Name: "phone", Cell: func(m large) any { return m.who.Phone }, Named: true},
	{Name: "bank", Cell: func(m large) any { return m.who.Bank.Code }},
	{Name: "account", Cell: func(m large) any { return m.who.Bank.AccountNo }, Named: true},
	{Name: "deposits", Cell: func(m large) any { return m.Deposits }},
	{Name: "withdrawals", Cell: func(m large) any { return m.Withdrawals }},
}

func (c *Room) large(ctx context.Context, rows []large) ([]LargeMember, error) {
	refs, err := list.Named(ctx, c.d.Refs, rows, func(m large) string { return m.Member })
	if err != nil {
		return nil, err
	}
	shown := make([]LargeMember, 0, len(rows))
	for _, m := range rows {
		if ref, known := refs[m.Member]; known {
			shown = append(shown, LargeMember{ref, wire.Money(m.Deposits), wire.Money(m.Withdrawals)})
		}
	}
	return shown, nil
}
