package archtest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"krapao/internal/testkit/archtest"
)

func TestImportsFollowTheRules(t *testing.T) {
	t.Parallel()
	packages, err := archtest.Packages(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 8 {
		t.Fatalf("only %d packages seen", len(packages))
	}
	for _, p := range packages {
		for _, to := range p.Imports {
			if why := archtest.Wrong(p.ImportPath, to); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, to, why)
			}
		}
		for _, to := range slices.Concat(p.TestImports, p.XTestImports) {
			if strings.HasPrefix(to, "github.com/danielgtaylor/huma") && !strings.HasPrefix(p.ImportPath, "krapao/internal/http") &&
				!strings.HasPrefix(p.ImportPath, "krapao/internal/operatorapi") {
				t.Errorf("a test of %s imports %s: the calls and their frame alone import huma", p.ImportPath, to)
			}
		}
	}
}

// TestTheDiagramIsFresh: the diagram at the top of README.md matches the imports.
func TestTheDiagramIsFresh(t *testing.T) {
	t.Parallel()
	packages, err := archtest.Packages(root)
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := archtest.WithDiagram(string(readme), archtest.Diagram(packages))
	if err != nil {
		t.Fatal(err)
	}
	if fresh != string(readme) {
		t.Error("the diagram in README.md is out of date: run make generate")
	}
}

