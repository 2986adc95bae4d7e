package member

import (
	"context"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/operatorapi/list"
	"krapao/ledger"
	"krapao/member"
	"krapao/member/bankaccount"
	"krapao/money"
	"krapao/operator"
	"krapao/wallet"
)

// ShownMember is one member. It is opened, so nothing of it is masked.
type ShownMember struct {
	Member    list.MemberRef                 `json:"member"`
	Profile   OwnProfile                     `json:"profile"`
	Bank      OwnAccount                     `json:"bank"`
	Wallet    WalletMoney                    `json:"wallet"`
	Purses    PurseMoney                     `json:"purses"`
	Games     []GameAccount                  `json:"games" doc:"Where it has an account"`
	Total     wire.Money                     `json:"total" doc:"The wallet and every game account, by the books"`
	UnderWay  []UnderWay                     `json:"underWay" doc:"What has not ended, longest first"`
	Condition wire.Nullable[ActiveCondition] `json:"condition" doc:"The one that is active or ending"`
	Playing   PlayStanding                   `json:"playing"`
	Security  LoginStanding                  `json:"security"`
	Life      LifeMoney                      `json:"life"`
	State     string                         `json:"state" doc:"What seen is on deciding about it"`
	May       []string                       `json:"may" doc:"What the caller may decide about it now, by the ids of calls"`
}

// OwnProfile is who it is.
type OwnProfile struct {
	Phone        string    `json:"phone" doc:"E.164"`
	Source       string    `json:"source" doc:"Where it heard of the house, by its code"`
	Inviter      *string   `json:"inviter" doc:"The member that invited it"`
	RegisteredAt wire.Time `json:"registeredAt"`
}

// OwnAccount is the account that it is paid to.
type OwnAccount struct {
	Code     string `json:"code"`
	Holder   string `json:"holder"`
	Number   string `json:"number"`
	Currency string `json:"currency" enum:"BAHT,LAK"`
}

// WalletMoney is what the wallet holds.
type WalletMoney struct {
	Amount   wire.Money `json:"amount" doc:"Spendable"`
	Reserved wire.Money `json:"reserved" doc:"On its way out of the wallet"`
	Held     wire.Money `json:"held" doc:"Its payer is not yet matched"`
	Owed     wire.Money `json:"owed" doc:"After a deposit was taken back"`
}

// PurseMoney are what is not taken into the wallet yet, and the coins.
type PurseMoney struct {
	Invite       wire.Money `json:"invite"`
	Refund       wire.Money `json:"refund"`
	UsableCoins  int64      `json:"usableCoins"`
	PendingCoins int64      `json:"pendingCoins"`
}

// GameAccount is an account at a game.
type GameAccount struct {
	Code         string     `json:"code"`
	Name         string     `json:"name"`
	Provider     string     `json:"provider"`
	Username     string     `json:"username" doc:"Its name at the provider. Several games may share one"`
	Amount       wire.Money `json:"amount" doc:"In baht, by the last confirmed reading"`
	Result       wire.Money `json:"result" doc:"What it won there over its life, less what it lost: of all games that share the account"`
	ReadAt       *wire.Time `json:"readAt" nullable:"true" doc:"null: never"`
	CheckedSince *wire.Time `json:"checkedSince" nullable:"true" doc:"Since when its provider is stopped"`
}

// PlayStanding says whether it may play.
type PlayStanding struct {
	ShutOut    bool       `json:"shutOut"`
	Until      *wire.Time `json:"until" nullable:"true" doc:"null: it is not, or as long as the house says"`
	ComingHome bool       `json:"comingHome" doc:"It is shut out, and money may still be in games"`
}

// LoginStanding is what happened to its login.
type LoginStanding struct {
	SecuredAt *wire.Time `json:"securedAt" nullable:"true" doc:"The last change of password or bank details: withdrawals are reviewed for 24 h"`
	LastLogin *wire.Time `json:"lastLogin" nullable:"true" doc:"The login before the present one"`
	ResetAt   *wire.Time `json:"resetAt" nullable:"true" doc:"The last reset of the password by a code"`
}

// LifeMoney is what came and went over its life.
type LifeMoney struct {
	Deposits    wire.Money `json:"deposits" doc:"Became its own, and was not taken back"`
	Withdrawals wire.Money `json:"withdrawals" doc:"Was paid, and did not bounce"`
	Net         wire.Money `json:"net" doc:"The first less the second"`
}

