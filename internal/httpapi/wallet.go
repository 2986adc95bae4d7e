package httpapi

import (
	"context"
	"net/http"
	"strings"

	"krapao/fault"
	"krapao/game"
	"krapao/member"
)

// WalletView is the home screen.
type WalletView struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
	Wallet      WalletMoney `json:"wallet"`
	Invite      InviteMoney `json:"invite"`
	Slots       []Slot      `json:"slots"`
	Total       Money       `json:"total" doc:"The wallet and every game account, in baht"`
	SyncedAt    *Time       `json:"syncedAt" nullable:"true" doc:"When all games were last read; null before the first refresh"`
}

// WalletMoney is what the wallet holds.
type WalletMoney struct {
	Amount   Money       `json:"amount" doc:"Spendable"`
	Reserved Money       `json:"reserved" doc:"Under way"`
	Held     Money       `json:"held" doc:"Its payer is not yet matched"`
	Owed     Money       `json:"owed" doc:"After a deposit was taken back; withdrawals are limited to amount less this"`
	Currency string      `json:"currency" enum:"BAHT,LAK"`
	Holds    []HeldMoney `json:"holds,omitempty" doc:"What is held, and why; newest first, at most 20"`
}

// InviteMoney is what invitations have earned.
type InviteMoney struct {
	Amount  Money `json:"amount" doc:"In the purse"`
	Success int64 `json:"success" doc:"Percents of the condition that it is taken under"`
	Fail    int64 `json:"fail"`
}

// Slot is a game and the member's account at it. The word is the contract's; inside it is a game account.
type Slot struct {
	Code             string  `json:"code"`
	Name             string  `json:"name"`
	Category         string  `json:"category" enum:"slot,sport,lotto"`
	IsActive         bool    `json:"isActive"`
	Amount           Credits `json:"amount"`
	FTWalletSlot     Decimal `json:"ftWalletSlot" doc:"Baht per credit"`
	Step             Money   `json:"step" doc:"Transfers into and out of the game are whole multiples of it, in baht"`
	Logo             string  `json:"logo"`
	Background       string  `json:"background"`
	Web              *string `json:"web"`
	Android          *string `json:"android"`
	IOS              *string `json:"ios"`
	Launch           Launch  `json:"launch"`
	CanResetPassword bool    `json:"canResetPassword"`
	State            string  `json:"state" enum:"open,closing" doc:"closing: money comes out only"`
	Maintenance      bool    `json:"maintenance"`
	Notice           *string `json:"notice" doc:"What the operator says of the game, also in maintenance"`
	AmountAt         *Time   `json:"amountAt" nullable:"true" doc:"When the amount was last read"`
}

// Launch says how a game is opened.
type Launch struct {
	Kind     string `json:"kind" enum:"autologin,form,url"`
	Provider string `json:"provider"`
}

// SlotRefresh is the answer of all games.
type SlotRefresh struct {
	Slots    []Slot   `json:"slots"`
	Failed   []string `json:"failed" doc:"Codes of the games that did not answer; they keep their last amount"`
	SyncedAt *Time    `json:"syncedAt" nullable:"true"`
}

// SlotActivated is a new game account.
type SlotActivated struct {
	Slot Slot `json:"slot"`
}

// SlotAccount is how a member signs in at a game.
type SlotAccount struct {
	Username string     `json:"username"`
	Password *string    `json:"password"`
	Event    *FormEvent `json:"event,omitempty" doc:"A form that opens the game when it is sent"`
}

// FormEvent is a form that the app sends in a new tab.
type FormEvent struct {
	Action string            `json:"action"`
	Method string            `json:"method" enum:"GET,POST"`
	Fields map[string]string `json:"fields"`
}

type slotInput struct {
	SlotCode string `path:"slotCode"`
}

type slotAccountInput struct {
	spoken
	SlotCode string `path:"slotCode"`
}

// Link opens a game.
type Link struct {
	Link string `json:"link"`
}

type autoLoginInput struct {
	spoken
	Provider string `path:"provider"`
	User     string `path:"user"`
}

type autoLoginPasswordInput struct {
	spoken
	Provider string `path:"provider"`
	User     string `path:"user"`
	Password string `path:"password" doc:"Ignored: the server uses its own; send -"`
}

func (s *Server) walletRoutes() {
	get := func(path, id, summary string) route {
		return route{method: http.MethodGet, path: path, id: id, summary: summary, who: members}
	}
	effect := func(path, id, summary string) route {
		rt := get(path, id, summary)
		rt.effect = true
		return rt
	}
	once := func(path, id, summary string) route {
		rt := effect(path, id, summary)
		rt.replay, rt.memory = true, keyed
		return rt
	}
	register(s, get("/api/wallet", "getWallet", "The home screen; asks no provider"), s.wallet)
	register(s, effect("/api/wallet/refresh/slot", "refreshSlots", "Ask every game for its balance"), s.refreshSlots)
	register(s, once("/api/wallet/activate/{slotCode}", "activateSlot", "Open an account at a game"), s.activateSlot)
	register(s, effect("/api/wallet/account/{slotCode}", "getSlotAccount", "Sign-in data of a game"), s.slotAccount)
	register(s, once("/api/wallet/resetpassword/{slotCode}", "resetSlotPassword", "New password at a game"), s.resetSlotPassword)
	register(s, effect("/api/autoLogin/{provider}/{user}", "autoLogin", "A link that opens the game"), s.autoLogin)
	register(s, effect("/api/autoLogin/{provider}/{user}/{password}", "autoLoginWithPassword",
		"A link that opens the game, for the providers whose path has a password"), s.autoLoginPassword)
}

