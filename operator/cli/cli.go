// Package cli is the operators' shell: krapao operator ...
//
// Each command runs against the operator's service, either of this process (Run), or of a node that is running on the
// same data directory (Call and Serve, over a socket that only the directory's owner can open). So a decision works
// while a node has the database to itself, and there is one place where commands are read.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/alecthomas/kong"

	"krapao/internal/written"
	"krapao/operator"
)

// Commands are what operators may say. Every decision carries who and why.
type Commands struct {
	Withdrawals withdrawals `cmd:"" help:"Withdrawals that are not at an end."`
	Slips       slips       `cmd:"" help:"Uploaded slips that are not at an end."`
	Held        held        `cmd:"" help:"Held and unmatched money."`
	Receivables receivables `cmd:"" help:"What members owe after a reversal."`
	Deposits    deposits    `cmd:"" help:"Bank transfers that members declared, and what arrived."`
	Links       links       `cmd:"" help:"Wallet links whose outcome nobody knows."`
	Statements  statements  `cmd:"" help:"Lines of our accounts' statements that could not be booked by themselves."`
	Unmatched   unmatched   `cmd:"" help:"Money that nobody has claimed."`
	Unsettled   unsettled   `cmd:"" help:"Transfers between wallet and games whose outcome nobody knows."`
	Cases       cases       `cmd:"" help:"What game providers say against our own transfers."`
	Providers   providers   `cmd:"" help:"Each game provider: transfers in doubt, cases, how far its days are compared, its report of play."`
	Budgets     budgets     `cmd:"" help:"What the house accounts that pay members may still pay."`
	Campaigns   campaigns   `cmd:"" help:"Bonuses and promotions: what was granted of each."`
	Conditions  conditions  `cmd:"" help:"What a member was granted, and where it stands."`
	Wheels      wheels      `cmd:"" help:"The wheel's tables, and what was drawn."`
	Payouts     payouts     `cmd:"" help:"The house's brake on automatic payouts."`
	Chat        chats       `cmd:"" help:"Conversations with members and guests."`
	Proposals   proposals   `cmd:"" help:"What waits for a second person."`
	Members     members     `cmd:"" help:"Keep a member from play, let it in again, close its account."`
	Unlock      unlock      `cmd:"" help:"Let a member log in again after too many wrong passwords."`
	Password    password    `cmd:"" help:"Give a member a one-time password."`
	Add         add         `cmd:"" help:"Add an operator. The first two of a house are chiefs and act at once."`
	Disable     disable     `cmd:"" help:"Take an operator's rights at once."`
	List        list        `cmd:"" help:"All operators."`
	Token       token       `cmd:"" help:"A token for the operator API, 12 hours from its last use."`
	Audit       audit       `cmd:"" help:"The chain of decisions."`
	Content     content     `cmd:"" hidden:"" help:"Content of krapao content apply, which gives this to a node that has the database to itself."`
	Secrets     secrets     `cmd:"" hidden:""`
}

// who decides and why: the flags of every decision.
type who struct {
	As       string `required:"" placeholder:"NAME" help:"Who decides: your operator name."`
	Reason   string `required:"" placeholder:"TEXT" help:"Why."`
	Evidence string `placeholder:"TEXT" help:"What was looked at: a line of the bank's statement, a provider's ticket."`
}

func (w who) decision(subject string) operator.Decision {
	return operator.Decision{By: w.As, Subject: subject, Reason: w.Reason, Evidence: w.Evidence}
}

type limit struct {
	Limit int `default:"100" help:"How many at most."`
}

// Run reads one command and carries it out; what it found goes to out. A file that it names is one of this process.
func Run(ctx context.Context, s *operator.Service, args []string, out io.Writer) error {
	return run(ctx, s, args, out, openFile)
}

func run(ctx context.Context, s *operator.Service, args []string, out io.Writer, open opener) error {
	command, err := parse(new(Commands), args, out)
	if err != nil || command == nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	command.BindTo(out, (*io.Writer)(nil))
	command.Bind(open)
	return command.Run(s)
}

// parse reads a command into c. It returns none where help was asked for, which is in out: kong wants to exit then.
func parse(c *Commands, args []string, out io.Writer) (command *kong.Context, err error) {
	stop := errors.New("stop")
	parser, err := kong.New(c, kong.Name("krapao operator"), kong.Description("What an operator decides, named and audited."),
		kong.Vars{"case_kinds": caseKinds()}, kong.Writers(out, out), kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Exit(func(int) { panic(stop) }))
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			if p != any(stop) {
				panic(p)
			}
			command, err = nil, nil
		}
	}()
	if len(args) == 0 {
		args = []string{"--help"}
	}
	return parser.Parse(args)
}

// say prints what came of a decision.
func say(out io.Writer, o operator.Outcome, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, o.Says)
	return err
}

// table prints rows under a head, in columns.
func table(out io.Writer, head string, rows [][]string) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(out, "none")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if _, err := fmt.Fprintln(w, strings.ReplaceAll(head, " ", "\t")); err != nil {
		return err
	}
	for _, r := range rows {
		for i := range r {
			r[i] = plain(r[i])
		}
		if _, err := fmt.Fprintln(w, strings.Join(r, "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}

// plain keeps control characters of other people's texts, and what turns their neighbours around, out of an operator's
// terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || written.Turns(r) {
			return ' '
		}
		return r
	}, s)
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }
