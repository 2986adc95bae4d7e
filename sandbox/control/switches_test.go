package control_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/payment/kbank/wire"
	truemoney "krapao/connect/truemoney/wire"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/core"
	"krapao/sandbox/sandboxtest"
)

var (
	chip   = regexp.MustCompile(`href="/badday\?lang=en&amp;target=([^"]+)"`)
	lever  = regexp.MustCompile(`data-target="([^"]+)" data-mode="([a-z_]+)" data-count="([0-9]+)"( checked)?`)
	always = regexp.MustCompile(`^(sms|qr:KBANK|payout|truemoney|notice:slack|game:joker)$`)
)

// room is a sandbox with a wallet, in which the wallet calls as its adapters do.
type room struct {
	t     *testing.T
	s     *sandboxtest.Sandbox
	next  func(prefix string) string
	bank  *clienttest.KBank
	payer *clienttest.Payer
	joker *clienttest.Joker
}

func open(t *testing.T) *room {
	t.Helper()
	s := sandboxtest.Start(t, clienttest.NewWallet(t).CalledBy())
	r := &room{
		t, s, clienttest.NewCounter(), clienttest.NewKBank(t, s), clienttest.NewPayer(t, s), clienttest.NewJoker(t, s, "joker"),
	}
	r.joker.Create("somchai")
	return r
}

// page is the bad-day page of a system.
func (r *room) page(target string) string {
	_, _, text := clienttest.Get(r.t, r.s, r.s.URL+"/badday?lang=en&target="+url.QueryEscape(target))
	return text
}

// calls makes the call that a fault with this operation and mode is about. What comes of it is the fault's.
func (r *room) calls(target, op, mode string) {
	client, back := clienttest.New(r.s), slices.Contains(core.CallbackModes, mode)
	switch target {
	case "sms":
		_, _, _ = clienttest.SendSMS(r.t, client, r.s, "0812345678")
		if op == core.OpVerify {
			_, _, _ = clienttest.VerifySMS(r.t, r.s, "token", "000000")
		}
	case "truemoney":
		_, _, _ = clienttest.RedeemVoucher(r.t, r.s, client)
		if op == core.OpCheck {
			code := sandboxtest.VoucherCode(r.s.Voucher(sandboxtest.Voucher{Amount: "1"}))
			_, _, _ = clienttest.Send(r.t, client, http.MethodGet, r.s.URL+"/truemoney"+truemoney.PathVerify(code, "0918765432"), nil, nil)
		}
	case "notice:slack":
		hook := r.s.URL + "/notices/slack/sandbox-slack-hook"
		_, _, _ = clienttest.Send(r.t, client, http.MethodPost, hook, []byte(`{"text":"hello"}`), nil)
	case "payout":
		ref := r.next("p")
		_, _, _ = r.payer.Order(ref, "10.00")
		if op == core.OpCheck {
			_, _, _ = r.payer.Check(ref)
		}
	case "game:joker":
		ref := r.next("g")
		_, _, _ = r.joker.Move("somchai", ref, "10.00")
		if op == core.OpCheck {
			_, _, _ = r.joker.Check(ref)
		}
	case "qr:KBANK":
		uid := r.next("q")
		_, _, _ = r.bank.Post(wire.PathRequest, r.bank.Order(uid, "5"))
		if op == core.OpCheck {
			_, _, _ = r.bank.Post(wire.PathInquiry, wire.Original{Caller: r.bank.Order(uid, "5").Caller, OrigPartnerTxnUid: uid})
		}
		if back && mode != core.ModeEarly {
			r.s.Pay(uid, sandboxtest.Payer{FromBank: "SCB", FromAccount: "4051234567", FromName: "SOMCHAI JAIDEE"})
		}
	}
	clienttest.Pass(10 * time.Second) // what comes back comes by then
}

// Every system of the page has switches, each can be thrown and is shown as on, and what it hits is shown, for a system of each
// kind of protocol. Switched off, it hits nothing.
func TestEverySwitch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := open(t)
		hit := 0
		for _, found := range chip.FindAllStringSubmatch(r.page(""), -1) {
			target, err := url.QueryUnescape(strings.ReplaceAll(found[1], "&amp;", "&"))
			if err != nil {
				t.Fatal(err)
			}
			levers := lever.FindAllStringSubmatch(r.page(target), -1)
			if len(levers) == 0 {
				t.Errorf("%s has no switch", target)
			}
			for _, one := range levers {
				hit += r.throw(target, one[2], one[3])
			}
		}
		if hit < 40 {
			t.Errorf("%d switches hit something", hit)
		}
	})
}

// throw throws one switch as the page does, and switches it off again. It returns 1 if the wallet called meanwhile.
func (r *room) throw(target, mode, count string) (hit int) {
	r.t.Helper()
	body := []byte(fmt.Sprintf(`{"target":%q,"mode":%q,"count":%s}`, target, mode, count))
	status, text, err := clienttest.Send(r.t, clienttest.New(r.s), http.MethodPost, r.s.URL+"/sandbox/faults", body, nil)
	if err != nil || status != http.StatusOK {
		r.t.Errorf("%s %s: HTTP %d, %v: %s", target, mode, status, err, text)
		return 0
	}
	on := fmt.Sprintf(`data-mode="%s" data-count="%s" checked`, mode, count)
	if !strings.Contains(r.page(target), on) {
		r.t.Errorf("%s %s is not shown as on", target, mode)
	}
	if always.MatchString(target) {
		r.calls(target, r.s.Faults()[0].Op, mode)
		if hits := r.s.Faults()[0].Hits; hits == 0 || !strings.Contains(r.page(target), `<span class="num hits">`) {
			r.t.Errorf("%s %s hit %d", target, mode, hits)
		}
		hit = 1
	}
	off := "/sandbox/faults?target=" + url.QueryEscape(target) + "&mode=" + mode
	r.s.Call(http.MethodDelete, off, nil, http.StatusOK, nil)
	if len(r.s.Faults()) != 0 || strings.Contains(r.page(target), on) {
		r.t.Errorf("%s %s is still on", target, mode)
	}
	return hit
}
