package gamecase

import (
	"fmt"

	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// inquiry returns the question to the provider about a case.
func inquiry(x doubt.Difference) string {
	switch x.Kind {
	case doubt.MissingThere, doubt.Unclear:
		return fmt.Sprintf("whether it ever moved our transfer %s of account %s: it has no row of it", x.Reference, x.Username)
	case doubt.MissingHere:
		if x.Transfer == 0 {
			return fmt.Sprintf("who moved %s on account %s, and why: the reference is not ours", x.Reference, x.Username)
		}
		return fmt.Sprintf("why it did our transfer %s of account %s, which it had refused", x.Reference, x.Username)
	case doubt.AnotherAmount:
		return fmt.Sprintf("how much it moved for our transfer %s of account %s, and why not what was ordered", x.Reference, x.Username)
	case doubt.AnotherAccount:
		return fmt.Sprintf("why our transfer %s is booked on account %s, and that it takes it back from there", x.Reference, x.Username)
	case doubt.AnotherDirection:
		return fmt.Sprintf("why our transfer %s of account %s went the other way", x.Reference, x.Username)
	case doubt.Twice:
		return fmt.Sprintf("whether it moved our transfer %s of account %s more than once", x.Reference, x.Username)
	case doubt.Unproved:
		return fmt.Sprintf("whether it did our transfer %s of account %s after all, which went back; "+
			"and all movements of the account since", x.Reference, x.Username)
	case doubt.Unexplained:
		return fmt.Sprintf("all rounds and all movements of account %s until %s", x.Username, x.Reference)
	}
	return "everything that it knows about this case"
}

// The codes of the question. A fact has the code, and the page puts it into words: account and reference stand beside it.
const (
	askMoved     = "ask_moved"     // whether it ever moved it
	askWho       = "ask_who"       // who moved it, and why
	askRefused   = "ask_refused"   // why it did what it had refused
	askAmount    = "ask_amount"    // how much it moved, and why not what was ordered
	askAccount   = "ask_account"   // why it is booked on another account
	askDirection = "ask_direction" // why it went the other way
	askTwice     = "ask_twice"     // whether it moved it more than once
	askUnproved  = "ask_unproved"  // whether it did it after all, and what moved since
	askRounds    = "ask_rounds"    // all rounds and movements of the account until then
	askHas       = "ask_has"       // whether it has it, of which account and over how much
	askAll       = "ask_all"       // everything that it knows
)

// asks is the code of the question to the provider about a case, which inquiry has in English.
func asks(x doubt.Difference) string {
	if x.Kind == doubt.MissingHere && x.Transfer != 0 {
		return askRefused
	}
	code, known := map[doubt.DifferenceKind]string{
		doubt.MissingThere: askMoved, doubt.Unclear: askMoved, doubt.MissingHere: askWho, doubt.AnotherAmount: askAmount,
		doubt.AnotherAccount: askAccount, doubt.AnotherDirection: askDirection, doubt.Twice: askTwice, doubt.Unproved: askUnproved,
		doubt.Unexplained: askRounds,
	}[x.Kind]
	if !known {
		return askAll
	}
	return code
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
