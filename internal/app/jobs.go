package app

import (
	"context"
	"net"
	"sync"
	"time"

	"krapao/brake"
	"krapao/internal/app/job"
	"krapao/internal/bus"
	"krapao/internal/settle"
	"krapao/internal/socketio/desk"
	"krapao/internal/store"
	"krapao/ledger/budget"
	"krapao/ledger/tally"
	"krapao/operator/cli"
)

// jobs are all of them. In the demo, a day that an operator wants compared is compared at once.
func (a *App) jobs(ctx context.Context) []job.Job {
	compare := 10 * time.Minute
	if a.Demo {
		compare = 2 * time.Second
	}
	doubts := a.Wallet.Doubts()
	all := []job.Job{
		job.Loop("keys", a.keepKeys), job.Loop("settle worker", a.worker.Run),
		a.resting(gateways, job.Loop("QR orders", a.Codes.Run)),
		a.resting(brake.Slips, job.Loop("slips", a.Slips.Run)),
		a.resting(brake.Payouts, job.Loop("withdrawals", a.Payouts.Run)),
		job.Loop("audit of the books", a.auditor(ctx).Run),
		job.Loop("figures", a.Metrics.KeepFresh), job.Loop("this machine's clock", a.watchClock),
		job.Loop("the nodes' clock", a.keepClock),
		job.Loop("what this node says", a.keepNode),

		job.Each(time.Second, "lapsed holds", job.Counted(a.States.ReleaseLapsed)),
		a.resting(every, job.Each(time.Second, "reversals", job.Counted(a.Deposits.SweepReversals))),
		a.resting(every, job.Each(time.Second, "interrupted movements", job.Counted(a.Wallet.Sweep)).Within(time.Minute)),
		a.resting(every, job.Each(time.Second, "returned transfers", job.Counted(doubts.Recheck)).Within(time.Minute)),
		job.Each(2*time.Second, "statements", job.Counted(a.Feeds.Read)).Within(time.Minute),
		a.resting(every, job.Each(5*time.Second, "declared transfers", job.Counted(a.Declared.Pair))),
		a.resting(brake.Links, job.Each(time.Second, "wallet links", job.Counted(a.Links.Settle)).Within(time.Minute)),
		job.Each(time.Minute, "unindexed holders", job.Counted(a.Holders.IndexNames)).Within(10 * time.Minute),
		job.Each(time.Minute, "plain passwords", job.Counted(a.Passwords.SealAll)).Within(10 * time.Minute),
		job.Each(time.Hour, "unindexed accounts", job.Counted(a.Accounts.IndexParts)),
		job.Each(time.Minute, "turnover of before", job.Counted(a.Games.Reports.TallyPlayed)).Within(10 * time.Minute),
		job.Each(5*time.Second, "game passwords", job.Counted(a.Games.Accounts.SettlePasswords)),
		a.resting(every, job.Each(time.Minute, "unclaimed coupons", job.Counted(a.Coins.Expire))),
		job.Each(time.Hour, "old sessions", job.Tidy(job.Counted(a.Sessions.Prune))),
		job.Each(time.Hour, "old codes", job.Tidy(job.Counted(a.OTP.Prune))),
		job.Each(time.Hour, "old allowances", job.Tidy(job.Counted(a.counts.Sweep))),
		job.Each(24*time.Hour, "files without a row", job.Tidy(job.Counted(a.blobs.Collect))).Within(time.Hour),
		job.Each(time.Hour, "old slips", job.Tidy(a.Slips.Sweep)),
		job.Each(time.Hour, "old statement readings", job.Tidy(a.Statements.Sweep)),
		job.Each(time.Minute, "files that were never sent", job.Tidy(a.Chats.SweepUnsent)),
		job.Each(time.Hour, "old conversations", job.Tidy(a.Chats.Sweep)),
		job.Each(10*time.Minute, "old answers", job.Tidy(a.Server.Sweep)),
		job.Each(time.Minute, "unkeyed answers", job.Counted(a.Server.KeyAnswers)),
		a.resting(every, job.Each(time.Second, "conditions to end", job.Counted(a.conditions.Finish)).Within(time.Minute)),
		a.resting(every, job.Each(10*time.Second, "conditions to expire", job.Counted(a.conditions.Expire)).Within(time.Minute)),
		a.resting(every, job.Each(time.Second, "matched deposits taken back", job.Counted(a.conditions.UndoReversed))),
		job.Each(time.Minute, "outages", job.Counted(a.outages.Note)),
		job.Each(time.Minute, "low budgets", a.noteLowBudgets),
		a.resting(every, job.Each(time.Second, "invitees' losses", job.Counted(a.Invitations.Accrue)).Within(time.Minute)),
		a.resting(every, job.Each(time.Second, "ripe commissions", job.Counted(a.Invitations.Ripen)).Within(time.Minute)),
		a.resting(every, job.Each(time.Second, "shut members", job.Counted(a.Protection.Follow)).Within(10*time.Minute)),
		a.resting(providers, job.Each(compare, "reconcile", job.Counted(a.reconciliation.Run)).Within(10*time.Minute)),
		job.Each(5*time.Second, "imported lists", job.Counted(a.Quarantine.Turn)).Within(time.Minute),
		job.Each(5*time.Second, "tallies", job.Counted(a.tallied)).Within(time.Minute),
		a.resting(every, job.Each(5*time.Second, "corrections", job.Counted(doubts.Cases().Correct)).Within(time.Minute)),
		job.Each(2*time.Second, "notices", job.Counted(a.Notices.Deliver)).Within(10 * time.Minute),
		job.Each(time.Hour, "notices of long ago", job.Tidy(job.Counted(a.Notices.Sweep))),
	}
	if len(a.Witnesses) > 0 {
		all = append(all, job.Loop("ends of the chains", a.heads.Keep))
	}
	for _, report := range a.Games.Reports.Tasks() {
		all = append(all, a.resting(providers, job.Each(report.Interval, report.Name, report.Run).Within(report.Timeout)))
	}
	return append(all, a.office.Jobs()...)
}

// Run does the background work until the context ends, and returns when all of it has stopped. Its connections to the
// database are apart from those of requests. Operators' commands come from a listener (local.Listen), which Run closes; nil
// takes none.
func (a *App) Run(ctx context.Context, commands net.Listener) {
	var running sync.WaitGroup
	defer running.Wait()
	if commands != nil {
		answering := ctx // not a task: people wait for its answers
		running.Go(func() {
			warn(a.Log, "operators' socket", cli.Answer(answering, commands, a.Operators(), a.OperatorHandler()))
		})
	}
	ctx = store.Task(ctx)
	var tasks []settle.Task
	for _, j := range a.jobs(ctx) {
		if j.Every == 0 {
			running.Go(func() { _ = j.Run(ctx) }) // a loop has no error: job.Loop
			continue
		}
		tasks = append(tasks, a.told(settle.Task{Name: j.Name, Interval: j.Every, Timeout: j.Timeout, Run: j.Run}))
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

// tallied adds up what was posted, and tells operators' pages that there are new figures.
func (a *App) tallied(ctx context.Context) (int, error) {
	n, err := tally.New(a.Store).Add(ctx)
	if n > 0 {
		a.Bus.Tell(bus.Change{Event: desk.Today})
	}
	return n, err
}
