package gsc_test

import (
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"

	gsc "krapao/connect/provider/gsc/wire"
	"krapao/sandbox"
	"krapao/sandbox/sandboxtest"
)

// gscCall makes a signed call of the GSC family and returns its code. Fields come as name, value, name, value.
func gscCall(s *sandboxtest.Sandbox, base, path string, fields ...string) string {
	credentials := sandbox.DemoCredentials().GSC
	query := url.Values{gsc.FieldOperator: {credentials.Operator}}
	for i := 0; i < len(fields); i += 2 {
		query.Set(fields[i], fields[i+1])
	}
	if query.Get(gsc.FieldSignature) == "" {
		query.Set(gsc.FieldSignature, gsc.Sign(credentials.Secret, path, query))
	}
	var answer gsc.Reply
	s.Call(http.MethodGet, base+path+"?"+query.Encode(), nil, http.StatusOK, &answer)
	return string(answer.Code)
}

// The GSC side's refusals, with the protocol's own codes. (The adapter's tests cover its successes.)
func TestGSCRefuses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := sandboxtest.Start(t, sandboxtest.Options{})
		of := func(user, password string, more ...string) []string {
			return append([]string{gsc.FieldProduct, "GE", gsc.FieldUsername, user, gsc.FieldPassword, password}, more...)
		}
		move := func(ref, kind, amount string) []string {
			return of("abc123", "Qwer1357", gsc.FieldReference, ref, gsc.FieldType, kind, gsc.FieldAmount, amount)
		}
		const (
			base = "/games/tgsc/gsc"
			log  = "/gsc/log"
		)
		for i, c := range []struct {
			base, path string
			fields     []string
			want       string
		}{
			{base, gsc.PathCreate, []string{gsc.FieldUsername, "abc123"}, "0"},
			{base, gsc.PathCreate, []string{gsc.FieldUsername, "abc123"}, gsc.CodeExists},
			{base, gsc.PathCreate, []string{gsc.FieldUsername, "ABC123"}, gsc.CodeBadUsername},
			{base, gsc.PathCreate, []string{gsc.FieldUsername, "abcdefghijklm"}, gsc.CodeBadUsername},
			{base, gsc.PathBalance, of("abc123", "short"), gsc.CodeWrongLogin},
			{base, gsc.PathBalance, of("abc123", "Qwer1357"), "0"}, // opens the product's account
			{base, gsc.PathBalance, of("abc123", "Other1357"), gsc.CodeWrongLogin},
			{base, gsc.PathBalance, of("nobody", "Qwer1357"), gsc.CodeNoMember},
			{base, gsc.PathBalance, of("abc123", "Qwer1357", gsc.FieldProduct, "DG"), gsc.CodeNoProduct},
			{base, gsc.PathBalance, of("abc123", "Qwer1357", gsc.FieldOperator, "other"), gsc.CodeNoOperator},
			{base, gsc.PathBalance, of("abc123", "Qwer1357", gsc.FieldSignature, "x"), gsc.CodeSignature},
			{base, gsc.PathTransfer, move("T1", gsc.TypeIn, "10.50"), "0"},
			{base, gsc.PathTransfer, move("T1", gsc.TypeIn, "10.50"), gsc.CodeReference},
			{base, gsc.PathTransfer, move("T2", gsc.TypeOut, "10.51"), gsc.CodeNotEnough},
			{base, gsc.PathTransfer, move("T2", gsc.TypeOut, "1"), gsc.CodeReference}, // it failed for good
			{base, gsc.PathTransfer, move("T3", gsc.TypeOut, "1.001"), "74"},
			{base, gsc.PathTransfer, move("T3", gsc.TypeOut, "-1"), "73"},
			{base, gsc.PathTransfer, move("T3", "2", "1"), "93"},
			{base, gsc.PathTransfer, move("T-3", gsc.TypeOut, "1"), gsc.CodeReference},
			{base, gsc.PathLaunch, of("abc123", "Qwer1357"), "992"},
			{base, gsc.PathPassword, of("abc123", "Asdf2468", gsc.FieldOldPassword, "Other1357"), gsc.CodeOldPassword},
			{base, gsc.PathPassword, of("abc123", "longer than 12", gsc.FieldOldPassword, "Qwer1357"), gsc.CodeBadPassword},
			{log, gsc.PathCheck, []string{gsc.FieldReference, "T1"}, "0"},
			{log, gsc.PathCheck, []string{gsc.FieldReference, "T9"}, gsc.CodeNoRecord},
			{log, gsc.PathBets, []string{gsc.FieldVersion, "1"}, gsc.CodeBadInput},
			{log, gsc.PathBets, []string{gsc.FieldVersion, "0"}, "0"},
			{log, gsc.PathBets, []string{gsc.FieldVersion, "0", gsc.FieldSignature, "x"}, gsc.CodeSignature},
			{"/games/joker/gsc", gsc.PathBalance, of("abc123", "Qwer1357"), gsc.CodeNoProduct},
		} {
			if got := gscCall(s, c.base, c.path, c.fields...); got != c.want {
				t.Errorf("%d %s: code %s, want %s", i, c.path, got, c.want)
			}
		}
		if got := s.Account("tgsc", "abc123"); got.Balance != "10.5" || got.Password != "Qwer1357" {
			t.Errorf("the account: %+v", got)
		}
		for ticket, signature := range map[string]string{"1,2": "x", "1,x": "", "": ""} {
			credentials := sandbox.DemoCredentials().GSC
			if signature == "" {
				signature = gsc.Sign(credentials.Secret, gsc.PathMark, url.Values{gsc.FieldOperator: {credentials.Operator}})
			}
			var answer gsc.Reply
			mark := gsc.Mark{Ticket: ticket, Operator: credentials.Operator, Signature: signature}
			s.Call(http.MethodPost, log+gsc.PathMark, mark, http.StatusOK, &answer)
			if answer.Code == gsc.CodeOK {
				t.Errorf("marking %q was accepted", ticket)
			}
		}
	})
}
