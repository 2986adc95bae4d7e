package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/money"
)

type statements struct {
	List  statementsList  `cmd:"" help:"List lines that could not be booked, and answers that were no page, oldest first."`
	Show  statementsShow  `cmd:"" help:"Show one as the bank sent it (audited)."`
	Book  statementsBook  `cmd:"" help:"Book its money as unmatched: two operators who found the same."`
	Close statementsClose `cmd:"" help:"Close it without booking anything: it brought no money, or the money is booked already."`
}

type statementsList struct {
	lagging
	limit
	All bool `help:"Ended ones, too."`
}

// Run lists.
func (c statementsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.LineCases(ctx, c.All, c.Limit)
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

type statementsShow struct {
	who
	Case string `arg:""`
}

// Run shows one.
func (c statementsShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	l, err := s.Arrivals.ShowLineCase(ctx, c.decision(c.Case))
	if err != nil {
		return err
	}
	booked := "nothing under the line's number"
	if l.Inflow != "" {
		booked = "inflow " + l.Inflow + " under the line's number"
	}
	_, err = fmt.Fprintf(out, "case     %s, found %s\naccount  %s\nline     %s\nwhy      %s\n"+
		"state    %s\nbooked   %s\ntold     %s\n", l.ID, stamp(l.Since), l.Account, plain(nameOf(l)), l.Why,
		plain(strings.TrimSpace(l.State+" "+l.Note)), booked, plain(l.Raw))
	return err
}

type statementsBook struct {
	who
	Case          string `arg:""`
	Amount        string `required:"" placeholder:"BAHT" help:"The amount that arrived."`
	At            string `required:"" placeholder:"TIME" help:"The bank's time, like 2026-11-20T14:05:00+07:00."`
	Bank          string `placeholder:"CODE" help:"The sending bank, like KBANK or 004."`
	BankReference string `placeholder:"TEXT" help:"The sending bank's reference of the transfer."`
	PayerAccount  string `placeholder:"NUMBER" help:"The payer's account as the bank shows it, masked digits as x."`
	PayerName     string `placeholder:"TEXT" help:"The payer's name as the bank shows it."`
}

// Run books.
func (c statementsBook) Run(ctx context.Context, s *Services, out io.Writer) error {
	at, err := time.Parse(time.RFC3339, c.At)
	if err != nil {
		return fmt.Errorf("--at is not a time like 2026-11-20T14:05:00+07:00: %q", c.At)
	}
	amount, err := money.Parse(c.Amount)
	if err != nil {
		return fmt.Errorf("--amount is not an amount of baht: %q", c.Amount)
	}
	f := feed.Found{
		Amount: amount, At: at, Bank: c.Bank, BankReference: c.BankReference,
		Payer: deposit.Payer{AccountNo: c.PayerAccount, Name: c.PayerName},
	}
	if f.Payer.Named() {
		f.Payer.BankCode = deposit.BankCode(c.Bank)
	}
	o, err := s.Arrivals.BookLineCase(ctx, c.decision(c.Case), f)
	return say(out, o, err)
}

type statementsClose struct {
	who
	Case string `arg:""`
}

// Run closes.
func (c statementsClose) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.CloseLineCase(ctx, c.decision(c.Case))
	return say(out, o, err)
}
