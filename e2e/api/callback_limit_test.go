package api

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/bubble"
	"krapao/money"
)

// gatewayAddress is an address from which callbacks come, a gateway's and a stranger's.
type gatewayAddress struct {
	*testing.T
	client *apptest.Client
	// invented counts the references that were made up.
	invented int
}

// tells is a callback of KBANK about a reference. Its answer is the status.
func (g *gatewayAddress) tells(reference string) int {
	g.Helper()
	got, err := g.client.Try(http.MethodPost, "/hooks/kbank", callback(reference), "X-Requested-With", "")
	if err != nil {
		g.Fatal(err)
	}
	return got.Status
}

// streams sends a callback without saying how long it is.
func (g *gatewayAddress) streams(a *apptest.App, body string) int {
	g.Helper()
	text := struct{ io.Reader }{strings.NewReader(body)}
	r, err := http.NewRequestWithContext(g.Context(), http.MethodPost, a.URL+"/hooks/kbank", text)
	if err != nil {
		g.Fatal(err)
	}
	got, err := a.HTTP().Do(r)
	if err != nil {
		g.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	return got.StatusCode
}

// callback is what KBANK says about a reference.
func callback(reference string) string {
	return fmt.Sprintf(`{"partnerTxnUid":%q,"partnerId":"SANDBOX01","merchantId":"KBSANDBOX00001","statusCode":"00"}`, reference)
}

// usesUp sends callbacks about invented references until the address has used up its allowance, and returns their number. All of
// it is one moment: nothing in it waits for time to pass.
func (g *gatewayAddress) usesUp() (n int) {
	g.Helper()
	for n < 1500 {
		g.invented++
		if g.tells(fmt.Sprintf("aa%013d", g.invented)) == http.StatusTooManyRequests {
			return n
		}
		n++
	}
	g.Fatal("a stranger's callbacks have no limit")
	return 0
}

// TestAStrangersCallbacksCostLittle: each asks the database once until the address has used up its allowance, and nothing then.
// No gateway is asked.
func TestAStrangersCallbacksCostLittle(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		g := &gatewayAddress{T: t, client: a.Client()}
		g.client.Rest()
		before := a.Store.Statements()
		heard := g.usesUp()
		if asked := a.Store.Statements() - before; heard < 500 || asked > int64(heard)+50 { // what the node does by itself
			t.Errorf("%d callbacks were heard, with %d statements", heard, asked)
		}
		before = a.Store.Statements()
		for range 500 {
			if got := g.tells("aa0123456789abc"); got != http.StatusTooManyRequests {
				t.Fatalf("after it was used up: %d", got)
			}
		}
		if asked := a.Store.Statements() - before; asked > 20 {
			t.Errorf("500 callbacks that were refused cost %d statements", asked)
		}
		bubble.Pass(time.Second)
		if got := g.tells("aa0123456789abc"); got != http.StatusOK {
			t.Errorf("a second later: %d", got)
		}
	})
}

// TestAGatewayIsNotCutForItsCallbacks: an evening's deposits come by one gateway, and so from one address. Its callbacks about
// codes of ours are heard although the address has used up its allowance, but not without end about one code.
func TestAGatewayIsNotCutForItsCallbacks(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		g := &gatewayAddress{T: t, client: a.Client()}
		a.Sandbox.SetWalletURL("http://nobody.test") // its own callbacks are lost
		const members = 5
		var payers [members]*apptest.Client
		var codes [members]string
		for n := range payers {
			payers[n] = a.Member()
			codes[n] = payers[n].Post("/api/qrcode/KBANK", map[string]any{"amount": 100}).OK(200).At("qrcodeId")
			a.Sandbox.Pay(codes[n], own(payers[n]))
		}
		g.usesUp()
		var heard sync.WaitGroup
		for n, code := range codes {
			heard.Go(func() {
				if got := g.tells(code); got != http.StatusOK {
					t.Errorf("callback %d about a code of ours: %d", n, got)
				}
			})
		}
		heard.Wait()
		bubble.Pass(time.Second) // members call from this address, too
		for n, c := range payers {
			if got := c.Balance(); got != 100*money.Baht {
				t.Errorf("member %d has %s", n, got)
			}
		}
		var refused atomic.Int64
		g.usesUp()
		for range 100 {
			heard.Go(func() {
				if g.tells(codes[0]) == http.StatusTooManyRequests {
					refused.Add(1)
				}
			})
		}
		heard.Wait()
		if n := refused.Load(); n < 60 {
			t.Errorf("of 100 callbacks about one code, %d were refused", n)
		}
		g.usesUp()
		if got := g.tells(codes[1]); got != http.StatusOK {
			t.Errorf("after a flood about another code: %d", got)
		}
		g.usesUp()
		if got := g.streams(a, callback(codes[2])); got != http.StatusOK {
			t.Errorf("a callback that does not say how long it is: %d", got)
		}
		if got := g.streams(a, callback(codes[2])+strings.Repeat(" ", 5<<10)); got != http.StatusTooManyRequests {
			t.Errorf("one that is too long: %d", got)
		}
	})
}
