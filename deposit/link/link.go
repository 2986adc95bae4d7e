package link

import (
	"time"

	"krapao/internal/secret"
	"krapao/money"
)

// States of a wallet link (wallet_link.state).
const (
	// stateAsking: claimed, and nothing was redeemed.
	stateAsking = "asking"
	// stateTaking: a redemption may have been sent.
	stateTaking   = "taking"
	stateCredited = "credited"
	// stateRefused: it is certain that nothing was redeemed. The claim is free again.
	stateRefused = "refused"
)

// The numbers of RULES.md section 4.
const (
	minimum = 2 * money.Baht
	// mostFailures refusals by the issuer within failureWindow close a member's form for failureWindow.
	mostFailures  = 5
	failureWindow = time.Hour
	// longestCall is the longest time for one call of an issuer. A request makes two of them.
	longestCall = 10 * time.Second
)

// Link is the result of a wallet link.
type Link struct {
	Reference string
	// Credited: Amount is booked for the member, spendable or held. Otherwise the issuer's answer is not known yet. The
	// link then settles by itself, and it is safe to hand it in again.
	Credited bool
	Amount   money.Amount
}

func sealedRow(reference string) secret.Row {
	return secret.Row{Table: "wallet_link", Column: "code_sealed", ID: reference}
}

// caseAge is the age at which a link without an outcome becomes an operator's case (RULES.md section 3).
const caseAge = 24 * time.Hour
