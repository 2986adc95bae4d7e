package api

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"krapao/internal/app"
	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/sandbox"
)

// secretsIn are the demo's secrets within a value.
func secretsIn(v reflect.Value) (found []string) {
	switch v.Kind() { //nolint:exhaustive // no other kind has a secret
	case reflect.Struct:
		for i := range v.NumField() {
			found = append(found, secretsIn(v.Field(i))...)
		}
	case reflect.String:
		if app.Published(v.String()) && v.String() != sandbox.DemoCredentials().TrueMoney.Mobile { // a number that members see
			found = append(found, v.String())
		}
	}
	return found
}

// TestTheHouseSeesWhatItRunsWith, and no secret of it.
func TestTheHouseSeesWhatItRunsWith(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		a.Pass(2 * time.Minute)
		settings, nodes := dao.Get("/api/setting").OK(http.StatusOK), dao.Get("/api/node").OK(http.StatusOK)
		secrets := secretsIn(reflect.ValueOf(sandbox.DemoCredentials()))
		if len(secrets) < 15 {
			t.Fatalf("the demo has the secrets %q", secrets)
		}
		for _, secret := range secrets {
			if strings.Contains(settings.Text, `"`+secret) || len(secret) > 8 && strings.Contains(settings.Text, secret) {
				t.Errorf("%s is in the settings", secret)
			}
		}
		for _, part := range []string{
			`"name":"payout.secret","value":"set","secret":true,"from":"default"`,
			`"name":"content.withdraw","value":"1","secret":false,"from":"content"`, `"name":"KRAPAO_LIMITS","value":"off"`,
		} {
			if !strings.Contains(settings.Text, part) {
				t.Errorf("%s is not in the settings: %s", part, settings.Text)
			}
		}
		if nodes.Value("0.runs") != true || nodes.At("0.jobs.0.lastAt") == "" || nodes.Value("1") != nil {
			t.Errorf("the nodes are %s", nodes.Text)
		}
	})
}

// TestANodeWithAnotherSecretIsSeen.
func TestANodeWithAnotherSecretIsSeen(t *testing.T) {
	t.Parallel()
	started := 0
	o := apptest.Options{Outside: func(o *config.Outside) {
		if started++; started > 1 {
			o.Payout.Secret = "quite-another-secret"
		}
	}}
	apptest.On(t, store.Postgres, o, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		a.Beside()
		a.Pass(time.Minute)
		text := dao.Get("/api/setting").OK(http.StatusOK).Text
		if n := strings.Count(text, `"name":"payout.secret","value":"set"`); n != 2 || strings.Contains(text, "quite-another") {
			t.Errorf("%d rows of the secret: %s", n, text)
		}
		if n := strings.Count(text, `"differs":true`); n != 2 {
			t.Errorf("%d settings differ: %s", n, text)
		}
	})
}
