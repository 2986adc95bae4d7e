package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// watches opens an operator's live connection, whose page watches topics, and waits until it does.
func watches(t *testing.T, a *apptest.App, handshake string, header http.Header, topics string) <-chan string {
	t.Helper()
	packets, err := dialSocket(t, a, a.OperatorURL, handshake, header, `420["watch",`+topics+`]`)
	if err != nil {
		t.Fatal(err)
	}
	hear(t, packets, "40", 5*time.Second)
	hear(t, packets, `430[{"ok":true}]`, 5*time.Second)
	return packets
}

// byCookie is the header by which a console connects.
func byCookie(token string) http.Header { return http.Header{"Cookie": {"krapao_operator=" + token}} }

// TestTheOperatorsLiveConnection: what waits, who has it, what is said and what is proposed is told to the pages that watch
// it, on every node, without an amount or a name of a member. Who watches something else hears nothing; a sign-out ends the
// connection.
func TestTheOperatorsLiveConnection(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		other := a
		if a.Store.Engine() == store.Postgres {
			other = a.Beside()
			a.Sandbox.SetWalletURL(a.URL)
		}
		dao, lek := house(t, a)
		desk := watches(t, other, "", byCookie(lek.Token), `["queue","chat","proposal"]`)
		brakes := watches(t, a, `{"token":"`+dao.Token+`"}`, nil, `["brake"]`)
		hear(t, desk, `42["queue",{"kind":"","id":"","change":"","by":""}]`, 10*time.Second) // it is looked at from now on
		hear(t, brakes, `42["brake",{"system":""}]`, 10*time.Second)

		_, id := waiting(t, a, dao)
		hear(t, desk, `42["queue",{"kind":"withdrawal","id":"`+id+`","change":"new","by":""}]`, 10*time.Second)
		hear(t, brakes, `42["brake",{"system":"payouts"}]`, 10*time.Second)
		dao.Post("/api/queue/withdrawal/"+id+"/claim", map[string]any{}).OK(http.StatusOK)
		hear(t, desk, `42["queue",{"kind":"withdrawal","id":"`+id+`","change":"claimed","by":"dao"}]`, 5*time.Second)
		dao.Post("/api/queue/withdrawal/"+id+"/release", nil).OK(http.StatusOK)
		hear(t, desk, `42["queue",{"kind":"withdrawal","id":"`+id+`","change":"released","by":"dao"}]`, 5*time.Second)

		chatting(a.Member()).says("agent please").OK(http.StatusOK)
		conversation := ids(dao.Get("/api/chat?show=waiting").OK(http.StatusOK))[0]
		hear(t, desk, `42["chat",{"id":"`+conversation+`","change":"message","by":""}]`, 5*time.Second)
		open := watches(t, other, "", byCookie(lek.Token), `["chat","chat:`+conversation+`"]`)
		dao.Post("/api/chat/"+conversation+"/typing", nil).OK(http.StatusOK)
		hear(t, open, `42["chat",{"id":"`+conversation+`","change":"typing","by":"dao"}]`, 5*time.Second)
		proposed(t, a, "dao", "begins on Monday", "mai")
		proposal := dao.Get("/api/proposal?state=open").OK(http.StatusOK).At("items.0.id")
		hear(t, desk, `42["proposal",{"id":"`+proposal+`","state":"open"}]`, 5*time.Second)

		lek.Post("/api/me/signout", nil).OK(http.StatusOK)
		hear(t, desk, `42["session","ended"]`, 5*time.Second)
		hear(t, desk, "", 5*time.Second)
		for len(brakes) > 0 {
			if packet := <-brakes; strings.HasPrefix(packet, "42") && !strings.HasPrefix(packet, `42["brake"`) {
				t.Errorf("who watches brakes heard %s", packet)
			}
		}
	})
}

// TestWhoMayNotConnect: nobody without a session, no member, no page of another site, nobody by two tokens at once; and nobody
// watches what there is not.
func TestWhoMayNotConnect(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, _ := house(t, a)
		for _, c := range []struct {
			handshake string
			header    http.Header
			hears     string
		}{
			{"", nil, `44{"message":"UNAUTHORIZED"`},
			{`{"token":"` + a.Member().Token + `"}`, nil, `44{"message":"INVALID_USER_4"`},
			{`{"token":7}`, nil, `44{"message":"invalid-token"`},
			{`{"token":"` + dao.Token + `"}`, byCookie(dao.Token), `44{"message":"INVALID_INPUT"`},
		} {
			packets, err := dialSocket(t, a, a.OperatorURL, c.handshake, c.header)
			if err != nil {
				t.Fatal(err)
			}
			hear(t, packets, c.hears, 5*time.Second)
		}
		foreign := byCookie(dao.Token)
		foreign.Set("Origin", "https://evil.example.com")
		if _, err := dialSocket(t, a, a.OperatorURL, "", foreign); err == nil {
			t.Error("a foreign Origin was let in")
		}
		packets, err := dialSocket(t, a, a.OperatorURL, "", byCookie(dao.Token),
			`420["watch",["queue","wallets"]]`, `421["watch","queue"]`, `422["join",["queue"]]`)
		if err != nil {
			t.Fatal(err)
		}
		for _, ack := range []string{"430", "431", "432"} {
			hear(t, packets, ack+`[{"ok":false,"message":"INVALID_INPUT"}]`, 5*time.Second)
		}
	})
}
