package witness_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/internal/clock"
	"krapao/internal/keyring"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/internal/witness"
	"krapao/ledger"
	"krapao/ledger/proof"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/operatortest"
)

var masters = keyring.Masters{1: bytes.Repeat([]byte{5}, secret.KeySize)}

// house is a database with keys, eight rows in the audit log and eight seals.
type house struct {
	*store.Store
	t     *testing.T
	clock *clock.Fake
	ring  *keyring.Ring
	place witness.File
}

func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, newHouse(t, s.Engine())) })
}

func newHouse(t *testing.T, engine store.Engine) *house {
	t.Helper()
	h := &house{t: t, clock: clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))}
	h.Store, h.place = storetest.OpenAt(t, engine, h.clock), witness.File{Path: filepath.Join(t.TempDir(), witness.FileName)}
	return h
}

func (h *house) opens() {
	h.t.Helper()
	var err error
	if h.ring, err = keyring.Open(h.t.Context(), h.Store, masters); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) run(query string, args ...any) {
	h.t.Helper()
	err := h.Write(h.t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(h.t.Context(), query, args...)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// works adds rows to both chains, as a node does; without keys, as a node of an earlier version does.
func (h *house) works(rows int) {
	h.t.Helper()
	ctx := h.t.Context()
	var sign func(number int64, hash string) string
	var options []ledger.Option
	if h.ring != nil {
		sign = witness.Signer(h.ring.Box, witness.Audit)
		options = append(options, ledger.Signed(witness.Signer(h.ring.Box, witness.Ledger)))
	}
	approvals := operator.NewApprovals(operator.Deps{
		Store: h.Store, Audit: audit.New(h.Store, sign), Confirmations: new(operatortest.Keys),
	})
	staff := operator.NewStaff(approvals, nil)
	l, err := ledger.Open(ctx, h.Store, options...)
	if err != nil {
		h.t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if err := h.Write(ctx, func(tx *store.Tx) error { return l.OpenTx(ctx, tx, ledger.Wallet("m")) }); err != nil {
		h.t.Fatal(err)
	}
	for range rows {
		h.clock.Advance(time.Second)
		h.decides(staff, approvals)
		if _, err := l.Move(ctx, ledger.Order{
			Key: ledger.InternalKey("test", h.Now().String()), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet("m"),
			Amount: 100, Member: "m",
		}); err != nil {
			h.t.Fatal(err)
		}
		if _, err := l.Seal(ctx); err != nil {
			h.t.Fatal(err)
		}
	}
}

// decides adds one row to the audit log. The first is the second chief, whom the first one adds.
func (h *house) decides(staff *operator.Staff, approvals *operator.Approvals) {
	h.t.Helper()
	all, err := staff.List(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	if len(all) == 0 {
		if err := h.Write(h.t.Context(), func(tx *store.Tx) error {
			return staff.ChiefTx(h.t.Context(), tx, "nok", tx.Now)
		}); err != nil {
			h.t.Fatal(err)
		}
	}
	name, role := "op"+strconv.FormatInt(h.Now().Unix(), 36), operator.Support
	if len(all) == 0 {
		name, role = "mai", operator.Chief
	}
	d := operatortest.Sure(operator.Decision{By: "nok", Subject: name, Reason: "reason of " + name})
	if _, err := approvals.Do(h.t.Context(), d, operator.KindAdd, operator.Request(operator.Newcomer{Role: role})); err != nil {
		h.t.Fatal(err)
	}
}

// wrong returns everything that is found wrong.
func (h *house) wrong(places ...witness.Place) []string {
	h.t.Helper()
	ctx := h.t.Context()
	wrong, err := witness.Check(ctx, h.Store, h.ring.Box)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range places {
		differs, _, err := witness.Compare(ctx, h.Store, h.ring.Box, p)
		if err != nil {
			h.t.Fatal(err)
		}
		wrong = append(wrong, differs...)
	}
	if _, err := audit.New(h.Store, nil).Verify(ctx); err != nil {
		wrong = append(wrong, err.Error())
	}
	report, err := proof.Verify(ctx, h.Store)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range report.Problems {
		wrong = append(wrong, p.String())
	}
	return wrong
}

func (h *house) keeper(places ...witness.Place) *witness.Keeper {
	return &witness.Keeper{
		Store: h.Store, Box: h.ring.Box, Places: places,
		Wrong:  func(what string) { h.t.Error(what) },
		Failed: func(place string, err error) { h.t.Errorf("%s: %v", place, err) },
	}
}

// rehash recomputes the hashes of the audit log, as anybody with the source can, and sets the head.
func (h *house) rehash() {
	h.t.Helper()
	rows, err := h.DB().QueryContext(h.t.Context(),
		"SELECT number, at, operator, action, subject, member, reason, evidence FROM audit ORDER BY number")
	if err != nil {
		h.t.Fatal(err)
	}
	hash, hashes := "", map[int64]string{}
	var number int64
	for rows.Next() {
		var at int64
		var by, action, subject, member, reason, evidence string
		if err := rows.Scan(&number, &at, &by, &action, &subject, &member, &reason, &evidence); err != nil {
			h.t.Fatal(err)
		}
		text, _ := json.Marshal([]any{hash, number, at, by, action, subject, member, reason, evidence})
		sum := sha256.Sum256(text)
		hash = hex.EncodeToString(sum[:])
		hashes[number] = hash
	}
	_ = rows.Close()
	for number, hash := range hashes {
		h.run("UPDATE audit SET hash = $1 WHERE number = $2", hash, number)
	}
	h.run("UPDATE audit_head SET number = $1, hash = $2", number, hash)
}

// reseal recomputes the seals over changed batches.
func (h *house) reseal() {
	h.t.Helper()
	rows, err := h.DB().QueryContext(h.t.Context(), "SELECT seal, id, digest FROM batch ORDER BY seal, id")
	if err != nil {
		h.t.Fatal(err)
	}
	type batch struct {
		id     int64
		digest string
	}
	seals, last := map[int64][]batch{}, int64(0)
	for rows.Next() {
		var b batch
		if err := rows.Scan(&last, &b.id, &b.digest); err != nil {
			h.t.Fatal(err)
		}
		seals[last] = append(seals[last], b)
	}
	_ = rows.Close()
	before := ""
	for n := int64(1); n <= last; n++ {
		sum := sha256.New()
		write := func(s string) {
			var size [8]byte
			binary.BigEndian.PutUint64(size[:], uint64(len(s)))
			sum.Write(size[:])
			sum.Write([]byte(s))
		}
		write(before)
		write(strconv.FormatInt(n, 10))
		for _, b := range seals[n] {
			write(strconv.FormatInt(b.id, 10))
			write(b.digest)
		}
		before = base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
		h.run("UPDATE seal SET hash = $1 WHERE number = $2", before, n)
	}
}

// What an attacker with the database and without the key can do, recomputing every hash so that the chains are consistent. Each
// chain has eight rows, and all of them were noted at another place.
func TestWhoRewritesHistoryIsFound(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		does func(h *house)
		// elsewhere: only the other place can show it.
		elsewhere bool
		want      string
	}{
		"a reason, hashed anew": {func(h *house) {
			h.run("UPDATE audit SET reason = 'another' WHERE number = 3")
			h.rehash()
		}, false, "the audit log: row 3 does not fit its signature"},
		"two rows exchanged": {func(h *house) {
			h.run(`UPDATE audit SET reason = CASE WHEN number = 4 THEN (SELECT reason FROM audit WHERE number = 5)
				ELSE (SELECT reason FROM audit WHERE number = 4) END WHERE number IN (4, 5)`)
			h.rehash()
		}, false, "the audit log: row 4 does not fit its signature"},
		"the last row": {func(h *house) {
			h.run("UPDATE audit SET operator = 'mai' WHERE number = (SELECT max(number) FROM audit)")
			h.rehash()
		}, false, "does not fit its signature"},
		"signatures taken away": {func(h *house) {
			h.run("UPDATE audit SET reason = 'another', signature = '' WHERE number > 3")
			h.rehash()
		}, false, "the audit log: row 4 is not signed"},
		"as if it never was signed": {func(h *house) {
			h.run("UPDATE audit SET reason = 'another', signature = ''")
			h.run("DELETE FROM chain_mark")
			h.rehash()
		}, false, "the audit log: the first mark is missing, from which on its rows are signed"},
		"the mark moved to the end": {func(h *house) {
			h.run("UPDATE audit SET reason = 'another', signature = ''")
			h.rehash()
			h.run("UPDATE chain_mark SET number = 9, hash = (SELECT hash FROM audit_head) WHERE chain = 'audit'")
		}, false, "the audit log: the mark at row 9 is not signed with this database's key"},
		"a mark with a later end of the upgrade": {func(h *house) {
			h.run("UPDATE chain_mark SET unsigned_until = unsigned_until + 1000000000000")
		}, false, "is not signed with this database's key"},
		"the tail cut, and the head set back": {func(h *house) {
			h.run("DELETE FROM audit WHERE number > 7")
			h.rehash()
		}, true, "the audit log ends at row 7, and "},
		"all rows": {func(h *house) {
			h.run("DELETE FROM audit")
			h.run("UPDATE audit_head SET number = 0, hash = ''")
		}, true, "the audit log ends at row 0, and "},
		"a seal, hashed anew": {func(h *house) {
			h.run("UPDATE batch SET digest = 'another' WHERE seal = 2")
			h.reseal()
		}, false, "the ledger's chain: row 2 does not fit its signature"},
		"the seals' signatures": {func(h *house) {
			h.run("UPDATE seal SET signature = (SELECT max(signature) FROM seal)")
		}, false, "the ledger's chain: row"},
		"the last seals with their batches": {func(h *house) {
			h.run("DELETE FROM batch WHERE seal > 6")
			h.run("DELETE FROM seal WHERE number > 6")
		}, true, "the ledger's chain ends at row 6, and "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, h *house) {
				h.opens()
				h.works(8)
				h.keeper(h.place).Turn(t.Context())
				if wrong := h.wrong(h.place); len(wrong) > 0 {
					t.Fatalf("nothing was done, and found is %q", wrong)
				}
				tc.does(h)
				here, all := h.wrong(), strings.Join(h.wrong(h.place), "\n")
				if !strings.Contains(all, tc.want) {
					t.Errorf("found is %q, want %q", all, tc.want)
				}
				if tc.elsewhere == strings.Contains(strings.Join(here, "\n"), tc.want) {
					t.Errorf("without the other place: %q", here)
				}
			})
		})
	}
}

