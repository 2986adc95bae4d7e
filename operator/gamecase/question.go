package gamecase

import (
	"fmt"

	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
)

// Question is what is asked of the provider about a case: the code, which a page puts into words beside the facts, and the words
// in English, for a shell.
type Question struct{ Code, Words string }

func question(code, words string, about ...any) Question {
	return Question{code, fmt.Sprintf(words, about...)}
}

// inquiry returns the question to the provider about a case.
func inquiry(x doubt.Difference) Question {
	switch x.Kind {
	case doubt.MissingThere, doubt.Unclear:
		return question("ask_moved", "whether it ever moved our transfer %s of account %s: it has no row of it",
			x.Reference, x.Username)
	case doubt.MissingHere:
		if x.Transfer == 0 {
			return question("ask_who", "who moved %s on account %s, and why: the reference is not ours", x.Reference, x.Username)
		}
		return question("ask_refused", "why it did our transfer %s of account %s, which it had refused", x.Reference, x.Username)
	case doubt.AnotherAmount:
		return question("ask_amount", "how much it moved for our transfer %s of account %s, and why not what was ordered",
			x.Reference, x.Username)
	case doubt.AnotherAccount:
		return question("ask_account", "why our transfer %s is booked on account %s, and that it takes it back from there",
			x.Reference, x.Username)
	case doubt.AnotherDirection:
		return question("ask_direction", "why our transfer %s of account %s went the other way", x.Reference, x.Username)
	case doubt.Twice:
		return question("ask_twice", "whether it moved our transfer %s of account %s more than once", x.Reference, x.Username)
	case doubt.Unproved:
		return question("ask_unproved", "whether it did our transfer %s of account %s after all, which went back; "+
			"and all movements of the account since", x.Reference, x.Username)
	case doubt.Unexplained:
		return question("ask_rounds", "all rounds and all movements of account %s until %s", x.Username, x.Reference)
	}
	return Question{"ask_all", "everything that it knows about this case"}
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