func TestWrongEdgesAreNamed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		from, to string
		wrong    bool
	}{
		{"krapao/money", "krapao/fault", true},
		{"krapao/ledger", "krapao/money", false},
		{"krapao/ledger", "krapao/ledger/proof", true},
		{"krapao/ledger", "krapao/ledger/internal/lane", false},
		{"krapao/ledger/proof", "krapao/ledger", false},
		{"krapao/ledger/proof", "krapao/ledger/internal/chain", false},
		{"krapao/ledger/proof", "krapao/internal/store", false},
		{"krapao/ledger/proof", "krapao/wallet", true},
		{"krapao/ledger/proof", "net/http", true},
		{"krapao/ledger/internal/chain", "krapao/internal/store", false},
		{"krapao/ledger/internal/chain", "krapao/game", true},
		{"krapao/ledger/internal/chain", "net/http", true},
		{"krapao/ledger/proof", "krapao/ledger/budget", true},
		{"krapao/wallet", "krapao/ledger/proof", true},
		{"krapao/bonus", "krapao/ledger/budget", true},
		{"krapao/operator", "krapao/ledger/budget", false},
		{"krapao/operator", "krapao/ledger/proof", true},
		{"krapao/internal/app", "krapao/ledger/proof", false},
		{"krapao/wallet", "krapao/game", false},
		{"krapao/game", "krapao/wallet", true},
		{"krapao/game", "krapao/connect/provider/joker", true},
		{"krapao/game", "krapao/game/report", true},
		{"krapao/game/report", "krapao/game", false},
		{"krapao/game/report", "krapao/game/account", true},
		{"krapao/game/visit", "krapao/wallet", true},
		{"krapao/game/balance", "net/http", true},
		{"krapao/wallet", "krapao/game/balance", false},
		{"krapao/wallet/doubt", "krapao/game/report", false},
		{"krapao/bonus", "krapao/game/catalogue", true},
		{"krapao/refund", "krapao/bonus", false},
		{"krapao/invite", "krapao/bonus", false},
		{"krapao/spin", "krapao/bonus", false},
		{"krapao/bonus", "krapao/wallet", true},
		{"krapao/wallet", "krapao/wallet/doubt", false},
		{"krapao/wallet", "krapao/reconcile", true},
		{"krapao/wallet/doubt", "krapao/wallet/internal/walletdb", false},
		{"krapao/wallet/doubt", "krapao/bonus", true},
		{"krapao/wallet/doubt", "net/http", true},
		{"krapao/reconcile", "krapao/wallet/doubt", false},
		{"krapao/reconcile", "krapao/deposit", true},
		{"krapao/bonus", "krapao/spin", true},
		{"krapao/play", "krapao/bonus", true},
		{"krapao/withdraw", "krapao/bonus", true},
		{"krapao/deposit", "krapao/play", true},
		{"krapao/game", "krapao/internal/httpapi", true},
		{"krapao/sandbox", "krapao/ledger", true},
		{"krapao/sandbox", "krapao/connect/provider/joker/wire", false},
		{"krapao/cmd/krapao", "krapao/internal/httpapi", false},
		{"krapao/cmd/krapao", "krapao/internal/app", false},
		{"krapao/internal/app", "krapao/internal/httpapi", false},
		{"krapao/internal/app", "krapao/connect/provider/joker", false},
		{"krapao/internal/app", "krapao/deposit/slip", false},
		{"krapao/internal/httpapi", "krapao/internal/app", true},
		{"krapao/internal/app", "krapao/internal/app/outside", false},
		{"krapao/internal/app/outside", "krapao/connect/provider/joker", false},
		{"krapao/internal/app/outside", "krapao/deposit/slip", false},
		{"krapao/internal/app/outside", "krapao/internal/app", true},
		{"krapao/internal/app/figure", "krapao/deposit/slip", false},
		{"krapao/internal/app/figure", "krapao/internal/app", true},
		{"krapao/internal/app/backoffice", "krapao/internal/app/job", false},
		{"krapao/internal/app/backoffice", "krapao/internal/app", true},
		{"krapao/internal/app/job", "krapao/internal/app/backoffice", true},
		{"krapao/operator", "krapao/internal/app/job", true},
		{"krapao/wallet", "krapao/internal/app/outside", true},
		{"krapao/internal/store", "krapao/internal/app", true},
		{"krapao/wallet", "krapao/internal/app", true},
		{"krapao/sandbox", "krapao/internal/app", true},
		{"krapao/wallet", "net/http", true},
		{"krapao/protection", "github.com/danielgtaylor/huma/v2", true},
		{"krapao/internal/httpapi", "net/http", false},
		{"krapao/internal/httpapi", "krapao/internal/httpx", false},
		{"krapao/internal/httpx", "krapao/internal/httpapi", true},
		{"krapao/internal/operatorapi", "krapao/internal/httpx", false},
		{"krapao/internal/operatorapi", "krapao/internal/httpapi", true},
		{"krapao/internal/operatorapi/chat", "krapao/internal/httpapi/talk", false},
		{"krapao/internal/operatorapi/chat", "krapao/operator/conversation", false},
		{"krapao/internal/operatorapi/chat", "krapao/internal/httpapi", true},
		{"krapao/internal/operatorapi/chat", "github.com/danielgtaylor/huma/v2", false},
		{"krapao/internal/operatorapi/signin", "krapao/operator/identity", false},
		{"krapao/internal/httpapi", "krapao/internal/operatorapi", true},
		{"krapao/internal/httpx", "krapao/internal/operatorapi/chat", true},
		{"krapao/operator/withdrawal", "krapao/internal/operatorapi", true},
		{"krapao/internal/httpx", "krapao/session", true},
		{"krapao/internal/httpx", "krapao/deposit/slip", true},
		{"krapao/internal/httpx", "krapao/ledger", false},
		{"krapao/internal/httpx/wire", "krapao/chat", true},
		{"krapao/game", "krapao/internal/httpx", true},
		{"krapao/internal/httpapi", "github.com/danielgtaylor/huma/v2", false},
		{"krapao/internal/httpx", "github.com/danielgtaylor/huma/v2", false},
		{"krapao/cmd/krapao", "github.com/danielgtaylor/huma/v2", true},
		{"krapao/operator", "net/http", true},
		{"krapao/deposit/slip", "krapao/deposit", false},
		{"krapao/deposit/slip", "krapao/deposit/internal/depositdb", false},
		{"krapao/deposit/slip", "krapao/internal/blob", false},
		{"krapao/deposit", "krapao/deposit/slip", true},
		{"krapao/deposit/slip", "krapao/deposit/qr", true},
		{"krapao/deposit/slip", "krapao/withdraw", true},
		{"krapao/deposit/slip", "krapao/connect/slipcheck", true},
		{"krapao/deposit/slip", "net/http", true},
		{"krapao/operator", "krapao/deposit/slip", false},
		{"krapao/internal/httpapi", "krapao/deposit/slip", false},
		{"krapao/connect/slipcheck", "krapao/deposit/slip", false},
		{"krapao/bonus", "krapao/bonus/outage", false},
		{"krapao/bonus", "krapao/bonus/campaign", true},
		{"krapao/bonus/campaign", "krapao/bonus", false},
		{"krapao/operator", "krapao/withdraw", false},
		{"krapao/operator", "krapao/operator/audit", false},
		{"krapao/operator", "krapao/operator/withdrawal", true},
		{"krapao/operator/withdrawal", "krapao/operator", false},
		{"krapao/operator/withdrawal", "krapao/withdraw", false},
		{"krapao/operator/withdrawal", "krapao/operator/arrival", true},
		{"krapao/operator/withdrawal", "net/http", true},
		{"krapao/operator/withdrawal", "krapao/withdraw/payout", false},
		{"krapao/operator/arrival", "krapao/deposit/slip", false},
		{"krapao/operator/offer", "krapao/ledger/budget", false},
		{"krapao/operator/offer", "krapao/ledger/proof", true},
		{"krapao/deposit/slip", "krapao/ledger/budget", true},
		{"krapao/withdraw", "krapao/operator/withdrawal", true},
		{"krapao/operator", "krapao/withdraw/approval", false},
		{"krapao/withdraw", "krapao/withdraw/payout", true},
		{"krapao/withdraw/approval", "krapao/withdraw", false},
		{"krapao/withdraw/approval", "krapao/withdraw/brake", true},
		{"krapao/withdraw/payout", "krapao/withdraw/approval", true},
		{"krapao/withdraw/payout", "krapao/withdraw/internal/withdrawdb", false},
		{"krapao/connect/payout", "krapao/withdraw/payout", false},
		{"krapao/operator", "krapao/connect/provider/joker", true},
		{"krapao/withdraw", "krapao/operator", true},
		{"krapao/sandbox", "krapao/operator", true},
		{"krapao/sandbox/games/joker", "krapao/ledger", true},
		{"krapao/sandbox/games/joker", "krapao/connect/provider/joker/wire", false},
		{"krapao/sandbox/games/joker", "krapao/sandbox/games", false},
		{"krapao/sandbox/games/joker", "krapao/sandbox/core", false},
		{"krapao/sandbox/games/joker", "krapao/sandbox/banks/qr", true},
		{"krapao/sandbox/banks", "krapao/sandbox/games", true},
		{"krapao/sandbox/core", "krapao/sandbox/games", true},
		{"krapao/sandbox/core", "krapao/connect/provider/joker/wire", true},
		{"krapao/sandbox/control", "krapao/sandbox/banks", true},
		{"krapao/sandbox/control", "krapao/sandbox/page", false},
		{"krapao/sandbox", "krapao/sandbox/games/joker", false},
	} {
		if why := archtest.Wrong(tc.from, tc.to); (why != "") != tc.wrong {
			t.Errorf("%s -> %s: %q, wrong should be %v", tc.from, tc.to, why, tc.wrong)
		}
	}
}
