package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"krapao/operator/gamecase"
	"krapao/reconcile"
	"krapao/wallet/doubt"
	"krapao/wallet/doubt/clue"
)

type cases struct {
	List     casesList  `cmd:"" help:"List differences and transfers with unknown outcome, oldest first."`
	Show     casesShow  `cmd:"" help:"Show one case with both sides and possible decisions (audited)."`
	Moved    casesMoved `cmd:"" help:"The provider did it: book what is not booked of it. Over 1,000 baht: two operators."`
	NotMoved casesNot   `cmd:"" name:"not-moved" help:"Nothing was moved there: undo our booking. Over 1,000 baht: two operators."`
	Close    casesClose `cmd:"" help:"Close it without booking anything. Over 1,000 baht: two operators."`
}

type casesList struct {
	lagging
	limit
	Provider string `placeholder:"CODE" help:"Only of this provider."`
	Kind     string `placeholder:"KIND" help:"Only of this kind: ${kinds}."`
	All      bool   `help:"Closed ones, too."`
}

// Run lists.
func (c casesList) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Cases.List(ctx, doubt.Filter{
		Provider: c.Provider, Kind: doubt.DifferenceKind(c.Kind), All: c.All, Limit: c.Limit,
	})
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, x := range list {
		rows = append(rows, []string{
			x.ID, string(x.Kind), x.Provider, x.Day, x.Reference, x.Member, x.Username, x.Ours.String(), theirs(x),
			strings.TrimSpace(string(x.State) + " " + string(x.Outcome)), stamp(x.Since), clue.English(x.Reason),
		})
	}
	return table(out, "case kind provider day reference member account ours theirs state since note", rows)
}

// theirs is the provider's amount, which nobody knows for an unsettled transfer.
func theirs(x gamecase.Line) string {
	if x.Kind == gamecase.KindUnsettled {
		return "?"
	}
	return x.Theirs.String()
}

type casesShow struct {
	who
	Case string `arg:""`
}

// Run shows one.
func (c casesShow) Run(ctx context.Context, s *Services, out io.Writer) error {
	v, err := s.Cases.Show(ctx, c.decision(c.Case))
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "case       %s, %s of %s %s, found %s\nstate      %s\n", v.ID, v.Kind, v.Provider, v.Day, stamp(v.Since),
		strings.TrimSpace(string(v.State)+" "+string(v.Outcome)+" "+plain(clue.English(v.Reason))))
	fmt.Fprintf(&b, "reference  %s\nmember     %s\nours       %s baht into the game\n", plain(v.Reference), v.Member, v.Ours)
	ourSide(&b, v.Evidence)
	fmt.Fprintf(&b, "theirs     %s baht into the game\n", theirs(v.Line))
	for _, row := range v.Evidence.Theirs {
		fmt.Fprintf(&b, "           %s credits on %s at %s, %s %s\n",
			row.Credits, plain(row.Username), stamp(row.At), plain(row.Reference), plain(row.Outside))
	}
	if p := v.Evidence.Play; p != nil {
		fmt.Fprintf(&b, "           readings found %s credits, with %s in open rounds; corrections booked %s; "+
			"rounds add up to %s; read %s, last round %s\n",
			p.Found, p.Outstanding, cmp.Or(p.Corrected, "0"), p.Rounds, stamp(p.ReadAt), moment(p.PlayedAt))
	}
	fmt.Fprintf(&b, "balances   wallet %s, game %s (read %s), owed %s\n",
		v.Around.Wallet, v.Around.Game, moment(v.Around.ReadAt), v.Around.Owed)
	doubtSide(&b, v)
	fmt.Fprintf(&b, "ask        %s\n", plain(v.Ask.Words))
	for _, choice := range v.Choices {
		two := ""
		if choice.Two {
			two = " (two operators)"
		}
		fmt.Fprintf(&b, "decide     krapao operator cases %s %s --reason TEXT --evidence TEXT%s\n           books %s\n",
			choice.Command, v.ID, two, choice.Books)
	}
	_, err = io.WriteString(out, b.String())
	return err
}

func ourSide(b *strings.Builder, e doubt.Evidence) {
	if e.Ours == nil {
		return
	}
	fmt.Fprintf(b, "           %s %s, ordered %s, moved %s, account %s, made %s, settled %s %s\n", e.Ours.Kind, e.Ours.State,
		e.Ours.Amount, e.Ours.Moved, e.Ours.Username, stamp(e.Ours.CreatedAt), moment(e.Ours.SettledAt),
		plain(strings.TrimSpace(string(e.Ours.Reason)+" "+clue.English(e.Ours.Note)+" "+e.Ours.Outside)))
	for _, entry := range e.Entries {
		fmt.Fprintf(b, "           entry %d of %s, %s in batch %d\n", entry.Version, entry.Account, entry.Step, entry.Batch)
	}
}

