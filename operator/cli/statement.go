package cli

import (
	"context"
	"io"

	"krapao/deposit/feed"
)

type statements struct {
	List statementsList `cmd:"" help:"List lines that could not be booked, and answers that were no page, oldest first."`
}

type statementsList struct {
	lagging
	limit
}

// Run lists.
func (c statementsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.LineCases(ctx, false, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, l := range list {
		rows = append(rows, []string{l.ID, l.Account, nameOf(l), l.State, stamp(l.Since), l.Why.English(), l.Note})
	}
	return table(out, "case account line state since why note", rows)
}

// nameOf returns the bank's number of a line.
func nameOf(l feed.Case) string {
	if l.Page {
		return "(a page)"
	}
	return l.Line
}
