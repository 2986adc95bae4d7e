package identity_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"krapao/fault"
	"krapao/internal/argon"
	"krapao/internal/clock"
	"krapao/internal/ratelimit"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/identity"
	"krapao/operator/operatortest"
	"krapao/session"
)

const (
	nok      = "nok"
	lek      = "lek"
	password = "seven green umbrellas"
)

var (
	start = time.Date(2026, 11, 20, 5, 0, 0, 0, time.UTC)
	desk  = identity.Origin{Address: "198.51.100.7", Agent: "test"}
)

// counted counts comparisons of passwords.
type counted struct {
	*argon.Hasher
	n atomic.Int64
}

func (c *counted) Matches(ctx context.Context, password, phc string) (bool, error) {
	c.n.Add(1)
	return c.Hasher.Matches(ctx, password, phc)
}

// house is one node of a house.
type house struct {
	*identity.Service
	T     *testing.T
	Store *store.Store
	Clock *clock.Fake
	Staff *operator.Staff
	// Approvals are the staff's.
	Approvals *operator.Approvals
	Audit     *audit.Log
	Sessions  *session.Service
	Hashes    *counted
}

func each(t *testing.T, test func(h *house)) {
	t.Helper()
	storetest.EachAt(t, start, func(t *testing.T, s *store.Store, c *clock.Fake) { test(node(t, s, c)) })
}

