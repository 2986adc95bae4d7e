// Package app puts the product together: the one place that knows the concrete engine, every adapter and every area.
//
// Promises: what is opened is closed in the opposite order; the member listener is somebody else's and opens last; what
// works in the background stops when its context ends, and is waited for.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"

	"krapao/bonus"
	"krapao/chat"
	"krapao/deposit"
	"krapao/deposit/declared"
	"krapao/deposit/feed"
	"krapao/deposit/link"
	"krapao/deposit/qr"
	"krapao/deposit/slip"
	"krapao/game"
	"krapao/internal/blob"
	"krapao/internal/bus"
	"krapao/internal/clock"
	"krapao/internal/config"
	"krapao/internal/content"
	"krapao/internal/fair"
	"krapao/internal/httpapi"
	"krapao/internal/keyring"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/settle"
	"krapao/internal/socketio"
	"krapao/internal/socketio/live"
	"krapao/internal/store"
	"krapao/internal/telemetry"
	"krapao/internal/witness"
	"krapao/invite"
	"krapao/ledger"
	"krapao/ledger/budget"
	"krapao/ledger/proof"
	"krapao/lookup"
	"krapao/member"
	"krapao/operator"
	"krapao/operator/cli"
	"krapao/otp"
	"krapao/play"
	"krapao/protection"
	"krapao/refund"
	"krapao/session"
	"krapao/spin"
	"krapao/statement"
	"krapao/wallet"
	"krapao/wallet/doubt"
	"krapao/withdraw"
)

// Config is what an app is made of. Its store is open and migrated.
type Config struct {
	Node    config.Node
	Outside config.Outside
	Store   *store.Store
	// Masters are the master keys by their versions: the database's own keys are sealed under the highest.
	Masters keyring.Masters
	// Witnesses are told every minute where the audit chain and the ledger's end; empty: nobody is.
	Witnesses []witness.Place
	// PlainOutside is an origin without TLS that games come from: the sandbox's.
	PlainOutside string
	// Socket is where operators' commands come from (cli.Listen); nil takes none. Run closes it.
	Socket net.Listener
	// Site is the built web app; nil serves the API alone.
	Site fs.FS
	Log  *slog.Logger
	// Dial makes the connections to the outside; nil is the machine's network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Hints is the bus of all nodes on the store, where they all are in this process; nil has hints go over the store.
	Hints *bus.Bus
	// Version names the program in the figures.
	Version string
	// Demo softens the waits of RULES.md section 15's demo profile.
	Demo bool
	// Random is where the wheel's seeds come from; nil is the machine's.
	Random io.Reader
	// Argon is the cost of password hashes; zero is the product's. Tests make it cheap.
	Argon member.Argon
}

// App is a running product without its listeners.
type App struct {
	Config
	// Clock is the store's.
	Clock       clock.Clock
	Ledger      *ledger.Ledger
	Bus         *bus.Bus
	Sessions    *session.Service
	Members     *member.Service
	OTP         *otp.Service
	Lookup      *lookup.Service
	Games       *game.Service
	Wallet      *wallet.Service
	Deposits    *deposit.Service
	Codes       *qr.Service
	Slips       *slip.Service
	Links       *link.Service
	Feeds       *feed.Reader
	Declared    *declared.Service
	Withdrawals *withdraw.Service
	Bonuses     *bonus.Service
	Refunds     *refund.Service
	Invitations *invite.Service
	Statements  *statement.Service
	Play        *play.Service
	Coins       *spin.Service
	Protection  *protection.Service
	Chats       *chat.Service
	Live        *live.Live
	Server      *httpapi.Server
	Metrics     *telemetry.Metrics

	heads    *witness.Keeper // tells where the chains end
	keys     *keyring.Ring
	rotation rotation
	box      *secret.Box
	blobs    *blob.Blobs
	turns    *fair.Queue // of members and guests whose pictures are written anew
	limits   ratelimit.Limits
	sql      *ratelimit.SQL
	worker   *settle.Worker
	closers  []func()
}

