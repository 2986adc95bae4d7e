package app

import (
	"context"
	"time"

	"krapao/deposit"
	"krapao/deposit/feed"
	"krapao/deposit/slip"
	"krapao/protection"
)

// figures registers the figures that are not counted where things happen. Those of the database are read at an interval
// (telemetry.FiguresEvery), not when somebody looks.
func (a *App) figures() {
	a.Metrics.Gauge("krapao_sockets", "Open live connections.", func() float64 { return float64(a.Live.Stats().Sockets) })
	a.nodeFigures()
	a.waitFigures()
	a.reviewFigures()
	a.slipFigures()
	a.providerFigures()
	a.bonusFigures()
	a.protectionFigures()
	a.chatFigures()
	a.peopleFigures()
	for kind := range a.worker.Backlog() {
		a.Metrics.Gauge("krapao_unsettled", "Transfers that this node asked about and could not settle yet.",
			func() float64 { return float64(a.worker.Backlog()[kind].Count) }, "kind", string(kind))
		a.Metrics.Gauge("krapao_unsettled_oldest_seconds", "Age of the oldest of them.",
			func() float64 { return a.worker.Backlog()[kind].Oldest.Seconds() }, "kind", string(kind))
	}
}

// nodeFigures are those of this node itself: its connections, the ledger's writer, the program's version.
func (a *App) nodeFigures() {
	a.Metrics.Build(a.Version)
	for name, pool := range a.Store.Pools() {
		a.Metrics.Pool(name, pool)
	}
	a.Store.OnCommit(a.Metrics.Commit)
	a.Ledger.OnBatch(a.Metrics.Batch)
	a.Metrics.Counter("krapao_database_statements_total",
		"Statements that this node sent to its database, with BEGIN and COMMIT: on PostgreSQL the round trips.",
		func() float64 { return float64(a.Store.Statements()) })
	a.standbyFigures()
	a.Metrics.Gauge("krapao_clock_gap_seconds",
		"Seconds by which the machine's clock is ahead of the time that all nodes go by, which nobody can set; "+
			"alarm beyond 5 either way.",
		func() float64 { return a.Store.ClockGap().Seconds() })
	a.outsideTime()
	for _, place := range a.Witnesses {
		a.Metrics.Gauge("krapao_heads_untold_seconds",
			"Seconds for which a place could not be told where the signed chains end; alarm after 3600.",
			func() float64 { return a.heads.Unsent(place.String()).Seconds() }, "place", place.String())
	}
	a.Metrics.Gauge("krapao_ledger_queue", "Commands that wait for a batch of the ledger.",
		func() float64 { return float64(a.Ledger.Waiting()) })
}

// standbyFigures are those of the standby that takes reads, if there is one.
func (a *App) standbyFigures() {
	if !a.Store.HasStandby() {
		return
	}
	a.Metrics.Figure("krapao_standby_lag_seconds",
		"Seconds since this node knew the standby to be up to date, within 3; it grows while the standby is away or promoted; "+
			"alarm beyond 60.",
		func(ctx context.Context) (float64, error) {
			lag, _ := a.Store.StandbyLag(ctx) // why it can't be read is the operator's to find out: reads go to the primary
			return lag.Seconds(), nil
		})
	a.Metrics.Counter("krapao_standby_reads_total", "Reads that the standby answered.", func() float64 {
		there, _ := a.Store.StandbyReads()
		return float64(there)
	})
	a.Metrics.Counter("krapao_standby_missed_total",
		"Reads that went to the primary because the standby was away, behind, or lacked what the reader knew.", func() float64 {
			_, missed := a.Store.StandbyReads()
			return float64(missed)
		})
}

// outsideTime is how far this node's time is from that of the outside systems.
func (a *App) outsideTime() {
	a.Metrics.Known("krapao_clock_outside_gap_seconds",
		"Seconds by which this node's time is ahead of the outside systems' median, by the Date of their answers; "+
			"alarm beyond 120 either way. Left out where fewer than three of them answered within an hour.",
		func() (float64, bool) {
			gap, _, known := a.clients.Times.Gap()
			return gap.Seconds(), known
		})
	a.Metrics.Gauge("krapao_clock_outside_systems", "Outside systems whose answers of the last hour told the time.",
		func() float64 { return float64(len(a.clients.Times.Gaps())) })
}

