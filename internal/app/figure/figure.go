// Package figure is what a node tells operators about itself and about the work that waits: the figures that are not counted
// where things happen.
//
// Promises:
//   - Figures of the database are read at an interval (telemetry.FiguresEvery), not when somebody looks.
//   - Figures of one subject ask the database once a round, and once a minute while nothing is written on any node.
package figure

import (
	"context"

	"krapao/bonus"
	"krapao/bonus/campaign"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/deposit/slip"
	"krapao/game"
	"krapao/game/report"
	"krapao/internal/clock"
	"krapao/internal/node"
	"krapao/internal/settle"
	"krapao/internal/socketio/live"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/tally"
	"krapao/member/holder"
	"krapao/notice"
	liability "krapao/operator/report"
	"krapao/protection"
	"krapao/quarantine"
	"krapao/reconcile"
	"krapao/spin"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Parts are what figures are read from, all of it built.
type Parts struct {
	Metrics *telemetry.Metrics
	// Version is the program's.
	Version string

	// The node itself.
	Store  *store.Store
	Node   *node.Register
	Ledger *ledger.Ledger
	Live   *live.Live
	Worker *settle.Worker
	Times  *clock.Outside
	// Heads records where the chains end, at each of Witnesses.
	Heads     *witness.Keeper
	Witnesses []witness.Place

	// The areas, each by what of it waits.
	HolderCases *holder.Cases
	Deposits    *deposit.Service
	Feeds       *feed.Reader
	Slips       *slip.Service
	Withdrawals *withdraw.Service
	Games       *game.Providers
	Reports     *report.Service
	Doubts      *doubt.Service
	Days        *reconcile.Service
	Bonuses     *bonus.Service
	Campaigns   *campaign.Service
	Coins       *spin.Service
	Protection  *protection.Service
	Chats       *chat.Service
	Notices     *notice.Outbox
	Quarantine  *quarantine.Service
	// Liabilities are the reports of what the house owes and has.
	Liabilities *liability.Service
}

// Register registers all of them.
func (p Parts) Register() {
	p.Metrics.Gauge("krapao_sockets", "Open live connections.", func() float64 { return float64(p.Live.Stats().Sockets) })
	p.nodeFigures()
	p.waitFigures()
	p.reviewFigures()
	p.slipFigures()
	p.providerFigures()
	p.bonusFigures()
	p.protectionFigures()
	p.chatFigures()
	p.peopleFigures()
	p.noticeFigures()
	p.coverageFigures()
	p.retentionFigures()
	for kind := range p.Worker.Backlog() {
		p.Metrics.Gauge("krapao_unsettled", "Transfers that this node asked about and could not settle yet.",
			func() float64 { return float64(p.Worker.Backlog()[kind].Count) }, "kind", string(kind))
		p.Metrics.Gauge("krapao_unsettled_oldest_seconds", "Age of the oldest of them.",
			func() float64 { return p.Worker.Backlog()[kind].Oldest.Seconds() }, "kind", string(kind))
	}
}

// nodeFigures are those of this node itself: its connections, the ledger's writer, the program's version.
func (p Parts) nodeFigures() {
	p.Metrics.Build(p.Version)
	for name, pool := range p.Store.Pools() {
		p.Metrics.Pool(name, pool)
	}
	p.Store.OnCommit(p.Metrics.Commit)
	p.Ledger.OnBatch(p.Metrics.Batch)
	p.Metrics.Counter("krapao_database_statements_total",
		"Statements that this node sent to its database, with BEGIN and COMMIT: on PostgreSQL the round trips.",
		func() float64 { return float64(p.Store.Statements()) })
	p.Metrics.Gauge("krapao_database_in_line",
		"Transactions that wait on PostgreSQL for those before them, to go together.",
		func() float64 { return float64(p.Store.InLine()) })
	p.standbyFigures()
	p.Metrics.Gauge("krapao_clock_gap_seconds",
		"Seconds by which the machine's clock is ahead of the time that all nodes go by, which nobody can set; "+
			"alarm beyond 5 either way.",
		func() float64 { return p.Store.ClockGap().Seconds() })
	p.outsideTime()
	for _, place := range p.Witnesses {
		p.Metrics.Gauge("krapao_heads_untold_seconds",
			"Seconds for which a place could not be told where the signed chains end; alarm after 3600.",
			func() float64 { return p.Heads.Unsent(place.String()).Seconds() }, "place", place.String())
	}
	waits := remember(p.Store, tally.New(p.Store).Waits)
	p.Metrics.Figure("krapao_tally_lag_seconds",
		"Seconds for which the oldest seal of the ledger waits that is not in the tallies yet; alarm beyond 300.",
		func(ctx context.Context) (float64, error) {
			since, err := waits(ctx)
			return p.age(since), err
		})
	p.Metrics.Gauge("krapao_ledger_queue", "Commands that wait for a batch of the ledger.",
		func() float64 { return float64(p.Ledger.Waiting()) })
}

// standbyFigures are those of the standby that takes reads, if there is one.
func (p Parts) standbyFigures() {
	if !p.Store.HasStandby() {
		return
	}
	p.Metrics.Figure("krapao_standby_lag_seconds",
		"Seconds since this node knew the standby to be up to date, within 3; it grows while the standby is away or promoted; "+
			"alarm beyond 60.",
		func(ctx context.Context) (float64, error) {
			lag, _ := p.Store.StandbyLag(ctx) // why it can't be read is the operator's to find out: reads go to the primary
			return lag.Seconds(), nil
		})
	p.Metrics.Counter("krapao_standby_reads_total", "Reads that the standby answered.", func() float64 {
		there, _ := p.Store.StandbyReads()
		return float64(there)
	})
	p.Metrics.Counter("krapao_standby_missed_total",
		"Reads that went to the primary because the standby was away, behind, or lacked what the reader knew.", func() float64 {
			_, missed := p.Store.StandbyReads()
			return float64(missed)
		})
}

// outsideTime is how far this node's time is from that of the outside systems.
func (p Parts) outsideTime() {
	p.Metrics.Known("krapao_clock_outside_gap_seconds",
		"Seconds by which this node's time is ahead of the outside systems' median, by the Date of their answers; "+
			"alarm beyond 120 either way. Left out where fewer than three of them answered within an hour.",
		func() (float64, bool) {
			gap, _, known := p.Times.Gap()
			return gap.Seconds(), known
		})
	p.Metrics.Gauge("krapao_clock_outside_systems", "Outside systems whose answers of the last hour told the time.",
		func() float64 { return float64(len(p.Times.Gaps())) })
}

// waitFigures are those of money that waits for somebody (RULES.md section 4: an alarm after 24 hours).
func (p Parts) waitFigures() {
	waits := remember(p.Store, p.Deposits.Waits)
	read := func(pick func(deposit.Waits) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := waits(ctx)
			return pick(w), err
		}
	}
	p.Metrics.Figure("krapao_unmatched", "Arrivals of money that nobody has claimed.",
		read(func(w deposit.Waits) float64 { return float64(w.Unmatched) }))
	p.Metrics.Figure("krapao_unmatched_oldest_seconds", "Age of the oldest of them; alarm after 86400.",
		read(func(w deposit.Waits) float64 { return p.age(w.UnmatchedSince) }))
	feeds := remember(p.Store, p.Feeds.Waits)
	readFeeds := func(pick func(feed.Waits) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := feeds(ctx)
			return pick(w), err
		}
	}
	p.Metrics.Figure("krapao_statement_failing_seconds", "Seconds for which a statement of ours can't be read; 0 where all can.",
		readFeeds(func(w feed.Waits) float64 { return p.age(w.Failing) }))
	p.Metrics.Figure("krapao_statement_cases",
		"Lines of statements, and answers that were no page of one, that could not be booked.",
		readFeeds(func(w feed.Waits) float64 { return float64(w.Lines) }))
	p.Metrics.Figure("krapao_statement_cases_oldest_seconds", "Age of the oldest of them; alarm after 3600.",
		readFeeds(func(w feed.Waits) float64 { return p.age(w.LinesSince) }))
	p.Metrics.Figure("krapao_quarantine_list_failing_seconds",
		"Seconds for which a system of a restored store was asked for its list in vain; 0 where each gives its own.",
		func(ctx context.Context) (float64, error) {
			since, err := p.Quarantine.FailingSince(ctx)
			return p.age(since), err
		})
}

