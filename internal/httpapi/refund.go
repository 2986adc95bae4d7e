package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
	"krapao/lookup"
	"krapao/refund"
)

// Refunds is a part of a member's refunds.
type Refunds struct {
	Total   int          `json:"total"`
	Refunds []RefundPaid `json:"refunds"`
}

// RefundPaid is one refund that was received.
type RefundPaid struct {
	RefundAmount wire.Money `json:"refundAmount"`
	CreatedAt    wire.Time  `json:"createdAt"`
}

// RefundCheck is the state of a member's refund, by the ledger alone.
type RefundCheck struct {
	Result        bool       `json:"result" doc:"There is one to receive now"`
	Bonus         bool       `json:"bonus" doc:"A condition is active"`
	Info          RefundInfo `json:"info"`
	RefundAmount  wire.Money `json:"refundAmount" doc:"In the purse"`
	RefundSuccess int64      `json:"refundSuccess" doc:"Percents of its condition"`
	RefundFail    int64      `json:"refundFail"`
}

// RefundInfo is the sum behind it: before + deposit - withdraw - balance = loss, which is at least 0.
type RefundInfo struct {
	From     *wire.Time `json:"from" nullable:"true" doc:"The last receive; null before the first"`
	To       wire.Time  `json:"to"`
	Before   wire.Money `json:"before" doc:"What the member had at from"`
	Deposit  wire.Money `json:"deposit"`
	Withdraw wire.Money `json:"withdraw"`
	Balance  wire.Money `json:"balance" doc:"The wallet and every game account"`
	Loss     wire.Money `json:"loss"`
	Percent  int64      `json:"percent" doc:"Of the loss, that is paid"`
	Next     *wire.Time `json:"next" nullable:"true" doc:"When one can be received again; null: now"`
}

type refundCalls struct {
	refunds *refund.Service
	lookup  *lookup.Service
	purse   purse
}

func (c *refundCalls) routes(f *httpx.Frame) {
	get := func(path, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: "/api/refund" + path, ID: id, Summary: summary, Access: httpx.Members}
	}
	once := func(path, id, summary string, stands httpx.Stands) httpx.Route {
		rt := get(path, id, summary)
		rt.Effect, rt.Replay, rt.Memory, rt.Stands = true, true, httpx.Keyed, stands
		return rt
	}
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/refund", ID: "listRefunds", Summary: "The member's refunds", Access: httpx.Members,
	}, c.handleRefunds)
	httpx.Register(f, get("/check", "checkRefund", "Where the refund of losses stands; asks no game"), c.handleCheckRefund)
	httpx.Register(f, once("/receive", "receiveRefund", "Receive the refund into the purse", c.refunds.ReceiveStands),
		c.handleReceiveRefund)
	httpx.Register(f, once("/addWallet", "addRefund", "From the purse to the wallet, under a condition",
		c.purse.stands(ledger.RefundPurse)), c.handleAddRefund)
	httpx.Register(f, get("/banners", "listRefundBanners", "Banners of the refund page"), c.handleRefundBanners)
}

// handleRefunds answers POST /api/refund: the member's refunds.
func (c *refundCalls) handleRefunds(ctx context.Context, in *httpx.Body[Page]) (*httpx.Reply[Refunds], error) {
	found, total, err := c.refunds.List(ctx, httpx.StateOf(ctx).Member, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := Refunds{Total: total, Refunds: make([]RefundPaid, len(found))}
	for i, r := range found {
		list.Refunds[i] = RefundPaid{wire.Money(r.Amount), wire.Time(r.At)}
	}
	return httpx.OK(list)
}

// handleCheckRefund answers GET /api/refund/check: where the refund of losses stands. It asks no game.
func (c *refundCalls) handleCheckRefund(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[RefundCheck], error) {
	check, err := c.refunds.Check(ctx, httpx.StateOf(ctx).Member)
	return httpx.Answer(refundCheckOf(check), err)
}

func refundCheckOf(c refund.Check) RefundCheck {
	return RefundCheck{
		Result: c.Ready, Bonus: c.Held,
		Info: RefundInfo{
			From: wire.TimeOrNull(c.From), To: wire.Time(c.To), Next: wire.TimeOrNull(c.Next),
			Before: wire.Money(c.Before), Deposit: wire.Money(c.Deposits), Withdraw: wire.Money(c.Withdrawals),
			Balance: wire.Money(c.Balance), Loss: wire.Money(c.Loss), Percent: c.Percent,
		},
		RefundAmount: wire.Money(c.Purse), RefundSuccess: c.PercentSuccess, RefundFail: c.PercentFail,
	}
}

// handleReceiveRefund answers GET /api/refund/receive: it pays the refund into the purse.
func (c *refundCalls) handleReceiveRefund(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Paid], error) {
	state := httpx.StateOf(ctx)
	amount, err := c.refunds.Receive(ctx, state.Member, state.Operation())
	return httpx.Answer(Paid{refundPaid, wire.Money(amount)}, err)
}

// handleAddRefund answers GET /api/refund/addWallet: it moves the purse to the wallet, under a condition.
func (c *refundCalls) handleAddRefund(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Paid], error) {
	state := httpx.StateOf(ctx)
	amount, err := c.refunds.AddWallet(ctx, state.Member, state.Operation())
	return httpx.Answer(Paid{refundPaid, wire.Money(amount)}, err)
}

// handleRefundBanners answers GET /api/refund/banners: the banners of the refund page.
func (c *refundCalls) handleRefundBanners(ctx context.Context, in *spoken) (*httpx.Reply[[]Banner], error) {
	found, err := c.refunds.Banners(ctx)
	return httpx.Answer(bannersOf(found, c.lookup.Language(in.Accept)), err)
}
