// Package queuecmd has the commands krapao operator queue: the one list of everything that waits for a person.
package queuecmd

import (
	"context"
	"io"
	"strconv"

	"krapao/operator/cli/sheet"
	"krapao/operator/queue"
)

// Commands are the commands.
type Commands struct {
	List  list  `cmd:"" default:"withargs" help:"List everything that waits for a person, by what the house promised."`
	Count count `cmd:"" help:"Count what waits, by kind, with the oldest of each."`
}

// mostOfPage bounds how much is read at once.
const mostOfPage = 200

type list struct {
	sheet.Lagging
	Limit int      `default:"100" help:"How many at most."`
	Kind  []string `placeholder:"KIND" help:"Only these kinds, as queue count names them."`
	Late  bool     `help:"Only what has waited for longer than promised."`
}

// Run lists.
func (c list) Run(ctx context.Context, q *queue.Service, out io.Writer) error {
	f, all := queue.Filter{Kinds: c.Kind, Late: c.Late}, []queue.Item{}
	for len(all) < c.Limit {
		f.Most = min(mostOfPage, c.Limit-len(all))
		items, err := q.List(ctx, f)
		if err != nil {
			return err
		}
		all = append(all, items...)
		if len(items) < f.Most {
			break
		}
		f.After = items[len(items)-1].Place()
	}
	return show(out, q, all, nil)
}

// show prints items.
func show(out io.Writer, q *queue.Service, items []queue.Item, err error) error {
	if err != nil {
		return err
	}
	rows := make([][]string, len(items))
	for i, x := range items {
		rows[i] = []string{
			x.Kind, x.ID, x.Member, x.Amount.String(), sheet.Stamp(x.Since), sheet.Stamp(x.Due), q.Standing(x), x.Says,
		}
	}
	return sheet.Table(out, "kind id member baht since due standing says", rows)
}

type count struct {
	sheet.Lagging
	Kind []string `placeholder:"KIND" help:"Only these kinds."`
}

// Run counts.
func (c count) Run(ctx context.Context, q *queue.Service, out io.Writer) error {
	counts, err := q.Counts(ctx, c.Kind)
	if err != nil {
		return err
	}
	rows := make([][]string, len(counts))
	for i, x := range counts {
		late := ""
		if x.Late {
			late = "late"
		}
		rows[i] = []string{x.Kind, strconv.FormatInt(x.N, 10), sheet.Stamp(x.Oldest), sheet.Stamp(x.Due), late}
	}
	return sheet.Table(out, "kind waiting oldest due late", rows)
}
