package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/fault"
	"krapao/money"
)

type deposits struct {
	List       depositsList       `cmd:"" help:"List open declared transfers, oldest first."`
	Show       depositsShow       `cmd:"" help:"Show one with the member's account and the lines that it may belong to (audited)."`
	Confirm    depositsConfirm    `cmd:"" help:"Book one from the bank's statement. No payer match, over 5,000 baht: two operators."`
	Reject     depositsReject     `cmd:"" help:"Reject one that the bank does not know."`
	Reverse    depositsReverse    `cmd:"" help:"Book that the bank took an arrival back: two operators, with the bank's notice."`
	Statements depositsStatements `cmd:"" help:"Show how far the statements of our accounts are read."`
}

type depositsList struct {
	lagging
	limit
}

// Run lists.
func (c depositsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Declarations(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, d := range list {
		rows = append(rows, []string{d.Reference, d.Member, d.Amount.String(), stamp(d.CreatedAt), stamp(d.LapsesAt)})
	}
	return table(out, "reference member baht since lapses", rows)
}

type depositsShow struct {
	who
	Reference string `arg:""`
}

// Run shows one.
func (c depositsShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	v, err := s.Arrivals.ShowDeclaration(ctx, c.decision(c.Reference))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "reference  %s\nmember     %s\nbaht       %s\nstate      %s, declared %s, lapses %s\n"+
		"account    %s\nreason     %s\n", v.Reference, v.Member, v.Amount, v.State, stamp(v.CreatedAt), stamp(v.LapsesAt),
		payer(v.Own), plain(v.Reason))
	if err != nil || len(v.Lines) == 0 {
		return err
	}
	return inflows(out, v.Lines)
}

type depositsConfirm struct {
	who
	Reference     string `arg:""`
	Account       string `required:"" placeholder:"CODE" help:"Our account that received it."`
	At            string `required:"" placeholder:"TIME" help:"The bank's time, like 2026-11-20T14:05:00+07:00."`
	Amount        string `required:"" placeholder:"BAHT" help:"The amount that arrived."`
	Bank          string `required:"" placeholder:"CODE" help:"The sending bank, like KBANK or 004."`
	BankReference string `required:"" placeholder:"TEXT" help:"The sending bank's reference of the transfer."`
	PayerAccount  string `placeholder:"NUMBER" help:"The payer's account as the statement shows it, masked digits as x."`
	PayerName     string `placeholder:"TEXT" help:"The payer's name as the statement shows it."`
}

// Run confirms.
func (c depositsConfirm) Run(ctx context.Context, s *Services, out io.Writer) error {
	at, err := time.Parse(time.RFC3339, c.At)
	if err != nil {
		return fmt.Errorf("--at is not a time like 2026-11-20T14:05:00+07:00: %q", c.At)
	}
	amount, err := money.Parse(c.Amount)
	if err != nil {
		return fmt.Errorf("--amount is not an amount of baht: %q", c.Amount)
	}
	f := declared.Found{
		Account: c.Account, At: at, Amount: amount, Bank: c.Bank, BankReference: c.BankReference,
		Payer: deposit.Payer{AccountNo: c.PayerAccount, Name: c.PayerName},
	}
	if f.Payer.Named() {
		f.Payer.BankCode = deposit.BankCode(c.Bank)
	}
	o, err := s.Arrivals.ConfirmDeclaration(ctx, c.decision(c.Reference), f)
	return say(out, o, err)
}

type depositsReject struct {
	who
	Reference string `arg:""`
	Code      string `placeholder:"CODE" help:"What the member sees: DEPOSIT_NOT_FOUND (default), NOT_MATCH or DEST_ACC_INVALID."`
}

// Run rejects.
func (c depositsReject) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.RejectDeclaration(ctx, c.decision(c.Reference), fault.Code(c.Code))
	return say(out, o, err)
}

type depositsReverse struct {
	who
	ID string `arg:"" help:"The arrival's ID."`
}

// Run reverses.
func (c depositsReverse) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.ReverseDeposit(ctx, c.decision(c.ID))
	return say(out, o, err)
}

type depositsStatements struct{ lagging }

// Run lists.
func (depositsStatements) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Statements(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, one := range list {
		state := "read"
		if !one.FailingSince.IsZero() {
			state = "failing since " + stamp(one.FailingSince)
		}
		rows = append(rows, []string{one.Account, maybe(one.ReadAt), state, one.Failure})
	}
	return table(out, "account read state failure", rows)
}

type unmatched struct {
	List   unmatchedList   `cmd:"" help:"List all, oldest first. Look at each within 24 hours; return it after 30 days."`
	Assign unmatchedAssign `cmd:"" help:"Give it to a member. Without a payer match or over 5,000 baht: two operators."`
	Return unmatchedReturn `cmd:"" help:"Book that it was returned to its payer. You make the transfer at the bank yourself."`
}

type unmatchedList struct {
	lagging
	limit
}

// Run lists.
func (c unmatchedList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Unmatched(ctx, c.Limit)
	if err != nil {
		return err
	}
	return inflows(out, list)
}

type unmatchedAssign struct {
	who
	ID     string `arg:""`
	Member string `arg:"" help:"The member's ID."`
}

// Run assigns.
func (c unmatchedAssign) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.AssignUnmatched(ctx, c.decision(c.ID), c.Member)
	return say(out, o, err)
}

type unmatchedReturn struct {
	who
	ID string `arg:""`
}

// Run returns.
func (c unmatchedReturn) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.ReturnUnmatched(ctx, c.decision(c.ID))
	return say(out, o, err)
}

// inflows prints arrivals that nobody has claimed.
func inflows(out io.Writer, list []deposit.Inflow) error {
	rows := make([][]string, 0, len(list))
	for _, in := range list {
		due := ""
		switch {
		case in.Due:
			due = "return it"
		case in.Late:
			due = "late"
		}
		rows = append(rows, []string{
			in.ID, in.Amount.String(), in.Account, stamp(in.PaidAt), stamp(in.SeenAt), due, payer(in.Payer), in.Member,
			strings.TrimSpace(string(in.Reason) + " " + in.Flag),
		})
	}
	return table(out, "id baht account paid since due payer asks why", rows)
}

func payer(p deposit.Payer) string {
	return plain(strings.TrimSpace(p.BankCode + " " + p.AccountNo + " " + p.Name))
}

func maybe(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return stamp(t)
}
