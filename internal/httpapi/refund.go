package httpapi

import (
	"context"
	"net/http"

	"krapao/ledger"
	"krapao/refund"
)

// Refunds is a part of a member's refunds.
type Refunds struct {
	Total   int          `json:"total"`
	Refunds []RefundPaid `json:"refunds"`
}

// RefundPaid is one receive.
type RefundPaid struct {
	RefundAmount Money `json:"refundAmount"`
	CreatedAt    Time  `json:"createdAt"`
}

// RefundCheck is where a member's refund stands, as the books have it.
type RefundCheck struct {
	Result        bool       `json:"result" doc:"There is one to receive now"`
	Bonus         bool       `json:"bonus" doc:"A condition is active"`
	Info          RefundInfo `json:"info"`
	RefundAmount  Money      `json:"refundAmount" doc:"In the purse"`
	RefundSuccess int64      `json:"refundSuccess" doc:"Percents of its condition"`
	RefundFail    int64      `json:"refundFail"`
}

// RefundInfo is the sum behind it: before + deposit - withdraw - balance = loss, which is at least 0.
type RefundInfo struct {
	From     *Time `json:"from" nullable:"true" doc:"The last receive; null before the first"`
	To       Time  `json:"to"`
	Before   Money `json:"before" doc:"What the member had at from"`
	Deposit  Money `json:"deposit"`
	Withdraw Money `json:"withdraw"`
	Balance  Money `json:"balance" doc:"The wallet and every game account"`
	Loss     Money `json:"loss"`
	Percent  int64 `json:"percent" doc:"Of the loss, that is paid"`
	Next     *Time `json:"next" nullable:"true" doc:"When one can be received again; null: now"`
}

// Paid is an amount that came in.
type Paid struct {
	Message string `json:"message" enum:"REFUND_SUCCESS,INVITE_BONUS_SUCCESS"`
	Amount  Money  `json:"amount"`
}

const (
	refundPaid = "REFUND_SUCCESS"
	invitePaid = "INVITE_BONUS_SUCCESS"
)

func (s *Server) refundRoutes() {
	get := func(path, id, summary string) route {
		return route{method: http.MethodGet, path: "/api/refund" + path, id: id, summary: summary, who: members}
	}
	once := func(path, id, summary string, stands stands) route {
		rt := get(path, id, summary)
		rt.effect, rt.replay, rt.memory, rt.stands = true, true, keyed, stands
		return rt
	}
	register(s, route{method: http.MethodPost, path: "/api/refund", id: "listRefunds", summary: "The member's refunds", who: members}, s.refunds)
	register(s, get("/check", "checkRefund", "Where the refund of losses stands; asks no game"), s.checkRefund)
	register(s, once("/receive", "receiveRefund", "Receive the refund into the purse", s.Refunds.ReceiveStands), s.receiveRefund)
	register(s, once("/addWallet", "addRefund", "From the purse to the wallet, under a condition", s.purseStands(ledger.RefundPurse)), s.addRefund)
	register(s, get("/banners", "listRefundBanners", "Banners of the refund page"), s.refundBanners)
}

func (s *Server) refunds(ctx context.Context, in *body[Page]) (*reply[Refunds], error) {
	found, total, err := s.Refunds.List(ctx, exchangeOf(ctx).member, in.Body.Page, in.Body.Limit)
	if err != nil {
		return nil, err
	}
	list := Refunds{Total: total, Refunds: make([]RefundPaid, len(found))}
	for i, r := range found {
		list.Refunds[i] = RefundPaid{Money(r.Amount), Time(r.At)}
	}
	return ok(list)
}

func (s *Server) checkRefund(ctx context.Context, _ *empty) (*reply[RefundCheck], error) {
	c, err := s.Refunds.Check(ctx, exchangeOf(ctx).member)
	return answered(refundCheckOf(c), err)
}

func refundCheckOf(c refund.Check) RefundCheck {
	return RefundCheck{
		Result: c.Ready, Bonus: c.Held,
		Info: RefundInfo{
			From: moment(c.From), To: Time(c.To), Before: Money(c.Before), Deposit: Money(c.Deposits), Withdraw: Money(c.Withdrawals),
			Balance: Money(c.Balance), Loss: Money(c.Loss), Percent: c.Percent, Next: moment(c.Next),
		},
		RefundAmount: Money(c.Purse), RefundSuccess: c.PercentSuccess, RefundFail: c.PercentFail,
	}
}

func (s *Server) receiveRefund(ctx context.Context, _ *empty) (*reply[Paid], error) {
	x := exchangeOf(ctx)
	amount, err := s.Refunds.Receive(ctx, x.member, x.operation())
	return answered(Paid{refundPaid, Money(amount)}, err)
}

func (s *Server) addRefund(ctx context.Context, _ *empty) (*reply[Paid], error) {
	x := exchangeOf(ctx)
	amount, err := s.Refunds.AddWallet(ctx, x.member, x.operation())
	return answered(Paid{refundPaid, Money(amount)}, err)
}

func (s *Server) refundBanners(ctx context.Context, in *spoken) (*reply[[]Banner], error) {
	found, err := s.Refunds.Banners(ctx)
	return answered(bannersOf(found, s.Lookup.Language(in.Accept)), err)
}
