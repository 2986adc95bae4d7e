package cli

import (
	"context"
	"io"
	"time"

	"krapao/operator"
)

type proposals struct {
	List proposalsList `cmd:"" default:"withargs" help:"List those that wait for a second person, oldest first, or others."`
	Show proposalsShow `cmd:"" help:"Show one: what it would change, then and now, and what you may do with it."`
}

type proposalsList struct {
	lagging
	limit
	State  string `default:"open" enum:"open,scheduled,done,stale,rejected,withdrawn,expired,stopped,all" help:"open, scheduled, done, stale, rejected, withdrawn, expired, stopped or all."` //nolint:lll // kong reads it in one piece
	By     string `placeholder:"NAME" help:"Only what this operator proposed."`
	Action string `help:"Only this kind, like withdrawal.approve."`
	Member string `placeholder:"ID" help:"Only about this member."`
}

// Run lists.
func (c proposalsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	state := operator.ProposalState(c.State)
	if c.State == "all" {
		state = ""
	}
	list, err := s.Approvals.Page(ctx, operator.ProposalFilter{
		State: state, By: c.By, Action: c.Action, Member: c.Member, Most: c.Limit,
	})
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, p := range list {
		rows = append(rows, []string{
			p.ID, p.Action, p.Subject, p.Member, p.Amount.String(), p.By, stamp(p.At), string(p.State), stamp(ends(p)), p.Reason,
		})
	}
	return table(out, "id action subject member baht by at state until reason", rows)
}

// ends is when a proposal changes by itself: when it expires, or comes into force.
func ends(p operator.Proposal) time.Time {
	if p.State == operator.Open {
		return p.ExpiresAt
	}
	if p.State == operator.Scheduled {
		return p.EffectiveAt
	}
	return p.EndedAt
}

type proposalsShow struct {
	ID string `arg:""`
}

// Run shows one.
func (c proposalsShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	p, err := s.Approvals.Show(ctx, "", c.ID)
	if err != nil {
		return err
	}
	rows := [][]string{
		{"id", p.ID},
		{"state", string(p.State)},
		{"action", p.Action},
		{"subject", p.Subject},
		{"member", p.Member},
		{"baht", p.Amount.String()},
		{"says", p.Says},
		{"proposed by", p.By + " at " + stamp(p.At) + ": " + p.Reason},
		{"evidence", p.Evidence},
		{"expires at", stamp(p.ExpiresAt)},
	}
	if p.ApprovedBy != "" {
		rows = append(rows, []string{"approved by", p.ApprovedBy + " at " + stamp(p.ApprovedAt) + ": " + p.ApprovedReason},
			[]string{"in force", stamp(p.EffectiveAt)})
	}
	if !p.EndedAt.IsZero() {
		rows = append(rows, []string{"ended by", p.EndedBy + " at " + stamp(p.EndedAt) + ": " + p.Why})
	}
	for _, f := range p.Facts {
		rows = append(rows, []string{f.Name, change(f)})
	}
	rows = append(rows, now(p)...)
	if p.Fingerprint != "" {
		rows = append(rows, []string{"seen", p.Fingerprint})
	}
	return table(out, "what is", rows)
}

// now are the rows that say what would be different by now.
func now(p operator.Shown) (rows [][]string) {
	if !p.Changed {
		return nil
	}
	rows = append(rows, []string{"CHANGED", "it is not as it was when this was proposed: approving it ends it, and nothing is done"})
	if p.WhyNot != "" {
		return append(rows, []string{"now", p.WhyNot})
	}
	for _, f := range p.Now {
		rows = append(rows, []string{"now " + f.Name, change(f)})
	}
	return rows
}

func change(f operator.Fact) string {
	if f.Before == "" {
		return f.After
	}
	return f.Before + " > " + f.After
}
