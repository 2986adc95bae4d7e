package cli

import (
	"context"
	"io"
	"strconv"
)

type memberFind struct {
	who
	limit
	Name string `arg:"" help:"The holder's name, with titles or without, in any spelling."`
}

// Run finds.
func (c memberFind) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Care.FindHolder(ctx, c.decision(c.Name), c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, h := range list {
		rows = append(rows, []string{h.Member, h.Phone, h.Name, h.Holder, strconv.FormatBool(h.Active)})
	}
	return table(out, "member phone name holder active", rows)
}

type memberLinked struct {
	lagging
	limit
	All bool `help:"Closed ones, too."`
}

// Run lists.
func (c memberLinked) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Care.HolderCases(ctx, c.All, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, one := range list {
		state := "closed"
		if one.Open {
			state = "open"
		}
		rows = append(rows, []string{one.ID, one.Member, one.Other, state, stamp(one.FoundAt), one.Note})
	}
	return table(out, "case member other state since note", rows)
}

type memberClosePair struct {
	who
	Case string `arg:""`
}

// Run closes.
func (c memberClosePair) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Care.CloseHolderCase(ctx, c.decision(c.Case))
	return say(out, o, err)
}
