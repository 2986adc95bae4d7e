package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"krapao/deposit/slip"
	"krapao/fault"
)

type slips struct {
	List   slipsList   `cmd:"" help:"List all that have not ended, oldest first."`
	Show   slipsShow   `cmd:"" help:"Show one with the bank's answer, and a link to its picture (audited)."`
	Accept slipsAccept `cmd:"" help:"Accept it in spite of failed rules. No payer match, or over 5,000 baht: two operators."`
	Reject slipsReject `cmd:"" help:"Reject it for a reason that the member sees."`
}

type slipsList struct {
	lagging
	limit
}

// Run lists.
func (c slipsList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Arrivals.Slips(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.Reference, x.Member, x.State, string(x.Reason), x.Amount.String(),
			strings.TrimSpace(x.Bank + " " + x.BankReference),
			stamp(x.UploadedAt), plain(x.Verifier),
		})
	}
	return table(out, "reference member state reason baht transfer since said", rows)
}

type slipsShow struct {
	who
	Reference string `arg:""`
}

// Run shows one.
func (c slipsShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	x, token, err := s.Arrivals.ShowSlip(ctx, c.decision(c.Reference))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "reference  %s\nmember     %s, %d of whose claims failed that day\nstate      %s %s, uploaded %s\n"+
		"transfer   %s %s, %s baht at %s\npayer      %s\nregistered %s\nreceiver   %s %s\nbooked     %s\nsaid       %s\n"+
		"picture    /files/%s\n", x.Reference, x.Member, x.Failed, x.State, x.Reason, stamp(x.UploadedAt),
		x.Bank, plain(x.BankReference), x.Amount, stamp(x.PaidAt), payer(x.Payer), payer(x.Own), payer(x.To), x.Account,
		booking(x), plain(x.Verifier), token)
	return err
}

func booking(x slip.Case) string {
	if x.Inflow == "" {
		return "no"
	}
	return strings.TrimSpace(fmt.Sprintf("%s, %s %s", x.Inflow, x.InflowState, x.InflowMember))
}

type slipsAccept struct {
	who
	Reference string `arg:""`
	Account   string `placeholder:"CODE" help:"The deposit account whose statement shows the money, if the slip proves none."`
}

// Run accepts.
func (c slipsAccept) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.AcceptSlip(ctx, c.decision(c.Reference), c.Account)
	return say(out, o, err)
}

type slipsReject struct {
	who
	Reference string `arg:""`
	Code      string `placeholder:"CODE" help:"What the member sees, e.g. NOT_MATCH; the default is the slip's own reason."`
}

// Run rejects.
func (c slipsReject) Run(ctx context.Context, s *Services, out io.Writer) error {
	o, err := s.Arrivals.RejectSlip(ctx, c.decision(c.Reference), fault.Code(c.Code))
	return say(out, o, err)
}