// A chain of an earlier version is covered from the first keys on. Nodes of that version may run beside this one during an
// upgrade, and their rows are covered by the first signature after them. Later no row is accepted without a signature.
func TestAChainOfAVersionBefore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.works(3)
		h.opens()
		ring := h.ring
		if wrong := h.wrong(); len(wrong) > 0 {
			t.Fatalf("before: %q", wrong)
		}
		h.works(2)
		h.ring = nil
		h.works(2) // a node of the version before
		h.ring = ring
		if wrong := h.wrong(); len(wrong) > 0 {
			t.Fatalf("during the upgrade: %q", wrong)
		}
		h.works(1)
		h.clock.Advance(8 * 24 * time.Hour)
		if wrong := h.wrong(); len(wrong) > 0 {
			t.Fatalf("after the upgrade: %q", wrong)
		}
		h.ring = nil
		h.works(1)
		h.ring = ring
		if wrong := strings.Join(h.wrong(), "\n"); !strings.Contains(wrong, "the audit log: row") ||
			!strings.Contains(wrong, "is not signed") {
			t.Errorf("without a signature, after the upgrade: %q", wrong)
		}
		h.run("DELETE FROM audit WHERE signature = '' AND number > 8")
		h.run("UPDATE audit SET reason = 'another' WHERE number = 2")
		h.rehash()
		if wrong := strings.Join(h.wrong(), "\n"); !strings.Contains(wrong, "the audit log: row 4 is not the one that was marked") &&
			!strings.Contains(wrong, "does not fit its signature") {
			t.Errorf("what was before the first key: %q", wrong)
		}
	})
}