// Open puts everything together. Run makes it work.
func Open(ctx context.Context, c Config) (*App, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	a := &App{
		Config: c, Clock: c.Store, Metrics: telemetry.NewMetrics(), limits: limitsOf(c.Node, c.Demo),
		turns: fair.New(runtime.GOMAXPROCS(0)),
	}
	if err := a.open(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *App) open(ctx context.Context) (err error) {
	// First of all: with another master key this is another house's database.
	if a.keys, err = keyring.Open(ctx, a.Store, a.Masters); err != nil {
		return err
	}
	a.box = a.keys.Box
	if err := a.Store.JoinClock(ctx); err != nil {
		return err
	}
	if a.Ledger, err = ledger.Open(ctx, a.Store, ledger.Signed(witness.Signer(a.box, witness.Ledger))); err != nil {
		return err
	}
	a.onClose(func() { a.closing("ledger", a.Ledger.Close()) })
	if a.Bus = a.Hints; a.Bus == nil {
		a.Bus = bus.Open(a.Store, a.Log, false)
		a.onClose(a.Bus.Close)
	}
	a.Ledger.OnChange(func(members []string) { a.Bus.Publish(bus.Member, members...) })
	if err := a.identity(); err != nil {
		return err
	}
	if err := a.Members.BeginSealing(ctx); err != nil {
		return err
	}
	if err := a.areas(); err != nil {
		return err
	}
	if err := a.agree(ctx); err != nil {
		return err
	}
	return a.face(ctx)
}

// limitsOf are the contract's numbers, with the budgets that this node was told. A demo has budgets that nobody meets by trying
// it out.
func limitsOf(n config.Node, demo bool) ratelimit.Limits {
	l := ratelimit.Defaults()
	house, prefix := l.SMSHouse.Count, l.SMSPrefix.Count
	if demo {
		house, prefix = 20_000, 5_000
	}
	l.SMSHouse = l.SMSHouse.Budget(cmp.Or(int(n.SMSPerHour), house))
	l.SMSPrefix = l.SMSPrefix.Budget(cmp.Or(int(n.SMSPerPrefix), prefix))
	return l
}

// identity opens who members are: sessions, reference data, one-time codes, members.
func (a *App) identity() (err error) {
	a.sql = ratelimit.NewSQL(a.Store).Keyed(a.box.Index)
	limiter := ratelimit.New(a.sql, a.Clock)
	if a.Node.Limits == "off" {
		limiter = ratelimit.Off()
	}
	a.Sessions = session.New(a.Store, map[session.Audience]session.Subjects{
		session.Member: member.Directory(a.Store), session.Operator: operator.Directory(a.Store),
	})
	a.Sessions.OnEnd(func(e session.Ended) {
		if e.Audience == session.Member {
			a.Bus.Publish(bus.SessionEnded, e.Subject)
		}
	})
	a.Lookup = lookup.New(a.Store, lookup.Options{
		RegisterOTP: a.Node.RegisterOTP, Chat: a.Node.Chat, Laos: a.Node.Laos,
		// Made of the master key, so that all nodes of an installation have the same one and no two installations do.
		TruelinkSecret: a.box.Index("runtime configuration", "truelinkSecret"),
	})
	a.OTP = otp.New(otp.Deps{
		Store: a.Store, Sender: smsOf(a.Outside.SMS, a.lines("sms")("sms")), Limiter: limiter, Limits: a.limits, Laos: a.Node.Laos,
		Sent:    func(purpose otp.Purpose) { a.Metrics.SMSSent(string(purpose)) },
		Refused: a.Metrics.SMSRefused,
	})
	a.onClose(a.OTP.Wait)
	deps := member.Deps{
		Codes: prover{a.OTP},
		Store: a.Store, Ledger: a.Ledger, Sessions: a.Sessions, Lookup: a.Lookup, Secrets: a.box,
		Activity: activity{a.Ledger}, Limiter: limiter, Limits: a.limits, Laos: a.Node.Laos, Argon: a.Argon, NameSecures: !a.Demo,
		Secured: func(ctx context.Context, tx *store.Tx, memberID string) error {
			return a.Games.ResetAllTx(ctx, tx, memberID)
		},
		Activated: a.activated, Invited: invite.BindTx, AllRead: a.keys.AllRead,
	}
	if a.Node.RegisterOTP {
		deps.OTP = prover{a.OTP}
	}
	a.Members, err = member.New(deps)
	return err
}

// areas opens where money goes: games, wallet, deposits, withdrawals, and the worker that settles for them.
func (a *App) areas() (err error) {
	connections, err := a.connections()
	if err != nil {
		return err
	}
	a.Games = game.New(a.Store, a.Ledger, a.box, connections, a.gameSettings())
	a.Wallet = wallet.New(a.Store, a.Ledger, a.Games, holder{a.Members}, exclusion{a}, a.walletSettings())
	a.wheel()
	a.protect()
	gateways, err := a.deposits()
	if err != nil {
		return err
	}
	a.bonuses(gateways > 0)
	a.losses()
	a.Wallet.AddTotalObservers(invitationsSeen{a.Invitations}, conditionsSeen{a.Bonuses}, unplayed{a.Play, a.Ledger})
	a.worker, err = settle.New(a.Ledger, settle.Settings{
		Clock: a.Clock, CountFrom: a.Store.CountFrom, Log: a.Log,
		Observe: func(kind ledger.Kind, outcome settle.Outcome, _ time.Duration) {
			a.Metrics.Settled(string(kind), string(outcome))
		},
	})
	if err != nil {
		return err
	}
	a.Withdrawals = withdraw.New(withdraw.Deps{
		Store: a.Store, Books: a.Ledger, Members: payees{a.Members}, Payout: payoutOf(a.Outside.Payout, a.lines("payout")("payout")), Box: a.box,
		Games: gather{a.Wallet}, Totals: totals{a.Wallet}, Proofs: proofs{a.Deposits}, Play: a.Play, Coins: a.Coins,
		Conditions: a.Bonuses, Log: a.Log,
		Wake: func() { a.worker.Wake(withdraw.KindWithdraw) },
	})
	a.Statements = statement.New(a.Store, a.Ledger)
	a.worker.Handle(game.KindIn, a.Wallet.Doubts().Lane())
	a.worker.Handle(game.KindOut, a.Wallet.Doubts().Lane())
	a.worker.Handle(withdraw.KindWithdraw, settle.Lane{Handle: a.Withdrawals.Settle, Since: a.Withdrawals.Since})
	return nil
}

// gameSettings: in the demo, what was played counts within seconds.
func (a *App) gameSettings() game.Settings {
	s := game.Settings{Log: a.Log, Playing: shutOut{a}.Playing, Played: a.played, Changed: a.changed}
	if a.Demo {
		s.ReportEvery = 5 * time.Second
	}
	return s
}

// walletSettings: the demo's waits are short, so that everything can be tried in minutes (RULES.md section 15).
func (a *App) walletSettings() wallet.Settings {
	s := wallet.Settings{Settings: doubt.Settings{Log: a.Log}}
	if a.Demo {
		s.NotFoundWindow, s.Idle, s.Still = 20*time.Second, time.Second, 2*time.Second
		if s.Rechecks = a.Node.Rechecks; len(s.Rechecks) > 0 { // seconds instead of days, then for all that follows them
			s.UnprovedAfter = s.Rechecks[len(s.Rechecks)-1]
		}
	}
	return s
}

// chatPrefix starts the names of rooms.
const chatPrefix = "krapao"

// face opens the HTTP layer and the live connection.
func (a *App) face(ctx context.Context) error {
	proxies, err := httpapi.ParseProxies(a.Node.TrustedProxies)
	if err != nil {
		return fmt.Errorf("KRAPAO_TRUSTED_PROXIES: %w", err)
	}
	a.Live = live.New(a.Bus, live.Settings{
		Prefix: chatPrefix,
		Authenticate: func(ctx context.Context, token string) (string, error) {
			found, err := a.Sessions.Check(ctx, session.Member, token)
			return found.Subject, err
		},
		Socket: socketio.Settings{Address: proxies.Address, Log: a.Log},
	})
	a.onClose(a.Live.Close)
	a.conversations()
	a.heads = a.witness()
	a.gauges()
	calls := ratelimit.New(ratelimit.NewMemory(), a.Clock)
	if a.Node.Limits == "off" {
		calls = ratelimit.Off()
	}
	a.Server, err = httpapi.New(ctx, httpapi.Parts{
		Store: a.Store, Ledger: a.Ledger, Sessions: a.Sessions, Members: a.Members, OTP: a.OTP, Lookup: a.Lookup,
		Games: a.Games, Wallet: a.Wallet, Deposits: a.Deposits, Withdrawals: a.Withdrawals, Bonuses: a.Bonuses,
		Codes: a.Codes, Slips: a.Slips, Links: a.Links, Declared: a.Declared,
		Refunds: a.Refunds, Invitations: a.Invitations,
		Statements: a.Statements, Coins: a.Coins, Protection: a.Protection,
		Chats: a.Chats, ChatPrefix: chatPrefix, Operators: a.Operators(), Index: a.box.Index,
		Calls: calls, Limits: a.limits, Proxies: proxies, Metrics: a.Metrics, Log: a.Log,
		Socket: a.Live, Site: a.Site, FrameAncestors: a.Node.FrameAncestors, PlainOutside: a.PlainOutside,
	})
	return err
}

// Sections are all sections of a content document, in the order in which they are applied: a later one may refer to an
// earlier one.
// Providers are the configured ones: what they report of play is known by them, and of one that is not there, by its family.
func Sections(s *store.Store, providers map[string]config.Provider) []content.Section {
	games := game.New(s, nil, nil, nil, game.Settings{})
	bonuses := bonus.New(bonus.Deps{Store: s, Games: emptied{games: games, reports: reporting(providers)}})
	return sections(lookup.New(s, lookup.Options{}), games, deposit.New(deposit.Deps{Store: s}), withdraw.New(withdraw.Deps{Store: s}), bonuses)
}

// Sections of a running app: its own caches learn of what is applied at once.
func (a *App) Sections() []content.Section {
	return sections(a.Lookup, a.Games, a.Deposits, a.Withdrawals, a.Bonuses)
}

func sections(l *lookup.Service, g *game.Service, d *deposit.Service, w *withdraw.Service, b *bonus.Service) []content.Section {
	return append(l.Sections(),
		content.Section{Name: "games", Apply: g.Apply},
		content.Section{Name: "depositAccounts", Apply: d.Apply},
		content.Section{Name: "deposit", Apply: d.ApplySettings},
		content.Section{Name: "withdraw", Apply: w.Apply},
		content.Section{Name: "coins", Apply: spin.ApplySettings},
		content.Section{Name: "protection", Apply: protection.ApplySettings},
		content.Section{Name: "budgets", Apply: budget.Apply},
		content.Section{Name: "bonus", Apply: b.ApplyBonuses},
		content.Section{Name: "promotions", Apply: b.ApplyPromotions},
		content.Section{Name: "refund", Apply: refund.ApplySettings(b.CheckTermsTx)},
		content.Section{Name: "invite", Apply: invite.ApplySettings(b.CheckTermsTx)},
		content.Section{Name: "wheel", Apply: spin.ApplyWheel(b, b.CheckTermsTx)},
		content.Section{Name: "chat", Apply: chat.ApplySettings},
	)
}

// Handler is the member listener's, OperatorHandler the operator's.
func (a *App) Handler() http.Handler { return a.Server.Handler() }

// OperatorHandler serves figures and health.
func (a *App) OperatorHandler() http.Handler { return a.Server.OperatorHandler() }

// Run does what goes on beside requests until the context ends, and returns when all of it has stopped. It has connections to
// the database of its own.
func (a *App) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	if a.Socket != nil {
		operators := ctx // no task: people wait for its answers
		running.Go(func() { a.closing("operators' socket", cli.Answer(operators, a.Socket, a.Operators())) })
	}
	ctx = store.Task(ctx)
	running.Go(func() {
		a.keys.Keep(ctx, func(err error) { a.Log.Error("the database's keys cannot be read", "error", err) })
	})
	if len(a.Witnesses) > 0 {
		running.Go(func() { a.heads.Keep(ctx) })
	}
	running.Go(func() { a.worker.Run(ctx) })
	running.Go(func() { a.Codes.Run(ctx) })
	running.Go(func() { a.Slips.Run(ctx) })
	running.Go(func() { a.Withdrawals.Run(ctx) })
	running.Go(func() { a.auditor(ctx).Run(ctx) })
	running.Go(func() { a.Metrics.KeepFresh(ctx) })
	running.Go(func() { a.watchClock(ctx) })
	running.Go(func() {
		a.Store.KeepClock(ctx, func(err error) { a.Log.Warn("this node cannot tell the others the time", "error", err) })
	})
	running.Go(func() {
		settle.Every(ctx, a.Store, a.Log, slices.Concat(a.chores(), a.bonusChores(), a.lossChores(), a.protectionChores(), a.Games.ReportTasks(), a.reconcileTasks())...)
	})
}

