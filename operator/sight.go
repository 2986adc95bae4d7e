package operator

import (
	"context"
	"time"

	"krapao/money"
)

// Sight is all that an operator is shown of a thing before it decides about it, beside what is known of its member.
type Sight struct {
	Ref
	// Member is whom it is about, by ID; empty: nobody, or nobody knows.
	Member string
	Amount money.Amount
	// State is the code of its state. Why are the codes of why it waits for a person.
	State string
	Why   []string
	// Seen is the fingerprint of what is shown: a decision by it is refused once the thing is another (Decision.Seen).
	Seen  string
	Facts []Fact
	// Picture is the token of a picture that belongs to it, good for five minutes. Empty: there is none.
	Picture string
	Choices []Choice
	// Candidates are the members that it may be of while it is nobody's, the likeliest first.
	Candidates []Candidate
	// Lines are those of a statement that it may be about, by time.
	Lines []Line
	// Earlier are things of its kind that were there before it, newest first.
	Earlier []Earlier
}

// Line is a line of a statement that nobody claimed: an arrival, which is decided about by itself.
type Line struct {
	ID, Account string
	Amount      money.Amount
	At          time.Time
	// Payer is the payer's bank and account, and PayerName its name, as the bank shows them. Empty: it does not.
	Payer, PayerName string
	// Seen is what is shown of it (Sight.Seen). Choice is the decision that gives it to somebody; the zero Choice: none is possible.
	Seen   string
	Choice Choice
}

// Candidate is a member that a thing may be of.
type Candidate struct {
	Member string
	// Why are the codes of what speaks for it, the strongest first. Strength is strong, medium or weak.
	Why      []string
	Strength string
}

// Earlier is a thing that was there before another one of its kind.
type Earlier struct {
	ID, Member string
	State, Why string
	Amount     money.Amount
	At         time.Time
	// Same: both are about the same transfer of a bank.
	Same bool
}

// Choice is a decision that is possible about a thing as it is now.
type Choice struct {
	// Kind is the kind of the decision (Kind.Name), and Needs the role that makes it.
	Kind  string
	Needs Role
	// Two: another person must agree. It may depend on what is asked for; then this is what is likely.
	Two bool
	// Evidence is the evidence that it needs; empty: none.
	Evidence Evidence
}

// Open is what a person looks at before it takes a step about a proposal: what it would do now, and who proposed it and why. Its
// choices are the steps that this person may take.
func (p *Approvals) Open(ctx context.Context, by Person, proposal string) (Sight, error) {
	shown, err := p.Show(ctx, by.Name, proposal)
	if err != nil {
		return Sight{}, err
	}
	x := shown.Proposal
	s := Sight{
		Ref: proposalItem(x.Action, x.ID), Member: x.Member, Amount: x.Amount, State: string(x.State), Seen: x.Fingerprint,
		Facts: []Fact{
			{Name: "action", Kind: FactAction, After: x.Action},
			{Name: "subject", After: x.Subject},
			{Name: "proposedBy", After: x.By},
			{Name: "proposedReason", After: x.Reason},
		},
	}
	if x.Evidence != "" {
		s.Facts = append(s.Facts, Fact{Name: "proposedEvidence", After: x.Evidence})
	}
	s.Facts = append(s.Facts, x.Facts...)
	if shown.Changed {
		s.Why = append(s.Why, "changed")
	}
	for _, step := range shown.May {
		s.Choices = append(s.Choices, Choice{Kind: ItemProposal + "." + step})
	}
	return s, nil
}
