package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/lookup"
	"krapao/withdraw"
)

// Names is a name in the three languages.
type Names struct {
	NameTH string `json:"nameTH"`
	NameEN string `json:"nameEN"`
	NameLO string `json:"nameLO"`
}

// Bank is an entry of the bank list.
type Bank struct {
	Code string `json:"code"`
	Names
}

// Source is a way in which a new member heard of us.
type Source struct {
	Code        string `json:"code"`
	Description string `json:"description"`
}

// DepositAccount is where a member may pay in.
type DepositAccount struct {
	BankCode          string     `json:"bankCode"`
	BankType          string     `json:"bankType" enum:"BANK,GATEWAY,WALLET"`
	Mode              string     `json:"mode" enum:"AUTO,MANUAL" doc:"AUTO: a transfer credits by itself. MANUAL: a slip or a declaration does."`
	Bank              Names      `json:"bank"`
	BankAccountName   string     `json:"bankAccountName"`
	BankAccountNo     string     `json:"bankAccountNo"`
	Currency          string     `json:"currency" enum:"BAHT,LAK"`
	WalletAccountName string     `json:"walletAccountName"`
	QR                bool       `json:"qr" doc:"Has a QR panel"`
	CheckedSince      *wire.Time `json:"checkedSince,omitempty" doc:"Since when it is being checked: it has no number, and no new payments are taken"`
}

// DepositAccounts is what the deposit sheet shows.
type DepositAccounts struct {
	Banks             []DepositAccount `json:"banks"`
	Wallets           []DepositAccount `json:"wallets"`
	IsManual          bool             `json:"isManual"`
	SlipsCheckedSince *wire.Time       `json:"slipsCheckedSince,omitempty" doc:"Since when slips are being checked: none are taken"`
}

// Info names the site.
type Info struct {
	Name    string `json:"name"`
	Website string `json:"website"`
}

// Notice is the text under a bonus. The literal %percentFail% stays in it: the app fills it in.
type Notice struct {
	Notice string `json:"notice"`
}

// Contact is how to reach the operator.
type Contact struct {
	ContactText string `json:"contactText"`
	LineLink    string `json:"lineLink"`
	LineName    string `json:"lineName"`
	LineQR      string `json:"lineQR"`
}

// WithdrawLimits are the limits of one withdrawal.
type WithdrawLimits struct {
	WithdrawMin  wire.Money `json:"withdrawMin"`
	WithdrawMax  wire.Money `json:"withdrawMax"`
	CheckedSince *wire.Time `json:"checkedSince,omitempty" doc:"Since when payouts are being checked: a person decides each withdrawal"`
}

// SlipWindow says whether slips are read now.
type SlipWindow struct {
	Active        bool    `json:"active" doc:"False inside the closing window"`
	CloseFrom     *string `json:"closeFrom" doc:"HH:mm in Bangkok"`
	CloseTo       *string `json:"closeTo" doc:"HH:mm in Bangkok"`
	WithinMinutes int     `json:"withinMinutes"`
	MaxBytes      int     `json:"maxBytes"`
}

// Active says whether the operator still runs the service.
type Active struct {
	Active  bool   `json:"active"`
	Message string `json:"message" enum:"OK,gone"`
}

type lookupCalls struct {
	lookup      *lookup.Service
	deposits    *deposit.Service
	withdrawals *withdraw.Service
}

func (c *lookupCalls) routes(f *httpx.Frame) {
	all := func(name, id, summary string) httpx.Route {
		return httpx.Route{Method: http.MethodGet, Path: "/api/lookup/" + name, ID: id, Summary: summary, Tagged: true}
	}
	member := func(name, id, summary string) httpx.Route {
		rt := all(name, id, summary)
		rt.Access = httpx.Members
		return rt
	}
	httpx.Register(f, all("banks", "listBanks", "Banks a member may have an account at"), c.handleBanks)
	httpx.Register(f, all("sources", "listSources", "Where new members heard of us"), c.handleSources)
	httpx.Register(f, member("deposit", "listDepositAccounts", "Where this member may pay in"), c.handleDepositAccounts)
	httpx.Register(f, all("conditions", "listConditions", "Conditions, as sanitised HTML"), c.handleConditions)
	httpx.Register(f, all("agreements", "listAgreements", "Agreements, as sanitised HTML"), c.handleAgreements)
	httpx.Register(f, all("info", "getInfo", "The site's name"), c.handleInfo)
	httpx.Register(f, all("notice", "getNotice", "The notice under a bonus, as sanitised HTML"), c.handleNotice)
	httpx.Register(f, all("contact", "getContact", "How to reach the operator"), c.handleContact)
	httpx.Register(f, member("withdraw", "getWithdrawLimits", "Limits of one withdrawal"), c.handleWithdrawLimits)
	httpx.Register(f, member("slip", "getSlipWindow", "Whether slips are read now"), c.handleSlipWindow)
	active := all("active", "getActive", "Whether the service is running")
	active.Always = true
	httpx.Register(f, active, c.handleActive)
	httpx.Register(f, all("registerOTP", "getRegisterOTP", "Whether registration asks for a one-time code"), c.handleRegisterOTP)
	httpx.Register(f, all("enableChatWidget", "getEnableChatWidget", "Whether the chat is on"), c.handleEnableChatWidget)
}

