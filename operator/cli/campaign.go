package cli

import (
	"context"
	"io"
	"strconv"
)

type campaigns struct {
	List campaignsList `cmd:"" default:"1" help:"List each with its grants of its quota, and what it spent of its budget."`
}

type campaignsList struct{ lagging }

// Run lists.
func (campaignsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Offers.Campaigns(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, c := range list {
		state, quota := "closed", "any"
		if c.Open {
			state = "open"
		}
		if c.Quota > 0 {
			quota = number(c.Quota)
		}
		rows = append(rows, []string{
			c.Source, c.Code, state, number(c.Grants), quota, number(c.Active), c.Spent.String(), c.Budget.String(),
		})
	}
	return table(out, "source code state grants quota active spent budget", rows)
}

type conditions struct {
	lagging
	limit
	Phone string `arg:""`
}

// Run lists.
func (c conditions) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Offers.Conditions(ctx, c.Phone, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, m := range list {
		rows = append(rows, []string{
			m.ID, m.Source, m.Campaign, m.State, m.Credit.String(), m.Deposit.String(), m.Position.String(), m.Base.String(),
			m.Floor.String(), m.Target.String(), m.Turned.String() + "/" + m.Required.String(), m.Returned.String(),
			stamp(m.GrantedAt), stamp(m.ExpiresAt), since(m.EndedAt),
		})
	}
	const head = "condition source campaign state credit deposit position base floor target turned returned granted expires ended"
	return table(out, head, rows)
}

type wheels struct{ lagging }

// Run lists.
func (wheels) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Offers.Wheel(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		state := "ended"
		if x.InForce {
			state = "in force"
		}
		rows = append(rows, []string{number(x.Version), state, x.Code, number(x.Weight), number(x.Draws), x.Paid.String()})
	}
	return table(out, "table state slice weight draws paid", rows)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