func node(t *testing.T, s *store.Store, c *clock.Fake) *house {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	hasher, err := argon.New(argon.Cost{Memory: 64, Passes: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{T: t, Store: s, Clock: c, Audit: audit.New(s, nil), Hashes: &counted{Hasher: hasher}}
	h.Sessions = session.New(s, map[session.Audience]session.Subjects{session.Operator: operator.Directory(s)},
		map[session.Audience]session.Terms{session.Operator: session.OperatorTerms})
	h.Approvals = operator.NewApprovals(operator.Deps{Store: s, Audit: h.Audit, Confirmations: new(operatortest.Keys)})
	h.Staff = operator.NewStaff(h.Approvals, h.Sessions)
	h.Service = identity.New(identity.Deps{
		Store: s, Secrets: box, Audit: h.Audit, Staff: h.Staff, Sessions: h.Sessions, Hasher: h.Hashes,
		Limiter: ratelimit.New(ratelimit.NewSQL(s), c), Limits: ratelimit.Defaults(),
	})
	return h
}

func (h *house) must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
}

func (h *house) want(what string, err error, code fault.Code) {
	h.T.Helper()
	if err == nil || fault.Of(err).Code != code {
		h.T.Errorf("%s: %v, want %s", what, err, code)
	}
}

func (h *house) invalid(err error) {
	h.T.Helper()
	if !errors.Is(err, identity.ErrInvitation) {
		h.T.Errorf("the invitation counts: %v", err)
	}
}

// code is what the telephone with a key shows.
func (h *house) code(key string) string {
	h.T.Helper()
	code, err := totp.GenerateCode(key, h.Clock.Now())
	h.must(err)
	return code
}

// enrolled sets an operator's secrets, and returns the key of its codes.
func (h *house) enrolled(invitation, password string) (signed identity.Signed, key string, recovery []string) {
	h.T.Helper()
	e, err := h.Enrol(h.T.Context(), invitation, desk)
	h.must(err)
	signed, recovery, err = h.Finish(h.T.Context(), e.Ticket, identity.Proof{Password: password, Code: h.code(e.Key)})
	h.must(err)
	h.Clock.Advance(30 * time.Second) // that code is used
	return signed, e.Key, recovery
}

// founded is a house whose first chief is Nok.
func (h *house) founded() (signed identity.Signed, key string, recovery []string) {
	h.T.Helper()
	in, err := h.Init(h.T.Context(), nok)
	h.must(err)
	return h.enrolled(in.Secret, password)
}

// ticket is one of the first step, from an address of its own.
func (h *house) ticket(name, password string) string {
	h.T.Helper()
	from := identity.Origin{Address: "203.0.113." + fmt.Sprint(h.Hashes.n.Load()%250)}
	ticket, err := h.Password(h.T.Context(), name, password, from)
	h.must(err)
	return ticket
}

func by(name, subject string) operator.Decision {
	return operatortest.Sure(operator.Decision{By: name, Subject: subject, Reason: "because"})
}

// secondChief adds Lek, without secrets.
func (h *house) secondChief() {
	h.T.Helper()
	add := func(role operator.Role) error {
		_, err := h.Approvals.Do(h.T.Context(), by(nok, lek), operator.KindAdd, operator.Request(operator.Newcomer{Role: role}))
		return err
	}
	if err := add(operator.Support); !errors.Is(err, operator.ErrRole) {
		h.T.Errorf("the first two operators are chiefs: %v", err)
	}
	h.must(add(operator.Chief))
}

// A house begins with an invitation from its machine. From then on a chief invites, and each invitation counts once.
func TestAHouseBeginsWithItsFirstChief(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		if _, err := h.Init(ctx, "node"); !errors.Is(err, operator.ErrName) {
			h.T.Errorf("a chief called node: %v", err)
		}
		replaced, err := h.Init(ctx, nok)
		h.must(err)
		in, err := h.Init(ctx, nok)
		h.must(err)
		if _, err := h.Invitation(ctx, replaced.Secret); !errors.Is(err, identity.ErrInvitation) {
			h.T.Errorf("the former invitation: %v", err)
		}
		shown, err := h.Invitation(ctx, in.Secret)
		if err != nil || shown.Name != nok || shown.Role != operator.Chief || shown.By != "node" {
			h.T.Errorf("%+v, %v", shown, err)
		}
		e, err := h.Enrol(ctx, in.Secret, desk)
		h.must(err)
		for why, typed := range map[string]string{"length": "short", "common": "password1234", "personal": "noknoknoknok"} {
			_, _, err := h.Finish(ctx, e.Ticket, identity.Proof{Password: typed, Code: h.code(e.Key)})
			if fault.Of(err).Code != fault.WEAK_PASSWORD {
				h.T.Errorf("%q (%s): %v", typed, why, err)
			}
		}
		for range 4 {
			_, _, err = h.Finish(ctx, e.Ticket, identity.Proof{Password: password, Code: "000000"})
			h.want("a wrong code", err, fault.WRONG_CREDENTIAL)
		}
		signed, recovery, err := h.Finish(ctx, e.Ticket, identity.Proof{Password: password, Code: h.code(e.Key)})
		h.must(err)
		live, err := h.Check(ctx, signed.Token)
		if err != nil || live.Subject != nok || live.ID != signed.Session.ID || len(recovery) != 10 {
			h.T.Errorf("%+v, %v, %d recovery codes", live, err, len(recovery))
		}
		if _, err := h.Init(ctx, nok); !errors.Is(err, identity.ErrInvited) {
			h.T.Errorf("a second beginning: %v", err)
		}
		if _, err := h.Enrol(ctx, in.Secret, desk); !errors.Is(err, identity.ErrInvitation) {
			h.T.Errorf("a used invitation: %v", err)
		}
		h.secondChief()
		if _, err := h.Invite(ctx, by(nok, "nobody")); !errors.Is(err, operator.ErrUnknownOperator) {
			h.T.Errorf("nobody is invited: %v", err)
		}
		second, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		h.enrolled(second.Secret, "eight blue umbrellas")
		if _, err := h.Invite(ctx, by(nok, lek)); !errors.Is(err, identity.ErrInvited) {
			h.T.Errorf("one who can sign in already: %v", err)
		}
		if rows, err := h.Audit.Verify(ctx); err != nil || rows != 6 {
			h.T.Errorf("%d rows of audit, %v", rows, err)
		}
	})
}

