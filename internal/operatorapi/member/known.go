package member

import (
	"context"
	"strconv"

	"krapao/bonus"
	"krapao/deposit/record"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/protection"
	"krapao/session"
	"krapao/spin"
)

// OwnSession is where a member is logged in.
type OwnSession struct {
	ID         string    `json:"id"`
	Address    string    `json:"address" doc:"The one of its last call"`
	Agent      string    `json:"agent" doc:"As the browser calls itself"`
	Remembered bool      `json:"remembered"`
	CreatedAt  wire.Time `json:"createdAt"`
	SeenAt     wire.Time `json:"seenAt"`
	EndsAt     wire.Time `json:"endsAt" doc:"However much it is used"`
}

// handleSessions answers GET /api/member/{id}/session.
func (c *Room) handleSessions(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnSession]], error) {
	name := func(v session.View) string { return v.ID }
	return ofMember(ctx, c, in, list.List[session.View, string, OwnSession]{
		Name: "member/session", Key: name, Primary: true, Columns: sessionColumns,
		Show: shownBy(func(v session.View) OwnSession {
			return OwnSession{
				v.ID, v.Address, v.Agent, v.Remembered, wire.Time(v.CreatedAt), wire.Time(v.SeenAt), wire.Time(v.EndsAt),
			}
		}),
	}, few(func(ctx context.Context) ([]session.View, error) { return c.Sessions.List(ctx, session.Member, in.ID) }, name))
}

var sessionColumns = []list.Column[session.View]{
	{Name: "id", Cell: func(v session.View) any { return v.ID }},
	{Name: "address", Cell: func(v session.View) any { return v.Address }},
	{Name: "agent", Cell: func(v session.View) any { return v.Agent }},
	{Name: "created_at", Cell: func(v session.View) any { return v.CreatedAt }},
	{Name: "seen_at", Cell: func(v session.View) any { return v.SeenAt }},
	{Name: "ends_at", Cell: func(v session.View) any { return v.EndsAt }},
}

// OwnLimit is a limit in force: the strictest of its own and the house's.
type OwnLimit struct {
	Kind   string              `json:"kind" enum:"deposit,loss"`
	Period string              `json:"period" enum:"day,week,month"`
	Amount wire.Money          `json:"amount"`
	Own    bool                `json:"own" doc:"The member has set one itself"`
	House  *wire.OptionalMoney `json:"house" doc:"What operators set for this member; null: nothing" nullable:"true"`
	Used   wire.Money          `json:"used"`
	Left   wire.Money          `json:"left" doc:"What may still be deposited, or moved into games"`
	NextAt *wire.Time          `json:"nextAt" nullable:"true" doc:"From when on it may confirm a looser one; null: none waits"`
}

// handleLimits answers GET /api/member/{id}/limit.
func (c *Room) handleLimits(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnLimit]], error) {
	name := func(l protection.Limit) string { return string(l.Kind) + "/" + string(l.Period) }
	return ofMember(ctx, c, in, list.List[protection.Limit, string, OwnLimit]{
		Name: "member/limit", Key: name, Primary: true, Columns: limitColumns,
		Show: shownBy(func(l protection.Limit) OwnLimit {
			limit := OwnLimit{
				Kind: string(l.Kind), Period: string(l.Period), Amount: wire.Money(l.Amount), Own: l.Own,
				House: (*wire.OptionalMoney)(l.House), Used: wire.Money(l.Used),
				Left: wire.Money(l.Left),
			}
			if l.Next != nil {
				limit.NextAt = wire.TimeOrNull(l.Next.From)
			}
			return limit
		}),
	}, few(func(ctx context.Context) ([]protection.Limit, error) { return c.Protection.Limits(ctx, in.ID) }, name))
}

var limitColumns = []list.Column[protection.Limit]{
	{Name: "kind", Cell: func(l protection.Limit) any { return string(l.Kind) }},
	{Name: "period", Cell: func(l protection.Limit) any { return string(l.Period) }},
	{Name: "amount", Cell: func(l protection.Limit) any { return l.Amount }},
	{Name: "own", Cell: func(l protection.Limit) any { return strconv.FormatBool(l.Own) }},
	{Name: "used", Cell: func(l protection.Limit) any { return l.Used }},
	{Name: "left", Cell: func(l protection.Limit) any { return l.Left }},
}

// OwnCoupon is a prize of the wheel that the member can claim.
type OwnCoupon struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind"`
	Code      string     `json:"code" doc:"The slice's, as it was at the draw"`
	Amount    wire.Money `json:"amount" doc:"0: it is of no money"`
	Coins     int64      `json:"coins"`
	CreatedAt wire.Time  `json:"createdAt"`
	ExpiresAt wire.Time  `json:"expiresAt"`
}

// handleCoupons answers GET /api/member/{id}/coupon.
func (c *Room) handleCoupons(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnCoupon]], error) {
	name := func(x spin.Coupon) string { return x.ID }
	return ofMember(ctx, c, in, list.List[spin.Coupon, string, OwnCoupon]{
		Name: "member/coupon", Key: name, Primary: true, Columns: couponColumns,
		Show: shownBy(func(x spin.Coupon) OwnCoupon {
			return OwnCoupon{
				x.ID, string(x.Kind), x.Code, wire.Money(x.Amount), x.Coins, wire.Time(x.CreatedAt), wire.Time(x.ExpiresAt),
			}
		}),
	}, few(func(ctx context.Context) ([]spin.Coupon, error) { return c.Coins.Coupons(ctx, in.ID) }, name))
}

