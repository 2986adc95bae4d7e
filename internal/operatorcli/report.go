package operatorcli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/internal/operatorapi/client"
	"krapao/operator/cli/sheet"
)

// posting is what was posted on a day, or on all.
type posting struct {
	Day string `arg:"" help:"The day in Bangkok; without it, all days together." optional:"" placeholder:"YYYY-MM-DD" query:"day"`
	CSV bool   `help:"As a file of comma-separated values." name:"csv"`
}

// Run reports.
func (c posting) Run(ctx context.Context, d *Desk) error {
	q := url.Values{}
	if c.Day != "" {
		q.Set("day", c.Day)
	}
	if c.CSV {
		q.Set("format", "csv")
	}
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: "/api/report/posting", Query: q})
	if err != nil {
		return err
	}
	if c.CSV {
		_, err = d.Out.Write(answer)
		return err
	}
	var p struct {
		Rows         []json.RawMessage
		Active, Seal *int64
		AsOf         time.Time
		Whole        bool
	}
	if err := json.Unmarshal(answer, &p); err != nil {
		return err
	}
	if err := table(d.Out, p.Rows, "account kind amount count", ""); err != nil {
		return err
	}
	says := fmt.Sprintf("credits less debits, as of %s UTC", sheet.Stamp(p.AsOf))
	if p.Active != nil {
		says = fmt.Sprintf("%d members were active; %s", *p.Active, says)
	}
	if p.Seal != nil {
		says += fmt.Sprintf(", all days up to seal %d of the ledger", *p.Seal)
	}
	if !p.Whole {
		says += "; what was posted before is still being added up, so it is not complete"
	}
	_, err = fmt.Fprintln(d.Out, says)
	return err
}

// verification has the audit log checked anew.
type verification struct{}

// proof is what the last check of the audit log found.
type proof struct {
	CheckedAt *time.Time
	Rows      int64
	Whole     bool
	Marks     []struct {
		Place  string
		Agrees bool
		Why    *string
	}
	Wrong []string
}

const (
	// verifyStep is how often it is asked whether the check was made, and verifySteps how many times.
	verifyStep  = 2 * time.Second
	verifySteps = 90
)

// Run has it checked, waits for that, and says what was found.
func (verification) Run(ctx context.Context, d *Desk) error {
	before, err := d.proof(ctx)
	if err != nil {
		return err
	}
	if _, err := d.call(ctx, client.Request{Method: http.MethodPost, Path: "/api/audit/proof"}); err != nil {
		return err
	}
	for range verifySteps {
		now, err := d.proof(ctx)
		if err != nil {
			return err
		}
		if now.CheckedAt != nil && (before.CheckedAt == nil || now.CheckedAt.After(*before.CheckedAt)) {
			return now.say(d)
		}
		if err := d.wait(ctx, verifyStep); err != nil {
			return err
		}
	}
	return errors.New("it was not checked within three minutes: is a node running? krapao operator audit proof")
}

func (d *Desk) proof(ctx context.Context) (p proof, err error) {
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: "/api/audit/proof"})
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(answer, &p)
}

// say says what was found. A log that is not whole is an error.
func (p proof) say(d *Desk) error {
	if !p.Whole {
		return errors.New(sheet.Plain(strings.Join(p.Wrong, "; ")))
	}
	for _, m := range p.Marks {
		if m.Agrees || m.Why == nil {
			continue
		}
		if _, err := fmt.Fprintf(d.Out, "%s says nothing: %s\n", sheet.Plain(m.Place), sheet.Plain(*m.Why)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(d.Out, "the audit log is whole: %d rows\n", p.Rows)
	return err
}
