// Package backoffice builds what operators decide with: the rooms of the area operator, the adapters by which they ask other
// areas, and their jobs.
//
// Promises:
//   - It starts nothing. Whoever opens it runs its Jobs.
//   - A part that it needs is a field of Deps; internal/app, which has built it, is never imported.
package backoffice

import (
	"context"
	"log/slog"

	"krapao/bonus"
	"krapao/bonus/campaign"
	stops "krapao/brake"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/record"
	"krapao/deposit/slip"
	"krapao/game/report"
	"krapao/internal/argon"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/internal/content"
	"krapao/internal/keyring"
	approvalcalls "krapao/internal/operatorapi/approval"
	auditcalls "krapao/internal/operatorapi/auditlog"
	brakecalls "krapao/internal/operatorapi/brake"
	campaigncalls "krapao/internal/operatorapi/campaign"
	chatcalls "krapao/internal/operatorapi/chat"
	"krapao/internal/operatorapi/decide"
	"krapao/internal/operatorapi/list"
	membercalls "krapao/internal/operatorapi/member"
	moneycalls "krapao/internal/operatorapi/money"
	noticecalls "krapao/internal/operatorapi/notice"
	offercalls "krapao/internal/operatorapi/offer"
	personcalls "krapao/internal/operatorapi/person"
	quarantinecalls "krapao/internal/operatorapi/quarantine"
	queuecalls "krapao/internal/operatorapi/queue"
	"krapao/internal/operatorapi/room"
	staffcalls "krapao/internal/operatorapi/staff"
	todaycalls "krapao/internal/operatorapi/today"
	tokencalls "krapao/internal/operatorapi/token"
	waitingcalls "krapao/internal/operatorapi/waiting"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/browse"
	"krapao/ledger/budget"
	"krapao/ledger/tally"
	"krapao/member"
	"krapao/member/access"
	"krapao/member/bankaccount"
	"krapao/member/holder"
	"krapao/member/login"
	"krapao/member/state"
	"krapao/notice"
	"krapao/operator"
	"krapao/operator/alarm"
	"krapao/operator/arrival"
	"krapao/operator/audit"
	"krapao/operator/care"
	"krapao/operator/cli"
	"krapao/operator/conversation"
	"krapao/operator/draft"
	"krapao/operator/flag"
	"krapao/operator/gamecase"
	"krapao/operator/halt"
	"krapao/operator/identity"
	"krapao/operator/note"
	"krapao/operator/notify"
	"krapao/operator/offer"
	"krapao/operator/queue"
	"krapao/operator/receivable"
	financereport "krapao/operator/report"
	"krapao/operator/restoration"
	"krapao/operator/risk"
	"krapao/operator/token"
	"krapao/operator/watch"
	"krapao/operator/withdrawal"
	"krapao/privacy"
	"krapao/protection"
	"krapao/quarantine"
	"krapao/reconcile"
	"krapao/session"
	"krapao/spin"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/withdraw"
	"krapao/withdraw/approval"
	"krapao/withdraw/brake"
	"krapao/withdraw/payout"
)

// Deps are what the back office stands on, all of it built.
type Deps struct {
	Store   *store.Store
	Ledger  *ledger.Ledger
	Box     *secret.Box
	Keys    *keyring.Ring
	Blobs   *blob.Blobs
	Metrics *telemetry.Metrics
	Log     *slog.Logger
	// Sections are those of a content document. The node's own caches know at once what is applied to them.
	Sections []content.Section
	// Hints are the nodes', and Pages the consoles' that are connected to this one.
	Hints *bus.Bus
	Pages interface {
		Watched(topic string) bool
		Tell(c bus.Change)
	}
	// Notices tell the house what happened.
	Notices *notice.Outbox
	// Whole names what is wrong with the chains' signatures, and how the chains differ from what the witnesses know.
	Whole func(context.Context) (wrong []string, err error)
	// Outside is what is known of the audit log beside its hashes.
	Outside audit.Outside
	// Systems are the names of all systems of the outside that can be stopped.
	Systems func(context.Context) ([]string, error)
	// Stands returns why a system may not go on yet.
	Stands stands
	// Hasher hashes operators' passwords. It is their own: a storm of members' logins keeps no operator out.
	Hasher *argon.Hasher
	// Limiter counts wrong sign-ins of all nodes.
	Limiter *ratelimit.Limiter
	Limits  ratelimit.Limits
	// Passkeys are of the console's address. Nil: it has none.
	Passkeys identity.Passkeys
	// Provider is the house's OpenID provider. Nil: it has none.
	Provider identity.Provider
	// MembersAt is the address of the member app; empty: it is not known.
	MembersAt string
	// DemoOperators are those of a demo.
	DemoOperators []string
	// Linked finds who is strongly linked to a member (RULES.md section 1).
	Linked Links

	// The areas that operators decide about.
	Sessions       *session.Service
	Members        *member.Service
	Logins         *login.Service
	Access         *access.Service
	States         *state.Service
	Accounts       *bankaccount.Service
	Holders        *holder.Index
	HolderCases    *holder.Cases
	Deposits       *deposit.Service
	Slips          *slip.Service
	Links          *link.Service
	Feeds          *feed.Reader
	Declared       *declared.Service
	Withdrawals    *withdraw.Service
	Review         *approval.Service
	Payouts        *payout.Service
	Brake          *brake.Brake
	Brakes         *stops.Service
	Credentials    *stops.Credentials
	Quarantine     *quarantine.Service
	Screens        *wallet.Screens
	Doubts         *doubt.Service
	Reports        *report.Service
	Reconciliation *reconcile.Service
	Bonuses        *bonus.Service
	Campaigns      *campaign.Service
	Coins          *spin.Service
	Games          membercalls.Games
	Protection     *protection.Service
	// Chats is nil for a house without the chat.
	Chats *chat.Service
	// ChatOn reports whether it is switched on.
	ChatOn func() bool
	// Privacy gives out what is kept of a member, and erases it.
	Privacy *privacy.Service
	Nodes
}