var couponColumns = []list.Column[spin.Coupon]{
	{Name: "id", Cell: func(x spin.Coupon) any { return x.ID }},
	{Name: "kind", Cell: func(x spin.Coupon) any { return string(x.Kind) }},
	{Name: "code", Cell: func(x spin.Coupon) any { return x.Code }},
	{Name: "amount", Cell: func(x spin.Coupon) any { return x.Amount }},
	{Name: "coins", Cell: func(x spin.Coupon) any { return x.Coins }},
	{Name: "created_at", Cell: func(x spin.Coupon) any { return x.CreatedAt }},
	{Name: "expires_at", Cell: func(x spin.Coupon) any { return x.ExpiresAt }},
}

// OwnCondition is a conditional credit as it was granted, and its end.
type OwnCondition struct {
	ID        string     `json:"id"`
	Source    string     `json:"source"`
	Campaign  string     `json:"campaign"`
	State     string     `json:"state"`
	Credit    wire.Money `json:"credit"`
	Deposit   wire.Money `json:"deposit" doc:"The matched deposit; 0: none"`
	Required  wire.Money `json:"required" doc:"The turnover; 0: none"`
	Returned  wire.Money `json:"returned" doc:"What went back to the house"`
	GrantedAt wire.Time  `json:"grantedAt"`
	ExpiresAt wire.Time  `json:"expiresAt" doc:"Without outages, which add to it"`
}

// mostConditions of a member are listed, the newest.
const mostConditions = 1_000

// handleConditions answers GET /api/member/{id}/condition.
func (c *Room) handleConditions(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnCondition]], error) {
	name := func(x bonus.Condition) string { return x.ID }
	return ofMember(ctx, c, in, list.List[bonus.Condition, string, OwnCondition]{
		Name: "member/condition", Key: name, Primary: true, Columns: conditionColumns,
		Show: shownBy(func(x bonus.Condition) OwnCondition {
			return OwnCondition{
				x.ID, string(x.Source), x.Campaign, string(x.State), wire.Money(x.Credit), wire.Money(x.Deposit),
				wire.Money(x.Required), wire.Money(x.Returned), wire.Time(x.GrantedAt), wire.Time(x.ExpiresAt),
			}
		}),
	}, few(func(ctx context.Context) ([]bonus.Condition, error) {
		found, _, err := c.Bonuses.History(ctx, in.ID, mostConditions)
		return found, err
	}, name))
}

var conditionColumns = []list.Column[bonus.Condition]{
	{Name: "id", Cell: func(x bonus.Condition) any { return x.ID }},
	{Name: "source", Cell: func(x bonus.Condition) any { return string(x.Source) }},
	{Name: "campaign", Cell: func(x bonus.Condition) any { return x.Campaign }},
	{Name: "state", Cell: func(x bonus.Condition) any { return string(x.State) }},
	{Name: "credit", Cell: func(x bonus.Condition) any { return x.Credit }},
	{Name: "deposit", Cell: func(x bonus.Condition) any { return x.Deposit }},
	{Name: "required", Cell: func(x bonus.Condition) any { return x.Required }},
	{Name: "returned", Cell: func(x bonus.Condition) any { return x.Returned }},
	{Name: "granted_at", Cell: func(x bonus.Condition) any { return x.GrantedAt }},
	{Name: "expires_at", Cell: func(x bonus.Condition) any { return x.ExpiresAt }},
}

// OwnSlip is a slip that the member has sent.
type OwnSlip struct {
	Reference     string     `json:"reference" doc:"Of its page in the queue, while it waits for a person"`
	State         string     `json:"state"`
	Reason        string     `json:"reason" doc:"Why it failed, or what a person looks at"`
	Bank          string     `json:"bank" doc:"Empty: not known yet, like the three that follow"`
	BankReference string     `json:"bankReference"`
	Account       string     `json:"account" doc:"Ours"`
	Amount        wire.Money `json:"amount"`
	UploadedAt    wire.Time  `json:"uploadedAt"`
	PaidAt        *wire.Time `json:"paidAt" nullable:"true"`
}

// handleSlips answers GET /api/member/{id}/slip.
func (c *Room) handleSlips(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnSlip]], error) {
	return ofMember(ctx, c, in, list.List[record.Slip, int64, OwnSlip]{
		Name: "member/slip", Key: func(s record.Slip) int64 { return s.Number }, Primary: true, Columns: slipColumns,
		Show: shownBy(func(s record.Slip) OwnSlip {
			return OwnSlip{
				s.Reference, s.State, string(s.Reason), s.Bank, s.BankReference, s.Account, wire.Money(s.Amount),
				wire.Time(s.UploadedAt), wire.TimeOrNull(s.PaidAt),
			}
		}),
	}, func(ctx context.Context, after *int64, most int) ([]record.Slip, error) {
		before := int64(0)
		if after != nil {
			before = *after
		}
		return c.Records.Slips(ctx, in.ID, before, most)
	})
}

var slipColumns = []list.Column[record.Slip]{
	{Name: "reference", Cell: func(s record.Slip) any { return s.Reference }},
	{Name: "state", Cell: func(s record.Slip) any { return s.State }},
	{Name: "reason", Cell: func(s record.Slip) any { return string(s.Reason) }},
	{Name: "bank", Cell: func(s record.Slip) any { return s.Bank }},
	{Name: "bank_reference", Cell: func(s record.Slip) any { return s.BankReference }},
	{Name: "account", Cell: func(s record.Slip) any { return s.Account }},
	{Name: "amount", Cell: func(s record.Slip) any { return s.Amount }},
	{Name: "uploaded_at", Cell: func(s record.Slip) any { return s.UploadedAt }},
	{Name: "paid_at", Cell: func(s record.Slip) any { return s.PaidAt }},
}
