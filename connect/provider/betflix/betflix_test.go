package betflix_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/outbound"
	"krapao/connect/provider"
	"krapao/connect/provider/betflix"
	"krapao/connect/provider/betflix/wire"
	"krapao/connect/provider/providertest"
	"krapao/game"
	"krapao/internal/id"
	"krapao/money"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

const code = "tbetflix"

// prompt is a provider whose list never lags.
func prompt(c *betflix.Config) { c.Prompt = true }

// connect makes an adapter for a sandbox at this address.
func connect(base string, settings outbound.Settings, change func(*betflix.Config)) game.Provider {
	credentials := sandbox.DemoCredentials().BETFLIX
	config := betflix.Config{
		BaseURL: base + "/games/" + code + "/betflix", ID: credentials.ID, Key: credentials.Key, Prefix: credentials.Prefix, List: true,
		NotEnough: wire.CodeNotEnough,
		Terms:     provider.Terms{Source: code, Outbound: settings},
	}
	if change != nil {
		change(&config)
	}
	return betflix.New(config)
}

func TestConformance(t *testing.T) {
	t.Parallel()
	credentials := sandbox.DemoCredentials().BETFLIX
	for name, change := range map[string]func(*betflix.Config){"Published": nil, "Prompt": prompt} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			providertest.Exercise(t, providertest.Subject{
				Code: code, Secrets: []string{credentials.ID, credentials.Key}, Uncounted: true, Unsure: change == nil, Nameless: true,
				New: func(base string, settings outbound.Settings) game.Provider { return connect(base, settings, change) },
			})
		})
	}
}

// subject is an account in a sandbox of its own.
type subject struct {
	game.Provider
	outside *sandboxtest.Sandbox
	player  game.Player
}

func start(t *testing.T, change func(*betflix.Config)) subject {
	t.Helper()
	s := subject{outside: sandboxtest.Start(t, sandboxtest.Options{})}
	settings := s.outside.Outbound(0)
	settings.FailureThreshold = 1000
	s.Provider = connect(s.outside.URL, settings, change)
	s.player = game.Player{Username: sandbox.DemoCredentials().BETFLIX.Prefix + "k" + id.Lower(8)}
	if err := s.Ensure(t.Context(), game.Player{Username: s.player.Username, Password: "Secret12345"}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s subject) order(credits money.Credits) game.Move {
	return game.Move{
		Reference: id.Lower(15), Player: s.player, Credits: credits, At: time.Now(), SendBy: time.Now().Add(time.Minute),
	}
}

func (s subject) fault(op, mode string) {
	s.outside.AddFault(sandboxtest.Fault{Target: "game:" + code, Op: op, Mode: mode})
}

// pass lets virtual time pass.
func pass(d time.Duration) { time.Sleep(d) }

// A refusal is definitive at once only with a list that never lags and does not have the reference. Where the list may
// lag, does not answer or is not reliable, the outcome is unknown.
func TestANoNeedsTheList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, check string
		change      func(*betflix.Config)
		want        game.Kind
	}{
		{"the list does not have it", "", prompt, game.Rejected},
		{"the list does not have it yet", "", nil, game.Unknown},
		{"the list is down", "down", prompt, game.Unknown},
		{"the list is refused", "refuse", prompt, game.Unknown},
		{"the list is no list", "garbage", prompt, game.Unknown},
		{"no list", "", func(c *betflix.Config) { c.NoCheck, c.Prompt, c.List = true, true, false }, game.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := start(t, c.change)
				s.fault("move", "refuse")
				if c.check != "" {
					s.fault("check", c.check)
				}
				if o := s.Move(t.Context(), s.order(money.Credit)); o.Kind != c.want {
					t.Errorf("%+v", o)
				}
			})
		})
	}
}

// A transfer that was refused but applied is found in a list that lags.
func TestRefusedAndListedLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, nil)
		const behind = 2 * time.Minute
		m := s.order(5 * money.Credit)
		s.outside.Move(code, s.player.Username, "5", m.Reference)
		s.outside.AddFault(sandboxtest.Fault{
			Target: "game:" + code, Op: "check", Mode: "not_found", DelayMS: int(behind / time.Millisecond),
		})
		s.fault("move", "refuse")
		if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("the list lags: %+v", o)
		}
		if o := s.Check(t.Context(), m); o.Kind != game.NotFound {
			t.Errorf("the list still lags: %+v", o)
		}
		pass(behind)
		if o := s.Check(t.Context(), m); o.Kind != game.Done || o.Moved != m.Credits {
			t.Errorf("it has caught up: %+v", o)
		}
	})
}

// A reference is never sent twice, since nobody knows what the provider would do.
func TestAReferenceIsNotSentTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := start(t, nil)
		m := s.order(5 * money.Credit)
		m.Again = true
		if o := s.Move(t.Context(), m); o.Kind != game.Unknown || len(s.outside.Moves(code)) != 0 {
			t.Errorf("%+v, and it was sent", o)
		}
		m.Again = false
		s.fault("move", "lost_reply")
		if o := s.Move(t.Context(), m); o.Kind != game.Unknown {
			t.Errorf("no answer: %+v", o)
		}
		m.Again = true
		if o := s.Move(t.Context(), m); o.Kind != game.Done || o.Moved != m.Credits || len(s.outside.Moves(code)) != 1 {
			t.Errorf("it is in the list: %+v, %d times", o, len(s.outside.Moves(code)))
		}
	})
}

// A page opens whether the login answers with an address, or with a token for the configured one.
func TestLaunchByToken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, lang := range []string{"th", "lo", "en"} {
			var launchURL string
			s := start(t, func(c *betflix.Config) {
				launchURL = c.BaseURL
				c.LaunchURL, c.Maker, c.Game = c.BaseURL, "pg", "none"
			})
			page, err := s.Launch(t.Context(), game.Visit{Player: s.player, Lang: lang})
			if err != nil || !strings.HasPrefix(page.URL, launchURL+"/login/apilogin/") {
				t.Fatalf("%+v, %v", page, err)
			}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, page.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := s.outside.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK || !strings.Contains(string(body), s.player.Username) {
				t.Errorf("the page answers %d and does not know %s", answer.StatusCode, s.player.Username)
			}
		}
	})
}

// Both names of the header are accepted, by the age of the contract; another caller is rejected.
func TestHeaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for header, let := range map[string]bool{"": true, "x-api-betflix": true, "x-api-cat": true, "x-api-dog": false} {
			s := start(t, nil)
			config := betflix.Config{
				Terms:   provider.Terms{Outbound: s.outside.Outbound(0)},
				BaseURL: s.outside.URL + "/games/" + code + "/betflix", Header: header,
				ID: sandbox.DemoCredentials().BETFLIX.ID, Key: sandbox.DemoCredentials().BETFLIX.Key,
			}
			if _, err := betflix.New(config).Balance(t.Context(), s.player); (err == nil) != let {
				t.Errorf("%q: %v", header, err)
			}
			config.Key += "x"
			if _, err := betflix.New(config).Balance(t.Context(), s.player); !errors.Is(err, game.ErrRefused) {
				t.Errorf("a wrong key: %v", err)
			}
		}
	})
}
