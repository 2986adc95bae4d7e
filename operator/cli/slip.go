package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"krapao/deposit/slip"
	"krapao/fault"
	"krapao/operator"
)

type slips struct {
	List   slipsList   `cmd:"" help:"All that are not at an end, oldest first."`
	Show   slipsShow   `cmd:"" help:"One with what the bank told, and a link to its picture; that you looked is written down."`
	Accept slipsAccept `cmd:"" help:"Give its money to the member, or let it be checked in spite of failed ones. Without a payer match and over 5,000 baht: two operators."`
	Reject slipsReject `cmd:"" help:"End it for a reason that the member is told."`
}

type slipsList struct{ limit }

// Run lists.
func (c slipsList) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	list, err := s.Slips(ctx, c.Limit)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.Reference, x.Member, x.State, string(x.Reason), x.Amount.String(), strings.TrimSpace(x.Bank + " " + x.BankReference),
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
func (c slipsShow) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	x, token, err := s.ShowSlip(ctx, c.decision(c.Reference))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "reference  %s\nmember     %s, %d of whose claims failed that day\nstate      %s %s, uploaded %s\n"+
		"transfer   %s %s, %s baht at %s\npayer      %s\nregistered %s\nreceiver   %s %s\nbooked     %s\nsaid       %s\npicture    /files/%s\n",
		x.Reference, x.Member, x.Failed, x.State, x.Reason, stamp(x.UploadedAt), x.Bank, plain(x.BankReference), x.Amount, stamp(x.PaidAt),
		payer(x.Payer), payer(x.Own), payer(x.To), x.Account, booking(x), plain(x.Verifier), token)
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
	Account   string `placeholder:"CODE" help:"The deposit account that the bank's statement shows the money at, where the slip alone does not prove it."`
}

// Run accepts.
func (c slipsAccept) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.AcceptSlip(ctx, c.decision(c.Reference), c.Account)
	return say(out, o, err)
}

type slipsReject struct {
	who
	Reference string `arg:""`
	Code      string `placeholder:"CODE" help:"What the member is told, e.g. NOT_MATCH; the slip's own reason where nothing is said."`
}

// Run rejects.
func (c slipsReject) Run(ctx context.Context, s *operator.Service, out io.Writer) error {
	o, err := s.RejectSlip(ctx, c.decision(c.Reference), fault.Code(c.Code))
	return say(out, o, err)
}
