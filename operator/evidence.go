package operator

// Evidence is the code of what a person has to have looked at before it decides (OPERATOR-API.md, section 1). Who decides says
// what it showed. Empty: none is needed.
type Evidence string

// What is asked for.
const (
	TransferBack  Evidence = "transfer_back"
	BankNotice    Evidence = "bank_notice"
	BankLine      Evidence = "bank_line"
	BankAnswer    Evidence = "bank_answer"
	BankStatement Evidence = "bank_statement"
	PaymentLine   Evidence = "payment_line"
	WalletHistory Evidence = "wallet_history"
	ProviderSaid  Evidence = "provider_said"
	Consent       Evidence = "consent"
	Compared      Evidence = "compared"
	Mistake       Evidence = "mistake"
	Papers        Evidence = "papers"
	Grounds       Evidence = "grounds"
)

// evidences are the codes in English, for the shell.
var evidences = map[Evidence]string{
	TransferBack:  "the bank's reference of the transfer back",
	BankNotice:    "the bank's notice",
	BankLine:      "the line of the bank's statement",
	BankAnswer:    "the bank's answer about the line",
	BankStatement: "the bank's statement, since the order was sent",
	PaymentLine:   "the line of the bank's statement with the payment",
	WalletHistory: "the line of our wallet's history, or that there is none",
	ProviderSaid:  "the provider's answer, a ticket or its list",
	Consent:       "the member's consent",
	Compared:      "what you compared before it goes on",
	Papers:        "the member's papers, or its bank's",
	Grounds:       "what shows why it ends: the member's message, or what broke its terms",
	Mistake:       "what shows the mistake: a line, a ticket, a calculation",
}

// String is the evidence in English.
func (e Evidence) String() string {
	if said, known := evidences[e]; known {
		return said
	}
	return string(e)
}