// After a rotation the former key signs nothing, and the new key's mark covers what it had signed.
func TestARotationTakesTheChainsAlong(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.opens()
		h.works(3)
		former := h.ring
		both := keyring.Masters{1: masters[1], 2: bytes.Repeat([]byte{6}, secret.KeySize)}
		next, err := keyring.Open(ctx, h.Store, both)
		if err != nil {
			t.Fatal(err)
		}
		rotation := next.Rotate()
		for {
			p, err := rotation.Turn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if p.Done {
				break
			}
			h.clock.Advance(max(p.Wait, time.Second))
		}
		h.ring = next
		h.works(2)
		if wrong := h.wrong(); len(wrong) > 0 {
			t.Fatalf("after the rotation: %q", wrong)
		}
		h.ring = former
		h.works(1)
		h.ring = next
		if wrong := strings.Join(h.wrong(), "\n"); !strings.Contains(wrong, "is signed with a key that was out of use") {
			t.Errorf("the former key: %q", wrong)
		}
	})
}

// The other place may be an address. Only a holder of the key can have a restore accepted there.
func TestOtherPlaces(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.opens()
		h.works(4)
		var mu sync.Mutex
		var kept bytes.Buffer
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if r.Method == http.MethodPost {
				_, _ = io.Copy(&kept, r.Body)
				kept.WriteByte('\n')
				return
			}
			_, _ = w.Write(kept.Bytes())
		}))
		defer server.Close()
		address, err := witness.NewAddress(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		keeper := h.keeper(h.place, address)
		keeper.Turn(ctx)
		keeper.Turn(ctx) // nothing came: nothing is told
		for _, p := range []witness.Place{h.place, address} {
			if notes, err := p.Notes(ctx); err != nil || len(notes) != 1 {
				t.Errorf("%s: %d notes, %v", p, len(notes), err)
			}
		}
		h.works(1)
		keeper.Turn(ctx)
		for _, p := range []witness.Place{h.place, address} {
			if late := keeper.Unsent(p.String()); late != 0 {
				t.Errorf("%s was told, and not for %s", p, late)
			}
		}
		h.run("DELETE FROM audit WHERE number > 3")
		h.rehash()
		for _, p := range []witness.Place{h.place, address} {
			if wrong := strings.Join(h.wrong(p), "\n"); !strings.Contains(wrong, "the audit log ends at row 3") {
				t.Errorf("%s: %q", p, wrong)
			}
		}
		found := 0
		keeper.Wrong = func(string) { found++ }
		keeper.Turn(ctx)
		if found != 2 {
			t.Errorf("a running node finds it in %d places", found)
		}
		h.clock.Advance(time.Hour)
		if late := keeper.Unsent(h.place.String()); late != time.Hour {
			t.Errorf("a place that knows another history is not told for %s", late)
		}
		stranger, err := secret.FromMaster(masters[1])
		if err != nil {
			t.Fatal(err)
		}
		forged, err := witness.Now(ctx, h.Store, stranger, "a restore")
		if err != nil {
			t.Fatal(err)
		}
		right, err := witness.Now(ctx, h.Store, h.ring.Box, "a restore")
		if err != nil {
			t.Fatal(err)
		}
		forged.House = right.House
		if err := h.place.Put(ctx, forged); err != nil {
			t.Fatal(err)
		}
		if wrong := strings.Join(h.wrong(h.place), "\n"); !strings.Contains(wrong, "holds 1 notes that are not signed") ||
			!strings.Contains(wrong, "ends at row 3") {
			t.Errorf("forged: %q", wrong)
		}
		if err := address.Put(ctx, right); err != nil {
			t.Fatal(err)
		}
		if wrong := h.wrong(address); len(wrong) > 0 {
			t.Errorf("accepted: %q", wrong)
		}
		if number, at, err := witness.Known(ctx, h.ring.Box, address, witness.Audit); err != nil || number == 0 || at.IsZero() {
			t.Errorf("it knows row %d of %s, %v", number, at, err)
		}
		server.Close()
		if _, _, err := witness.Compare(ctx, h.Store, h.ring.Box, address); err == nil || strings.Contains(err.Error(), "http://") {
			t.Errorf("a place that does not answer: %v", err)
		}
	})
}