// A sign-in takes a password and a code that was not used. A right guess costs nothing.
func TestASignInTakesPasswordAndCode(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		_, key, recovery := h.founded()
		for range 7 { // more than may be wrong
			ticket, err := h.Password(ctx, nok, password, desk)
			h.must(err)
			signed, err := h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
			h.must(err)
			if live, err := h.Check(ctx, signed.Token); err != nil || live.Subject != nok {
				h.T.Errorf("%+v, %v", live, err)
			}
			_, err = h.Second(ctx, ticket, identity.ByRecovery, recovery[9])
			h.want("a used ticket", err, fault.WRONG_CREDENTIAL)
			h.Clock.Advance(time.Minute)
		}
		code := h.code(key)
		_, err := h.Second(ctx, h.ticket(nok, password), identity.ByTOTP, code)
		h.must(err)
		_, err = h.Second(ctx, h.ticket(nok, password), identity.ByTOTP, code)
		h.want("a code twice", err, fault.WRONG_CREDENTIAL)

		written := strings.ToLower(strings.ReplaceAll(recovery[0], "0", "o"))
		_, err = h.Second(ctx, h.ticket(nok, password), identity.ByRecovery, written)
		h.must(err)
		_, err = h.Second(ctx, h.ticket(nok, password), identity.ByRecovery, recovery[0])
		h.want("a recovery code twice", err, fault.WRONG_CREDENTIAL)
	})
}

// Nothing tells a name that does not exist from a wrong password or a wrong code: not the answer, nor the work that was
// done for it.
func TestNobodyLearnsWhatWasWrong(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		_, key, _ := h.founded()
		h.secondChief()
		var works []string
		for _, guess := range []struct{ name, password, code string }{
			{nok, "seven red umbrellas", h.code(key)},
			{nok, password, "000000"},
			{lek, password, "000000"},
			{"mai", password, "000000"},
			{"No one\x00", password, "000000"},
		} {
			for _, way := range []identity.Way{identity.ByTOTP, identity.ByRecovery} {
				hashes, statements := h.Hashes.n.Load(), h.Store.Statements()
				ticket := h.ticket(guess.name, guess.password)
				middle := h.Store.Statements()
				_, err := h.Second(ctx, ticket, way, guess.code)
				if way == identity.ByTOTP || guess.name != nok { // the same way of each is the same work
					works = append(works, fmt.Sprintf("%s: %d hashes, %d and %d statements: %v", way, h.Hashes.n.Load()-hashes,
						middle-statements, h.Store.Statements()-middle, err))
				}
			}
		}
		for _, w := range works {
			if !strings.HasPrefix(w, "recovery") && w != works[0] || !strings.Contains(w, ": 1 hashes") ||
				!strings.HasSuffix(w, "WRONG_CREDENTIAL: the name, the password or the code") {
				h.T.Errorf("%s\nand not %s", w, works[0])
			}
		}
	})
}

