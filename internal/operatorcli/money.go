package operatorcli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"krapao/internal/operatorapi/client"
	"krapao/operator/cli/sheet"
)

// The columns of lists of what waits.
type (
	withdrawals struct {
		List    list             `call:"GET /api/queue?kind=withdrawal&kind=payout" cmd:"" columns:"id kind member.id amount since due claim.by title" help:"List all that wait."` //nolint:lll // kong reads it in one piece
		Show    byReference      `call:"GET /api/withdrawal/{reference}" cmd:"" help:"Show one with its bank account (audited)."`
		Approve ofReference      `call:"POST /api/withdrawal/{reference}/approve" cmd:"" help:"Send one that waits in review. Over the house's limit: two operators."`                          //nolint:lll // kong reads it in one piece
		Paid    withdrawalPaid   `call:"POST /api/withdrawal/{reference}/paid" cmd:"" help:"Book as paid what the bank's statement shows, and no answer: two operators."`                       //nolint:lll // kong reads it in one piece
		Reduce  withdrawalReduce `call:"POST /api/withdrawal/{reference}/reduce" cmd:"" help:"Reduce one in review; the rest is in the wallet at once. Over the house's limit: two operators."` //nolint:lll // kong reads it in one piece
		Return  ofReference      `call:"POST /api/withdrawal/{reference}/return" cmd:"" help:"Return the money. An order was sent: two operators, with the bank's statement."`                  //nolint:lll // kong reads it in one piece
	}
	slips struct {
		List   list       `call:"GET /api/queue?kind=slip" cmd:"" columns:"id member.id amount since due claim.by title" help:"List all that have not ended, oldest first."` //nolint:lll // kong reads it in one piece
		Show   byID       `call:"GET /api/slip/{id}" cmd:"" help:"Show one with the bank's answer, and a link to its picture (audited)."`
		Accept slipAccept `call:"POST /api/slip/{id}/accept" cmd:"" help:"Accept it in spite of failed rules. No payer match, or over 5,000 baht: two operators."` //nolint:lll // kong reads it in one piece
		Reject slipReject `call:"POST /api/slip/{id}/reject" cmd:"" help:"Reject it for a reason that the member sees."`
	}
	held struct {
		List    list `call:"GET /api/queue?kind=held" cmd:"" columns:"id member.id amount since due claim.by title" help:"List all, oldest first."`
		Show    byID `call:"GET /api/arrival/{id}" cmd:"" help:"Show one (audited)."`
		Release ofID `call:"POST /api/arrival/{id}/release" cmd:"" help:"Give it to the member's wallet: two operators."`
		Return  ofID `call:"POST /api/arrival/{id}/return" cmd:"" help:"Book that it was returned to its payer. You make the transfer at the bank yourself."` //nolint:lll // kong reads it in one piece
	}
	unmatched struct {
		List   list   `call:"GET /api/queue?kind=unmatched" cmd:"" columns:"id member.id amount since due claim.by title" help:"List all, oldest first. Look at each within 24 hours; return it after 30 days."` //nolint:lll // kong reads it in one piece
		Show   byID   `call:"GET /api/arrival/{id}" cmd:"" help:"Show one (audited)."`
		Assign assign `call:"POST /api/arrival/{id}/assign" cmd:"" help:"Give it to a member. Without a payer match or over 5,000 baht: two operators."`       //nolint:lll // kong reads it in one piece
		Return ofID   `call:"POST /api/arrival/{id}/return" cmd:"" help:"Book that it was returned to its payer. You make the transfer at the bank yourself."` //nolint:lll // kong reads it in one piece
	}
	deposits struct {
		List       list           `call:"GET /api/queue?kind=declared" cmd:"" columns:"id member.id amount since due claim.by title" help:"List open declared transfers, oldest first."` //nolint:lll // kong reads it in one piece
		Show       byReference    `call:"GET /api/declared/{reference}" cmd:"" help:"Show one with the member's account and the lines that it may belong to (audited)."`                 //nolint:lll // kong reads it in one piece
		Confirm    depositConfirm `call:"POST /api/declared/{reference}/confirm" cmd:"" help:"Book one from the bank's statement. No payer match, over 5,000 baht: two operators."`      //nolint:lll // kong reads it in one piece
		Reject     depositReject  `call:"POST /api/declared/{reference}/reject" cmd:"" help:"Reject one that the bank does not know."`
		Statements list           `call:"GET /api/system" cmd:"" columns:"system readAt state since detail" help:"Show how far the statements of our accounts are read." only:"kind=bank"` //nolint:lll // kong reads it in one piece
		Reverse    ofID           `call:"POST /api/arrival/{id}/reverse" cmd:"" help:"Book that the bank took an arrival back: two operators, with the bank's notice."`                    //nolint:lll // kong reads it in one piece
	}
	links struct {
		List   list        `call:"GET /api/queue?kind=link" cmd:"" columns:"id member.id amount since due claim.by title" help:"List open ones, oldest first. After 24 hours you decide them."` //nolint:lll // kong reads it in one piece
		Show   byReference `call:"GET /api/link/{reference}" cmd:"" help:"Show one, and what its issuer said (audited)."`
		Settle linkSettle  `call:"POST /api/link/{reference}/settle" cmd:"" help:"Book what our wallet's history says. Over 1,000 baht: two operators."`
	}
	statements struct {
		List  list     `call:"GET /api/queue?kind=line" cmd:"" columns:"id amount since due claim.by title" help:"List lines that could not be booked, and answers that were no page, oldest first."` //nolint:lll // kong reads it in one piece
		Show  byID     `call:"GET /api/line/{id}" cmd:"" help:"Show one as the bank sent it (audited)."`
		Book  lineBook `call:"POST /api/line/{id}/book" cmd:"" help:"Book its money as unmatched: two operators who found the same."`
		Close ofID     `call:"POST /api/line/{id}/close" cmd:"" help:"Close it without booking anything: it brought no money, or the money is booked already."` //nolint:lll // kong reads it in one piece
	}
	unsettled struct {
		List list `call:"GET /api/queue?kind=unsettled" cmd:"" columns:"id member.id amount since due claim.by title" help:"List all, oldest first."`
		Show byID `call:"GET /api/case/{id}" cmd:"" help:"Show one, by its reference (audited)."`
		Post ofID `call:"POST /api/case/{id}/moved" cmd:"" help:"The provider did it: book the transfer as done."`
		Void ofID `call:"POST /api/case/{id}/not-moved" cmd:"" help:"The provider did not do it: the money goes back."`
	}
	cases struct {
		List     list     `call:"GET /api/queue?kind=case&kind=unsettled" cmd:"" columns:"id kind member.id amount since due claim.by title" help:"List differences and transfers with unknown outcome, oldest first."` //nolint:lll // kong reads it in one piece
		Show     byID     `call:"GET /api/case/{id}" cmd:"" help:"Show one case with both sides and possible decisions (audited)."`
		Moved    ofID     `call:"POST /api/case/{id}/moved" cmd:"" help:"The provider did it: book what is not booked of it. Over 1,000 baht: two operators."`             //nolint:lll // kong reads it in one piece
		NotMoved ofID     `call:"POST /api/case/{id}/not-moved" cmd:"" help:"Nothing was moved there: undo our booking. Over 1,000 baht: two operators." name:"not-moved"` //nolint:lll // kong reads it in one piece
		Compare  compare  `call:"POST /api/reconcile/{provider}/{day}" cmd:"" help:"Compare a day again now."`
		Book     caseBook `call:"POST /api/case/{id}/book" cmd:"" help:"Book a difference without a transfer of ours, to or from the house's adjustments: two operators."` //nolint:lll // kong reads it in one piece
		Close    ofID     `call:"POST /api/case/{id}/close" cmd:"" help:"Close it without booking anything. Over 1,000 baht: two operators."`
	}
	receivables struct {
		List      list      `call:"GET /api/queue?kind=receivable" cmd:"" columns:"id member.id amount since title" help:"List who owes what after a reversal."`
		Show      byMember  `call:"GET /api/receivable/{member}" cmd:"" help:"Show what a member owes (audited)."`
		Reversals reversals `call:"GET /api/reversal" cmd:"" help:"List deposits that were taken back: of a member, or those never booked."`
		Repay     lessen    `call:"POST /api/receivable/{member}/repay" cmd:"" help:"Take it from the member's wallet. The evidence is the member's consent."`     //nolint:lll // kong reads it in one piece
		WriteOff  lessen    `call:"POST /api/receivable/{member}/write-off" cmd:"" help:"Cancel the debt at the house's expense: two operators." name:"write-off"` //nolint:lll // kong reads it in one piece
	}
	payouts struct {
		State  payoutState `call:"GET /api/brake" cmd:"" help:"Show whether automatic payouts go on."`
		Stop   decision    `call:"POST /api/brake/payouts/stop" cmd:"" help:"Stop automatic payouts at once."`
		Resume decision    `call:"POST /api/brake/payouts/resume" cmd:"" help:"Let automatic payouts go on: two chiefs, with --evidence."`
	}
	brakes struct {
		List    list     `call:"GET /api/brake" cmd:"" columns:"system since cause by effect stands proposal why" default:"withargs" help:"List the systems that are stopped, longest first."` //nolint:lll // kong reads it in one piece
		Systems list     `call:"GET /api/system" cmd:"" columns:"stops system state" help:"List all systems that can be stopped, by which name." only:"stops"`                                 //nolint:lll // kong reads it in one piece
		Stop    ofSystem `call:"POST /api/brake/{system}/stop" cmd:"" help:"Stop a system at once: a cashier."`
		Resume  ofSystem `call:"POST /api/brake/{system}/resume" cmd:"" help:"Let a system go on: two chiefs, with --evidence."`

		Credential ofSystem `call:"POST /api/brake/{system}/credential" cmd:"" help:"Approve a system's changed credentials: two chiefs, with --evidence; in force 30 minutes later."` //nolint:lll // kong reads it in one piece
	}
)

