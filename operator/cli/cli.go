// Package cli is the operators' shell: krapao operator ...
//
// Each command runs against the services of the operator area: of this process (Run), or of a node that runs on the same
// data directory. Call and Answer reach that node over a socket that only the directory's owner can open. So a decision
// works while a node has the database to itself, and commands are read in one place.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"krapao/ledger/tally"
	"krapao/operator"
	"krapao/operator/arrival"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/cli/queuecmd"
	"krapao/operator/cli/sheet"
	"krapao/operator/conversation"
	"krapao/operator/draft"
	"krapao/operator/gamecase"
	"krapao/operator/halt"
	"krapao/operator/identity"
	"krapao/operator/offer"
	"krapao/operator/queue"
	"krapao/operator/receivable"
	"krapao/operator/withdrawal"
)

// Commands are the commands of the operators' shell. Every decision says who decides, and why.
type Commands struct {
	Queue       queuecmd.Commands `cmd:"" help:"Everything that waits for a person, in one list."`
	Withdrawals withdrawals       `cmd:"" help:"Withdrawals that have not ended."`
	Slips       slips             `cmd:"" help:"Uploaded slips that have not ended."`
	Held        held              `cmd:"" help:"Held and unmatched money."`
	Receivables receivables       `cmd:"" help:"What members owe after a reversal."`
	Deposits    deposits          `cmd:"" help:"Bank transfers that members declared, and what arrived."`
	Links       links             `cmd:"" help:"Wallet links with unknown outcome."`
	Statements  statements        `cmd:"" help:"Lines of our accounts' statements that could not be booked automatically."`
	Unmatched   unmatched         `cmd:"" help:"Money that nobody has claimed."`
	Unsettled   unsettled         `cmd:"" help:"Transfers between wallet and games with unknown outcome."`
	Cases       cases             `cmd:"" help:"Differences between game providers and our own transfers."`
	Providers   providers         `cmd:"" help:"Each game provider: transfers in doubt, cases, compared days, its report of play."`
	Budgets     budgets           `cmd:"" help:"What the house accounts that pay members may still pay."`
	Campaigns   campaigns         `cmd:"" help:"Bonuses and promotions, and what was granted of each."`
	Conditions  conditions        `cmd:"" help:"What was granted to a member, and where it stands."`
	Wheels      wheels            `cmd:"" help:"The wheel's tables, and what was drawn."`
	Report      dayReport         `cmd:"" help:"What was posted on a day, by account and kind."`
	Payouts     payouts           `cmd:"" help:"Stop and resume automatic payouts."`
	Brakes      brakes            `cmd:"" help:"Systems of the outside: stop one, or let it go on."`
	Chat        chats             `cmd:"" help:"Conversations with members and guests."`
	Proposals   proposals         `cmd:"" help:"Decisions of two persons: list what waits, approve, reject, withdraw or stop it."`
	Members     members           `cmd:"" help:"Keep a member from play, let it in again, close its account."`
	List        list              `cmd:"" help:"List all operators."`
	Init        initiate          `cmd:"" help:"Invite the first chief. For the owner of the machine, while no chief can sign in."`
	Recover     regain            `cmd:"" help:"Invite a chief again. For the owner of the machine; it counts after 30 minutes, and is in the audit log."`
	Invite      inviting          `cmd:"" help:"Invite an operator, who sets its password and its telephone's codes."`
	Audit       auditing          `cmd:"" help:"The audit log: who decided what, and why."`
	Content     content           `cmd:"" help:"Texts, campaigns, accounts, limits: what is in force, what was, and changes of it."`
	Secrets     secrets           `cmd:"" hidden:""`
	Files       files             `cmd:"" hidden:""`
}

// signedIn is who has signed in. Nobody types it: it is what the session of the command says.
type signedIn struct {
	As        string `hidden:"" required:""`
	InSession string `hidden:""`
	Confirmed string `hidden:""`
}

// who has the flags of every decision: who decides, and why.
type who struct {
	signedIn

	Reason   string `required:"" placeholder:"TEXT" help:"Why."`
	Evidence string `placeholder:"TEXT" help:"What you looked at: a line of the bank's statement, a provider's ticket."`
}

func (w who) decision(subject string) operator.Decision {
	return operator.Decision{
		By: w.As, Subject: subject, Reason: w.Reason, Evidence: w.Evidence, Session: w.InSession, Confirmation: w.Confirmed,
	}
}

type limit struct {
	Limit int `default:"100" help:"How many at most."`
}

