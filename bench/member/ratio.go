package main

import (
	"fmt"
	"slices"

	"krapao/internal/store"
)

// ratio is a figure of a run over another of the same run. It depends on the machine less than either.
type ratio struct {
	name  string
	value float64
}

// short is an engine's name at the end of a ratio's.
var short = map[store.Engine]string{store.SQLite: "sqlite", store.Postgres: "pg"}

// moneyCalls are the calls that move money.
var moneyCalls = []string{"deposit", "transfer", "withdraw"}

// ratios are all that this run can tell.
func (r *report) ratios() (all []ratio) {
	add := func(name string, over, under float64, known bool) {
		if known && under > 0 {
			all = append(all, ratio{name, over / under})
		}
	}
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		r.readRatios(engine, add)
		r.moneyRatios(engine, add)
		r.costRatios(engine, add)
		r.idleRatios(engine, add)
		r.loadRatios(engine, add)
	}
	return all
}

type adder func(name string, over, under float64, known bool)

// readRatios: reads beside the cheapest call there is.
func (r *report) readRatios(engine store.Engine, add adder) {
	info, known := r.best(engine, "info", false)
	for _, name := range []string{"wallet", "statement"} {
		p, ok := r.best(engine, name, false)
		add(name+"_vs_info_"+short[engine], p.PerSecond, info.PerSecond, ok && known)
	}
}

// moneyRatios: money beside the reference of its engine, many members beside one, one account beside several.
func (r *report) moneyRatios(engine store.Engine, add adder) {
	reference, name := unbatched, "unbatched"
	if engine == store.Postgres {
		reference, name = pgbench16, "pgbench16"
	}
	rate, known := r.rate(reference)
	for _, call := range moneyCalls {
		p, ok := r.best(engine, call, false)
		add(call+"_vs_"+name, p.PerSecond, rate, ok && known)
	}
	for _, call := range moneyCalls {
		one, ok := r.with(engine, call, 1)
		many, both := r.with(engine, call, 64)
		add(fmt.Sprintf("members64_vs_1_%s_%s", call, short[engine]), many.PerSecond, one.PerSecond, ok && both)
	}
	alone, ok := r.with(engine, "transfer", 64)
	beside, both := r.with(engine, besideLogins, 64)
	add("transfer_p99_beside_logins_"+short[engine], float64(beside.P99), float64(alone.P99), ok && both)
	one, ok := r.with(engine, "deposit", 64)
	spread, both := r.with(engine, "deposit_spread", 64)
	add("deposits_of_one_account_vs_spread_"+short[engine], one.PerSecond, spread.PerSecond, ok && both)
}

// costRatios: processor time in units of one call of info, with as many callers as have the highest rate.
func (r *report) costRatios(engine store.Engine, add adder) {
	info, known := r.best(engine, "info", false)
	for _, name := range []string{"deposit", "transfer", "wallet"} {
		p, ok := r.best(engine, name, false)
		add(fmt.Sprintf("cpu_per_%s_in_info_%s", name, short[engine]), p.cost(), info.cost(), ok && known)
	}
}

func (r *report) idleRatios(engine store.Engine, add adder) {
	for _, x := range r.rests {
		switch {
		case x.engine != engine:
		case x.nodes == 1:
			add("idle_processor_percent_"+short[engine], x.percent, 1, true)
			add("idle_write_commits_per_second_"+short[engine], x.writes, 1, true)
		default:
			add("idle_write_commits_per_second_two_nodes_"+short[engine], x.writes, 1, true)
		}
	}
}

// loadRatios: the same operation with the loaded ledger and with the empty one.
func (r *report) loadRatios(engine store.Engine, add adder) {
	for _, op := range slices.DeleteFunc(operations(), func(op operation) bool { return !compared(op) }) {
		empty, ok := r.best(engine, op.name, false)
		loaded, both := r.best(engine, op.name, true)
		add(fmt.Sprintf("loaded_vs_empty_%s_%s", op.name, short[engine]), loaded.PerSecond, empty.PerSecond, ok && both)
	}
}
