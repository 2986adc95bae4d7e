package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"krapao/operator/gamecase"
	"krapao/reconcile"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

type cases struct {
	List casesList `cmd:"" help:"List differences and transfers with unknown outcome, oldest first."`
}

type casesList struct {
	lagging
	limit
}

// Run lists.
func (c casesList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Cases.List(ctx, doubt.Filter{Limit: c.Limit})
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.ID, string(x.Kind), x.Provider, x.Day, x.Reference, x.Member, x.Username, x.Ours.String(), theirs(x),
			strings.TrimSpace(string(x.State) + " " + string(x.Outcome)), stamp(x.Since), clue.English(x.Reason),
		})
	}
	return table(out, "case kind provider day reference member account ours theirs state since note", rows)
}

// theirs is the provider's amount, which nobody knows for an unsettled transfer.
func theirs(x gamecase.Line) string {
	if x.Kind == gamecase.KindUnsettled {
		return "?"
	}
	return x.Theirs.String()
}

// moment is a time that may never have come.
func moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return stamp(t)
}

type providers struct{ lagging }

// Run lists.
func (providers) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Cases.Providers(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, p := range list {
		rows = append(rows, []string{
			p.Provider, connected(p), doubts(p), strconv.Itoa(p.Cases), p.Day.Day, p.Day.Method, compared(p.Day),
			waiting(p), report(p), p.Day.Reason,
		})
	}
	return table(out, "provider connection doubts cases day method compared waiting report reason", rows)
}

// connected says how this node reaches the provider.
func connected(p gamecase.ProviderState) string {
	switch {
	case !p.Connected:
		return "none"
	case p.CircuitOpen:
		return "circuit open, no answer since " + stamp(p.FailingSince)
	case !p.FailingSince.IsZero():
		return "no answer since " + stamp(p.FailingSince)
	}
	return "yes"
}

func doubts(p gamecase.ProviderState) string {
	if p.Doubts == 0 {
		return "0"
	}
	return fmt.Sprintf("%d since %s", p.Doubts, stamp(p.Oldest))
}

// compared says how many of our transfers of the newest day are compared.
func compared(d reconcile.ComparedDay) string {
	switch {
	case d.Day == "":
		return "never"
	case d.Done:
		return fmt.Sprintf("%d of %d", d.Compared, d.Ours)
	case d.Tries > 0:
		return fmt.Sprintf("%d of %d, failed %d times, again %s", d.Compared, d.Ours, d.Tries, stamp(d.Next))
	}
	return fmt.Sprintf("%d of %d, again %s", d.Compared, d.Ours, stamp(d.Next))
}

func waiting(p gamecase.ProviderState) string {
	if p.Waiting == 0 {
		return "no day"
	}
	return fmt.Sprintf("%d since %s", p.Waiting, p.WaitingSince)
}

func report(p gamecase.ProviderState) string {
	switch {
	case p.Report.Form == "":
		return "none"
	case !p.Report.FailingSince.IsZero():
		return fmt.Sprintf("failing since %s: %s", stamp(p.Report.FailingSince), p.Report.Reason)
	}
	read := "read " + moment(p.Report.ReadAt)
	if missed := p.Report.Missed; !missed.To.IsZero() {
		read += fmt.Sprintf("; never read from %s to %s", stamp(missed.From), stamp(missed.To))
	}
	return read
}