// chores are done by one node at a time.
func (a *App) chores() []settle.Task {
	return []settle.Task{
		{Name: "lapsed holds", Interval: time.Second, Run: first(a.Members.ReleaseLapsed)},
		{Name: "reversals", Interval: time.Second, Run: first(a.Deposits.SweepReversals)},
		{Name: "interrupted movements", Interval: time.Second, Timeout: time.Minute, Run: first(a.Wallet.Sweep)},
		{Name: "returned transfers", Interval: time.Second, Timeout: time.Minute, Run: first(a.Wallet.Doubts().Recheck)},
		{Name: "statements", Interval: 2 * time.Second, Timeout: time.Minute, Run: first(a.Feeds.Read)},
		{Name: "declared transfers", Interval: 5 * time.Second, Run: first(a.Declared.Pair)},
		{Name: "wallet links", Interval: time.Second, Timeout: time.Minute, Run: first(a.Links.Settle)},
		{Name: "unindexed holders", Interval: time.Minute, Timeout: 10 * time.Minute, Run: first(a.Members.IndexHolders)},
		{Name: "plain passwords", Interval: time.Minute, Timeout: 10 * time.Minute, Run: first(a.Members.SealPasswords)},
		{Name: "unindexed accounts", Interval: time.Hour, Run: first(a.Members.IndexAccounts)},
		{Name: "game passwords", Interval: 5 * time.Second, Run: first(a.Games.SettlePasswords)},
		{Name: "unclaimed coupons", Interval: time.Minute, Run: first(a.Coins.Expire)},
		{Name: "old sessions", Interval: time.Hour, Run: first(a.Sessions.Prune)},
		{Name: "old codes", Interval: time.Hour, Run: first(a.OTP.Prune)},
		{Name: "old allowances", Interval: time.Hour, Run: first(a.sql.Sweep)},
		{Name: "old slips", Interval: time.Hour, Run: a.Slips.Sweep},
		{Name: "old statement readings", Interval: time.Hour, Run: a.Statements.Sweep},
		{Name: "files that were never sent", Interval: time.Minute, Run: a.Chats.SweepUnsent},
		{Name: "old conversations", Interval: time.Hour, Run: a.Chats.Sweep},
		{Name: "old answers", Interval: 10 * time.Minute, Run: a.Server.Sweep},
		{Name: "unkeyed answers", Interval: time.Minute, Run: first(a.Server.KeyAnswers)},
	}
}

