package httpapi

import (
	"context"
	"net/http"

	"krapao/deposit"
	"krapao/fault"
)

// Names is a thing's name in the three languages.
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
	BankCode          string `json:"bankCode"`
	BankType          string `json:"bankType" enum:"BANK,GATEWAY,WALLET"`
	Mode              string `json:"mode" enum:"AUTO,MANUAL" doc:"AUTO: a transfer credits by itself. MANUAL: a slip or a declaration does."`
	Bank              Names  `json:"bank"`
	BankAccountName   string `json:"bankAccountName"`
	BankAccountNo     string `json:"bankAccountNo"`
	Currency          string `json:"currency" enum:"BAHT,LAK"`
	WalletAccountName string `json:"walletAccountName"`
	QR                bool   `json:"qr" doc:"Has a QR panel"`
}

// DepositAccounts is what the deposit sheet shows.
type DepositAccounts struct {
	Banks    []DepositAccount `json:"banks"`
	Wallets  []DepositAccount `json:"wallets"`
	IsManual bool             `json:"isManual"`
}

// Info names the site.
type Info struct {
	Name    string `json:"name"`
	Website string `json:"website"`
}

// Notice is the text under a bonus; it keeps the literal %percentFail%.
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

// WithdrawLimits bound one withdrawal.
type WithdrawLimits struct {
	WithdrawMin Money `json:"withdrawMin"`
	WithdrawMax Money `json:"withdrawMax"`
}

// SlipWindow tells whether slips are read now.
type SlipWindow struct {
	Active        bool    `json:"active" doc:"False inside the closing window"`
	CloseFrom     *string `json:"closeFrom" doc:"HH:mm in Bangkok"`
	CloseTo       *string `json:"closeTo" doc:"HH:mm in Bangkok"`
	WithinMinutes int     `json:"withinMinutes"`
	MaxBytes      int     `json:"maxBytes"`
}

// Active tells whether the operator still runs the service.
type Active struct {
	Active  bool   `json:"active"`
	Message string `json:"message" enum:"OK,gone"`
}

func (s *Server) lookupRoutes() {
	all := func(name, id, summary string) route {
		return route{method: http.MethodGet, path: "/api/lookup/" + name, id: id, summary: summary}
	}
	member := func(name, id, summary string) route {
		rt := all(name, id, summary)
		rt.who = members
		return rt
	}
	register(s, all("banks", "listBanks", "Banks a member may have an account at"), s.banks)
	register(s, all("sources", "listSources", "Where new members heard of us"), s.sources)
	register(s, member("deposit", "listDepositAccounts", "Where this member may pay in"), s.depositAccounts)
	register(s, all("conditions", "listConditions", "Conditions, as sanitised HTML"), s.conditions)
	register(s, all("agreements", "listAgreements", "Agreements, as sanitised HTML"), s.agreements)
	register(s, all("info", "getInfo", "The site's name"), s.info)
	register(s, all("notice", "getNotice", "The notice under a bonus, as sanitised HTML"), s.notice)
	register(s, all("contact", "getContact", "How to reach the operator"), s.contact)
	register(s, member("withdraw", "getWithdrawLimits", "Limits of one withdrawal"), s.withdrawLimits)
	register(s, member("slip", "getSlipWindow", "Whether slips are read now"), s.slipWindow)
	register(s, all("active", "getActive", "Whether the service is running"), s.active)
	register(s, all("registerOTP", "getRegisterOTP", "Whether registration asks for a one-time code"), s.registerOTP)
	register(s, all("enableChatWidget", "getEnableChatWidget", "Whether the chat is on"), s.enableChatWidget)
}

// spoken carries the language that the app is set to.
type spoken struct {
	Accept string `header:"Accept-Language" doc:"th, lo or en"`
}

func (s *Server) banks(ctx context.Context, _ *empty) (*reply[[]Bank], error) {
	found, err := s.Lookup.Banks(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]Bank, len(found))
	for i, b := range found {
		list[i] = Bank{b.Code, Names{b.NameTH, b.NameEN, b.NameLO}}
	}
	return ok(list)
}

func (s *Server) sources(ctx context.Context, in *spoken) (*reply[[]Source], error) {
	found, err := s.Lookup.Sources(ctx, s.Lookup.Language(in.Accept))
	if err != nil {
		return nil, err
	}
	list := make([]Source, len(found))
	for i, src := range found {
		list[i] = Source{src.Code, src.Description}
	}
	return ok(list)
}

func (s *Server) depositAccounts(ctx context.Context, _ *empty) (*reply[DepositAccounts], error) {
	found, err := s.Deposits.Accounts(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	return ok(DepositAccounts{depositList(found.Banks), depositList(found.Wallets), found.Manual})
}

func depositList(accounts []deposit.Account) []DepositAccount {
	list := make([]DepositAccount, len(accounts))
	for i, a := range accounts {
		list[i] = DepositAccount{
			BankCode: a.BankCode, BankType: a.BankType, Mode: a.Mode, Bank: Names{a.NameTH, a.NameEN, a.NameLO},
			BankAccountName: a.AccountName, BankAccountNo: a.AccountNo, Currency: a.Currency,
			WalletAccountName: a.WalletAccountName, QR: a.QR,
		}
	}
	return list
}

func (s *Server) conditions(ctx context.Context, in *spoken) (*reply[[]string], error) {
	return answered(s.Lookup.Conditions(ctx, s.Lookup.Language(in.Accept)))
}

func (s *Server) agreements(ctx context.Context, in *spoken) (*reply[[]string], error) {
	return answered(s.Lookup.Agreements(ctx, s.Lookup.Language(in.Accept)))
}

func (s *Server) info(ctx context.Context, _ *empty) (*reply[Info], error) {
	i, err := s.Lookup.Info(ctx)
	return answered(Info{i.Name, i.Website}, err)
}

func (s *Server) notice(ctx context.Context, in *spoken) (*reply[Notice], error) {
	text, err := s.Lookup.Notice(ctx, s.Lookup.Language(in.Accept))
	return answered(Notice{text}, err)
}

func (s *Server) contact(ctx context.Context, in *spoken) (*reply[Contact], error) {
	c, err := s.Lookup.Contact(ctx, s.Lookup.Language(in.Accept))
	return answered(Contact{c.ContactText, c.LineLink, c.LineName, c.LineQR}, err)
}

func (s *Server) slipWindow(ctx context.Context, _ *empty) (*reply[SlipWindow], error) {
	w, err := s.Lookup.Slip(ctx)
	return answered(SlipWindow{
		Active: w.Active, CloseFrom: optional(w.CloseFrom), CloseTo: optional(w.CloseTo),
		WithinMinutes: w.WithinMinutes, MaxBytes: w.MaxBytes,
	}, err)
}

func (s *Server) active(ctx context.Context, _ *empty) (*reply[Active], error) {
	running, err := s.Lookup.Active(ctx)
	if err != nil {
		return nil, err
	}
	if !running {
		return ok(Active{false, string(fault.GONE)})
	}
	return ok(Active{true, string(fault.OK)})
}

func (s *Server) registerOTP(context.Context, *empty) (*reply[bool], error) {
	return ok(s.Lookup.RegisterOTP())
}

func (s *Server) enableChatWidget(context.Context, *empty) (*reply[bool], error) {
	return ok(s.Lookup.Chat())
}

func (s *Server) withdrawLimits(ctx context.Context, _ *empty) (*reply[WithdrawLimits], error) {
	l, err := s.Withdrawals.Limits(ctx)
	return answered(WithdrawLimits{Money(l.Min), Money(l.Max)}, err)
}

// optional is null for an empty text.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