// A file that grows is shortened and keeps what counts; a line that a crash cut short spoils no other.
func TestTheFileOfHeads(t *testing.T) {
	t.Parallel()
	h := newHouse(t, store.SQLite)
	h.opens()
	h.works(2)
	ctx := context.Background()
	accepted, err := witness.Now(ctx, h.Store, h.ring.Box, strings.Repeat("why ", 1000))
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if err := h.place.Put(ctx, accepted); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(h.place.Path); err != nil || info.Size() > 2<<20 || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	file, err := os.OpenFile(h.place.Path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = file.WriteString(`{"house":"cut sho`)
	}
	if err != nil || file.Close() != nil {
		t.Fatal(err)
	}
	h.works(1)
	h.keeper(h.place).Turn(ctx)
	h.run("DELETE FROM audit WHERE number > 2")
	h.rehash()
	if wrong := strings.Join(h.wrong(h.place), "\n"); !strings.Contains(wrong, "the audit log ends at row 2") {
		t.Errorf("%q", wrong)
	}
}

func TestAddressesOfHeads(t *testing.T) {
	t.Parallel()
	for address, right := range map[string]bool{
		"https://heads.example.com/krapao": true, "http://127.0.0.1:1/x": true, "http://heads.example.com": false, "heads": false,
		"file:///x": false,
	} {
		if _, err := witness.NewAddress(address); (err == nil) != right {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// How long a place has had no note is a metric, which ends with the next note.
func TestAPlaceThatIsNotTold(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.opens()
		h.works(1)
		away := witness.File{Path: filepath.Join(t.TempDir(), "mounted", witness.FileName)}
		keeper, failed := h.keeper(h.place, away), 0
		keeper.Failed = func(string, error) { failed++ }
		for minute := range 3 {
			keeper.Turn(t.Context())
			if here, there := keeper.Unsent(h.place.String()), keeper.Unsent(away.String()); here != 0 ||
				there != time.Duration(minute)*time.Minute {
				t.Errorf("after %d minutes: %s here, %s there", minute, here, there)
			}
			h.clock.Advance(time.Minute)
		}
		if err := os.Mkdir(filepath.Dir(away.Path), 0o700); err != nil {
			t.Fatal(err)
		}
		keeper.Turn(t.Context())
		if late := keeper.Unsent(away.String()); late != 0 || failed != 3 {
			t.Errorf("told again: %s, %d failures", late, failed)
		}
	})
}
