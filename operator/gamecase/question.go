package gamecase

import (
	"fmt"

	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// inquiry returns the code of the question to the provider about a case, which a page puts into words beside the facts.
func inquiry(x doubt.Difference) string {
	switch x.Kind {
	case doubt.MissingThere, doubt.Unclear:
		return "ask_moved"
	case doubt.MissingHere:
		if x.Transfer == 0 {
			return "ask_who"
		}
		return "ask_refused"
	case doubt.AnotherAmount:
		return "ask_amount"
	case doubt.AnotherAccount:
		return "ask_account"
	case doubt.AnotherDirection:
		return "ask_direction"
	case doubt.Twice:
		return "ask_twice"
	case doubt.Unproved:
		return "ask_unproved"
	case doubt.Unexplained:
		return "ask_rounds"
	}
	return "ask_all"
}

// choices returns the decisions that are possible about a case.
func choices(x doubt.Difference) []Choice {
	list := []Choice{}
	for _, c := range []struct {
		command string
		outcome doubt.CaseOutcome
	}{{"moved", doubt.ItMoved}, {"not-moved", doubt.ItDidNotMove}, {"close", doubt.Dismissed}} {
		booked, err := x.Correction(c.outcome)
		stake, _ := x.Stake(c.outcome)
		if err != nil || x.State != doubt.CaseOpen {
			continue
		}
		list = append(list, choiceOf(c.command, x, booked, stake > operator.UnsettledBound))
	}
	most := max(x.Theirs-x.Ours, x.Ours-x.Theirs)
	if o, err := x.Bookable(most); err == nil && x.State == doubt.CaseOpen {
		list = append(list, Choice{
			Command: "book", Does: toHouse, Amount: most, Two: true,
			Books: fmt.Sprintf("up to %s baht from %s to %s", most, o.Debit, o.Credit),
		})
	}
	return list
}

// Does are the codes of what a decision books.
const (
	toWallet  = "to_wallet"  // from the provider's result to the member's wallet
	fromTwice = "from_twice" // what the member has twice: out of the game, then out of the wallet, and the rest is owed
	toHouse   = "to_house"   // between the provider's result and the house's adjustments
	settled   = "nothing"    // nothing; no decision books it
	staysBack = "stays_back" // nothing: it stays given back
	stays     = "stays"      // nothing: it stays as it is booked
	done      = "done"       // the transfer as done
	failed    = "failed"     // the transfer as failed: the money goes back, and is asked about again later
)

// choiceOf is a decision about a difference with what it books, by a code and in English.
func choiceOf(command string, x doubt.Difference, amount money.Amount, two bool) Choice {
	c := Choice{Command: command, Does: stays, Books: "nothing: it stays as it is booked", Two: two}
	switch {
	case amount < 0:
		c.Does, c.Amount = toWallet, -amount
		c.Books = fmt.Sprintf("%s baht from the provider's result to the member's wallet", -amount)
	case amount > 0:
		c.Does, c.Amount = fromTwice, amount
		c.Books = amount.String() +
			" baht that the member has twice: out of the game, then out of the wallet, and the rest is owed"
	case x.Transfer == 0:
		c.Does, c.Books = settled, "nothing"
	case x.Kind == doubt.Unproved:
		c.Does, c.Books = staysBack, "nothing: it stays given back"
	}
	return c
}
