package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"krapao/wallet/doubt/clue"
)

type withdrawals struct {
	List withdrawalsList `cmd:"" help:"List all that wait, longest first, with the conditions that did not hold."`
}

type withdrawalsList struct {
	lagging
	limit
}

// Run lists.
func (c withdrawalsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Withdrawals.Waiting(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, w := range list {
		why := make([]string, 0, len(w.Why))
		for _, one := range w.Why {
			why = append(why, string(one))
		}
		if w.Passing && !w.InHand {
			why = append(why, "checked again automatically unless you open it")
		}
		rows = append(rows, []string{
			w.Reference, w.Member, w.Amount.String(), string(w.State), stamp(w.Since), w.BankCode + " " + w.AccountShown,
			strings.Join(why, ", "),
		})
	}
	return table(out, "reference member baht state since account why", rows)
}

type held struct {
	List heldList `cmd:"" help:"List all, oldest first."`
}

type heldList struct {
	lagging
	limit
}

// Run lists.
func (c heldList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Held(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, in := range list {
		rows = append(rows, []string{
			in.ID, string(in.State), in.Member, in.Amount.String(), in.Account, string(in.Reason), stamp(in.SeenAt),
			strings.TrimSpace(in.Payer.BankCode + " " + in.Payer.AccountNo + " " + in.Payer.Name),
		})
	}
	return table(out, "id state member baht account reason since payer", rows)
}

type unsettled struct {
	List unsettledList `cmd:"" help:"List all, oldest first."`
}

type unsettledList struct {
	lagging
	limit
}

// Run lists.
func (c unsettledList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Cases.Unsettled(ctx, "", c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.Reference, x.Member, x.Amount.String(), x.From + " > " + x.To, x.Provider + " " + x.Username, stamp(x.Since),
			clue.English(x.Reason),
		})
	}
	return table(out, "reference member baht way where since reason", rows)
}

type payouts struct {
	State payoutsState `cmd:"" help:"Show whether automatic payouts go on."`
}

type payoutsState struct{}

// Run shows.
func (payoutsState) Run(ctx context.Context, s *Services, out io.Writer) error {
	since, why, err := s.Withdrawals.Brake(ctx)
	if err != nil {
		return err
	}
	if since.IsZero() {
		_, err = fmt.Fprintln(out, "automatic payouts go on")
		return err
	}
	_, err = fmt.Fprintf(out, "automatic payouts are stopped since %s: %s\ntwo chiefs resume them: krapao operator payouts resume\n",
		stamp(since), plain(why))
	return err
}
