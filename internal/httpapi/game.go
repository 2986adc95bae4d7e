package httpapi

import (
	"context"
	"net/http"
	"strings"

	"krapao/fault"
	"krapao/game"
	"krapao/game/balance"
	"krapao/game/visit"
	"krapao/internal/httpapi/proof"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/internal/ratelimit"
	"krapao/lookup"
)

// Slot is a game and the member's account at it. The word is the contract's; inside it is a game account.
type Slot struct {
	Code             string       `json:"code"`
	Name             string       `json:"name"`
	Category         string       `json:"category" enum:"slot,sport,lotto"`
	IsActive         bool         `json:"isActive"`
	Amount           wire.Credits `json:"amount"`
	FTWalletSlot     wire.Decimal `json:"ftWalletSlot" doc:"Baht per credit"`
	Step             wire.Money   `json:"step" doc:"Transfers into and out of the game are whole multiples of it, in baht"`
	Logo             string       `json:"logo"`
	Background       string       `json:"background"`
	Web              *string      `json:"web"`
	Android          *string      `json:"android"`
	IOS              *string      `json:"ios"`
	Launch           Launch       `json:"launch"`
	CanResetPassword bool         `json:"canResetPassword"`
	State            string       `json:"state" enum:"open,closing" doc:"closing: money comes out only"`
	Maintenance      bool         `json:"maintenance"`
	Notice           *string      `json:"notice" doc:"What the operator says of the game, also in maintenance"`
	AmountAt         *wire.Time   `json:"amountAt" nullable:"true" doc:"When the amount was last read"`
	CheckedSince     *wire.Time   `json:"checkedSince,omitempty" doc:"Since when the provider is being checked: no money moves there, and no game is opened"`
}

// Launch says how a game is opened.
type Launch struct {
	Kind     string `json:"kind" enum:"autologin,form,url"`
	Provider string `json:"provider"`
}

// SlotRefresh is the answer of all games.
type SlotRefresh struct {
	Slots    []Slot     `json:"slots"`
	Failed   []string   `json:"failed" doc:"Codes of the games that did not answer; they keep their last amount"`
	SyncedAt *wire.Time `json:"syncedAt" nullable:"true"`
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

type gameCalls struct {
	balances *balance.Service
	visits   *visit.Service
	lookup   *lookup.Service
	identity *proof.Identity
	limiter  *ratelimit.Limiter
	limits   ratelimit.Limits
}

func (c *gameCalls) routes(f *httpx.Frame) {
	get := func(path, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: path, ID: id, Summary: summary, Access: httpx.Members}
	}
	effect := func(path, id, summary string) httpx.Route {
		rt := get(path, id, summary)
		rt.Effect = true
		return rt
	}
	once := func(path, id, summary string) httpx.Route {
		rt := effect(path, id, summary)
		rt.Replay, rt.Memory = true, httpx.Keyed
		return rt
	}
	httpx.Register(f, effect("/api/wallet/refresh/slot", "refreshSlots", "Ask every game for its balance"), c.handleRefreshSlots)
	httpx.Register(f, once("/api/wallet/activate/{slotCode}", "activateSlot", "Open an account at a game"), c.handleActivateSlot)
	httpx.Register(f, effect("/api/wallet/account/{slotCode}", "getSlotAccount", "Sign-in data of a game"), c.handleSlotAccount)
	httpx.Register(f, once("/api/wallet/resetpassword/{slotCode}", "resetSlotPassword", "New password at a game"),
		c.handleResetSlotPassword)
	httpx.Register(f, effect("/api/autoLogin/{provider}/{user}", "autoLogin", "A link that opens the game"), c.handleAutoLogin)
	httpx.Register(f, effect("/api/autoLogin/{provider}/{user}/{password}", "autoLoginWithPassword",
		"A link that opens the game, for the providers whose path has a password"), c.handleAutoLoginPassword)
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
		Amount: wire.Credits(slot.Credits), FTWalletSlot: wire.Decimal(g.Factor.String()), Logo: g.Logo, Background: g.Background,
		Web: wire.TextOrNull(g.Web), Android: wire.TextOrNull(g.Android), IOS: wire.TextOrNull(g.IOS),
		Launch: Launch{string(g.Launch.Kind), g.Launch.Provider}, Step: wire.Money(slot.Step), State: string(g.State),
		CanResetPassword: slot.CanResetPassword, Maintenance: g.Maintenance, Notice: wire.TextOrNull(g.Notice),
		AmountAt: wire.TimeOrNull(slot.ReadAt), CheckedSince: wire.TimeOrNull(g.CheckedSince),
	}
}