func first[N any](f func(context.Context) (N, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := f(ctx)
		return err
	}
}

// auditor looks at the books all the time. What is off is named in the log and the figures, and stops automatic payouts.
// Stopping is tried after each round until it is done: a break is found only once.
func (a *App) auditor(ctx context.Context) *proof.Auditor {
	var stop string // why automatic payouts are to be stopped; empty once they are
	return proof.NewAuditor(a.Store, proof.AuditorOptions{
		Found: func(p proof.Problem) {
			a.Metrics.Break()
			a.Log.Error("the books are not whole; automatic payouts stop", "account", string(p.Account), "what", p.What)
			stop = cmp.Or(stop, "the books are not whole: "+p.String())
		},
		Done: func(_ time.Duration, err error) {
			a.Metrics.Audited(err)
			if err != nil {
				a.Log.Warn("the audit could not finish a round", "error", err)
			}
			if stop == "" {
				return
			}
			if err := a.Withdrawals.Stop(ctx, stop); err != nil {
				a.Log.Error("automatic payouts could not be stopped yet", "error", err)
				return
			}
			stop = ""
		},
	})
}

func (a *App) onClose(f func()) { a.closers = append(a.closers, f) }

func (a *App) closing(what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		a.Log.Warn("not closed in order", "part", what, "error", err)
	}
}

// Close ends what Open opened, in the opposite order. The store stays the caller's.
func (a *App) Close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
}
