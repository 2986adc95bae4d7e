package pg

import "github.com/jackc/pgx/v5"

// Small says how the statements of a connection run, where its address does not: each reads a page or less, and there are many at
// once. In a large house the server takes them for large ones. It compiles them and starts processes for them, each time: a list
// of 50 of 50 million transfers took 300 ms for 3.
func Small(pc *pgx.ConnConfig) {
	set(pc, "jit", "off")
	set(pc, "max_parallel_workers_per_gather", "0")
}

// PlanOnce has a connection plan a statement once, for arguments that it does not know. Otherwise the server plans those of the
// ledger anew each time, since a plan for two known numbers of accounts looks better than one for any array. Planning them took
// longer than running them.
//
// It is not for who reads spans: what came since, a month, a page. The server takes a span that it does not know for a large part
// of the table. In a house with 50 million transfers it then read all of them for those of a minute.
func PlanOnce(pc *pgx.ConnConfig) { set(pc, "plan_cache_mode", "force_generic_plan") }

// set gives a setting that the address does not give.
func set(pc *pgx.ConnConfig, name, value string) {
	if pc.RuntimeParams[name] == "" {
		pc.RuntimeParams[name] = value
	}
}