// Office is the back office.
type Office struct {
	services *cli.Services
	claims   *queue.Claims
	prover   *audit.Prover
	reports  *financereport.Service
	alarms   *alarm.Service
	tells    *notify.Service
	tokens   *token.Service
	people   *privacy.Service
	watch    *watch.Watch
	paces    *risk.Paces
	passes   *risk.Passes
	// credentials compare the file with what is approved, all the time.
	credentials *stops.Credentials
	rooms       room.All
	// names indexes members' own names, by which they are found.
	names func(context.Context) (int, error)
	// registrations counts the hours in which members registered.
	registrations func(context.Context) (int, error)
}

// Open builds the rooms.
func Open(d Deps) *Office {
	log := audit.New(d.Store, witness.Signer(d.Box, witness.Audit))
	claims := queue.NewClaims(d.Store)
	claims.Tell(d.Hints.Tell)
	approvals := operator.NewApprovals(operator.Deps{
		Store: d.Store, Audit: log, Links: kin{d.Linked, d.Logins}, Claims: claims,
		Confirmations: identity.Confirmations{}, Tell: d.Hints.Tell, Log: d.Log, Soon: len(d.DemoOperators) > 0,
	})
	reports := d.reports(approvals)
	d.Stands = eachStands(d.Stands, reports.Stands)
	services := d.services(log, approvals, claims)
	services.Identity = d.identity(log, services.Staff)
	services.Queue = d.queue(approvals, claims)
	services.Conversations.Tell(d.Hints.Tell)
	members := roster{d.Members, flag.New(d.Store)}
	lists := list.NewDesk(list.Deps{Store: d.Store, Audit: log, Files: d.Limiter, Confirmations: identity.Confirmations{}})
	d.decides(approvals)
	prover := audit.NewProver(log, d.Outside)
	restored := restoration.New(approvals, d.Quarantine)
	items := d.items(services, restored, claims, members)
	decisions := decide.NewDesk(approvals, members, items)
	tells := d.notify(services)
	log.OnAppend(tells.AuditedTx)
	reports.OnMade(reported(tells))
	alarms := d.alarms(approvals)
	tokens := token.New(d.Store, approvals)
	return &Office{
		services: services, claims: claims, prover: prover, reports: reports, alarms: alarms, tells: tells, people: d.Privacy,
		watch: d.watch(services), tokens: tokens, paces: risk.NewPaces(d.Store), passes: d.passes(), credentials: d.Credentials,
		names: d.Members.IndexNames, registrations: d.Members.KeepRegistrations,
		rooms: room.All{
			Offers:    offercalls.New(services.Drafts, decisions, lists),
			Proposals: approvalcalls.New(approvals, decisions, lists),
			Queue:     queuecalls.New(services.Queue, items, lists),
			Audits:    auditcalls.New(log, prover, members, lists),
			Brakes:    brakecalls.New(services.Brakes, approvals, decisions),
			Staff:     staffcalls.New(services.Staff, services.Identity, decisions, lists),
			Members:   d.members(services, decisions, members, lists),
			Today:     todaycalls.New(d.today(services), reports, services.Queue, alarms, lists, d.Store.Now),
			Restored:  quarantinecalls.New(restored, d.Quarantine, approvals, decisions, items, lists),
			Waiting: waitingcalls.New(decisions, items, waitingcalls.Rooms{
				Arrivals: services.Arrivals, Cases: services.Cases, Receivables: services.Receivables,
			}),
			Past: d.past(members, lists),
			Money: moneycalls.New(moneycalls.Deps{
				Books: browse.New(d.Store), References: d.Ledger, Looks: approvals, Lists: lists,
				Reports: reports, Providers: services.Cases, Days: services.Cases, Budgets: services.Offers, Decisions: decisions,
			}),
			Persons: personcalls.New(decisions, d.Privacy, d.Register), Notices: noticecalls.New(d.Notices, tells, lists),
			Chats: chatcalls.New(chatcalls.Deps{
				Talks: services.Conversations, Claims: claims, Members: members, Lists: lists, On: d.ChatOn,
				Promises: d.promises,
			}),
			Risks:  d.risks(approvals, members, lists),
			Tokens: tokencalls.New(tokens, decisions, lists, d.Store.Now),
			Campaigns: campaigncalls.New(campaigncalls.Deps{
				Campaigns: d.Campaigns, Bonuses: d.Bonuses, Coins: d.Coins, Members: members, Lists: lists, Now: d.Store.Now,
			}),
			Settings: d.settings(),
		},
	}
}

