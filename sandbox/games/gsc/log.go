package gsc

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"krapao/connect/provider/gsc/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/games"
)

// orders are what the aggregator knows of an operator's transfers, apart from those that were made. They are kept in
// memory.
type orders struct {
	mu     sync.Mutex
	orders map[string]order // by reference
}

// order is a requested transfer.
type order struct {
	asked  request
	failed bool
}

// arrived records a transfer, so that an inquiry about its reference finds its product, whatever its outcome.
func (l *orders) arrived(asked request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.orders == nil {
		l.orders = map[string]order{}
	}
	ref := asked.in.Get(wire.FieldReference)
	if _, known := l.orders[ref]; !known {
		l.orders[ref] = order{asked: asked}
	}
}

func (l *orders) order(ref string) (order, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	order, known := l.orders[ref]
	return order, known
}

// fail marks a transfer as failed for good.
func (l *orders) fail(ref string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	order := l.orders[ref]
	order.failed = true
	l.orders[ref] = order
}

func (l *orders) failed(ref string) bool {
	order, _ := l.order(ref)
	return order.failed
}

// productCodes are the codes of all products.
func productCodes() []string {
	var codes []string
	for _, game := range games.OfFamily(games.FamilyGSC) {
		codes = append(codes, game.Code)
	}
	return codes
}

// handleCheck reports the state of a transfer of any product, by its reference.
func (p *provider) handleCheck(w http.ResponseWriter, r *http.Request) {
	in := r.URL.Query()
	if wrong := p.refusalCode(wire.PathCheck, in); wrong != "" {
		p.Answer(w, refusal(wrong))
		return
	}
	ref := in.Get(wire.FieldReference)
	made, err := p.findMove(r.Context(), ref)
	if err != nil && !errors.Is(err, core.ErrNotFound) {
		p.Answer(w, p.Broken("checkTransaction", err))
		return
	}
	order, known := p.orders.order(ref)
	code := order.asked.game.Code
	if made.Game != "" {
		code = made.Game
	}
	game, _ := games.ByCode(code)
	if code != "" && !wire.Askable(game.Product) {
		p.Answer(w, refusal(wire.CodeNoProduct))
		return
	}
	call := core.Call{
		Target: games.Target(code), Op: core.OpCheck, Ref: ref,
		Refuse: refusal(wire.CodeProhibited), NotFound: refusal(wire.CodeNoRecord),
		Apply: func(ctx context.Context) core.Reply { return p.answerAbout(ctx, ref) },
	}
	if call.Pending = call.NotFound; known {
		if asked, wrong := orderOf(order.asked); wrong == "" {
			call.Pending = p.transferReply(asked, wire.StateProcessing)
		}
	}
	p.Serve(w, r, call)
}

// findMove reads a movement of any product by its reference; core.ErrNotFound if there is none.
func (p *provider) findMove(ctx context.Context, ref string) (made games.Move, err error) {
	for _, code := range productCodes() {
		if made, err = p.Movement(ctx, code, ref); !errors.Is(err, core.ErrNotFound) {
			return made, err
		}
	}
	return games.Move{}, core.ErrNotFound
}

func (p *provider) answerAbout(ctx context.Context, ref string) core.Reply {
	made, err := p.findMove(ctx, ref)
	if err == nil {
		return p.transferReply(made, wire.StateSuccess)
	}
	if !errors.Is(err, core.ErrNotFound) {
		return p.Broken("checkTransaction", err)
	}
	if order, known := p.orders.order(ref); known && order.failed {
		if asked, wrong := orderOf(order.asked); wrong == "" {
			return p.transferReply(asked, wire.StateFailed)
		}
	}
	return refusal(wire.CodeNoRecord)
}

func (p *provider) transferReply(m games.Move, state string) core.Reply {
	game, _ := games.ByCode(m.Game)
	kind, amount := wire.TypeIn, m.Amount
	if amount < 0 {
		kind, amount = wire.TypeOut, -amount
	}
	at := m.At
	if at.IsZero() {
		at = p.Now()
	}
	return core.OK(wire.CheckReply{Reply: success(), Data: &wire.Inside[wire.Transfer]{Value: wire.Transfer{
		TransID: wire.Text(transID(m.Ref)), Time: at.UTC().Format(wire.TimeForm), Username: m.Username, Type: wire.Text(kind),
		Provider: game.Product, Amount: core.CreditsNumber(amount), RefID: m.Ref, Status: state, Operator: p.known.Operator,
	}}})
}

// handleBets lists the unmarked bets of all products, latest change first. Bets older than the latest 300 wait until
// some of those are marked. If an answer is not full, its last row is in it twice, as the protocol allows.
func (p *provider) handleBets(w http.ResponseWriter, r *http.Request) {
	in := r.URL.Query()
	if wrong := p.refusalCode(wire.PathBets, in); wrong != "" {
		p.Answer(w, refusal(wrong))
		return
	}
	if in.Get(wire.FieldVersion) != "0" {
		p.Answer(w, refusal(wire.CodeBadInput))
		return
	}
	p.Serve(w, r, core.Call{
		Target: p.reportTarget(core.OpReport), Op: core.OpReport, Refuse: refusal(wire.CodeProhibited), Apply: p.unmarked,
	})
}

