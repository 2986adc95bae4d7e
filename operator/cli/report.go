package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"krapao/ledger/tally"
)

// dayReport reads on the primary: a file has no line that says how old a standby is.
type dayReport struct {
	Day string `arg:"" optional:"" placeholder:"YYYY-MM-DD" help:"The day in Bangkok; without it, all days together."`
	CSV bool   `name:"csv" help:"As a file of comma-separated values."`
}

// Run reports.
func (c dayReport) Run(ctx context.Context, s *Services, out io.Writer) error {
	if c.Day == "" {
		return c.all(ctx, s, out)
	}
	begins, err := tally.Day(c.Day)
	if err != nil {
		return err
	}
	points, asOf, whole, err := s.Tallies.Series(ctx, tally.Filter{From: begins, To: begins.AddDate(0, 0, 1)})
	if err != nil {
		return err
	}
	active, err := s.Tallies.Active(ctx, c.Day)
	if err != nil {
		return err
	}
	rows := rowsOf(tally.Sum(points))
	if c.CSV {
		rows = append(rows, []string{"active", "members", "0.00", strconv.FormatInt(active, 10)})
	}
	return c.print(out, rows, whole, fmt.Sprintf("%d members were active; credits less debits, as of %s UTC", active, stamp(asOf)))
}

// all reports what was posted on all days.
func (c dayReport) all(ctx context.Context, s *Services, out io.Writer) error {
	totals, seal, asOf, whole, err := s.Tallies.Totals(ctx)
	if err != nil {
		return err
	}
	return c.print(out, rowsOf(totals), whole,
		fmt.Sprintf("credits less debits of all days up to seal %d of the ledger, as of %s UTC", seal, stamp(asOf)))
}

// print prints rows of which says tells what they are.
func (c dayReport) print(out io.Writer, rows [][]string, whole bool, says string) error {
	if c.CSV {
		if !whole {
			return errors.New("operator: what was posted before is still being added up; try again later, or look at it without --csv")
		}
		return writeCSV(out, cmp.Or(c.Day, "all"), rows)
	}
	if err := table(out, "account kind baht entries", rows); err != nil {
		return err
	}
	if !whole {
		says += "; what was posted before is still being added up, so it is not complete"
	}
	_, err := fmt.Fprintln(out, says)
	return err
}

func rowsOf(sums []tally.Total) [][]string {
	rows := make([][]string, len(sums))
	for n, x := range sums {
		rows[n] = []string{x.Account, x.Kind, x.Amount.String(), strconv.FormatInt(x.Count, 10)}
	}
	return rows
}

// writeCSV writes rows as a spreadsheet reads them: UTF-8 with its mark, and no text that is taken for a formula.
func writeCSV(out io.Writer, day string, rows [][]string) error {
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	if err := w.Write([]string{"day", "account", "kind", "baht", "entries"}); err != nil {
		return err
	}
	for _, r := range rows {
		if err := w.Write([]string{day, text(r[0]), text(r[1]), r[2], r[3]}); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// text is a cell that no spreadsheet runs.
func text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
