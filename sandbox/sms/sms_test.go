package sms_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"krapao/connect/sms/thaibulk/wire"
	"krapao/internal/clock"
	"krapao/sandbox/clienttest"
	"krapao/sandbox/sandboxtest"
)

func TestSMS(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := clock.NewFake(clienttest.Begin)
		s := sandboxtest.Start(t, sandboxtest.Options{Clock: now})
		client := clienttest.New(s)
		first := clienttest.Decode[wire.RequestReply](t)(clienttest.SendSMS(t, client, s, "0812345678"))
		now.Advance(time.Second)
		second := clienttest.Decode[wire.RequestReply](t)(clienttest.SendSMS(t, client, s, "+66812345678"))
		clienttest.Decode[wire.RequestReply](t)(clienttest.SendSMS(t, client, s, "0899999999"))
		if first.Status != wire.StatusSuccess || first.Token == second.Token || len(first.Refno) != 5 {
			t.Errorf("send: %+v, %+v", first, second)
		}
		list := s.SMS("0812345678")
		if len(list) != 2 || list[0].Ref != second.Refno || list[1].Ref != first.Refno || !list[1].At.Equal(clienttest.Begin) ||
			!strings.Contains(list[0].Text, list[0].Code) || len(list[0].Code) != 6 {
			t.Fatalf("messages: %+v", list)
		}
		if got := s.SMS(url.QueryEscape("+66812345678")); len(got) != 2 {
			t.Errorf("by the international form: %+v", got)
		}
		if got := s.SMS(""); len(got) != 3 {
			t.Errorf("of all phones: %+v", got)
		}
		wrong := "000000"
		if list[1].Code == wrong {
			wrong = "000001"
		}
		for _, tc := range []struct {
			name, token, pin string
			status           int
			text             string
		}{
			{"Wrong", first.Token, wrong, 400, wire.MessageBadPin},
			{"OtherCode", second.Token, list[1].Code, 400, wire.MessageBadPin},
			{"NoToken", "x", list[1].Code, 400, wire.MessageBadToken},
			{"Right", first.Token, list[1].Code, 200, wire.StatusSuccess},
			{"Again", first.Token, list[1].Code, 200, wire.StatusSuccess},
		} {
			if list[0].Code == list[1].Code && tc.name == "OtherCode" {
				continue
			}
			status, body, err := clienttest.VerifySMS(t, s, tc.token, tc.pin)
			if err != nil || status != tc.status || !strings.Contains(string(body), tc.text) {
				t.Errorf("%s: HTTP %d, %v: %s", tc.name, status, err, body)
			}
		}
		now.Advance(5 * time.Minute)
		status, body, _ := clienttest.VerifySMS(t, s, second.Token, list[0].Code)
		if status != 400 || !strings.Contains(string(body), wire.MessageExpired) {
			t.Errorf("after five minutes: HTTP %d: %s", status, body)
		}
	})
}

func TestSMSRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		client := clienttest.New(s)
		status, body, _ := clienttest.SendSMS(t, client, s, "no phone")
		if status != 400 || !strings.Contains(string(body), wire.MessageBadMsisdn) {
			t.Errorf("no phone: HTTP %d: %s", status, body)
		}
		for _, body := range []string{`{"key":"x","secret":"y","msisdn":"0812345678"}`, `text`} {
			status, answer, _ := clienttest.Send(t, client, http.MethodPost, s.URL+"/sms"+wire.PathRequest, []byte(body), nil)
			if status != 400 {
				t.Errorf("%s: HTTP %d: %s", body, status, answer)
			}
		}
		if got := s.SMS("0812345678"); len(got) != 0 {
			t.Errorf("sent: %+v", got)
		}
	})
}