type caseBook struct {
	ofID

	Amount baht `help:"How much of the difference." json:"amount" placeholder:"BAHT" required:""`
}

type compare struct {
	decision

	Provider string `arg:"" default:"all" help:"The provider; the default is all." json:"-" optional:""`
	Day      string `arg:"" default:"today" help:"The day in Bangkok, YYYY-MM-DD; the default is today." json:"-" optional:""`
}

type byMember struct {
	Member string `arg:"" help:"The member's ID." json:"-"`
}

type reversals struct {
	list

	Member string `arg:"" help:"The member's ID." optional:"" query:"member"`
}

// Run lists reversals.
func (c reversals) Run(ctx context.Context, d *Desk) error {
	q := url.Values{"member": {c.Member}}
	if c.Member == "" {
		q = url.Values{"open": {"true"}}
	}
	return d.pages(ctx, client.Request{Method: http.MethodGet, Path: "/api/reversal", Query: q}, c.Limit,
		"account source state member.id amount owed toldAt reference", "")
}

// payoutState says whether automatic payouts go on.
type payoutState struct{}

// Run says it.
func (payoutState) Run(ctx context.Context, d *Desk) error {
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: "/api/brake"})
	if err != nil {
		return err
	}
	var stopped []struct {
		System, Why string
		Since       time.Time
	}
	if err := json.Unmarshal(answer, &stopped); err != nil {
		return err
	}
	for _, x := range stopped {
		if x.System != "payouts" {
			continue
		}
		_, err := fmt.Fprintf(d.Out, "automatic payouts are stopped since %s: %s\n"+
			"two chiefs resume them: krapao operator payouts resume\n", sheet.Stamp(x.Since), sheet.Plain(x.Why))
		return err
	}
	_, err = fmt.Fprintln(d.Out, "automatic payouts go on")
	return err
}

