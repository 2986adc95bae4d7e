package link

import (
	"time"

	"krapao/internal/secret"
	"krapao/money"
)

// States of a wallet link (wallet_link.state).
const (
	// stateAsking: claimed; nothing was redeemed.
	stateAsking = "asking"
	// stateTaking: a redemption may have gone out.
	stateTaking   = "taking"
	stateCredited = "credited"
	// stateRefused: it is certain that nothing was redeemed. The claim is free again.
	stateRefused = "refused"
)

// The rules of RULES.md section 4 in numbers.
const (
	minimum = 2 * money.Baht
	// mostFailures that the issuer refused within failureWindow close a member's form for failureWindow.
	mostFailures  = 5
	failureWindow = time.Hour
	// longestCall is the longest that one call of an issuer may take: a request has two of them.
	longestCall = 10 * time.Second
)

// Link is what became of a wallet link.
type Link struct {
	Reference string
	// Credited: Amount is in the books as the member's, spendable or held. Otherwise the issuer's answer is not known yet;
	// it settles by itself, and nothing is lost by handing the link in again.
	Credited bool
	Amount   money.Amount
}

func sealedRow(reference string) secret.Row {
	return secret.Row{Table: "wallet_link", Column: "code_sealed", ID: reference}
}

// caseAge is how old a link without an outcome is when it becomes an operator's case (RULES.md section 3).
const caseAge = 24 * time.Hour
