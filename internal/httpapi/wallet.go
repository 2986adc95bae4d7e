package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit"
	"krapao/internal/httpx"
	"krapao/internal/httpx/cached"
	"krapao/internal/httpx/wire"
	"krapao/invite"
	"krapao/lookup"
	"krapao/member"
	"krapao/spin"
	"krapao/wallet"
)

// WalletView is the home screen.
type WalletView struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
	Wallet      WalletMoney `json:"wallet"`
	Invite      InviteMoney `json:"invite"`
	Slots       []Slot      `json:"slots"`
	Total       wire.Money  `json:"total" doc:"The wallet and every game account, in baht"`
	SyncedAt    *wire.Time  `json:"syncedAt" nullable:"true" doc:"When all games were last read; null before the first refresh"`

	encoded *cached.Answer
}

// Encoded implements cached.Encoded.
func (v WalletView) Encoded() *cached.Answer { return v.encoded }

// WalletMoney is what the wallet holds.
type WalletMoney struct {
	Amount   wire.Money  `json:"amount" doc:"Spendable"`
	Reserved wire.Money  `json:"reserved" doc:"Under way"`
	Held     wire.Money  `json:"held" doc:"Its payer is not yet matched"`
	Owed     wire.Money  `json:"owed" doc:"After a deposit was taken back; withdrawals are limited to amount less this"`
	Currency string      `json:"currency" enum:"BAHT,LAK"`
	Holds    []HeldMoney `json:"holds,omitempty" doc:"What is held, and why; newest first, at most 20"`
}

// InviteMoney is what invitations have earned.
type InviteMoney struct {
	Amount  wire.Money `json:"amount" doc:"In the purse"`
	Success int64      `json:"success" doc:"Percents of the condition that it is taken under"`
	Fail    int64      `json:"fail"`
}

type walletCalls struct {
	members     *member.Service
	screens     *wallet.Screens
	invitations *invite.Service
	deposits    *deposit.Service
	lookup      *lookup.Service
	cache       *cached.Cache[homeOf]
}

func (c *walletCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/wallet", ID: "getWallet",
		Summary: "The home screen; asks no provider", Access: httpx.Members, Tagged: true,
	}, c.handleWallet)
}

// homeOf is what a home screen is made of. The catalogue and the terms of invitations are in home, by their version.
type homeOf struct {
	home wallet.Home
	bank Names
}

// handleWallet answers GET /api/wallet: the home screen. It asks no provider. The member is read each time, and the screen is
// made again where anything differs.
func (c *walletCalls) handleWallet(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[WalletView], error) {
	id := httpx.StateOf(ctx).Member
	home, err := c.screens.Home(ctx, id)
	if err != nil {
		return nil, err
	}
	bank, _, err := c.lookup.BankSince(ctx, home.Content(), home.BankCode())
	if err != nil {
		return nil, err
	}
	names := Names{bank.NameTH, bank.NameEN, bank.NameLO}
	same := func(of homeOf) bool { return of.bank == names && of.home.Same(home) }
	if answer := c.cache.Find(id, same); answer != nil {
		return httpx.OK(WalletView{encoded: answer})
	}
	view, err := c.view(ctx, id, home)
	if err != nil || len(view.Wallet.Holds) > 0 { // what is held, and why, is not in home
		return httpx.Answer(view, err)
	}
	body, err := httpx.Encode(view)
	if err != nil {
		return nil, err
	}
	view.encoded = c.cache.Add(id, homeOf{home, view.BankAccount.Bank}, body)
	return httpx.OK(view)
}

// view makes the home screen.
func (c *walletCalls) view(ctx context.Context, id string, home wallet.Home) (view WalletView, err error) {
	v, err := c.screens.View(ctx, id, home)
	if err != nil {
		return view, err
	}
	m, err := c.members.Shown(ctx, member.Stored(v.Person))
	if err != nil {
		return view, err
	}
	success, fail, err := c.invitations.PercentsAt(ctx, v.Content)
	if err != nil {
		return view, err
	}
	var holds []HeldMoney
	if v.Held > 0 {
		if holds, err = holdsOf(ctx, c.deposits, id, v.Content); err != nil {
			return view, err
		}
	}
	return WalletView{
		Profile: profileOf(m, spin.Coins{Usable: v.UsableCoins, Pending: v.PendingCoins}), BankAccount: bankAccountOf(m),
		Wallet: WalletMoney{
			Amount: wire.Money(v.Amount), Reserved: wire.Money(v.Reserved), Held: wire.Money(v.Held), Owed: wire.Money(v.Owed),
			Currency: member.BAHT, Holds: holds,
		},
		Invite: InviteMoney{wire.Money(v.Invite), success, fail},
		Slots:  slotsOf(v.Slots), Total: wire.Money(v.Total), SyncedAt: wire.TimeOrNull(v.SyncedAt),
	}, nil
}
