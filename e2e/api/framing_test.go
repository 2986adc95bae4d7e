package api

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// spoken writes a request to a connection of its own as it is, and returns the first answer's head and whether the
// connection stays.
func spoken(t *testing.T, a *apptest.App, request string) (head *http.Response, stays bool) {
	t.Helper()
	conn, err := a.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, strings.ReplaceAll(request, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer, !answer.Close
}

const asTheApp = "Host: krapao\nX-Requested-With: wallet-user\nContent-Type: application/json\n"

// TestWhereABodyEnds: two readers of one connection never disagree on it, and what is too large is not asked for.
func TestWhereABodyEnds(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		const login = `{"username":"0800000000","password":"x"}`
		const logsIn = "POST /api/login HTTP/1.1\n" + asTheApp
		for name, tc := range map[string]struct {
			request string
			status  int
			stays   bool
		}{
			"OneLength": {logsIn + "Content-Length: 40\n\n" + login, http.StatusUnauthorized, true},
			"BothLengths": {
				logsIn + "Content-Length: 5\nTransfer-Encoding: chunked\n\n28\n" + login + "\n0\n\n",
				http.StatusUnauthorized, false,
			},
			"TwoLengths": {logsIn + "Content-Length: 40\nContent-Length: 5\n\n" + login, http.StatusBadRequest, false},
			"NotAskedFor": {
				logsIn + "Expect: 100-continue\nContent-Length: 70000\n\n", http.StatusRequestEntityTooLarge, false,
			},
			"AskedFor": {logsIn + "Expect: 100-continue\nContent-Length: 40\n\n", http.StatusContinue, true},
			"NoFileAskedFor": {
				"POST /api/chat/upload-image HTTP/1.1\nHost: krapao\nX-Requested-With: wallet-user\n" +
					"Content-Type: multipart/form-data; boundary=x\nExpect: 100-continue\nContent-Length: 99000000\n\n",
				http.StatusRequestEntityTooLarge, false,
			},
		} {
			head, stays := spoken(t, a, tc.request) //nolint:bodyclose // it was read to its end
			if head.StatusCode != tc.status || stays != tc.stays {
				t.Errorf("%s: %d, stays %v, want %d, %v", name, head.StatusCode, stays, tc.status, tc.stays)
			}
		}
	})
}

// TestWellKnownPaths: none of them is the app's page.
func TestWellKnownPaths(t *testing.T) {
	t.Parallel()
	apptest.On(t, store.SQLite, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		c := a.Client()
		if got := c.Get("/.well-known/change-password").OK(http.StatusFound).Header.Get("Location"); got != "/user/profile" {
			t.Errorf("passwords are changed at %q", got)
		}
		c.Get("/.well-known/nothing").OK(http.StatusNotFound)
		c.Get("/.well-known/security.txt").OK(http.StatusNotFound)
	})
}