// handleRefreshSlots answers GET /api/wallet/refresh/slot: it asks every game for its balance.
func (c *gameCalls) handleRefreshSlots(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SlotRefresh], error) {
	member := httpx.StateOf(ctx).Member
	read := c.balances.Refresh
	budget, err := c.limiter.Take(ctx, c.limits.Refresh.On(member))
	if err != nil {
		return nil, err
	}
	if !budget.Allowed { // then the amounts of the last refresh, with its time
		read = c.balances.LastRefreshed
	}
	r, err := read(ctx, member)
	return httpx.Answer(SlotRefresh{slotsOf(r.Slots), r.Failed, wire.TimeOrNull(r.At)}, err)
}

// handleActivateSlot answers GET /api/wallet/activate/{slotCode}: it opens an account at a game.
func (c *gameCalls) handleActivateSlot(ctx context.Context, in *slotInput) (*httpx.Reply[SlotActivated], error) {
	slot, err := c.visits.Activate(ctx, httpx.StateOf(ctx).Member, in.SlotCode)
	if err != nil {
		return nil, err
	}
	return httpx.OK(SlotActivated{slotOf(slot)})
}

// handleSlotAccount answers GET /api/wallet/account/{slotCode}: how the member signs in at a game.
func (c *gameCalls) handleSlotAccount(ctx context.Context, in *slotAccountInput) (*httpx.Reply[SlotAccount], error) {
	if err := c.identity.Recognised(ctx); err != nil {
		return nil, err
	}
	found, err := c.visits.Credentials(ctx, httpx.StateOf(ctx).Member, in.SlotCode, c.visit(ctx, in.Accept))
	if err != nil {
		return nil, err
	}
	account := SlotAccount{Username: found.Username, Password: wire.TextOrNull(found.Password)}
	if e := found.Event; e != nil {
		account.Event = &FormEvent{e.Action, e.Method, e.Fields}
	}
	return httpx.OK(account)
}

// handleResetSlotPassword answers GET /api/wallet/resetpassword/{slotCode}: it sets a new password at a game.
func (c *gameCalls) handleResetSlotPassword(ctx context.Context, in *slotInput) (*httpx.Success, error) {
	return httpx.Done(c.visits.ResetPassword(ctx, httpx.StateOf(ctx).Member, in.SlotCode))
}

// withPassword are the providers whose path has a password (SPEC.md section 7). The others have none.
var withPassword = map[string]bool{
	"askmebet": true, "imi": true, "usun": true, "circus": true, "slotracha": true, "pgslot": true,
}

// handleAutoLogin answers GET /api/autoLogin/{provider}/{user}: a link that opens the game.
func (c *gameCalls) handleAutoLogin(ctx context.Context, in *autoLoginInput) (*httpx.Reply[Link], error) {
	if withPassword[in.Provider] {
		return nil, fault.New(fault.NO_DATA, "this provider's path ends in a password; send -")
	}
	return c.link(ctx, in.Provider, in.User, in.Accept)
}

// handleAutoLoginPassword answers GET /api/autoLogin/{provider}/{user}/{password}: the same, for providers whose path has a
// password.
func (c *gameCalls) handleAutoLoginPassword(ctx context.Context, in *autoLoginPasswordInput) (*httpx.Reply[Link], error) {
	if !withPassword[in.Provider] {
		return nil, fault.New(fault.NO_DATA, "this provider's path has no password")
	}
	return c.link(ctx, in.Provider, in.User, in.Accept)
}

func (c *gameCalls) link(ctx context.Context, provider, user, accept string) (*httpx.Reply[Link], error) {
	link, err := c.visits.Link(ctx, httpx.StateOf(ctx).Member, provider, user, c.visit(ctx, accept))
	return httpx.Answer(Link{link}, err)
}

// visit is how the caller's browser would show a game's page: on a mobile or not, in which language.
func (c *gameCalls) visit(ctx context.Context, accept string) game.Visit {
	return game.Visit{
		Mobile: strings.Contains(httpx.StateOf(ctx).Agent, "Mobi"), Lang: string(c.lookup.Language(accept)),
	}
}
