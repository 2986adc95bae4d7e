package clienttest

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	amb "krapao/connect/provider/amb/wire"
	joker "krapao/connect/provider/joker/wire"
	"krapao/sandbox/games"
	"krapao/sandbox/sandboxtest"
)

// Get reads a page.
func Get(t *testing.T, s *sandboxtest.Sandbox, address string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(body)
}

// Launch opens a lobby with some credits and returns its address.
func Launch(t *testing.T, s *sandboxtest.Sandbox, code string, amount json.Number) string {
	t.Helper()
	for _, game := range games.All() {
		if game.Code != code {
			continue
		}
		if game.Family == games.FamilyJoker {
			c := NewJoker(t, s, code)
			c.Create("player1")
			Decode[joker.TransferReply](t)(c.Move("player1", "in", amount.String()))
			played := Decode[joker.PlayReply](t)(c.Call(joker.Request{Method: joker.MethodPlay, Username: "player1"}))
			return joker.LaunchURL(s.URL+"/lobby/"+code, played.Token, "", true, "th")
		}
		c := NewAMB(t, s, code)
		c.Create("player1")
		Decode[amb.Reply[amb.MoveData]](t)(c.Deposit("player1", amount))
		launched := Decode[amb.Reply[amb.LaunchData]](t)(c.Call(amb.PathLaunch, amb.Account{Username: "player1", Agent: c.Agent}))
		return launched.Data.URL
	}
	t.Fatalf("no game %s", code)
	return ""
}
