package main

import (
	"fmt"
	"strings"
)

// payments are those of a month in which every second member is active: a withdrawal, two arrivals and half a slip for each of
// these, and the question before each payout. Of a million some hundreds wait for a person.
func (p *papers) payments() []table {
	active := p.members / 2
	return []table{
		p.withdrawals(active), p.callouts(active), p.arrivals(2 * active), p.identifiers(2 * active), p.slips(active / 2),
	}
}

// sealedAccount is as long as a sealed account of a bank, which no list opens.
var sealedAccount = "v1." + strings.Repeat("A", 112)

func (p *papers) withdrawals(count int) table {
	fields := []string{
		"transfer", "reference", "member", "amount", "state", "automatic", "bank_code", "account_sealed", "account_index",
		"account_shown", "why", "reason", "outside", "note", "requested_at", "since", "approved_at", "send_by", "check_at", "asked",
	}
	return table{"withdrawal", fields, count, func(n int) []any {
		at, member := p.at(n, count), p.member(n)
		state, why, reason, approved := "paid", "[]", "", micros(at)+1_000_000
		switch {
		case rare(n, 2000):
			state, why, approved = "review", `["total not stable"]`, 0
		case rare(n, 100):
			state, reason = "returned", "TRY_AGAIN"
		}
		return []any{
			number(at, n), fmt.Sprintf("w%014d", n), member, amount(n), state, approved > 0, "KBANK", sealedAccount,
			index("account", member), "7890", why, reason, fmt.Sprintf("PAY%012d", n), "", micros(at), micros(at) + 3_000_000, approved,
			approved, int64(0), amount(n),
		}
	}}
}

func (p *papers) callouts(count int) table {
	fields := []string{"transfer", "asked_at", "tries", "verdict", "said", "answered_at"}
	return table{"payout_callout", fields, count, func(n int) []any {
		at := p.at(n, count)
		verdict := "allow"
		if rare(n, 100) {
			verdict = "review"
		}
		return []any{number(at, n), micros(at), int64(1), verdict, "", micros(at) + 200_000}
	}}
}

// accounts are two of the demo's: one has a statement, the other a gateway.
var accounts = [2]struct{ code, channel string }{{feedAccount, "feed"}, {"KBANK", "qr"}}

func inflowID(n int) string { return fmt.Sprintf("PAST%012d", n) }

func (p *papers) arrivals(count int) table {
	fields := []string{
		"id", "account", "source", "channel", "reference", "member", "amount", "state", "reason", "flag", "transfer", "payer_named",
		"payer_sealed", "payer_index", "paid_at", "seen_at", "ended_at",
	}
	return table{"inflow", fields, count, func(n int) []any {
		at, member, account, id := p.at(n, count), p.member(n), accounts[n%2], inflowID(n)
		payer, state, reason := member, "credited", ""
		switch {
		case rare(n, 2000):
			state, reason = "held", "DEPOSIT_HELD"
		case rare(n, 4000):
			state, member = "unmatched", ""
		}
		return []any{
			id, account.code, fmt.Sprint("past-", n), account.channel, fmt.Sprintf("q%014d", n), member, amount(n), state, reason, "",
			number(at, n), true, p.payer(id, payer), index("payer", payer), micros(at), micros(at) + 2_000_000, int64(0),
		}
	}}
}

func (p *papers) identifiers(count int) table {
	return table{"inflow_identifier", []string{"kind", "value", "inflow"}, count, func(n int) []any {
		return []any{"bank:004", fmt.Sprintf("past%012d", n), inflowID(n)}
	}}
}

func (p *papers) slips(count int) table {
	fields := []string{
		"id", "member", "number", "picture", "state", "reason", "uploaded_at", "updated_at", "payload", "bank", "reference", "transfer",
		"claimed", "amount", "paid_at", "transfer_sealed", "account", "verifier", "tries", "let_through", "due_at", "fence",
	}
	return table{"slip", fields, count, func(n int) []any {
		at := p.at(n, count)
		state, reason, reference := "credited", "", fmt.Sprintf("PAST%016d", n)
		switch {
		case rare(n, 2000):
			state, reason = "review", "SLIP_UNVERIFIED"
		case rare(n, 50):
			state, reason = "failed", "SLIP_REFNO_DUPLICATED"
		}
		return []any{
			fmt.Sprintf("s%014d", n), p.member(n), int64(n + 1_000), "", state, reason, micros(at), micros(at) + 4_000_000,
			"0041000600000101030140220" + reference + "5102TH9104A1B2", "014", reference, "014:" + reference, true, amount(n), micros(at),
			"", feedAccount, "slipok", int64(1), false, int64(0), int64(1),
		}
	}}
}

// index is as long as a blind index.
func index(of, member string) string { return fmt.Sprintf("%-43s", of+"-"+member) }
