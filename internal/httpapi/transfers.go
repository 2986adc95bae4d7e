package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit"
)

// DepositTransfer is money that a member put in, and where it stands.
type DepositTransfer struct {
	Reference string  `json:"reference"`
	Kind      string  `json:"kind" enum:"declared,truelink,qr"`
	Amount    Money   `json:"amount" doc:"0 where it is not known"`
	Status    string  `json:"status" enum:"IN_PROGRESS,SUCCESS,FAILED"`
	Note      *string `json:"note" doc:"A reason code: why it failed, or why what came can't be spent yet"`
	CreatedAt Time    `json:"createdAt"`
	LapsesAt  *Time   `json:"lapsesAt" nullable:"true" doc:"Until when a declared transfer waits"`
}

// DepositTransfers are those that are open and those that ended in the last 72 hours, newest first, at most 20.
type DepositTransfers struct {
	Transfers []DepositTransfer `json:"transfers"`
}

// HeldMoney is an arrival that is the member's and not spendable yet.
type HeldMoney struct {
	Reference string `json:"reference"`
	Amount    Money  `json:"amount"`
	From      string `json:"from" doc:"As in the statement"`
	Reason    string `json:"reason" doc:"NOT_MATCH: another payer; LIMIT_REACHED: over the limit of payments that name nobody"`
	CreatedAt Time   `json:"createdAt"`
}

func (s *Server) transferListRoutes() {
	register(s, route{
		method: http.MethodGet, path: "/api/wallet/add", id: "listTransfers",
		summary: "Where the member's declared transfers, wallet links and held payments stand", who: members,
	}, s.transfers)
}

func (s *Server) transfers(ctx context.Context, _ *empty) (*reply[DepositTransfers], error) {
	found, err := s.Deposits.Transfers(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	list := DepositTransfers{Transfers: make([]DepositTransfer, len(found))}
	for i, t := range found {
		list.Transfers[i] = transferOf(t)
	}
	return ok(list)
}

func transferOf(t deposit.Transfer) DepositTransfer {
	return DepositTransfer{
		Reference: t.Reference, Kind: string(t.Kind), Amount: Money(t.Amount), Status: string(t.Progress),
		Note: optional(string(t.Note)), CreatedAt: Time(t.CreatedAt), LapsesAt: moment(t.LapsesAt),
	}
}

// holds lists what makes up a member's held money.
func (s *Server) holds(ctx context.Context, member string) ([]HeldMoney, error) {
	found, err := s.Deposits.HeldMoney(ctx, member)
	if err != nil {
		return nil, err
	}
	place, err := s.Deposits.Places(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]HeldMoney, len(found))
	for i, h := range found {
		list[i] = HeldMoney{
			Reference: h.ID, Amount: Money(h.Amount), From: place(h.Account), Reason: string(h.Reason), CreatedAt: Time(h.SeenAt),
		}
	}
	return list, nil
}
