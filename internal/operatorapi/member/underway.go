package member

import (
	"cmp"
	"context"
	"slices"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/game"
	"krapao/internal/httpx/wire"
	"krapao/ledger"
	"krapao/money"
	"krapao/operator"
	"krapao/withdraw"
)

// UnderWay is something of a member's that has not ended.
type UnderWay struct {
	What      string     `enum:"withdrawal,payout,transfer,unsettled,held,slip,declared,truelink,qr,proposal,receivable" json:"what"`
	Reference string     `doc:"What the kind's own call is asked by"                                       json:"reference"`
	Amount    wire.Money `doc:"0: not known yet"                                                           json:"amount"`
	From      string     `json:"from"`
	To        string     `json:"to"`
	State     string     `json:"state"`
	Why       []string   `doc:"Codes, and the conditions that did not hold; empty: it goes on by itself"   json:"why"`
	Since     *wire.Time `json:"since" nullable:"true"`
	Due       *wire.Time `doc:"Until when the house has promised to decide it; null: nobody has to"         json:"due" nullable:"true"`
	Waits     bool       `doc:"A person has to decide: it is an item of the queue, of this kind and with this id" json:"waits"`
}

// underWay is all of it, the longest first. Each kind is asked of its area.
func (c *Room) underWay(ctx context.Context, id string, owed money.Amount) ([]UnderWay, error) {
	all := []UnderWay{}
	for _, kind := range []func(context.Context, string) ([]UnderWay, error){c.moving, c.held, c.slips, c.ways, c.proposed} {
		some, err := kind(ctx, id)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if owed > 0 {
		all = append(all, waits(UnderWay{What: operator.ItemReceivable, Reference: id, Amount: wire.Money(owed)}, time.Time{}))
	}
	slices.SortStableFunc(all, func(a, b UnderWay) int { return since(a).Compare(since(b)) })
	return all, c.promised(ctx, all)
}

// promised says of what waits until when it is promised. Most members have nothing that waits, and nothing is read for them.
func (c *Room) promised(ctx context.Context, all []UnderWay) error {
	if !slices.ContainsFunc(all, func(u UnderWay) bool { return u.Waits }) {
		return nil
	}
	promises, err := c.Promises(ctx)
	for n, u := range all {
		if u.Waits {
			all[n].Due = wire.TimeOrNull(promises.Until(u.What, since(u)))
		}
	}
	return err
}

func since(u UnderWay) time.Time {
	if u.Since == nil {
		return time.Time{}
	}
	return time.Time(*u.Since)
}

// at says since when it is under way.
func at(u UnderWay, t time.Time) UnderWay {
	u.Since = wire.TimeOrNull(t)
	if u.Why == nil {
		u.Why = []string{}
	}
	return u
}

// waits marks what waits for a person, since a time.
func waits(u UnderWay, t time.Time) UnderWay {
	u = at(u, t)
	u.Waits = true
	return u
}

// because are codes without the empty ones.
func because(codes ...fault.Code) []string {
	why := []string{}
	for _, code := range codes {
		if code != "" {
			why = append(why, string(code))
		}
	}
	return why
}

// moving is what the ledger has reserved for a member: withdrawals, and transfers with games.
func (c *Room) moving(ctx context.Context, id string) ([]UnderWay, error) {
	pending, err := c.Books.Pending(ctx, id)
	if err != nil {
		return nil, err
	}
	all := make([]UnderWay, 0, len(pending))
	for _, t := range pending {
		one, err := c.movement(ctx, t)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (c *Room) movement(ctx context.Context, t ledger.Transfer) (UnderWay, error) {
	u := UnderWay{
		What: "transfer", Reference: c.Books.Reference(t.ID), Amount: wire.Money(t.Amount), From: t.Detail.From, To: t.Detail.To,
		State: string(t.State), Why: because(t.Detail.Reason),
	}
	switch {
	case t.Kind == withdraw.KindWithdraw:
		return c.withdrawal(ctx, u)
	case t.Kind != game.KindIn && t.Kind != game.KindOut:
		return at(u, t.CreatedAt), nil
	}
	doubt, err := c.Doubts.UnsettledTransfer(ctx, u.Reference)
	if none(err) {
		return at(u, t.CreatedAt), nil
	}
	u.What = operator.ItemUnsettled
	return waits(u, doubt.Since), err
}

func (c *Room) withdrawal(ctx context.Context, u UnderWay) (UnderWay, error) {
	w, err := c.Withdrawals.Find(ctx, u.Reference)
	if err != nil {
		return u, err
	}
	u.What, u.State, u.To = operator.ItemWithdrawal, string(w.State), w.BankCode
	for _, why := range w.Why {
		u.Why = append(u.Why, string(why))
	}
	if w.State == withdraw.Review {
		return waits(u, w.Since), nil
	}
	return at(u, w.RequestedAt), nil
}

func (c *Room) held(ctx context.Context, id string) ([]UnderWay, error) {
	held, err := c.Deposits.HeldMoney(ctx, id)
	all := make([]UnderWay, len(held))
	for i, h := range held {
		all[i] = waits(UnderWay{
			What: operator.ItemHeld, Reference: h.ID, Amount: wire.Money(h.Amount), From: h.Account, To: ledger.LabelWallet,
			State: string(deposit.Held), Why: because(h.Reason),
		}, h.SeenAt)
	}
	return all, err
}

// newestSlips are looked at for those that have not ended.
const newestSlips = 20

func (c *Room) slips(ctx context.Context, id string) (all []UnderWay, err error) {
	newest, err := c.Records.Slips(ctx, id, 0, newestSlips)
	for _, s := range newest {
		u := UnderWay{
			What: operator.ItemSlip, Reference: s.Reference, Amount: wire.Money(s.Amount), From: s.Bank, To: ledger.LabelWallet,
			State: s.State, Why: because(s.Reason),
		}
		switch {
		case s.Review:
			all = append(all, waits(u, s.UploadedAt))
		case !s.Ended:
			all = append(all, at(u, s.UploadedAt))
		}
	}
	return all, err
}

// ways are declared transfers, wallet links, and payments that a gateway holds.
func (c *Room) ways(ctx context.Context, id string) (all []UnderWay, err error) {
	transfers, err := c.Deposits.Transfers(ctx, id)
	for _, t := range transfers {
		if t.Progress != deposit.InProgress || t.Note != "" { // what came and is held is held
			continue
		}
		u := UnderWay{
			What: string(t.Kind), Reference: t.Reference, Amount: wire.Money(t.Amount), To: ledger.LabelWallet,
			State: string(t.Progress), Why: because(t.Note),
		}
		if t.Kind == deposit.TransferDeclared {
			all = append(all, waits(u, t.CreatedAt))
			continue
		}
		all = append(all, at(u, t.CreatedAt))
	}
	return all, err
}

// mostProposed bounds the proposals about one member that wait.
const mostProposed = 50

// proposed are the decisions about a member that wait for a second person.
func (c *Room) proposed(ctx context.Context, id string) ([]UnderWay, error) {
	open, err := c.Approvals.Page(ctx, operator.ProposalFilter{State: operator.Open, Member: id, Most: mostProposed})
	all := make([]UnderWay, len(open))
	for i, x := range open {
		all[i] = waits(UnderWay{
			What: operator.ItemProposal, Reference: x.ID, Amount: wire.Money(x.Amount), State: string(x.State),
			Why: []string{cmp.Or(x.Action, "proposal")},
		}, x.At)
	}
	return all, err
}
