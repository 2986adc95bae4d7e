package app

import (
	"context"
	"net"
	"sync"
	"time"

	"krapao/internal/settle"
	"krapao/internal/store"
	"krapao/ledger/budget"
	"krapao/ledger/tally"
	"krapao/operator/cli"
)

// job is work that goes on beside requests.
type job struct {
	// name is the same on all nodes, and in the log.
	name string
	// every is the time from the end of one run to the next, which one node at a time makes. 0: run is a loop, which every
	// node keeps until its context ends.
	every time.Duration
	// timeout ends the context of one run. 0: every, but at least 10 s and at most 1 min.
	timeout time.Duration
	run     func(context.Context) error
}

// jobs are all of them. In the demo, a day that an operator wants compared is compared at once.
func (a *App) jobs(ctx context.Context) []job {
	compare := 10 * time.Minute
	if a.Demo {
		compare = 2 * time.Second
	}
	doubts := a.Wallet.Doubts()
	all := []job{
		{"keys", 0, 0, loop(a.keepKeys)},
		{"settle worker", 0, 0, loop(a.worker.Run)},
		{"QR orders", 0, 0, loop(a.Codes.Run)},
		{"slips", 0, 0, loop(a.Slips.Run)},
		{"withdrawals", 0, 0, loop(a.Payouts.Run)},
		{"audit of the books", 0, 0, loop(a.auditor(ctx).Run)},
		{"figures", 0, 0, loop(a.Metrics.KeepFresh)},
		{"this machine's clock", 0, 0, loop(a.watchClock)},
		{"the nodes' clock", 0, 0, loop(a.keepClock)},

		{"lapsed holds", time.Second, 0, first(a.States.ReleaseLapsed)},
		{"reversals", time.Second, 0, first(a.Deposits.SweepReversals)},
		{"interrupted movements", time.Second, time.Minute, first(a.Wallet.Sweep)},
		{"returned transfers", time.Second, time.Minute, first(doubts.Recheck)},
		{"statements", 2 * time.Second, time.Minute, first(a.Feeds.Read)},
		{"declared transfers", 5 * time.Second, 0, first(a.Declared.Pair)},
		{"wallet links", time.Second, time.Minute, first(a.Links.Settle)},
		{"unindexed holders", time.Minute, 10 * time.Minute, first(a.Holders.IndexNames)},
		{"plain passwords", time.Minute, 10 * time.Minute, first(a.Passwords.SealAll)},
		{"unindexed accounts", time.Hour, 0, first(a.Accounts.IndexParts)},
		{"game passwords", 5 * time.Second, 0, first(a.Games.Accounts.SettlePasswords)},
		{"unclaimed coupons", time.Minute, 0, first(a.Coins.Expire)},
		{"old sessions", time.Hour, 0, tidy(first(a.Sessions.Prune))},
		{"old codes", time.Hour, 0, tidy(first(a.OTP.Prune))},
		{"old allowances", time.Hour, 0, tidy(first(a.counts.Sweep))},
		{"files without a row", 24 * time.Hour, time.Hour, tidy(first(a.blobs.Collect))},
		{"old slips", time.Hour, 0, tidy(a.Slips.Sweep)},
		{"old statement readings", time.Hour, 0, tidy(a.Statements.Sweep)},
		{"files that were never sent", time.Minute, 0, tidy(a.Chats.SweepUnsent)},
		{"old conversations", time.Hour, 0, tidy(a.Chats.Sweep)},
		{"old answers", 10 * time.Minute, 0, tidy(a.Server.Sweep)},
		{"unkeyed answers", time.Minute, 0, first(a.Server.KeyAnswers)},
		{"conditions to end", time.Second, time.Minute, first(a.conditions.Finish)},
		{"conditions to expire", 10 * time.Second, time.Minute, first(a.conditions.Expire)},
		{"matched deposits taken back", time.Second, 0, first(a.conditions.UndoReversed)},
		{"outages", time.Minute, 0, first(a.outages.Note)},
		{"low budgets", time.Minute, 0, a.noteLowBudgets},
		{"invitees' losses", time.Second, time.Minute, first(a.Invitations.Accrue)},
		{"ripe commissions", time.Second, time.Minute, first(a.Invitations.Ripen)},
		{"shut members", time.Second, 10 * time.Minute, first(a.Protection.Follow)},
		{"reconcile", compare, 10 * time.Minute, first(a.reconciliation.Run)},
		{"tallies", 5 * time.Second, time.Minute, first(tally.New(a.Store).Add)},
		{"corrections", 5 * time.Second, time.Minute, first(doubts.Cases().Correct)},
		{"proposals in force", 10 * time.Second, time.Minute, first(a.operators.Approvals.RunDue)},
		{"expired proposals", time.Minute, 0, first(a.operators.Approvals.Expire)},
	}
	if len(a.Witnesses) > 0 {
		all = append(all, job{"ends of the chains", 0, 0, loop(a.heads.Keep)})
	}
	for _, report := range a.Games.Reports.Tasks() {
		all = append(all, job{report.Name, report.Interval, report.Timeout, report.Run})
	}
	return all
}

// loop is the run of a job that goes on until its context ends.
func loop(f func(context.Context)) func(context.Context) error {
	return func(ctx context.Context) error {
		f(ctx)
		return nil
	}
}

// tidy is the run of a job that removes what nobody needs any more. It makes work for nobody, so it wakes no job.
func tidy(f func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error { return f(store.Housekeeping(ctx)) }
}

// first is the run of a job that counts what it did.
func first[N any](f func(context.Context) (N, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := f(ctx)
		return err
	}
}

// Run does the background work until the context ends, and returns when all of it has stopped. Its connections to the
// database are apart from those of requests. Operators' commands come from a listener (cli.Listen), which Run closes; nil
// takes none.
func (a *App) Run(ctx context.Context, commands net.Listener) {
	var running sync.WaitGroup
	defer running.Wait()
	if commands != nil {
		answering := ctx // not a task: people wait for its answers
		running.Go(func() { warn(a.Log, "operators' socket", cli.Answer(answering, commands, a.Operators())) })
	}
	ctx = store.Task(ctx)
	var tasks []settle.Task
	for _, j := range a.jobs(ctx) {
		if j.every == 0 {
			running.Go(func() { _ = j.run(ctx) }) // a loop has no error: loop
			continue
		}
		tasks = append(tasks, settle.Task{Name: j.name, Interval: j.every, Timeout: j.timeout, Run: j.run})
	}
	running.Go(func() { settle.Every(ctx, a.Store, a.Log, tasks...) })
}

// keepKeys follows rotations of the database's keys, until the context ends.
func (a *App) keepKeys(ctx context.Context) {
	a.keys.Keep(ctx, func(err error) { a.Log.Error("the database's keys cannot be read", "error", err) })
}

// keepClock keeps the nodes at one time, until the context ends.
func (a *App) keepClock(ctx context.Context) {
	a.Store.KeepClock(ctx, func(err error) { a.Log.Warn("this node cannot tell the others the time", "error", err) })
}

// noteLowBudgets records which budgets are low, and logs each once.
func (a *App) noteLowBudgets(ctx context.Context) error {
	low, err := budget.New(a.Store).NoteLow(ctx)
	for _, b := range low {
		a.Log.Warn("a house account that pays members is low",
			"account", string(b.Account), "left", b.Left.String(), "alarm", b.Alarm.String())
	}
	return err
}
