package app

import (
	"context"

	"krapao/internal/ratelimit"
	"krapao/invite"
	"krapao/lookup"
	"krapao/member"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/state"
	"krapao/operator"
	"krapao/otp"
	"krapao/session"
)

// people are the areas of who a member is: sessions, reference data, one-time codes, members.
type people struct {
	Sessions *session.Service
	Lookup   *lookup.Service
	OTP      *otp.Service
	States   *state.Service
	Accounts *bankaccount.Service
	Members  *member.Service

	Holders     *holder.Index
	HolderCases *holder.Cases
}

func openPeople(ctx context.Context, b base, opened *closers) (people, error) {
	limiter := b.limiter(b.counts)
	sessions := session.New(b.Store, map[session.Audience]session.Subjects{
		session.Member: member.Directory(b.Store), session.Operator: operator.Directory(b.Store),
	})
	reference := lookup.New(b.Store, lookup.Options{
		RegisterOTP: b.Node.RegisterOTP, Chat: b.Node.Chat, Laos: b.Node.Laos,
		// Made from the master key: all nodes of an installation have the same one, and no two installations do.
		TruelinkSecret: b.box.Index("runtime configuration", "truelinkSecret"),
	})
	codes := openCodes(b, limiter)
	opened.add(codes.Wait)
	accounts := bankaccount.New(b.Store, reference, b.box)
	names := holder.New(b.Store, b.box, accounts)
	deps := member.Deps{
		Codes: prover{codes},
		Store: b.Store, Ledger: b.Ledger, Sessions: sessions, Lookup: reference, Secrets: b.box,
		Accounts: accounts, Holders: names,
		Activity: activity{b.Ledger}, Limiter: limiter, Limits: b.limits, Laos: b.Node.Laos, Argon: b.Argon,
		NameSecures: !b.Demo, Invited: invite.BindTx, AllRead: b.keys.AllRead,
	}
	if b.Node.RegisterOTP {
		deps.OTP = prover{codes}
	}
	members, err := member.New(deps)
	if err != nil {
		return people{}, err
	}
	return people{
		Sessions: sessions, Lookup: reference, OTP: codes, States: state.New(b.Store, b.Ledger), Members: members,
		Accounts: accounts, Holders: names, HolderCases: holder.NewCases(b.Store),
	}, members.BeginSealing(ctx)
}

// openCodes opens the one-time codes.
func openCodes(b base, limiter *ratelimit.Limiter) *otp.Service {
	return otp.New(otp.Deps{
		Store: b.Store, Sender: smsOf(b.Outside.SMS, b.clients.measured("sms")("sms")), Limiter: limiter, Limits: b.limits,
		Laos:    b.Node.Laos,
		Sent:    func(purpose otp.Purpose) { b.Metrics.SMSSent(string(purpose)) },
		Refused: b.Metrics.SMSRefused,
	})
}
