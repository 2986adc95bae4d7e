package cli

import (
	"context"
	"fmt"
	"io"
	"time"
)

// members are the commands about a member's play and account.
type members struct {
	Show   memberShow   `cmd:"" help:"Show whether a member may play, and what happened."`
	Linked memberLinked `cmd:"" help:"List cases: pairs that became linked with the normal form of names."`
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
