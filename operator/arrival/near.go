package arrival

import (
	"context"
	"strings"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/record"
	"krapao/operator"
)

// candidates are the members that unclaimed money may be of.
func (s *Service) candidates(ctx context.Context, in deposit.Inflow) ([]operator.Candidate, error) {
	found, err := s.d.Finder.Candidates(ctx, in)
	list := make([]operator.Candidate, len(found))
	for n, c := range found {
		list[n] = operator.Candidate{Member: c.Member, Why: c.Why, Strength: c.Strength()}
	}
	return list, err
}

// lines are those of a statement that a declared transfer may be about. open: one of them may be given to its member, which ends
// it. A feed's line is booked already, so it is assigned and not found once more.
func lines(v declared.View, open bool) []operator.Line {
	list := make([]operator.Line, len(v.Lines))
	for n, in := range v.Lines {
		list[n] = operator.Line{
			ID: in.ID, Account: in.Account, Amount: in.Amount, At: in.PaidAt, PayerName: in.Payer.Name,
			Payer: strings.TrimSpace(in.Payer.BankCode + " " + in.Payer.AccountNo), Seen: basis{in: in}.seen(),
		}
		if open {
			list[n].Choice = may(assignUnmatched, true, "")
		}
	}
	return list
}

// earlierSlips are those of the same transfer, and what the slip's member uploaded before it.
func (s *Service) earlierSlips(ctx context.Context, reference string) ([]operator.Earlier, error) {
	same, own, err := s.d.Records.Earlier(ctx, reference)
	list := make([]operator.Earlier, 0, len(same)+len(own))
	for _, x := range same {
		list = append(list, earlier(x, true))
	}
	for _, x := range own {
		list = append(list, earlier(x, false))
	}
	return list, err
}

func earlier(x record.Slip, same bool) operator.Earlier {
	return operator.Earlier{
		ID: x.Reference, Member: x.Member, State: x.State, Why: string(x.Reason), Amount: x.Amount, At: x.UploadedAt, Same: same,
	}
}

// OpenReversal is what an operator is shown of money that the outside took back. Nothing is decided about it: its arrival ends it
// as soon as that is booked.
func (s *Service) OpenReversal(ctx context.Context, by operator.Person, id string) (operator.Sight, error) {
	r, err := s.d.Records.Reversal(ctx, id)
	if err != nil {
		return operator.Sight{}, err
	}
	var f facts
	f.add("account", operator.FactText, r.Account)
	f.add("source", operator.FactText, r.Source)
	f.add("reference", operator.FactText, r.Reference)
	f.add("arrival", operator.FactText, r.Inflow)
	if r.Owed > 0 {
		f.add("owed", operator.FactAmount, r.Owed.String())
	}
	f.at("reversedAt", r.ReversedAt)
	f.at("toldAt", r.ToldAt)
	f.at("doneAt", r.DoneAt)
	return s.look(ctx, by, "reversal.show", operator.Sight{
		Ref: operator.Ref{Kind: operator.ItemReversal, ID: r.ID()}, Member: r.Member, Amount: r.Amount, State: r.State,
		Seen: operator.Fingerprint(r.ID(), r.State, r.Inflow, r.Amount), Facts: f,
	})
}
