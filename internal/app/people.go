package app

import (
	"context"

	"krapao/internal/app/outside"
	"krapao/internal/ratelimit"
	"krapao/invite"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/member/password"
	"krapao/member/state"
	"krapao/operator"
	"krapao/otp"
	"krapao/session"
)

// people are the areas of who a member is: sessions, reference data, one-time codes, and the rooms of members.
type people struct {
	Sessions *session.Service
	Lookup   *lookup.Service
	OTP      *otp.Service

	States      *state.Service
	Passwords   *password.Service
	Accounts    *bankaccount.Service
	Holders     *holder.Index
	HolderCases *holder.Cases
	Members     *member.Service
	Access      *access.Service
	Logins      *login.Service
}

func openPeople(ctx context.Context, b base, opened *closers) (p people, err error) {
	limiter := b.limiter(b.counts)
	p.Sessions = session.New(b.Store, map[session.Audience]session.Subjects{
		session.Member: access.Directory(b.Store), session.Operator: operator.Directory(b.Store),
	}, map[session.Audience]session.Terms{session.Operator: session.OperatorTerms})
	p.Lookup = lookup.New(b.Store, lookup.Options{
		RegisterOTP: b.Node.RegisterOTP, Chat: b.Node.Chat, Laos: b.Node.Laos,
		// Made from the master key: all nodes of an installation have the same one, and no two installations do.
		TruelinkSecret: b.box.Index("runtime configuration", "truelinkSecret"),
	})
	p.OTP = openCodes(b, limiter)
	opened.add(p.OTP.Wait)
	p.States = state.New(b.Store, b.Ledger)
	p.Passwords, err = password.New(password.Deps{Store: b.Store, Secrets: b.box, Argon: b.Argon, AllRead: b.keys.AllRead})
	if err != nil {
		return p, err
	}
	p.Accounts = bankaccount.New(b.Store, p.Lookup, b.box)
	p.Holders, p.HolderCases = holder.New(b.Store, b.box, p.Accounts), holder.NewCases(b.Store)
	p.Members = openMembers(b, p, limiter)
	p.Access = access.New(b.Store, p.Sessions)
	p.Logins = login.New(login.Deps{
		Store: b.Store, Members: p.Members, Passwords: p.Passwords, Access: p.Access, Sessions: p.Sessions, Lookup: p.Lookup,
		Codes: prover{p.OTP}, Limiter: limiter, Limits: b.limits, Laos: b.Node.Laos,
	})
	return p, p.Passwords.BeginSealing(ctx)
}

// openMembers opens the members themselves.
func openMembers(b base, p people, limiter *ratelimit.Limiter) *member.Service {
	d := member.Deps{
		Store: b.Store, Ledger: b.Ledger, Lookup: p.Lookup, Passwords: p.Passwords, Accounts: p.Accounts, Holders: p.Holders,
		Activity: activity{b.Ledger}, Limiter: limiter, Limits: b.limits, Laos: b.Node.Laos,
		NameSecures: !b.Demo, Invited: invite.BindTx,
	}
	if b.Node.RegisterOTP {
		d.OTP = prover{p.OTP}
	}
	return member.New(d)
}

// openCodes opens the one-time codes.
func openCodes(b base, limiter *ratelimit.Limiter) *otp.Service {
	return otp.New(otp.Deps{
		Store: b.Store, Sender: outside.SMS(b.Outside.SMS, b.clients.Measured("sms")("sms")), Limiter: limiter, Limits: b.limits,
		Laos:    b.Node.Laos,
		Sent:    func(purpose otp.Purpose) { b.Metrics.SMSSent(string(purpose)) },
		Refused: b.Metrics.SMSRefused,
	})
}
