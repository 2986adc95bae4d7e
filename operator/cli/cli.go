// Package cli is what the owner of a machine does on the node that runs there, over a socket that only the owner of its data
// directory can open: it invites the first chief, and reads lists. The rest of krapao operator calls the operator API
// (internal/operatorcli), and so nobody decides here. Content alone is put into a node, in the session of whoever proposes it.
//
// Each command runs against the services of the operator area: of this process (Run), or of the node (Call and Answer).
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// Commands are the commands of the owner of the machine.
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
	Payouts     payouts           `cmd:"" help:"Whether automatic payouts go on."`
	Brakes      brakes            `cmd:"" help:"Systems of the outside that are stopped, or can be."`
	Chat        chats             `cmd:"" help:"Conversations with members and guests."`
	Proposals   proposals         `cmd:"" help:"Decisions of two persons: list what waits, or show one."`
	Members     members           `cmd:"" help:"Whether a member may play, and pairs of one holder's name."`
	List        list              `cmd:"" help:"List all operators."`
	Init        initiate          `cmd:"" help:"Invite the first chief. For the owner of the machine, while no chief can sign in."`
	Recover     regain            `cmd:"" help:"Invite a chief again. For the owner of the machine; it counts after 30 minutes, and is in the audit log."`
	Audit       auditing          `cmd:"" help:"The audit log: who decided what, and why."`
	Content     content           `cmd:"" help:"Texts, campaigns, accounts, limits: what is in force, and what was."`
	Secrets     secrets           `cmd:"" hidden:""`
	Files       files             `cmd:"" hidden:""`
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
	return command{args: args, out: out}.run(ctx, s)
}

// command is a command, and what follows it. by is who gives it, in a session; empty: nobody who is signed in.
type command struct {
	args    []string
	by      operator.Decision
	follows document
	out     io.Writer
}

// run reads the command and carries it out.
func (c command) run(ctx context.Context, s *Services) error {
	if c.ofOwner() && s.Identity == nil {
		return errNoSignIn
	}
	read, err := c.parse()
	if err != nil || read == nil {
		return err
	}
	read.Bind(c.follows, c.by, s.Queue, s.Drafts)
	return s.Lists.run(ctx, read, s, c.out)
}

// parse reads a command. It returns nil after it has written help, where kong would exit.
func (c command) parse() (read *kong.Context, err error) {
	stop := errors.New("stop")
	parser, err := kong.New(new(Commands), kong.Name("krapao operator"),
		kong.Description("What the owner of the machine does on its node, and reads there."),
		kong.Writers(c.out, c.out),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), kong.Exit(func(int) { panic(stop) }))
	if err != nil {
		return nil, fmt.Errorf("operator: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			if p != any(stop) {
				panic(p)
			}
			read, err = nil, nil
		}
	}()
	if len(c.args) == 0 {
		c.args = []string{"--help"}
	}
	read, err = parser.Parse(c.args)
	if wrong, is := errors.AsType[*kong.ParseError](err); is && !listed(wrong.Context.Selected()) {
		return nil, operator.ErrNoSession
	}
	return read, err
}

// listed reports whether there is such a command here. The shell has others: they are calls in a session.
func listed(command *kong.Node) bool { return command != nil && command.Leaf() }

// table prints rows in columns under a head.
func table(out io.Writer, head string, rows [][]string) error { return sheet.Table(out, head, rows) }

// plain is a text without what disturbs a terminal.
func plain(s string) string { return sheet.Plain(s) }

func stamp(t time.Time) string { return sheet.Stamp(t) }