// members are the calls about one member.
func (d Deps) members(office *cli.Services, decisions *decide.Desk, refs list.Members, lists *list.Desk) *membercalls.Room {
	return membercalls.New(membercalls.Deps{
		Looks: office.Approvals, Approvals: office.Approvals, Decisions: decisions, Care: office.Care, Refs: refs, Now: d.Store.Now,
		Promises: d.promises,
		Books:    d.Ledger, Members: d.Members, Accounts: d.Accounts, Holders: d.Holders, States: d.States, Protection: d.Protection,
		Screens: d.Screens, Deposits: d.Deposits, Records: record.New(d.Store, d.Deposits), Doubts: d.Doubts,
		Withdrawals: d.Withdrawals, Bonuses: d.Bonuses, Lists: lists, Browse: browse.New(d.Store), Audit: office.Audit,
		Sessions: d.Sessions, Coins: d.Coins, Notes: note.New(d.Store, office.Approvals),
		Flags: flag.New(d.Store), Groups: d.groups(), Logins: d.Logins, Games: d.Games,
	})
}

// Services are the use cases of operators.
func (o *Office) Services() *cli.Services { return o.services }

// Tokens are those of systems.
func (o *Office) Tokens() *token.Service { return o.tokens }

// Rooms answer the operator API's calls.
func (o *Office) Rooms() room.All { return o.rooms }

// identity is how operators sign in.
func (d Deps) identity(log *audit.Log, staff *operator.Staff) *identity.Service {
	return identity.New(identity.Deps{
		Store: d.Store, Secrets: d.Box, Audit: log, Staff: staff, Sessions: d.Sessions, Hasher: d.Hasher,
		Limiter: d.Limiter, Limits: d.Limits, Passkeys: d.Passkeys, Provider: d.Provider, Demo: d.DemoOperators,
	})
}

func (d Deps) services(log *audit.Log, approvals *operator.Approvals, claims *queue.Claims) *cli.Services {
	people := credentials{d.Members, d.Logins, d.Sessions, d.Access, d.States}
	var chats conversation.Chats
	if d.Chats != nil {
		chats = d.Chats
	}
	return &cli.Services{
		Staff: operator.NewStaff(approvals, d.Sessions), Approvals: approvals, Audit: log,
		Withdrawals: withdrawal.New(withdrawal.Deps{
			Approvals: approvals, Requests: d.Withdrawals, Review: d.Review, Payouts: d.Payouts, Brake: d.Brake,
		}),
		Arrivals: arrival.New(arrival.Deps{
			Approvals: approvals, Deposits: d.Deposits, Slip: d.Slips, Link: d.Links, Feed: d.Feeds, Declared: d.Declared,
			Records: record.New(d.Store, d.Deposits), Finder: record.NewFinder(d.Store, d.Deposits, d.Holders),
		}),
		Cases: gamecase.New(gamecase.Deps{
			Approvals: approvals, Now: d.Store.Now, Transfers: cases{d.Doubts}, Reconciliation: d.Reconciliation,
			Differences: d.Doubts.Cases(), Reports: d.Reports.States, Health: d.Metrics.ProviderHealth,
		}),
		Receivables: receivable.New(approvals, d.Ledger),
		Offers: offer.New(offer.Deps{
			Approvals: approvals, Members: people, Offers: offers{d.Bonuses, d.Campaigns, d.Coins}, Budgets: budget.New(d.Store),
		}),
		Care: care.New(care.Deps{
			Approvals: approvals, Members: people, Protection: protected{d.Members, d.States, d.Access, d.Protection},
			Holders: holders{d.HolderCases}, Flags: flag.New(d.Store),
			Names: names{d.Members}, Limits: limits{d.Protection}, Conditions: conditions{d.Bonuses},
		}),
		Brakes: halt.New(halt.Deps{
			Approvals: approvals, Brakes: d.Brakes, Credentials: d.Credentials, Systems: d.Systems, Stands: d.Stands,
		}),
		Conversations: conversation.New(approvals, chats, claims), Lists: cli.NewStandby(d.Store), Tallies: tally.New(d.Store),
		Drafts: draft.New(draft.Deps{
			Store: d.Store, Approvals: approvals, Tell: d.Hints.Tell, Sections: d.Sections, Blobs: d.Blobs, Index: d.Box.Index,
			Members: d.MembersAt,
		}),
		Whole: d.Whole, TurnKeys: (&rotation{keys: d.Keys}).turn,
		MoveFiles: (&blob.Mover{Blobs: d.Blobs}).Turn,
	}
}
