package httpapi

import (
	"context"
	"net/http"
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

func (s *Server) banks(context.Context, *empty) (*reply[[]Bank], error) { return nil, errNotWired }

func (s *Server) sources(context.Context, *empty) (*reply[[]Source], error) { return nil, errNotWired }

func (s *Server) depositAccounts(context.Context, *empty) (*reply[DepositAccounts], error) {
	return nil, errNotWired
}

func (s *Server) conditions(context.Context, *empty) (*reply[[]string], error) {
	return nil, errNotWired
}

func (s *Server) agreements(context.Context, *empty) (*reply[[]string], error) {
	return nil, errNotWired
}

func (s *Server) info(context.Context, *empty) (*reply[Info], error) { return nil, errNotWired }

func (s *Server) notice(context.Context, *empty) (*reply[Notice], error) { return nil, errNotWired }

func (s *Server) contact(context.Context, *empty) (*reply[Contact], error) { return nil, errNotWired }

func (s *Server) withdrawLimits(context.Context, *empty) (*reply[WithdrawLimits], error) {
	return nil, errNotWired
}

func (s *Server) slipWindow(context.Context, *empty) (*reply[SlipWindow], error) {
	return nil, errNotWired
}

func (s *Server) active(context.Context, *empty) (*reply[Active], error) { return nil, errNotWired }

func (s *Server) registerOTP(context.Context, *empty) (*reply[bool], error) { return nil, errNotWired }

func (s *Server) enableChatWidget(context.Context, *empty) (*reply[bool], error) {
	return nil, errNotWired
}
