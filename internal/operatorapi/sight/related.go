package sight

import (
	"cmp"
	"context"
	"slices"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/member"
	"krapao/money"
)

// ItemRelated is what is known of a member, for a decision about its money.
type ItemRelated struct {
	RegisteredAt wire.Time        `json:"registeredAt"`
	SecuredAt    *wire.Time       `json:"securedAt" nullable:"true" doc:"The last change of its password, name or bank account"`
	LastLoginAt  *wire.Time       `json:"lastLoginAt" nullable:"true"`
	Wallet       wire.Money       `json:"wallet" doc:"What its wallet may spend"`
	Sums         []ItemSum        `json:"sums" doc:"Over its life, by the books' kinds"`
	Movements    []ItemMovement   `json:"movements" doc:"What its wallet did last, newest first"`
	Linked       []list.MemberRef `json:"linked" doc:"Members that are strongly linked to it, by a payer or a holder; at most 5"`
	Conditions   []ItemCondition  `json:"conditions" doc:"Its newest conditions"`
}

// ItemSum is what a member's transfers of one kind moved.
type ItemSum struct {
	Kind   string     `json:"kind"`
	Count  int        `json:"count"`
	Amount wire.Money `json:"amount"`
	Lately wire.Money `json:"lately" doc:"Of it, in the last 24 hours"`
}

// ItemMovement is one transfer of a member's wallet.
type ItemMovement struct {
	At        wire.Time  `json:"at"`
	Kind      string     `json:"kind"`
	Reference string     `json:"reference"`
	From      string     `json:"from"`
	To        string     `json:"to"`
	Amount    wire.Money `json:"amount" doc:"Below 0 out of the wallet"`
	State     string     `json:"state" enum:"pending,posted,voided"`
}

// ItemCondition is a condition that a member has or had.
type ItemCondition struct {
	Source    string     `json:"source"`
	Campaign  string     `json:"campaign"`
	State     string     `json:"state"`
	Credit    wire.Money `json:"credit"`
	GrantedAt wire.Time  `json:"grantedAt"`
}

// How much of each is shown.
const (
	mostMovements  = 15
	mostLinked     = 5
	mostConditions = 3
)

// kinds are the books' kinds that are added up, as they are shown.
var kinds = []ledger.Kind{
	"deposit", "deposit_reversed", "withdraw", "game_in", "game_out", "bonus", "refund", "invite", "prize", "held_release",
	"adjustment",
}

// Surroundings are where what is known of a member is read.
type Surroundings struct {
	Books      *ledger.Ledger
	Members    *member.Service
	Conditions *bonus.Service
	// Linked finds who is strongly linked to a member.
	Linked interface {
		Linked(ctx context.Context, member string, most int) ([]string, error)
	}
	Devices Devices
	Now     func() time.Time
}

// about adds what is known of a thing's member.
func (d *Desk) about(ctx context.Context, id string, to *ItemDetail) error {
	m, err := d.About.Members.ByID(ctx, id)
	if fault.Is(err, fault.NO_USER) { // it is about nobody whom the house knows
		return nil
	}
	if err != nil {
		return err
	}
	related := ItemRelated{
		RegisteredAt: wire.Time(m.CreatedAt), SecuredAt: wire.TimeOrNull(m.SecuredAt), LastLoginAt: wire.TimeOrNull(m.LastLogin),
	}
	linked, err := d.About.Linked.Linked(ctx, id, mostLinked)
	if err != nil {
		return err
	}
	linked = linked[:min(len(linked), mostLinked)]
	refs, err := d.Members.Refs(ctx, append([]string{id}, linked...))
	if err != nil {
		return err
	}
	to.Member, related.Linked = wire.NullableOf(refs[id]), []list.MemberRef{}
	for _, other := range linked {
		if ref, known := refs[other]; known {
			related.Linked = append(related.Linked, ref)
		}
	}
	if err := d.About.money(ctx, id, &related); err != nil {
		return err
	}
	if err := d.About.devices(ctx, id, to); err != nil {
		return err
	}
	err = d.About.conditions(ctx, id, &related)
	to.Related = wire.NullableOf(related)
	return err
}

// money reads what a member's books say.
func (s Surroundings) money(ctx context.Context, id string, to *ItemRelated) error {
	moved, err := s.Books.Moved(ctx, id, s.Now().Add(-24*time.Hour), kinds...)
	if err != nil {
		return err
	}
	to.Sums = []ItemSum{}
	for _, kind := range kinds {
		if m, some := moved[kind]; some {
			to.Sums = append(to.Sums, ItemSum{string(kind), m.Count, wire.Money(m.Posted), wire.Money(m.Lately)})
		}
	}
	wallet := ledger.Wallet(id)
	b, err := s.Books.Balance(ctx, wallet)
	if err != nil {
		return err
	}
	to.Wallet = wire.Money(b.Available())
	lines, err := s.Books.History(ctx, wallet, ledger.HistoryPage{UpTo: b.Version, Limit: mostMovements})
	to.Movements = []ItemMovement{}
	for _, l := range lines {
		to.Movements = append(to.Movements, ItemMovement{
			At: wire.Time(l.CreatedAt), Kind: string(l.Kind), Reference: s.Books.Reference(l.ID), From: l.Detail.From, To: l.Detail.To,
			Amount: wire.Money(signed(wallet, l.Transfer)), State: string(l.State),
		})
	}
	return err
}

// signed is what a transfer moves in or out of a wallet.
func signed(wallet ledger.Account, t ledger.Transfer) money.Amount {
	amount := cmp.Or(t.Moved, t.Amount)
	if t.Debit == wallet {
		return -amount
	}
	return amount
}

func (s Surroundings) conditions(ctx context.Context, id string, to *ItemRelated) error {
	found, _, err := s.Conditions.History(ctx, id, mostConditions)
	to.Conditions = []ItemCondition{}
	for _, c := range slices.Clip(found) {
		to.Conditions = append(to.Conditions, ItemCondition{
			Source: string(c.Source), Campaign: c.Campaign, State: string(c.State), Credit: wire.Money(c.Credit),
			GrantedAt: wire.Time(c.GrantedAt),
		})
	}
	return err
}
