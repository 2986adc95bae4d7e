package gamecase

import (
	"fmt"
	"strconv"
	"time"

	"krapao/money"
	"krapao/operator"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

// known is what is known of a case: both sides, what the books have of our transfer, the balances that were read at the provider,
// and what each choice books.
func (v View) known() []operator.Fact {
	facts := []operator.Fact{
		{Name: "provider", Kind: operator.FactSystem, After: v.Provider},
		{Name: "gameAccount", After: v.Username},
		{Name: "ours", Kind: operator.FactAmount, After: v.Ours.String()},
	}
	if v.Kind != KindUnsettled {
		facts = append(facts, operator.Fact{Name: "theirs", Kind: operator.FactAmount, After: v.Theirs.String()})
	}
	facts = append(facts, moment("since", v.Since), operator.Fact{Name: "ask", Kind: operator.FactState, After: v.Ask},
		text("reference", v.Reference), text("day", v.Day))
	facts = append(facts, v.found()...)
	facts = append(facts, entries(v.Evidence.Entries)...)
	facts = append(facts, readings(v.Evidence)...)
	facts = append(facts, v.around()...)
	for _, choice := range v.Choices {
		facts = append(facts, choice.books())
	}
	return told(facts)
}

// found is what the product found about it, and how the case ended. Of a transfer that was given back without proof, what its
// last check found comes before that.
func (v View) found() (facts []operator.Fact) {
	if d := v.Evidence.Doubt; d != nil && v.Kind == doubt.Unproved {
		facts = clues(d.Reason)
	}
	return append(facts, clues(v.Reason)...)
}

// clues are the code of a stored text, and its evidence or what a person wrote.
func clues(stored string) []operator.Fact {
	code, said := clue.Split(stored)
	return []operator.Fact{{Name: "found", Kind: operator.FactFound, After: string(code)}, text("said", said)}
}

// entries are the ledger's entries of our transfer.
func entries(of []doubt.EntryAt) []operator.Fact {
	facts := make([]operator.Fact, len(of))
	for n, e := range of {
		facts[n] = text("entry", fmt.Sprintf("%s #%d · %s · %d", e.Account, e.Version, e.Step, e.Batch))
	}
	return facts
}

// readings are what the product keeps of the balances that it read around our transfer, in the provider's credits: the one that
// decides the transfer, and what all of an account's readings found beside what was played.
func readings(e doubt.Evidence) []operator.Fact {
	var facts []operator.Fact
	if d := e.Doubt; d != nil && d.Reading != "" {
		facts = append(facts, text("reading", d.Reading), moment("readingSince", d.ReadingSince),
			text("readingRounds", strconv.FormatInt(d.Rounds, 10)))
	}
	if p := e.Play; p != nil {
		facts = append(facts, text("readingsFound", p.Found), text("outstanding", p.Outstanding), text("corrected", p.Corrected),
			text("rounds", p.Rounds), moment("readAt", p.ReadAt), moment("playedAt", p.PlayedAt))
	}
	return facts
}

// around are the balances now: the wallet's, the game account's as it was read last, and what the member owes.
func (v View) around() []operator.Fact {
	if v.Member == "" {
		return nil
	}
	amount := func(name string, a money.Amount) operator.Fact {
		return operator.Fact{Name: name, Kind: operator.FactAmount, After: a.String()}
	}
	return []operator.Fact{
		amount("walletNow", v.Around.Wallet), amount("gameNow", v.Around.Game), moment("gameReadAt", v.Around.ReadAt),
		amount("owed", v.Around.Owed),
	}
}

func text(name, says string) operator.Fact {
	return operator.Fact{Name: name, Kind: operator.FactText, After: says}
}

// moment is a time; one that never came says nothing.
func moment(name string, at time.Time) operator.Fact {
	f := operator.Fact{Name: name, Kind: operator.FactTime}
	if !at.IsZero() {
		f.After = at.UTC().Format(time.RFC3339)
	}
	return f
}

// told leaves out what says nothing.
func told(facts []operator.Fact) []operator.Fact {
	said := make([]operator.Fact, 0, len(facts))
	for _, f := range facts {
		if f.After != "" {
			said = append(said, f)
		}
	}
	return said
}
