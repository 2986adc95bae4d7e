package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"krapao/operator"
)

// members are who is kept from play, and how.
type members struct {
	Show       memberShow       `cmd:"" help:"How a member stands, and what happened."`
	Break      memberBreak      `cmd:"" help:"Shut a member out of play for 1 to 42 days. Nobody can shorten it."`
	Exclude    memberExclude    `cmd:"" help:"Shut a member out of play for 6 to 120 months. Nobody can shorten it."`
	Deactivate memberDeactivate `cmd:"" help:"Shut a member out of its account; its money comes home to its wallet."`
	Reactivate memberReactivate `cmd:"" help:"Let a deactivated member in again. A break or an exclusion of its own stands."`
	Close      memberClose      `cmd:"" help:"Deactivate a member and pay out everything, any amount of at least one baht."`
	Sessions   memberSessions   `cmd:"" help:"Log a member out everywhere; its passwords at games change."`
	Find       memberFind       `cmd:"" help:"Members by the name of their account's holder, however it is written (audited)."`
	Linked     memberLinked     `cmd:"" help:"Cases: pairs that are linked since names are compared in their normal form, and were not."`
	LinkClose  memberClosePair  `cmd:"" name:"link-close" help:"End such a case. It books nothing, and the two stay linked."`
}

type memberShow struct {
	Phone string `arg:""`
}

// Run shows.
func (c memberShow) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	k, err := s.MemberKept(ctx, c.Phone)
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

// Run shuts out.
func (c memberBreak) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.BreakMember(ctx, c.decision(c.Phone), c.Days)
	return say(out, o, err)
}

type memberExclude struct {
	who
	Phone  string `arg:""`
	Months int    `required:"" help:"6 to 120."`
}

// Run shuts out.
func (c memberExclude) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.ExcludeMember(ctx, c.decision(c.Phone), c.Months)
	return say(out, o, err)
}

type memberDeactivate struct {
	who
	Phone string `arg:""`
}

// Run deactivates.
func (c memberDeactivate) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.DeactivateMember(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberReactivate struct {
	who
	Phone string `arg:""`
}

// Run lets in.
func (c memberReactivate) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.ReactivateMember(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberClose struct {
	who
	Phone string `arg:""`
}

// Run closes.
func (c memberClose) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.CloseMember(ctx, c.decision(c.Phone))
	return say(out, o, err)
}

type memberSessions struct {
	who
	Phone string `arg:""`
}

// Run logs out.
func (c memberSessions) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.EndMemberSessions(ctx, c.decision(c.Phone))
	return say(out, o, err)
}
