package pg

import "github.com/jackc/pgx/v5"

// ShortStatements turns off what only pays for long statements, where the connection's address does not say otherwise:
// compilation (JIT) and parallel workers. Ours read a page or less, and many run at once. With 50 million transfers
// PostgreSQL estimated them as long ones: a list of 50 took 300 ms to compile and 3 ms to run.
func ShortStatements(pc *pgx.ConnConfig) {
	set(pc, "jit", "off")
	set(pc, "max_parallel_workers_per_gather", "0")
}

// PlanOnce uses a generic plan for each prepared statement. Otherwise PostgreSQL plans those of the ledger anew each time,
// since a plan for two known numbers of accounts looks cheaper than one for any array. Planning them took longer than
// running them.
//
// It is not for connections that read ranges: what came since, a month, a page. A generic plan assumes that a range is a
// large part of the table. With 50 million transfers it read all of them for those of a minute.
func PlanOnce(pc *pgx.ConnConfig) { set(pc, "plan_cache_mode", "force_generic_plan") }

// set gives a setting that the address does not give.
func set(pc *pgx.ConnConfig, name, value string) {
	if pc.RuntimeParams[name] == "" {
		pc.RuntimeParams[name] = value
	}
}
