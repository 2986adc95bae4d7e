package node

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"krapao/internal/config"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// keyed is a hash, as the product's is.
func keyed(kind, value string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + value))
	return hex.EncodeToString(sum[:])
}

// running is a node of the house with a secret of the payout bank.
func running(s *store.Store, number int64, secret string) *Register {
	r := config.Running{OutsideFile: "outside.json", Outside: config.Outside{Payout: config.Payout{Secret: secret}}}
	return New(Deps{Store: s, Keyed: keyed, Number: number, Version: "v1", Addresses: []string{"a:1"}, Settings: r.Settings()})
}

func of(t *testing.T, r *Register, name string) (found []Setting) {
	t.Helper()
	all, err := r.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Name == name {
			found = append(found, s)
		}
	}
	return found
}

// TestNodesWithDifferentSecretsAreToldApart, and nothing that they write has a secret. A value has its time from the first node
// that ran with it, also after that has been started anew.
func TestNodesWithDifferentSecretsAreToldApart(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two := running(s, 1, "first-secret"), running(s, 2, "first-secret")
		for _, r := range []*Register{one, two} {
			if err := r.say(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		alike := of(t, one, "payout.secret")
		if len(alike) != 1 || alike[0].Differs || alike[0].Shown != "set" || alike[0].Node != 1 || alike[0].From != config.FromFile {
			t.Errorf("two alike are %+v", alike)
		}
		two.leave(t.Context())
		again := running(s, 1, "second-secret")
		again.since = again.since.Add(time.Hour)
		if err := again.say(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := of(t, again, "payout.secret"); len(got) != 1 || got[0].Differs || !got[0].Since.Equal(again.since) {
			t.Errorf("alone, with a new secret, it is %+v", got)
		}
		if got := of(t, again, "payout.baseURL"); len(got) != 1 || !got[0].Since.Equal(alike[0].Since) {
			t.Errorf("what stayed is %+v, of before %v", got, alike[0].Since)
		}
		two = running(s, 2, "first-secret")
		if err := two.say(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := of(t, again, "payout.secret")
		if len(got) != 2 || !got[0].Differs || !got[1].Differs || got[1].Node != 2 || got[1].Doc == "" {
			t.Errorf("two that differ are %+v", got)
		}
		var stored int
		row := s.DB().QueryRowContext(t.Context(), `SELECT count(*) FROM node_run WHERE body LIKE '%first-secret%' OR body LIKE
			'%second-secret%'`)
		if err := row.Scan(&stored); err != nil || stored != 0 {
			t.Errorf("%d nodes have written a secret: %v", stored, err)
		}
	})
}

// TestWhichNodesAreListed: those that run, those that ended without a word for a day, and none that was stopped in order.
func TestWhichNodesAreListed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two, three := running(s, 1, ""), running(s, 2, ""), running(s, 3, "")
		one.Ran("polls", nil)
		one.Ran("reads", errors.New("pq: relation x does not exist"))
		for _, r := range []*Register{one, two, three} {
			if err := r.say(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		three.leave(t.Context())
		seen := func(r *Register, ago string) []Node {
			t.Helper()
			if err := s.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), `UPDATE node_run SET seen_at = seen_at - `+ago+` WHERE number = 1`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			nodes, err := r.Nodes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return nodes
		}
		nodes := seen(two, "0")
		if len(nodes) != 2 || nodes[0].Number != 1 || !nodes[0].Runs() || nodes[1].Number != 2 || len(nodes[0].Jobs) != 2 {
			t.Fatalf("the nodes are %+v", nodes)
		}
		if j := nodes[0].Jobs; j[0].Name != "polls" || j[0].Failed != "" || j[1].Failed != "failed" {
			t.Errorf("its jobs are %+v", j)
		}
		if nodes = seen(two, "1320000000"); len(nodes) != 2 || nodes[0].Runs() {
			t.Errorf("after 22 minutes they are %+v", nodes)
		}
		if nodes = seen(two, "86400000000"); len(nodes) != 1 || nodes[0].Number != 2 {
			t.Errorf("a day later they are %+v", nodes)
		}
	})
}

// TestWhenAJobRanLast: it is the last run of any node, also of one that has left, and when one last ran through.
func TestWhenAJobRanLast(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		one, two := running(s, 1, ""), running(s, 2, "")
		ran := func(r *Register, name string, at time.Duration, failed string, done time.Duration) {
			j := Job{Name: name, At: one.since.Add(at), Failed: failed}
			if done >= 0 {
				j.Done = one.since.Add(done)
			}
			r.jobs[name] = j
		}
		ran(one, "tidies", time.Minute, "", time.Minute)
		ran(two, "tidies", time.Hour, "timeout", -1)
		ran(one, "reads", 2*time.Hour, "failed", time.Hour)
		ran(two, "polls", time.Hour, "", time.Hour)
		for _, r := range []*Register{one, two} {
			if err := r.say(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		two.leave(t.Context())
		jobs, since, err := one.Runs(t.Context())
		if err != nil || !since.Equal(one.since) || len(jobs) != 3 {
			t.Fatalf("%+v, since %s, %v", jobs, since, err)
		}
		for name, want := range map[string]Job{
			"tidies": {"tidies", one.since.Add(time.Hour), "timeout", one.since.Add(time.Minute)},
			"reads":  {"reads", one.since.Add(2 * time.Hour), "failed", one.since.Add(time.Hour)},
			"polls":  {"polls", one.since.Add(time.Hour), "", one.since.Add(time.Hour)},
		} {
			got := jobs[name]
			if !got.At.Equal(want.At) || got.Failed != want.Failed || !got.Done.Equal(want.Done) {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
		one.Ran("reads", errors.New("x"))
		if j := one.jobs["reads"]; j.Failed != "failed" || !j.Done.Equal(one.since.Add(time.Hour)) {
			t.Errorf("a run that failed after one that did not is %+v", j)
		}
	})
}
