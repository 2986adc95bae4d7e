package doubt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"krapao/connect/provider"
	"krapao/connect/provider/joker"
	"krapao/connect/provider/joker/wire"
	"krapao/game"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
	"krapao/wallet"
	"krapao/wallet/doubt/clue"
)

// A provider moves another amount than ordered, loses its answer, and tells the truth in an inquiry. The amount that it
// moved is booked: if less, the rest is voided; more out of a game belongs to the member. More into a game is an error
// that is never booked, and an operator decides (RULES.md section 2).
func TestAnotherAmountThanAsked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in     bool
		moves  string // credits that the provider moves instead of 100
		wallet int64  // what the wallet has in the end, of 700 with 300 in the game
		isCase bool
	}{
		"LessIn":   {true, "60.00", 640, false},
		"LessOut":  {false, "-60.00", 760, false},
		"MoreOut":  {false, "-150.00", 850, false},
		"MoreIn":   {true, "150.00", 600, true},
		"OtherWay": {true, "-100.00", 600, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				tamper := &tampering{}
				w := newWorld(t, s, tamper.with)
				account := w.Open(member, "joker")
				w.MustTransfer(ledger.LabelWallet, "joker", baht(300))
				tamper.amount = c.moves
				from, to := "joker", ledger.LabelWallet
				if c.in {
					from, to = to, from
				}
				if answer, err := w.Transfer(from, to, baht(100)); err != nil || answer.Status != wallet.InProgress {
					t.Fatalf("%+v, %v", answer, err)
				}
				if c.isCase {
					w.waitOrCase(c.moves)
				} else {
					w.Settled(member, 10*time.Second)
					w.Agrees("joker", account)
					w.Conserved()
				}
				if got := w.Balance(ledger.Wallet(member)).Available(); got != baht(c.wallet) {
					t.Errorf("the wallet has %s, want %d", got, c.wallet)
				}
			})
		})
	}
}

// waitOrCase: a surplus into a game is a case at once. An answer that agrees with nothing stays unknown, and is a case
// only after a day. In both the money stays reserved.
func (w *world) waitOrCase(moves string) {
	w.T.Helper()
	if moves == "150.00" {
		w.says(w.waitForCase(10*time.Second).Reason, clue.AnswerDisagrees)
	}
	rest(sendBy + callTime + window)
	if got := w.Balance(ledger.Wallet(member)); got.Reserved != baht(100) {
		w.T.Errorf("it was settled: %+v", got)
	}
}

// tampering is a proxy between the wallet and the sandbox's Joker.
type tampering struct {
	// amount replaces that of the next transfer, whose answer is then lost; empty: everything passes.
	amount string
	base   string
	client *http.Client
}

func (p *tampering) with(outside *sandboxtest.Sandbox, all map[string]game.Connection) {
	p.base, p.client = outside.URL+"/games/joker/joker", outside.Client()
	credentials := sandbox.DemoCredentials().Joker
	all["joker"] = game.Connection{Provider: joker.New(joker.Config{
		BaseURL: outside.Beside("tampering.test", p), LaunchURL: outside.URL + "/lobby/joker",
		AppID: credentials.AppID, Secret: credentials.Secret, Terms: provider.Terms{Outbound: patient(outside)},
	})}
}

func (p *tampering) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call wire.Request
	if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
		panic(err)
	}
	lose := call.Method == wire.MethodTransfer && p.amount != ""
	if lose {
		call.Amount, p.amount = p.amount, ""
	}
	status, body, err := p.pass(r, call)
	if err != nil || lose {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (p *tampering) pass(r *http.Request, call wire.Request) (int, []byte, error) {
	body, err := json.Marshal(call)
	if err != nil {
		return 0, nil, err
	}
	credentials := sandbox.DemoCredentials().Joker
	query, err := wire.Query(credentials.AppID, credentials.Secret, body)
	if err != nil {
		return 0, nil, err
	}
	on, err := http.NewRequestWithContext(r.Context(), http.MethodPost, p.base+"?"+query.Encode(), bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	answer, err := p.client.Do(on)
	if err != nil {
		return 0, nil, fmt.Errorf("pass on: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}
