package cli

import (
	"context"
	"fmt"
	"io"
	"time"
)

// members are the commands about a member's play and account.
type members struct {
	Show       memberShow       `cmd:"" help:"Show whether a member may play, and what happened."`
	Break      memberBreak      `cmd:"" help:"Shut a member out of play for 1 to 42 days. Nobody can shorten it."`
	Exclude    memberExclude    `cmd:"" help:"Shut a member out of play for 6 to 120 months. Nobody can shorten it."`
	Deactivate memberDeactivate `cmd:"" help:"Shut a member out of its account. Its money comes home to its wallet."`
	Reactivate memberReactivate `cmd:"" help:"Let a deactivated member in again. Its own break or self-exclusion goes on."`
	Close      memberClose      `cmd:"" help:"Deactivate a member and pay out everything, any amount of at least one baht."`
	Sessions   memberSessions   `cmd:"" help:"Log a member out everywhere. Its passwords at games change."`
	Find       memberFind       `cmd:"" help:"Find members by the name of their account's holder, however it is written (audited)."`
	Linked     memberLinked     `cmd:"" help:"List cases: pairs that became linked with the normal form of names."`
	LinkClose  memberClosePair  `cmd:"" name:"link-close" help:"Close such a case. It books nothing, and the two stay linked."`
}

type memberShow struct {
	Phone string `arg:""`
}

// Run shows.
func (c memberShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	k, err := s.Care.PlayStatus(ctx, c.Phone)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "member %s, active %t, break until %s, excluded until %s, money in games %t\n",
		k.Member, k.Active, endOf(k.BreakUntil), endOf(k.ExcludedUntil), k.ComingHome)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(k.Events))
	for _, e := range k.Events {
		rows = append(rows, []string{e.Kind, endOf(e.Until), e.By, stamp(e.At)})
	}
	return table(out, "what until by at", rows)
}

func endOf(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return stamp(t)
}

type memberBreak struct {
	who
	Phone string `arg:""`
	Days  int    `required:"" help:"1 to 42."`
}

// Run shuts the member out.
func (c memberBreak) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.Break(ctx, c.decision(c.Phone), c.Days)
	return say(out, o, err)
}

type memberExclude struct {
	who
	Phone  string `arg:""`
	Months int    `required:"" help:"6 to 120."`
}

// Run shuts the member out.
func (c memberExclude) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.Exclude(ctx, c.decision(c.Phone), c.Months)
	return say(out, o, err)
}

type memberDeactivate struct {
	who
	Phone string `arg:""`
}

// Run deactivates.
func (c memberDeactivate) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.Deactivate(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberReactivate struct {
	who
	Phone string `arg:""`
}

// Run lets the member in.
func (c memberReactivate) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.Reactivate(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberClose struct {
	who
	Phone string `arg:""`
}

// Run closes.
func (c memberClose) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.Close(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberSessions struct {
	who
	Phone string `arg:""`
}

// Run logs the member out.
func (c memberSessions) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.EndSessions(ctx, c.decision(c.Phone))
	return say(out, o, err)
}