func (s *Server) wallet(ctx context.Context, _ *empty) (*reply[WalletView], error) {
	id := exchangeOf(ctx).member
	m, err := s.Members.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := s.Wallet.View(ctx, id)
	if err != nil {
		return nil, err
	}
	coins, err := s.Coins.Coins(ctx, id)
	if err != nil {
		return nil, err
	}
	success, fail, err := s.Invitations.Percents(ctx)
	if err != nil {
		return nil, err
	}
	var holds []HeldMoney
	if v.Held > 0 {
		if holds, err = s.holds(ctx, id); err != nil {
			return nil, err
		}
	}
	return ok(WalletView{
		Profile: profileOf(m, coins), BankAccount: bankAccountOf(m),
		Wallet: WalletMoney{Money(v.Amount), Money(v.Reserved), Money(v.Held), Money(v.Owed), member.BAHT, holds},
		Invite: InviteMoney{Money(v.Invite), success, fail},
		Slots:  slotsOf(v.Slots), Total: Money(v.Total), SyncedAt: moment(v.SyncedAt),
	})
}

func slotsOf(found []game.Slot) []Slot {
	list := make([]Slot, len(found))
	for i, slot := range found {
		list[i] = slotOf(slot)
	}
	return list
}

func slotOf(slot game.Slot) Slot {
	g := slot.Game
	return Slot{
		Code: g.Code, Name: g.Name, Category: string(g.Category), IsActive: slot.Active,
		Amount: Credits(slot.Credits), FTWalletSlot: Decimal(g.Factor.String()), Logo: g.Logo, Background: g.Background,
		Web: optional(g.Web), Android: optional(g.Android), IOS: optional(g.IOS),
		Launch: Launch{string(g.Launch.Kind), g.Launch.Provider}, Step: Money(slot.Step), State: string(g.State),
		CanResetPassword: slot.CanResetPassword, Maintenance: g.Maintenance, Notice: optional(g.Notice), AmountAt: moment(slot.ReadAt),
	}
}

func (s *Server) refreshSlots(ctx context.Context, _ *empty) (*reply[SlotRefresh], error) {
	member := exchangeOf(ctx).member
	read := s.Games.Refresh
	budget, err := s.Calls.Take(ctx, s.Limits.Refresh.On(member))
	if err != nil {
		return nil, err
	}
	if !budget.Allowed { // what was read last, and when
		read = s.Games.LastRefreshed
	}
	r, err := read(ctx, member)
	return answered(SlotRefresh{slotsOf(r.Slots), r.Failed, moment(r.At)}, err)
}

func (s *Server) activateSlot(ctx context.Context, in *slotInput) (*reply[SlotActivated], error) {
	slot, err := s.Games.Activate(ctx, exchangeOf(ctx).member, in.SlotCode)
	if err != nil {
		return nil, err
	}
	return ok(SlotActivated{slotOf(slot)})
}

func (s *Server) slotAccount(ctx context.Context, in *slotAccountInput) (*reply[SlotAccount], error) {
	if err := s.recognised(ctx); err != nil {
		return nil, err
	}
	c, err := s.Games.Account(ctx, exchangeOf(ctx).member, in.SlotCode, s.visit(ctx, in.Accept))
	if err != nil {
		return nil, err
	}
	account := SlotAccount{Username: c.Username, Password: optional(c.Password)}
	if c.Event != nil {
		account.Event = &FormEvent{c.Event.Action, c.Event.Method, c.Event.Fields}
	}
	return ok(account)
}

func (s *Server) resetSlotPassword(ctx context.Context, in *slotInput) (*reply[Message], error) {
	return done(s.Games.ResetPassword(ctx, exchangeOf(ctx).member, in.SlotCode))
}

// withPassword are the providers whose path has a password (SPEC.md section 7). The others have none.
var withPassword = map[string]bool{
	"askmebet": true, "imi": true, "usun": true, "circus": true, "slotracha": true, "pgslot": true,
}

func (s *Server) autoLogin(ctx context.Context, in *autoLoginInput) (*reply[Link], error) {
	if withPassword[in.Provider] {
		return nil, fault.New(fault.NO_DATA, "this provider's path ends in a password; send -")
	}
	return s.link(ctx, in.Provider, in.User, in.Accept)
}

func (s *Server) autoLoginPassword(ctx context.Context, in *autoLoginPasswordInput) (*reply[Link], error) {
	if !withPassword[in.Provider] {
		return nil, fault.New(fault.NO_DATA, "this provider's path has no password")
	}
	return s.link(ctx, in.Provider, in.User, in.Accept)
}

func (s *Server) link(ctx context.Context, provider, user, accept string) (*reply[Link], error) {
	link, err := s.Games.Link(ctx, exchangeOf(ctx).member, provider, user, s.visit(ctx, accept))
	return answered(Link{link}, err)
}

// visit is how the caller would look at a game's page.
func (s *Server) visit(ctx context.Context, accept string) game.Visit {
	return game.Visit{
		Mobile: strings.Contains(exchangeOf(ctx).agent, "Mobi"), Lang: string(s.Lookup.Language(accept)),
	}
}
