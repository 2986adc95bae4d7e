package main

import (
	"fmt"
	"time"

	"krapao/internal/clock"
)

// people is what the house knows of its members beside payments: a browser of each, a session of every second, conversations of
// every tenth, what moved in this month, and notices.
func (p *papers) people() []table {
	talks, notices := p.members/10, p.members/50
	return []table{
		p.conversations(talks), p.messages(talks * perTalk), p.sessions(p.members / 2), p.devices(p.members), p.months(p.members),
		p.hours(p.members / 4), p.notices(notices), p.deliveries(notices),
	}
}

// perTalk is how many messages a conversation has.
const perTalk = 5

func (p *papers) conversations(count int) table {
	fields := []string{
		"owner", "id", "member", "guest", "language", "session", "state", "number", "read_by_customer", "read_by_house", "waiting_at",
		"last_at", "created_at",
	}
	return table{"chat_conversation", fields, count, func(n int) []any {
		at, member := p.at(n, count), p.one(n)
		session, state, waiting := "", "rules", int64(0)
		if rare(n, 1000) {
			session, state, waiting = fmt.Sprintf("T%011d", n), "waiting", micros(at)
		}
		return []any{
			"m:" + member, fmt.Sprintf("C%011d", n), member, "", "th", session, state, int64(perTalk), int64(perTalk), int64(perTalk),
			waiting, micros(at), micros(at) - 600_000_000,
		}
	}}
}

func (p *papers) messages(count int) table {
	fields := []string{
		"id", "owner", "number", "sender", "client_id", "operator", "session", "type", "payload", "username", "name", "device_token",
		"created_at",
	}
	return table{"chat_message", fields, count, func(n int) []any {
		talk, place := n/perTalk, n%perTalk
		at := p.at(talk, count/perTalk).Add(time.Duration(place-perTalk) * time.Minute)
		sender, client, by := "customer", fmt.Sprintf("c-%012d", n), ""
		if place%2 == 1 {
			sender, client, by = "other", "", fmt.Sprint("past", talk%12)
		}
		return []any{
			fmt.Sprintf("G%015d", n), "m:" + p.one(talk), int64(place + 1), sender, client, by, fmt.Sprintf("T%011d", talk), "text",
			`"ฝากเงินแล้ว แต่ยังไม่เข้ากระเป๋า ช่วยดูให้หน่อยครับ"`, "", "", "", micros(at),
		}
	}}
}

// sessions are of the last days, so that none has ended. Every twentieth is of an address that four of them have.
func (p *papers) sessions(count int) table {
	fields := []string{
		"id", "token_hash", "audience", "subject", "stamp", "remembered", "address", "agent", "created_at", "seen_at", "expires_at",
		"ended_at", "network",
	}
	return table{"session", fields, count, func(n int) []any {
		at, host := p.now.Add(-time.Duration(n%14_000)*time.Minute), n
		if rare(n, 20) {
			host = n / 80
		}
		address := fmt.Sprintf("%d.%d.%d.%d", 20+host>>24, host>>16&255, host>>8&255, host&255)
		return []any{
			fmt.Sprintf("PAST%016d", n), fmt.Sprintf("%064d", n), "member", p.one(n), int64(0), true, address,
			"Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
			micros(at), micros(at), micros(p.now.Add(month)), int64(0), address,
		}
	}}
}

func (p *papers) devices(count int) table {
	return table{"device", []string{"member", "device", "first_at", "last_at"}, count, func(n int) []any {
		of := n
		if rare(n, 50) {
			of-- // a family has one
		}
		return []any{p.one(n), fmt.Sprintf("%064d", of), micros(p.began), micros(p.at(n, count))}
	}}
}

func (p *papers) months(count int) table {
	first := clock.Month(p.now)
	return table{"member_month", []string{"month", "member", "deposits", "withdrawals"}, count, func(n int) []any {
		return []any{micros(first), p.one(n), 3 * amount(n), amount(n)}
	}}
}

// hours are those of three days, in which every tenth of the members deposited often.
func (p *papers) hours(count int) table {
	last := p.now.Truncate(time.Hour)
	return table{"member_hour", []string{"what", "hour", "member", "times", "amount"}, count, func(n int) []any {
		return []any{"deposit", micros(last.Add(-time.Duration(n%72) * time.Hour)), p.one(n), int64(1 + n%10), amount(n)}
	}}
}

func (p *papers) notices(count int) table {
	return table{"notice", []string{"id", "event", "body", "at"}, count, func(n int) []any {
		return []any{noticeID(n), "queue.late", `{"kind":"withdrawal","count":3}`, micros(p.at(n, count))}
	}}
}

func (p *papers) deliveries(count int) table {
	fields := []string{"notice", "target", "state", "tries", "turn", "since_at", "due_at", "ended_at", "last"}
	return table{"notice_delivery", fields, count, func(n int) []any {
		at := micros(p.at(n, count))
		return []any{noticeID(n), "system", "done", int64(1), int64(1), at, at, at + 300_000, ""}
	}}
}

func noticeID(n int) string { return fmt.Sprintf("past-%020d", n) }
