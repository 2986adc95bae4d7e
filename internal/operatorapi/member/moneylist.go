package member

import (
	"context"

	"krapao/deposit"
	"krapao/deposit/record"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/member/login"
	"krapao/withdraw"
)

// OwnWithdrawal is a withdrawal of a member.
type OwnWithdrawal struct {
	Reference   string     `json:"reference"`
	Amount      wire.Money `json:"amount"`
	State       string     `enum:"requested,review,sending,paid,returned,bounced" json:"state"`
	Automatic   bool       `doc:"The rules approved it, and no person"            json:"automatic"`
	Why         []string   `doc:"The conditions of an automatic payout that did not hold" json:"why"`
	Reason      string     `doc:"A code: why it was returned"                     json:"reason"`
	Bank        string     `json:"bank"`
	Account     string     `doc:"Its last digits"                                 json:"account"`
	Outside     string     `doc:"The bank's own reference"                        json:"outside"`
	RequestedAt wire.Time  `json:"requestedAt"`
	Since       wire.Time  `doc:"Since when it is in its state"                   json:"since"`
	ApprovedAt  *wire.Time `json:"approvedAt" nullable:"true"`
}

// handleWithdrawals answers GET /api/member/{id}/withdrawal.
func (c *Room) handleWithdrawals(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnWithdrawal]], error) {
	return ofMember(ctx, c, in, list.List[withdraw.Withdrawal, withdraw.OfPlace, OwnWithdrawal]{
		Name: "member/withdrawal", Key: withdraw.Withdrawal.Place, Primary: true,
		Show: shownBy(func(w withdraw.Withdrawal) OwnWithdrawal {
			why := make([]string, len(w.Why))
			for n, one := range w.Why {
				why[n] = string(one)
			}
			return OwnWithdrawal{
				w.Reference, wire.Money(w.Amount), string(w.State), w.Automatic, why, string(w.Reason), w.BankCode, w.AccountShown,
				w.Outside, wire.Time(w.RequestedAt), wire.Time(w.Since), wire.TimeOrNull(w.ApprovedAt),
			}
		}),
		Columns: []list.Column[withdraw.Withdrawal]{
			{Name: "reference", Cell: func(w withdraw.Withdrawal) any { return w.Reference }},
			{Name: "amount", Cell: func(w withdraw.Withdrawal) any { return w.Amount }},
			{Name: "state", Cell: func(w withdraw.Withdrawal) any { return string(w.State) }},
			{Name: "bank", Cell: func(w withdraw.Withdrawal) any { return w.BankCode }},
			{Name: "requestedAt", Cell: func(w withdraw.Withdrawal) any { return w.RequestedAt }},
			{Name: "since", Cell: func(w withdraw.Withdrawal) any { return w.Since }},
		},
	}, func(ctx context.Context, after *withdraw.OfPlace, most int) ([]withdraw.Withdrawal, error) {
		return c.Withdrawals.Of(ctx, in.ID, after, most)
	})
}

// OwnArrival is money that arrived for a member.
type OwnArrival struct {
	ID        string     `json:"id"`
	Account   string     `doc:"Ours"                                     json:"account"`
	Channel   string     `enum:"qr,feed,slip,link,declared"              json:"channel"`
	Reference string     `doc:"The code, slip or declaration that it came by" json:"reference"`
	Amount    wire.Money `json:"amount"`
	State     string     `enum:"credited,held,unmatched,released,returned,reversed" json:"state"`
	Reason    string     `doc:"A code: why it is held"                   json:"reason"`
	Payer     OwnPayer   `json:"payer"`
	PaidAt    wire.Time  `json:"paidAt"`
	SeenAt    wire.Time  `json:"seenAt"`
}

// OwnPayer is who paid, as the bank says; the account's last digits.
type OwnPayer struct {
	Bank    string `json:"bank"`
	Account string `json:"account"`
	Name    string `json:"name"`
}

// handleArrivals answers GET /api/member/{id}/arrival.
func (c *Room) handleArrivals(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnArrival]], error) {
	return ofMember(ctx, c, in, list.List[deposit.Inflow, record.ArrivalPlace, OwnArrival]{
		Name: "member/arrival", Key: record.PlaceOf, Primary: true,
		Show: shownBy(func(x deposit.Inflow) OwnArrival {
			return OwnArrival{
				x.ID, x.Account, string(x.Channel), x.Reference, wire.Money(x.Amount), string(x.State), string(x.Reason),
				OwnPayer{x.Payer.BankCode, lastDigits(x.Payer.AccountNo), x.Payer.Name},
				wire.Time(x.PaidAt), wire.Time(x.SeenAt),
			}
		}),
		Columns: []list.Column[deposit.Inflow]{
			{Name: "id", Cell: func(x deposit.Inflow) any { return x.ID }},
			{Name: "account", Cell: func(x deposit.Inflow) any { return x.Account }},
			{Name: "channel", Cell: func(x deposit.Inflow) any { return string(x.Channel) }},
			{Name: "reference", Cell: func(x deposit.Inflow) any { return x.Reference }},
			{Name: "amount", Cell: func(x deposit.Inflow) any { return x.Amount }},
			{Name: "state", Cell: func(x deposit.Inflow) any { return string(x.State) }},
			{Name: "paidAt", Cell: func(x deposit.Inflow) any { return x.PaidAt }},
			{Name: "seenAt", Cell: func(x deposit.Inflow) any { return x.SeenAt }},
		},
	}, func(ctx context.Context, after *record.ArrivalPlace, most int) ([]deposit.Inflow, error) {
		return c.Records.Arrivals(ctx, in.ID, after, most)
	})
}

// shown is how many digits of an account a list has.
const shown = 4

func lastDigits(account string) string {
	if len(account) <= shown {
		return account
	}
	return "x" + account[len(account)-shown:]
}

// OwnDevice is a browser that a member logged in from.
type OwnDevice struct {
	Key        string     `doc:"Names it among the groups by device"     json:"key"`
	Members    int64      `doc:"How many logged in from it; 1000: at least so many" json:"members"`
	FirstAt    wire.Time  `json:"firstAt"`
	LastAt     wire.Time  `json:"lastAt"`
	WithdrewAt *wire.Time `doc:"When it withdrew from it first"          json:"withdrewAt" nullable:"true"`
}

// mostDevices is how many browsers of a member are listed.
const mostDevices = 500

// handleDevices answers GET /api/member/{id}/device.
func (c *Room) handleDevices(ctx context.Context, in *ListAsked) (*httpx.Reply[list.Page[OwnDevice]], error) {
	key := func(d login.Device) string { return d.Key }
	return ofMember(ctx, c, in, list.List[login.Device, string, OwnDevice]{
		Name: "member/device", Key: key, Primary: true,
		Show: shownBy(func(d login.Device) OwnDevice {
			return OwnDevice{d.Key, d.Members, wire.Time(d.FirstAt), wire.Time(d.LastAt), wire.TimeOrNull(d.WithdrewAt)}
		}),
		Columns: []list.Column[login.Device]{
			{Name: "key", Cell: func(d login.Device) any { return d.Key }},
			{Name: "members", Cell: func(d login.Device) any { return d.Members }},
			{Name: "firstAt", Cell: func(d login.Device) any { return d.FirstAt }},
			{Name: "lastAt", Cell: func(d login.Device) any { return d.LastAt }},
			{Name: "withdrewAt", Cell: func(d login.Device) any { return d.WithdrewAt }},
		},
	}, few(func(ctx context.Context) ([]login.Device, error) { return c.Logins.Devices(ctx, in.ID, mostDevices) }, key))
}