// reviewFigures are those of withdrawals that wait for an operator.
func (p Parts) reviewFigures() {
	waiting, oldest := p.line(p.Withdrawals.InReview)
	p.Metrics.Figure("krapao_withdrawals_review", "Withdrawals that wait for an operator.", waiting)
	p.Metrics.Figure("krapao_withdrawals_review_oldest_seconds", "Seconds for which the oldest of them waits.", oldest)
}

// peopleFigures are those of pairs of members that an operator looks at.
func (p Parts) peopleFigures() {
	open, oldest := p.line(p.HolderCases.CountOpen)
	p.Metrics.Figure("krapao_holder_cases",
		"Pairs of members that are linked by their holder's name now and were not, for an operator; alarm beyond 0.", open)
	p.Metrics.Figure("krapao_holder_cases_oldest_seconds", "Age of the oldest of them.", oldest)
}

// slipFigures are those of slips that wait for their bank or for an operator.
func (p Parts) slipFigures() {
	waits := remember(p.Store, func(ctx context.Context) (map[string]slip.Waits, error) {
		bank, operator, err := p.Slips.Waits(ctx)
		return map[string]slip.Waits{"bank": bank, "operator": operator}, err
	})
	for _, who := range []string{"bank", "operator"} {
		read := func(pick func(slip.Waits) float64) question {
			return func(ctx context.Context) (float64, error) {
				all, err := waits(ctx)
				return pick(all[who]), err
			}
		}
		p.Metrics.Figure("krapao_slips_waiting", "Uploaded slips that are not at an end.",
			read(func(w slip.Waits) float64 { return float64(w.Slips) }), "for", who)
		p.Metrics.Figure("krapao_slips_waiting_oldest_seconds", "Age of the oldest of them; alarm where for=bank is over 600.",
			read(func(w slip.Waits) float64 { return p.age(w.Since) }), "for", who)
	}
}