// Guesses are few, by name and address, by name, and by ticket; a refusal says how long to wait. Nobody is shut out on the
// machine.
func TestGuessesAreFew(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		_, key, _ := h.founded()
		other := node(h.T, h.Store, h.Clock)
		guess := func(n *house, name string, from identity.Origin) error {
			ticket, err := n.Password(ctx, name, "wrong", from)
			if err == nil {
				_, err = n.Second(ctx, ticket, identity.ByTOTP, "000000")
			}
			return err
		}
		for _, name := range []string{nok, "nobody"} {
			for i := range 5 {
				h.want("a guess", guess([]*house{h, other}[i%2], name, desk), fault.WRONG_CREDENTIAL)
			}
			err := guess(other, name, desk)
			h.want("one more", err, fault.REQUEST_LIMIT)
			if wait, ok := fault.Of(err).Params[ratelimit.WaitParam].(int); !ok || wait < 890 || wait > 900 {
				h.T.Errorf("it says to wait %v", fault.Of(err).Params)
			}
		}
		for i := range 15 {
			h.want("from elsewhere", guess(h, nok, identity.Origin{Address: fmt.Sprintf("192.0.2.%d", i)}), fault.WRONG_CREDENTIAL)
		}
		h.want("of one name", guess(h, nok, identity.Origin{Address: "192.0.2.99"}), fault.REQUEST_LIMIT)

		ticket, err := h.Password(ctx, nok, password, identity.Origin{Node: true})
		h.must(err)
		for range 4 {
			_, err = h.Second(ctx, ticket, identity.ByTOTP, "000000")
			h.want("on the machine", err, fault.WRONG_CREDENTIAL)
		}
		_, err = h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
		h.must(err)
		h.Clock.Advance(time.Hour)
		ticket, err = h.Password(ctx, nok, password, desk)
		h.must(err)
		for range 5 {
			_, err = h.Second(ctx, ticket, identity.ByTOTP, "000000")
			h.want("a code", err, fault.WRONG_CREDENTIAL)
		}
		_, err = h.Second(ctx, ticket, identity.ByTOTP, h.code(key))
		h.want("a right code for a ticket that is over", err, fault.WRONG_CREDENTIAL)
	})
}

// Of many calls on two nodes with one ticket, one code, one recovery code or one invitation, one wins.
func TestEverythingCountsOnceOnTwoNodes(t *testing.T) {
	t.Parallel()
	each(t, func(h *house) {
		ctx := h.T.Context()
		_, key, recovery := h.founded()
		nodes := []*house{h, node(h.T, h.Store, h.Clock)}
		const calls = 8
		race := func(what string, f func(n *house, i int) error) {
			h.T.Helper()
			var won atomic.Int64
			var wg sync.WaitGroup
			for i := range calls {
				wg.Go(func() {
					err := f(nodes[i%2], i)
					if err == nil {
						won.Add(1)
					} else if !errors.Is(err, identity.ErrInvitation) && !fault.Is(err, fault.WRONG_CREDENTIAL) {
						h.T.Errorf("%s: %v", what, err)
					}
				})
			}
			wg.Wait()
			if n := won.Load(); n != 1 {
				h.T.Errorf("%s: %d calls won", what, n)
			}
		}
		tickets := func(way string) (list []string) {
			for i := range calls {
				ticket, err := h.Password(ctx, nok, password, identity.Origin{Address: fmt.Sprintf("2001:db8:%s:%d::1", way, i)})
				h.must(err)
				list = append(list, ticket)
			}
			return list
		}
		one, code := tickets("1"), h.code(key)
		race("a code", func(n *house, i int) error {
			_, err := n.Second(ctx, one[i], identity.ByTOTP, code)
			return err
		})
		h.Clock.Advance(time.Hour)
		two := tickets("2")
		race("a recovery code", func(n *house, i int) error {
			_, err := n.Second(ctx, two[i], identity.ByRecovery, recovery[0])
			return err
		})
		h.Clock.Advance(time.Hour)
		ticket := h.ticket(nok, password)
		race("a ticket", func(n *house, i int) error {
			if i >= 4 {
				return identity.ErrInvitation // a ticket has five tries
			}
			_, err := n.Second(ctx, ticket, identity.ByRecovery, recovery[1+i])
			return err
		})
		h.secondChief()
		in, err := h.Invite(ctx, by(nok, lek))
		h.must(err)
		var begun []identity.Enrolment
		for range calls {
			e, err := h.Enrol(ctx, in.Secret, desk)
			h.must(err)
			begun = append(begun, e)
		}
		race("an invitation", func(n *house, i int) error {
			_, _, err := n.Finish(ctx, begun[i].Ticket, identity.Proof{Password: password, Code: n.code(begun[i].Key)})
			return err
		})
	})
}