// waitFigures are those of money that waits for somebody (RULES.md section 4: an alarm after 24 hours).
func (a *App) waitFigures() {
	waits := remember(a.Deposits.Waits)
	read := func(pick func(deposit.Waits) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := waits(ctx)
			return pick(w), err
		}
	}
	a.Metrics.Figure("krapao_unmatched", "Arrivals of money that nobody has claimed.",
		read(func(w deposit.Waits) float64 { return float64(w.Unmatched) }))
	a.Metrics.Figure("krapao_unmatched_oldest_seconds", "Age of the oldest of them; alarm after 86400.",
		read(func(w deposit.Waits) float64 { return a.age(w.UnmatchedSince) }))
	feeds := remember(a.Feeds.Waits)
	readFeeds := func(pick func(feed.Waits) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := feeds(ctx)
			return pick(w), err
		}
	}
	a.Metrics.Figure("krapao_statement_failing_seconds", "Seconds for which a statement of ours can't be read; 0 where all can.",
		readFeeds(func(w feed.Waits) float64 { return a.age(w.Failing) }))
	a.Metrics.Figure("krapao_statement_cases",
		"Lines of statements, and answers that were no page of one, that could not be booked.",
		readFeeds(func(w feed.Waits) float64 { return float64(w.Lines) }))
	a.Metrics.Figure("krapao_statement_cases_oldest_seconds", "Age of the oldest of them; alarm after 3600.",
		readFeeds(func(w feed.Waits) float64 { return a.age(w.LinesSince) }))
}

// reviewFigures are those of withdrawals that wait for an operator.
func (a *App) reviewFigures() {
	a.Metrics.Figure("krapao_withdrawals_review", "Withdrawals that wait for an operator.",
		func(ctx context.Context) (float64, error) {
			n, _, err := a.Withdrawals.InReview(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_withdrawals_review_oldest_seconds", "Seconds for which the oldest of them waits.",
		func(ctx context.Context) (float64, error) {
			_, since, err := a.Withdrawals.InReview(ctx)
			return a.age(since), err
		})
}

// peopleFigures are those of pairs of members that an operator looks at.
func (a *App) peopleFigures() {
	a.Metrics.Figure("krapao_holder_cases",
		"Pairs of members that are linked by their holder's name now and were not, for an operator; alarm beyond 0.",
		func(ctx context.Context) (float64, error) {
			n, _, err := a.HolderCases.CountOpen(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_holder_cases_oldest_seconds", "Age of the oldest of them.",
		func(ctx context.Context) (float64, error) {
			_, since, err := a.HolderCases.CountOpen(ctx)
			return a.age(since), err
		})
}

// slipFigures are those of slips that wait for their bank or for an operator.
func (a *App) slipFigures() {
	bank := func(bank, _ slip.Waits) slip.Waits { return bank }
	operator := func(_, operator slip.Waits) slip.Waits { return operator }
	for who, of := range map[string]func(bank, operator slip.Waits) slip.Waits{"bank": bank, "operator": operator} {
		read := func(pick func(slip.Waits) float64) question {
			return func(ctx context.Context) (float64, error) {
				bank, operator, err := a.Slips.Waits(ctx)
				return pick(of(bank, operator)), err
			}
		}
		a.Metrics.Figure("krapao_slips_waiting", "Uploaded slips that are not at an end.",
			read(func(w slip.Waits) float64 { return float64(w.Slips) }), "for", who)
		a.Metrics.Figure("krapao_slips_waiting_oldest_seconds", "Age of the oldest of them; alarm where for=bank is over 600.",
			read(func(w slip.Waits) float64 { return a.age(w.Since) }), "for", who)
	}
}

// protectionFigures are those of members that are shut out and whose money is coming home (RULES.md section 11).
func (a *App) protectionFigures() {
	away := remember(a.Protection.Away)
	read := func(pick func(protection.Away) float64) question {
		return func(ctx context.Context) (float64, error) {
			w, err := away(ctx)
			return pick(w), err
		}
	}
	a.Metrics.Figure("krapao_members_coming_home",
		"Members that are shut out and may still have money in games, or are closed and not paid out.",
		read(func(w protection.Away) float64 { return float64(w.Members) }))
	a.Metrics.Figure("krapao_members_coming_home_oldest_seconds",
		"Seconds for which that is so of the first of them; alarm after 86400.",
		read(func(w protection.Away) float64 { return a.age(w.Since) }))
}

// question reads a figure from the database.
type question = func(context.Context) (float64, error)

// age returns the seconds since a time; 0 where nothing waits.
func (a *App) age(since time.Time) float64 {
	if since.IsZero() {
		return 0
	}
	return a.Clock.Now().Sub(since).Seconds()
}

// chatFigures are those of conversations that wait for a person.
func (a *App) chatFigures() {
	a.Metrics.Figure("krapao_chat_waiting", "Conversations that wait for a person.",
		func(ctx context.Context) (float64, error) {
			n, _, err := a.Chats.Waits(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_chat_guest_bytes", "Bytes of guests' pictures and films that are kept.",
		func(ctx context.Context) (float64, error) {
			n, err := a.Chats.GuestBytes(ctx)
			return float64(n), err
		})
	a.Metrics.Figure("krapao_chat_waiting_oldest_seconds", "Seconds for which the longest of them waits.",
		func(ctx context.Context) (float64, error) {
			_, since, err := a.Chats.Waits(ctx)
			return a.age(since), err
		})
}