// handleShow answers GET /api/member/{id}. A decision may rest on it, so it is read on the primary.
func (c *Room) handleShow(ctx context.Context, in *OfMember) (*httpx.Reply[ShownMember], error) {
	m, err := c.Members.ByID(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := c.Looks.Look(ctx, operator.Glance{
		By: httpx.StateOf(ctx).Operator, Action: "member.show", Subject: m.ID, Member: m.ID,
	}); err != nil {
		return nil, err
	}
	view, err := c.money(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	accounts, err := c.Games.Of(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	d := ShownMember{
		Profile: profileOf(m), Bank: bankOf(m.Bank), Games: gamesOf(view.Slots, accounts), Total: wire.Money(view.Total),
		Wallet: WalletMoney{
			wire.Money(view.Amount), wire.Money(view.Reserved), wire.Money(view.Held), wire.Money(view.Owed),
		},
		Purses: PurseMoney{wire.Money(view.Invite), wire.Money(view.refund), view.UsableCoins, view.PendingCoins},
		Security: LoginStanding{
			wire.TimeOrNull(m.SecuredAt), wire.TimeOrNull(m.LastLogin), wire.TimeOrNull(m.ResetAt),
		},
	}
	return httpx.Answer(d, c.complete(ctx, m, &d))
}

// complete adds to a member what other areas know of it.
func (c *Room) complete(ctx context.Context, m member.Member, d *ShownMember) (err error) {
	refs, err := c.Refs.Refs(ctx, []string{m.ID})
	if err != nil {
		return err
	}
	d.Member = refs[m.ID]
	d.Member.Phone = m.Username
	if d.UnderWay, err = c.underWay(ctx, m.ID, money.Amount(d.Wallet.Owed)); err != nil {
		return err
	}
	if d.Condition, err = c.condition(ctx, m.ID); err != nil {
		return err
	}
	if d.Playing, err = c.playing(ctx, m.ID); err != nil {
		return err
	}
	if d.Life, err = c.life(ctx, m.ID); err != nil {
		return err
	}
	now, err := c.Care.Standing(ctx, m.ID)
	if err != nil {
		return err
	}
	d.State = now.State()
	d.May, err = c.may(ctx, m.ID, now)
	return err
}

// moneyOf is what a member has, by the books.
type moneyOf struct {
	wallet.View

	refund money.Amount
}

func (c *Room) money(ctx context.Context, id string) (m moneyOf, err error) {
	home, err := c.Screens.Home(ctx, id)
	if err != nil {
		return m, err
	}
	if m.View, err = c.Screens.View(ctx, id, home); err != nil {
		return m, err
	}
	purse, err := c.Books.Balance(ctx, ledger.RefundPurse(id))
	m.refund = purse.Available()
	return m, err
}

func (c *Room) playing(ctx context.Context, id string) (PlayStanding, error) {
	shut, err := c.States.Read(ctx, id)
	if err != nil {
		return PlayStanding{}, err
	}
	now := c.Now()
	p := PlayStanding{ShutOut: shut.Excluded(now)}
	if until := shut.Until(); now.Before(until) {
		p.Until = wire.TimeOrNull(until)
	}
	p.ComingHome, err = c.Protection.ComingHome(ctx, id)
	return p, err
}

func (c *Room) life(ctx context.Context, id string) (LifeMoney, error) {
	in, err := c.Deposits.CreditedSince(ctx, id, time.Time{})
	if err != nil {
		return LifeMoney{}, err
	}
	out, err := c.Withdrawals.PaidTo(ctx, id)
	return LifeMoney{wire.Money(in), wire.Money(out), wire.Money(in - out)}, err
}

func profileOf(m member.Member) OwnProfile {
	return OwnProfile{m.Phone, m.SourceCode, wire.TextOrNull(m.Inviter), wire.Time(m.CreatedAt)}
}

func bankOf(a bankaccount.Account) OwnAccount {
	return OwnAccount{a.Code, a.AccountName, a.AccountNo, a.Currency}
}

// gamesOf are the games at which a member has an account, each with what the account won.
func gamesOf(slots []game.Slot, accounts []game.Account) []GameAccount {
	type name struct{ provider, username string }
	results := map[name]money.Amount{}
	for _, a := range accounts {
		results[name{a.Provider, a.Username}] = a.Result
	}
	games := []GameAccount{}
	for _, s := range slots {
		if s.Active {
			games = append(games, GameAccount{
				s.Game.Code, s.Game.Name, s.Game.Provider, s.Username, wire.Money(s.Value),
				wire.Money(results[name{s.Game.Provider, s.Username}]), wire.TimeOrNull(s.ReadAt),
				wire.TimeOrNull(s.Game.CheckedSince),
			})
		}
	}
	return games
}

// none reports whether an error says that there is nothing of a kind.
func none(err error) bool { return fault.Is(err, fault.NO_DATA) || fault.Is(err, fault.NO_USER) }