// protectionFigures are those of members that are shut out and whose money is coming home (RULES.md section 11).
func (p Parts) protectionFigures() {
	away := remember(p.Store, p.Protection.Away)
	read := func(pick func(protection.Away) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := away(ctx)
			return pick(w), err
		}
	}
	p.Metrics.Figure("krapao_members_coming_home",
		"Members that are shut out and may still have money in games, or are closed and not paid out.",
		read(func(w protection.Away) float64 { return float64(w.Members) }))
	p.Metrics.Figure("krapao_members_coming_home_oldest_seconds",
		"Seconds for which that is so of the first of them; alarm after 86400.",
		read(func(w protection.Away) float64 { return p.age(w.Since) }))
}

// chatFigures are those of conversations that wait for a person.
func (p Parts) chatFigures() {
	waiting, longest := p.line(p.Chats.Waits)
	p.Metrics.Figure("krapao_chat_waiting", "Conversations that wait for a person.", waiting)
	p.Metrics.Figure("krapao_chat_waiting_oldest_seconds", "Seconds for which the longest of them waits.", longest)
	bytes := remember(p.Store, p.Chats.GuestBytes)
	p.Metrics.Figure("krapao_chat_guest_bytes", "Bytes of guests' pictures and films that are kept.",
		func(ctx context.Context) (float64, error) {
			n, err := bytes(ctx)
			return float64(n), err
		})
}
