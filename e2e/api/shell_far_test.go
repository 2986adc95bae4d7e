package api

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
	"krapao/internal/testkit/programtest"
)

// farReads are commands that only read, and what each says in a house where nothing waits.
var farReads = map[string]string{
	"report":                "all days up to seal",
	"members linked":        "none",
	"members linked --all":  "none",
	"deposits statements":   "bank:",
	"receivables reversals": "none",
	"payouts state":         "automatic payouts go on",
	"brakes systems":        "provider:joker",
	"content":               "depositAccounts",
	"content history info":  "version",
	"content export info":   `"info": {`,
	"audit verify":          "the audit log is whole:",
}

// TestCommandsFromAnotherMachine: what an operator reads and decides at its shell works at the house's address, too, in its own
// session, and is refused without one. What the owner of the node does is not to be had there.
func TestCommandsFromAnotherMachine(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao := a.Operator("dao")
		says(t, dao, "lek is a chief", "add", "lek", "--role=chief", "--reason=the second")
		lek, m := a.Operator("lek"), a.Member()
		a.Deposit(m, "100")
		a.Pass(2 * time.Minute) // until it is sealed and added up
		far := dao.Elsewhere()
		for words := range farReads {
			refusedAt(t, far, "nobody is signed in", strings.Fields(words)...)
		}
		refusedAt(t, far, "not to be had from here", "init", "dao")
		far.Must("login", "dao", "--password")
		for words, want := range farReads {
			says(t, far, want, strings.Fields(words)...)
		}
		day := a.Store.Now().In(clock.Bangkok).Format(time.DateOnly)
		says(t, far, "1 members were active", "report", day)
		refusedAt(t, far, "is no day", "report", "yesterday")
		file := far.Must("report", day, "--csv")
		if !strings.HasPrefix(file, "\ufeffday,account,kind,baht,entries\n") ||
			!strings.Contains(file, day+",member:wallet,deposit,100.00,1\n") || !strings.Contains(file, day+",active,members,0.00,1\n") {
			t.Errorf("the file is %s", file)
		}
		says(t, far, "stopped", "payouts", "stop", "--reason=a break")
		says(t, far, "are stopped since", "payouts", "state")
		refusedAt(t, far, "NO_DATA", "members", "link-close", "nosuch", "--reason=looked at both")
		says(t, far, m.Registered.Name, "members", "find", m.Registered.AccountName)
		refusedAt(t, far, "INVALID_INPUT", "cases", "compare", "nosuch", "--reason=a test")
		farContent(t, a, far, lek)
	})
}

// farContent changes the content from another machine, by a document of over 64 KiB.
func farContent(t *testing.T, a *apptest.App, far, second *apptest.Shell) {
	t.Helper()
	name := strings.Repeat("x", 100_000)
	file := filepath.Join(t.TempDir(), "info.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"info": {"name": 7}}`)
	if out, err := far.Run("content", "check", file); err == nil || !strings.Contains(out, "info.name") {
		t.Errorf("what is wrong is not named: %s, %v", out, err)
	}
	write(`{"info": {"name": "` + name + `"}}`)
	says(t, far, "info.name", "content", "check", file)
	refusedAt(t, far, "no such file", "content", "propose", file+"x", "--reason=a long name")
	said := says(t, far, "proposed", "content", "propose", file, "--reason=a long name")
	says(t, second, "in force at", "proposals", "approve", proposalIn.FindStringSubmatch(said)[1], "--reason=a long name")
	a.Pass(31 * time.Minute)
	if out := far.Must("content", "export", "info"); !strings.Contains(out, name) {
		t.Errorf("%d bytes are in force", len(out))
	}
	says(t, far, "a long name", "content", "history", "info")
	former := says(t, far, `"info": {`, "content", "history", "info", "--version=1")
	if strings.Contains(former, "xxx") {
		t.Error("the version before is the one in force")
	}
	says(t, far, "proposed", "content", "back", "info", "1", "--reason=too long")
	refusedAt(t, far, "NO_DATA", "content", "back", "info", "77", "--reason=too long")
	refusedAt(t, far, "NO_DATA", "content", "export", "nosuch")
}

// proposalIn finds the proposal in what its command said.
var proposalIn = regexp.MustCompile(`proposals show (\S+)\)`)

// TestTheProgramFromAnotherMachine: the program calls a house at its address, signed in there, without a node and its directory.
// Nobody is taken at its word at the socket of a node, either.
func TestTheProgramFromAnotherMachine(t *testing.T) {
	t.Parallel()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			env := programtest.With(programtest.DemoEnv(t, engine), map[string]string{"KRAPAO_DEMO_OPERATORS": "true"})
			node := programtest.Start(t, env, "demo")
			node.Up(env["KRAPAO_ADDR"])
			far := programtest.With(programtest.EmptyEnv(t), map[string]string{
				"KRAPAO_OPERATOR_SESSION": filepath.Join(t.TempDir(), "far.session"),
			})
			run := func(env map[string]string, want string, words ...string) {
				t.Helper()
				out, code := programtest.Run(t, env, append([]string{"operator"}, words...)...)
				if (code == 0) != !strings.HasPrefix(want, "!") || !strings.Contains(out, strings.TrimPrefix(want, "!")) {
					t.Errorf("%q: %d %s, want %s", words, code, out, want)
				}
			}
			url := "--url=http://" + env["KRAPAO_OPERATOR_ADDR"]
			run(far, "!nobody is signed in", "report", url)
			run(far, "!nobody is signed in", "payouts", "stop", "--reason=a break", url)
			run(far, "nok is signed in", "login", "nok", "--demo", url)
			run(far, "all days up to seal", "report")
			run(far, "the audit log is whole", "audit", "verify")
			run(far, "depositAccounts", "content", url)
			run(far, "!not to be had from here", "recover", "nok")
			run(env, "all days up to seal", "report")
			run(env, "!nobody is signed in", "payouts", "stop", "--reason=a break")
			run(env, "!nobody is taken at its word", "payouts", "stop", "--as=nok", "--reason=a break")
		})
	}
}