// reportTarget is the product whose fault a call about the report meets: all products share one report.
func (p *provider) reportTarget(op string) string {
	codes := productCodes()
	for _, fault := range p.Faults.All() {
		code := strings.TrimPrefix(fault.Target, "game:")
		if fault.Op == op && fault.Left > 0 && slices.Contains(codes, code) {
			return fault.Target
		}
	}
	return "game:" + codes[0]
}

// row is a round with its number in the log.
type row struct {
	games.Round
	id int64
}

func (p *provider) unmarked(ctx context.Context) core.Reply {
	codes := productCodes()
	marks, args := placeholders(codes)
	args = append(args, clock.MicrosOf(p.ListedUntil(ctx, games.EndOfTime)), wire.MostBets)
	n := len(codes)
	rows, err := core.Collect(ctx, p.DB, func(row core.Row) (one row, err error) {
		var at, changed clock.Micros
		err = row.Scan(&one.id, &one.Code, &one.Game, &one.Username, &one.Bet, &one.Win, &one.After, &one.Shown,
			&at, &one.State, &changed, &one.Version)
		one.At, one.Changed = at.Time(), changed.Time()
		return one, err
	}, `SELECT id, `+games.RoundColumns+` FROM game_round WHERE game IN (`+marks+`) AND version > marked
		AND changed_at < $`+strconv.Itoa(n+1)+` ORDER BY version DESC LIMIT $`+strconv.Itoa(n+2), args...)
	if err != nil {
		return p.Broken("fetchbykey", err)
	}
	bets := make([]wire.Bet, 0, len(rows)+1)
	for _, one := range rows {
		bets = append(bets, wireBet(one))
	}
	if n := len(bets); n > 0 && n < wire.MostBets {
		bets = append(bets, bets[n-1])
	}
	text, err := json.Marshal(bets)
	if err != nil {
		return p.Broken("fetchbykey", err)
	}
	return core.OK(struct {
		wire.Reply
		Result string `json:"result"` // JSON in a text, as published clients read it
	}{success(), string(text)})
}

func wireBet(one row) wire.Bet {
	game, _ := games.ByCode(one.Game)
	bet := wire.Bet{
		ID: wire.Text(strconv.FormatInt(one.id, 10)), RefNo: wire.Text(one.Code),
		Site: game.Product, Product: "OT", Member: one.Username,
		GameID: "sandbox", StartTime: one.At.UTC().Format(wire.TimeForm), EndTime: one.Changed.UTC().Format(wire.TimeForm),
		Turnover: core.CreditsNumber(one.Bet), Bet: core.CreditsNumber(one.Bet), Payout: core.CreditsNumber(one.Win),
		Status: wire.BetValid,
	}
	switch one.State {
	case games.RoundRunning:
		bet.Status = wire.BetRunning
	case games.RoundVoid:
		bet.Status = wire.BetVoid
	}
	return bet
}

// handleMark removes bets from the list until they change again: in their present state, whatever the list showed.
func (p *provider) handleMark(w http.ResponseWriter, r *http.Request) {
	body, read := p.ReadBody(w, r)
	if !read {
		return
	}
	var in wire.Mark
	if err := json.Unmarshal(body, &in); err != nil {
		p.Answer(w, refusal(wire.CodeBadInput))
		return
	}
	fields := url.Values{wire.FieldOperator: {in.Operator}, wire.FieldSignature: {in.Signature}}
	if wrong := p.refusalCode(wire.PathMark, fields); wrong != "" {
		p.Answer(w, refusal(wrong))
		return
	}
	var ids []int64
	for ticket := range strings.SplitSeq(in.Ticket, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(ticket), 10, 64)
		if err != nil {
			p.Answer(w, refusal(wire.CodeBadInput))
			return
		}
		ids = append(ids, id)
	}
	p.Serve(w, r, core.Call{
		Target: p.reportTarget(core.OpMark), Op: core.OpMark, Refuse: refusal(wire.CodeProhibited),
		Apply: func(ctx context.Context) core.Reply { return p.applyMarks(ctx, ids) },
	})
}

func (p *provider) applyMarks(ctx context.Context, ids []int64) core.Reply {
	err := p.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `UPDATE game_round SET marked = version WHERE id = $1`, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return p.Broken("markbyjson", err)
	}
	return core.OK(success())
}

// placeholders returns the placeholders of a list of texts, and the texts as arguments.
func placeholders(texts []string) (marks string, args []any) {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i], args = "$"+strconv.Itoa(i+1), append(args, text)
	}
	return strings.Join(all, ", "), args
}