// Services are what the commands call: the rooms of the operator area, and what else an operator's command reaches in a node.
type Services struct {
	Staff         *operator.Staff
	Approvals     *operator.Approvals
	Audit         *audit.Log
	Withdrawals   *withdrawal.Service
	Arrivals      *arrival.Service
	Cases         *gamecase.Service
	Receivables   *receivable.Service
	Offers        *offer.Service
	Care          *care.Service
	Conversations *conversation.Service
	Brakes        *halt.Service
	// Queue is everything that waits for a person.
	Queue *queue.Service
	// Identity signs operators in. Nil: this process signs nobody in.
	Identity *identity.Service
	// Tallies are the sums of what was posted.
	Tallies *tally.Service
	// Lists reads lists. Nil: on the primary.
	Lists *Standby

	// Whole returns what is wrong with the signatures of the audit log, and with the copies of the chain elsewhere. Nil: there are
	// neither.
	Whole func(ctx context.Context) (wrong []string, err error)
	// Drafts changes the content. Nil: this node takes none.
	Drafts *draft.Service
	// TurnKeys does one step of a rotation of the database's keys. It returns a text, and how long to wait for the next step. 0:
	// there is none. Nil: this process has no keys.
	TurnKeys func(ctx context.Context) (says string, next time.Duration, err error)
	// MoveFiles does one step of moving uploaded files to where new ones go, as TurnKeys does. Nil: this process has none.
	MoveFiles func(ctx context.Context) (says string, next time.Duration, err error)
}

// Run reads one command of nobody who is signed in and carries it out. Its output goes to out.
func Run(ctx context.Context, s *Services, args []string, out io.Writer) error {
	return Command{Args: args, Out: out}.Run(ctx, s)
}

// Command is a command.
type Command struct {
	Args []string
	// By gives it, in a session; empty: nobody who is signed in. Confirmation is that of its decision, if that has to be confirmed.
	By, Session, Confirmation string
	Out                       io.Writer
	// follows is what follows it.
	follows document
}

// Run reads the command and carries it out.
func (c Command) Run(ctx context.Context, s *Services) error {
	if len(c.Args) > 0 && s.Identity == nil && (c.Args[0] == "invite" || slices.Contains(unsigned, c.Args[0])) {
		return errNoSignIn
	}
	command, err := c.parse(new(Commands))
	if err != nil || command == nil {
		return err
	}
	command.Bind(c.follows, s.Queue, s.Drafts)
	return s.Lists.run(ctx, command, s, c.Out)
}

// says are the values of the flags that nobody types (signedIn).
func (c Command) says() map[string]string {
	return map[string]string{"as": c.By, "in-session": c.Session, "confirmed": c.Confirmation}
}

// parse reads a command into all. It returns nil after it has written help, where kong would exit.
func (c Command) parse(all *Commands) (command *kong.Context, err error) {
	stop, said := errors.New("stop"), c.says()
	for _, word := range c.Args {
		name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		if _, is := said[name]; is && strings.HasPrefix(word, "--") {
			return nil, fmt.Errorf("--%s: nobody is taken at its word. Sign in first: krapao operator login NAME", name)
		}
	}
	parser, err := kong.New(all, kong.Name("krapao operator"),
		kong.Description("Decisions of operators, each with a name and a reason, in the audit log."),
		kong.Vars{"kinds": strings.Join(gamecase.Kinds(), ", ")}, kong.Writers(c.Out, c.Out),
		kong.Resolvers(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
			if value := said[flag.Name]; value != "" {
				return value, nil
			}
			return nil, nil //nolint:nilnil // kong's way of saying that there is no value
		})),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Exit(func(int) { panic(stop) }))
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
	if len(c.Args) == 0 {
		c.Args = []string{"--help"}
	}
	command, err = parser.Parse(c.Args)
	wrong, is := errors.AsType[*kong.ParseError](err)
	if is && !listed(wrong.Context.Selected()) || err != nil && strings.Contains(err.Error(), "--as=") {
		return nil, operator.ErrNoSession
	}
	return command, err
}

// listed reports whether there is such a command here. The shell has others: they are calls in a session.
func listed(command *kong.Node) bool { return command != nil && command.Leaf() }

// say prints the outcome of a decision.
func say(out io.Writer, o operator.Outcome, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, o.Says)
	return err
}

// table prints rows in columns under a head.
func table(out io.Writer, head string, rows [][]string) error { return sheet.Table(out, head, rows) }

// plain is a text without what disturbs a terminal.
func plain(s string) string { return sheet.Plain(s) }

func stamp(t time.Time) string { return sheet.Stamp(t) }
