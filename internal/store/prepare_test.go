package store_test

import (
	"context"
	"io"
	"os"
	"testing"

	"krapao/internal/store"
	blobq "krapao/internal/store/q/blob"
	bonusq "krapao/internal/store/q/bonus"
	chatq "krapao/internal/store/q/chat"
	clockq "krapao/internal/store/q/clock"
	depositq "krapao/internal/store/q/deposit"
	feedq "krapao/internal/store/q/feed"
	gameq "krapao/internal/store/q/game"
	gatewayq "krapao/internal/store/q/gateway"
	houseq "krapao/internal/store/q/house"
	httpq "krapao/internal/store/q/http"
	inviteq "krapao/internal/store/q/invite"
	keyringq "krapao/internal/store/q/keyring"
	ledgerq "krapao/internal/store/q/ledger"
	linkq "krapao/internal/store/q/link"
	lookupq "krapao/internal/store/q/lookup"
	memberq "krapao/internal/store/q/member"
	operatorq "krapao/internal/store/q/operator"
	otpq "krapao/internal/store/q/otp"
	playq "krapao/internal/store/q/play"
	protectionq "krapao/internal/store/q/protection"
	ratelimitq "krapao/internal/store/q/ratelimit"
	reconcileq "krapao/internal/store/q/reconcile"
	refundq "krapao/internal/store/q/refund"
	reportq "krapao/internal/store/q/report"
	reversalq "krapao/internal/store/q/reversal"
	sessionq "krapao/internal/store/q/session"
	settleq "krapao/internal/store/q/settle"
	slipq "krapao/internal/store/q/slip"
	spinq "krapao/internal/store/q/spin"
	statementq "krapao/internal/store/q/statement"
	verifyq "krapao/internal/store/q/verify"
	walletq "krapao/internal/store/q/wallet"
	withdrawq "krapao/internal/store/q/withdraw"
	witnessq "krapao/internal/store/q/witness"
	"krapao/internal/store/storetest"
)

// queries are the generated packages. sqlc does not check that a column exists; the engines do, when they prepare.
var queries = map[string]func(context.Context, store.DB) (io.Closer, error){
	"blob":       func(ctx context.Context, db store.DB) (io.Closer, error) { return blobq.Prepare(ctx, db) },
	"bonus":      func(ctx context.Context, db store.DB) (io.Closer, error) { return bonusq.Prepare(ctx, db) },
	"chat":       func(ctx context.Context, db store.DB) (io.Closer, error) { return chatq.Prepare(ctx, db) },
	"clock":      func(ctx context.Context, db store.DB) (io.Closer, error) { return clockq.Prepare(ctx, db) },
	"deposit":    func(ctx context.Context, db store.DB) (io.Closer, error) { return depositq.Prepare(ctx, db) },
	"feed":       func(ctx context.Context, db store.DB) (io.Closer, error) { return feedq.Prepare(ctx, db) },
	"game":       func(ctx context.Context, db store.DB) (io.Closer, error) { return gameq.Prepare(ctx, db) },
	"gateway":    func(ctx context.Context, db store.DB) (io.Closer, error) { return gatewayq.Prepare(ctx, db) },
	"house":      func(ctx context.Context, db store.DB) (io.Closer, error) { return houseq.Prepare(ctx, db) },
	"http":       func(ctx context.Context, db store.DB) (io.Closer, error) { return httpq.Prepare(ctx, db) },
	"invite":     func(ctx context.Context, db store.DB) (io.Closer, error) { return inviteq.Prepare(ctx, db) },
	"keyring":    func(ctx context.Context, db store.DB) (io.Closer, error) { return keyringq.Prepare(ctx, db) },
	"link":       func(ctx context.Context, db store.DB) (io.Closer, error) { return linkq.Prepare(ctx, db) },
	"ledger":     func(ctx context.Context, db store.DB) (io.Closer, error) { return ledgerq.Prepare(ctx, db) },
	"lookup":     func(ctx context.Context, db store.DB) (io.Closer, error) { return lookupq.Prepare(ctx, db) },
	"member":     func(ctx context.Context, db store.DB) (io.Closer, error) { return memberq.Prepare(ctx, db) },
	"operator":   func(ctx context.Context, db store.DB) (io.Closer, error) { return operatorq.Prepare(ctx, db) },
	"otp":        func(ctx context.Context, db store.DB) (io.Closer, error) { return otpq.Prepare(ctx, db) },
	"play":       func(ctx context.Context, db store.DB) (io.Closer, error) { return playq.Prepare(ctx, db) },
	"protection": func(ctx context.Context, db store.DB) (io.Closer, error) { return protectionq.Prepare(ctx, db) },
	"ratelimit":  func(ctx context.Context, db store.DB) (io.Closer, error) { return ratelimitq.Prepare(ctx, db) },
	"reconcile":  func(ctx context.Context, db store.DB) (io.Closer, error) { return reconcileq.Prepare(ctx, db) },
	"refund":     func(ctx context.Context, db store.DB) (io.Closer, error) { return refundq.Prepare(ctx, db) },
	"report":     func(ctx context.Context, db store.DB) (io.Closer, error) { return reportq.Prepare(ctx, db) },
	"reversal":   func(ctx context.Context, db store.DB) (io.Closer, error) { return reversalq.Prepare(ctx, db) },
	"session":    func(ctx context.Context, db store.DB) (io.Closer, error) { return sessionq.Prepare(ctx, db) },
	"settle":     func(ctx context.Context, db store.DB) (io.Closer, error) { return settleq.Prepare(ctx, db) },
	"slip":       func(ctx context.Context, db store.DB) (io.Closer, error) { return slipq.Prepare(ctx, db) },
	"spin":       func(ctx context.Context, db store.DB) (io.Closer, error) { return spinq.Prepare(ctx, db) },
	"statement":  func(ctx context.Context, db store.DB) (io.Closer, error) { return statementq.Prepare(ctx, db) },
	"verify":     func(ctx context.Context, db store.DB) (io.Closer, error) { return verifyq.Prepare(ctx, db) },
	"wallet":     func(ctx context.Context, db store.DB) (io.Closer, error) { return walletq.Prepare(ctx, db) },
	"withdraw":   func(ctx context.Context, db store.DB) (io.Closer, error) { return withdrawq.Prepare(ctx, db) },
	"witness":    func(ctx context.Context, db store.DB) (io.Closer, error) { return witnessq.Prepare(ctx, db) },
}

func TestNoPackageOfQueriesIsForgotten(t *testing.T) {
	t.Parallel()
	packages, err := os.ReadDir("q")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if queries[p.Name()] == nil {
			t.Errorf("q/%s is not prepared below", p.Name())
		}
	}
}

func TestEveryQueryPreparesOnBothEngines(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for area, prepare := range queries {
			prepared, err := prepare(context.Background(), s.DB())
			if err != nil {
				t.Errorf("%s: %v", area, err)
				continue
			}
			if err := prepared.Close(); err != nil {
				t.Errorf("%s: %v", area, err)
			}
		}
	})
}