// handleBanks answers GET /api/lookup/banks: the banks that a member may have an account at.
func (c *lookupCalls) handleBanks(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[[]Bank], error) {
	found, err := c.lookup.Banks(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Bank, len(found))
	for i, b := range found {
		list[i] = Bank{b.Code, Names{b.NameTH, b.NameEN, b.NameLO}}
	}
	return httpx.OK(list)
}

// handleSources answers GET /api/lookup/sources: where new members heard of us.
func (c *lookupCalls) handleSources(ctx context.Context, in *spoken) (*httpx.Reply[[]Source], error) {
	found, err := c.lookup.Sources(ctx, c.lookup.Language(in.Accept))
	if err != nil {
		return nil, err
	}
	list := make([]Source, len(found))
	for i, src := range found {
		list[i] = Source{src.Code, src.Description}
	}
	return httpx.OK(list)
}

// handleDepositAccounts answers GET /api/lookup/deposit: where this member may pay in.
func (c *lookupCalls) handleDepositAccounts(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[DepositAccounts], error) {
	found, err := c.deposits.Accounts(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	return httpx.OK(DepositAccounts{
		depositList(found.Banks), depositList(found.Wallets), found.Manual, wire.TimeOrNull(found.SlipsCheckedSince),
	})
}

func depositList(accounts []deposit.Account) []DepositAccount {
	list := make([]DepositAccount, len(accounts))
	for i, a := range accounts {
		list[i] = DepositAccount{
			BankCode: a.BankCode, BankType: a.BankType, Mode: a.Mode, Bank: Names{a.NameTH, a.NameEN, a.NameLO},
			BankAccountName: a.AccountName, BankAccountNo: a.AccountNo, Currency: a.Currency,
			WalletAccountName: a.WalletAccountName, QR: a.QR, CheckedSince: wire.TimeOrNull(a.CheckedSince),
		}
	}
	return list
}

// handleConditions answers GET /api/lookup/conditions: the conditions, as sanitised HTML.
func (c *lookupCalls) handleConditions(ctx context.Context, in *spoken) (*httpx.Reply[[]string], error) {
	return httpx.Answer(c.lookup.Conditions(ctx, c.lookup.Language(in.Accept)))
}

// handleAgreements answers GET /api/lookup/agreements: the agreements, as sanitised HTML.
func (c *lookupCalls) handleAgreements(ctx context.Context, in *spoken) (*httpx.Reply[[]string], error) {
	return httpx.Answer(c.lookup.Agreements(ctx, c.lookup.Language(in.Accept)))
}

// handleInfo answers GET /api/lookup/info: the site's name.
func (c *lookupCalls) handleInfo(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Info], error) {
	i, err := c.lookup.Info(ctx)
	return httpx.Answer(Info{i.Name, i.Website}, err)
}

// handleNotice answers GET /api/lookup/notice: the notice under a bonus, as sanitised HTML.
func (c *lookupCalls) handleNotice(ctx context.Context, in *spoken) (*httpx.Reply[Notice], error) {
	text, err := c.lookup.Notice(ctx, c.lookup.Language(in.Accept))
	return httpx.Answer(Notice{text}, err)
}

// handleContact answers GET /api/lookup/contact: how to reach the operator.
func (c *lookupCalls) handleContact(ctx context.Context, in *spoken) (*httpx.Reply[Contact], error) {
	found, err := c.lookup.Contact(ctx, c.lookup.Language(in.Accept))
	return httpx.Answer(Contact{found.ContactText, found.LineLink, found.LineName, found.LineQR}, err)
}

// handleSlipWindow answers GET /api/lookup/slip: whether slips are read now.
func (c *lookupCalls) handleSlipWindow(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[SlipWindow], error) {
	w, err := c.lookup.Slip(ctx)
	return httpx.Answer(SlipWindow{
		Active: w.Active, CloseFrom: wire.TextOrNull(w.CloseFrom), CloseTo: wire.TextOrNull(w.CloseTo),
		WithinMinutes: w.WithinMinutes, MaxBytes: w.MaxBytes,
	}, err)
}

// handleActive answers GET /api/lookup/active: whether the service still runs.
func (c *lookupCalls) handleActive(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[Active], error) {
	running, err := c.lookup.Active(ctx)
	if err != nil {
		return nil, err
	}
	if !running {
		return httpx.OK(Active{false, string(fault.GONE)})
	}
	return httpx.OK(Active{true, string(fault.OK)})
}

// handleRegisterOTP answers GET /api/lookup/registerOTP: whether registration asks for a one-time code.
func (c *lookupCalls) handleRegisterOTP(context.Context, *httpx.Empty) (*httpx.Reply[bool], error) {
	return httpx.OK(c.lookup.RegisterOTP())
}

// handleEnableChatWidget answers GET /api/lookup/enableChatWidget: whether the chat is on.
func (c *lookupCalls) handleEnableChatWidget(context.Context, *httpx.Empty) (*httpx.Reply[bool], error) {
	return httpx.OK(c.lookup.Chat())
}

// handleWithdrawLimits answers GET /api/lookup/withdraw: the limits of one withdrawal.
func (c *lookupCalls) handleWithdrawLimits(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[WithdrawLimits], error) {
	l, err := c.withdrawals.Limits(ctx)
	return httpx.Answer(WithdrawLimits{wire.Money(l.Min), wire.Money(l.Max), wire.TimeOrNull(l.CheckedSince)}, err)
}