// doubtSide prints what we asked the provider, and what is known of the answers.
func doubtSide(b *strings.Builder, v gamecase.View) {
	d := v.Evidence.Doubt
	if d == nil {
		return
	}
	end := "until"
	if v.Kind == gamecase.KindUnsettled {
		end = "last asked"
	}
	fmt.Fprintf(b, "doubt      %s, since %s, %s %s: %s (asked %d times, %d times not known, checked again %d times)\n",
		d.State, stamp(d.Since), end, stamp(d.EndedAt), plain(clue.English(d.Reason)), d.Asked, d.NotFound, d.Checks)
	if !d.SentAgainAt.IsZero() {
		fmt.Fprintf(b, "           the same reference may have been sent again until %s\n", stamp(d.SentAgainAt))
	}
	if d.Reading != "" {
		fmt.Fprintf(b, "           the balance there is %s credits since %s, with %d rounds settled since the transfer\n",
			d.Reading, stamp(d.ReadingSince), d.Rounds)
	}
}

// moment is a time that may never have come.
func moment(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return stamp(t)
}

// caseDecision is a decision about a case.
type caseDecision struct {
	who
	Case string `arg:"" help:"The case's ID, or the reference of an unsettled transfer."`
}

func (c caseDecision) end(ctx context.Context, s *Services, out io.Writer, outcome doubt.CaseOutcome) error {
	o, err := s.Cases.Decide(ctx, c.decision(c.Case), outcome)
	return say(out, o, err)
}

type casesMoved struct{ caseDecision }

// Run decides.
func (c casesMoved) Run(ctx context.Context, s *Services, out io.Writer) error {
	return c.end(ctx, s, out, doubt.ItMoved)
}

type casesNot struct{ caseDecision }

// Run decides.
func (c casesNot) Run(ctx context.Context, s *Services, out io.Writer) error {
	return c.end(ctx, s, out, doubt.ItDidNotMove)
}

type casesClose struct{ caseDecision }

// Run decides.
func (c casesClose) Run(ctx context.Context, s *Services, out io.Writer) error {
	return c.end(ctx, s, out, doubt.Dismissed)
}

type providers struct{ lagging }

// Run lists.
func (providers) Run(ctx context.Context, s *Services, out io.Writer) error {
	list, err := s.Cases.Providers(ctx)
	if err != nil {
		return err
	}
	rows := make([][]string, 0, len(list))
	for _, p := range list {
		rows = append(rows, []string{
			p.Provider, connected(p), doubts(p), strconv.Itoa(p.Cases), p.Day.Day, p.Day.Method, compared(p.Day),
			waiting(p), report(p), p.Day.Reason,
		})
	}
	return table(out, "provider connection doubts cases day method compared waiting report reason", rows)
}

// connected says how this node reaches the provider.
func connected(p gamecase.ProviderState) string {
	switch {
	case !p.Connected:
		return "none"
	case p.CircuitOpen:
		return "circuit open, no answer since " + stamp(p.FailingSince)
	case !p.FailingSince.IsZero():
		return "no answer since " + stamp(p.FailingSince)
	}
	return "yes"
}

func doubts(p gamecase.ProviderState) string {
	if p.Doubts == 0 {
		return "0"
	}
	return fmt.Sprintf("%d since %s", p.Doubts, stamp(p.Oldest))
}

// compared says how many of our transfers of the newest day are compared.
func compared(d reconcile.ComparedDay) string {
	switch {
	case d.Day == "":
		return "never"
	case d.Done:
		return fmt.Sprintf("%d of %d", d.Compared, d.Ours)
	case d.Tries > 0:
		return fmt.Sprintf("%d of %d, failed %d times, again %s", d.Compared, d.Ours, d.Tries, stamp(d.Next))
	}
	return fmt.Sprintf("%d of %d, again %s", d.Compared, d.Ours, stamp(d.Next))
}

func waiting(p gamecase.ProviderState) string {
	if p.Waiting == 0 {
		return "no day"
	}
	return fmt.Sprintf("%d since %s", p.Waiting, p.WaitingSince)
}

func report(p gamecase.ProviderState) string {
	switch {
	case p.Report.Form == "":
		return "none"
	case !p.Report.FailingSince.IsZero():
		return fmt.Sprintf("failing since %s: %s", stamp(p.Report.FailingSince), p.Report.Reason)
	}
	read := "read " + moment(p.Report.ReadAt)
	if missed := p.Report.Missed; !missed.To.IsZero() {
		read += fmt.Sprintf("; never read from %s to %s", stamp(missed.From), stamp(missed.To))
	}
	return read
}