type ofSystem struct {
	decision

	System string `arg:"" help:"Its name, as 'systems' lists it under stops." json:"-"`
}

type withdrawalPaid struct {
	ofReference

	Outside string `help:"The bank's own reference of the payment." json:"outside" placeholder:"TEXT" required:""`
}

type withdrawalReduce struct {
	ofReference

	Amount baht `help:"What it becomes." json:"amount" placeholder:"BAHT" required:""`
}

type slipAccept struct {
	ofID

	Account string `help:"The deposit account whose statement shows the money, if the slip proves none." json:"account,omitempty" placeholder:"CODE"`
}

type slipReject struct {
	ofID

	Code string `help:"What the member sees, e.g. NOT_MATCH; the default is the slip's own reason." json:"code,omitempty" placeholder:"CODE"`
}

type assign struct {
	ofID

	Member string `arg:"" help:"The member's ID." json:"member"`
}

// found is a transfer as a person found it in a bank's statement.
type found struct {
	Amount        baht   `help:"The amount that arrived." json:"amount" placeholder:"BAHT" required:""`
	At            moment `help:"The bank's time, like 2026-11-20T14:05:00+07:00." json:"at" placeholder:"TIME" required:""`
	Bank          string `help:"The sending bank, like KBANK or 004." json:"bank,omitempty" placeholder:"CODE"`
	BankReference string `help:"The sending bank's reference of the transfer." json:"bankReference,omitempty" placeholder:"TEXT"`
	PayerAccount  string `help:"The payer's account as the statement shows it, masked digits as x." json:"payerAccount,omitempty" placeholder:"NUMBER"`
	PayerName     string `help:"The payer's name as the statement shows it." json:"payerName,omitempty" placeholder:"TEXT"`
}

type depositConfirm struct {
	ofReference
	found

	Account string `help:"Our account that received it." json:"account" placeholder:"CODE" required:""`
}

type depositReject struct {
	ofReference

	Code string `help:"What the member sees: DEPOSIT_NOT_FOUND (default), NOT_MATCH or DEST_ACC_INVALID." json:"code,omitempty" placeholder:"CODE"`
}

type linkSettle struct {
	ofReference

	Got baht `help:"What our wallet received; 0 where it received nothing." json:"got" placeholder:"BAHT" required:""`
}

type lineBook struct {
	ofID
	found
}

type lessen struct {
	byMember
	decision

	Amount baht `arg:"" help:"How much of the debt, in baht." json:"amount"`
}
