package identity

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator"
	"krapao/operator/audit"
	"krapao/operator/internal/identitydb"
)

// A shell is signed in at the console, as OAuth's devices are (RFC 8628): it shows a short code, which an operator types there,
// looks at the machine and its address, and confirms with its key. So a shell needs no secret, and an operator with passkeys
// alone has one, too.

// How long a shell waits, and how often it asks.
const (
	ShellLife     = 10 * time.Minute
	ShellInterval = 5 * time.Second
)

// mostMachine bounds what a machine is called, in characters.
const mostMachine = 64

// The code that a person types has no vowels, so it is no word, and no digits, so nothing is confused (RFC 8628, section 6.1). It
// has 34 bits: within ten minutes and the limits of guesses nobody finds one.
const (
	userLetters = "BCDFGHJKLMNPQRSTVWXZ"
	userLength  = 8
)

// Shells signs shells in. It is safe for concurrent use.
type Shells struct{ s *Service }

// ShellsOf are the shells of those whom a service signs in.
func ShellsOf(s *Service) Shells { return Shells{s} }

// ShellCode is what a shell signs in with. Nobody can show it again.
type ShellCode struct {
	// Device is what the shell asks by, and User what the operator types.
	Device, User string
}

// Begin begins to sign in a shell on a machine. REQUEST_LIMIT: too many from this address.
func (w Shells) Begin(ctx context.Context, machine string, from Origin) (ShellCode, error) {
	if err := w.s.limiter.Check(ctx, w.s.limits.ShellBegun.From(from.Address)); err != nil {
		return ShellCode{}, err
	}
	code := ShellCode{Device: id.Secret(), User: userCode()}
	err := w.s.store.Write(ctx, func(tx *store.Tx) error {
		q, index := identitydb.New(tx), w.userIndex(code.User)
		if err := q.EndShellCode(ctx, clock.MicrosOf(tx.Now), index); err != nil {
			return fmt.Errorf("identity: a shell: %w", err)
		}
		n, err := q.AddShell(ctx, identitydb.AddShellParams{
			Hash: hash("shell", code.Device), UserIndex: index, Machine: printable(machine), Address: addressOf(from),
			Agent: from.Agent, MadeAt: clock.MicrosOf(tx.Now), EndsAt: clock.MicrosOf(tx.Now.Add(ShellLife)),
		})
		if err == nil && n == 0 {
			return fault.New(fault.TRY_AGAIN, "another shell has just got the same code")
		}
		if err != nil {
			return fmt.Errorf("identity: a shell: %w", err)
		}
		return nil
	})
	return code, err
}

// SignedIn signs a shell in, once, if an operator has let it in; waits: nobody has yet. NO_DATA: there is no such shell, an
// operator has refused it, its ten minutes are over, or it was signed in. REQUEST_LIMIT: it asks more often than it may.
func (w Shells) SignedIn(ctx context.Context, device string) (signed Signed, waits bool, err error) {
	h := hash("shell", device)
	row, err := identitydb.New(w.s.store.DB()).Shell(ctx, h, clock.MicrosOf(w.s.store.Now()))
	if err != nil {
		return Signed{}, false, orNoShell(err)
	}
	if err := w.s.limiter.Check(ctx, w.s.limits.ShellAsks.On(h)); err != nil {
		return Signed{}, false, err
	}
	if row.ApprovedAt == 0 {
		return Signed{}, true, nil
	}
	err = w.s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := identitydb.New(tx).UseShell(ctx, clock.MicrosOf(tx.Now), h)
		if err != nil {
			return fmt.Errorf("identity: a shell: %w", err)
		}
		p, err := w.s.person(ctx, identitydb.New(tx), row.Operator)
		if err != nil {
			return err
		}
		if n == 0 || p.Stamp != row.Stamp || !p.may(tx.Now) { // its secrets were reset since, or it was disabled
			return noShell()
		}
		signed, err = w.s.beginTx(ctx, tx, p, p.Stamp, Origin{Address: row.Address, Agent: row.Agent, Way: ByShell})
		return err
	})
	if err != nil {
		return Signed{}, false, err
	}
	return signed, false, nil
}

// Shell is a shell that waits to be let in.
type Shell struct {
	// Machine is as the shell calls it: whoever made it may have lied. Address is where it called from.
	Machine, Address string
	At, EndsAt       time.Time
}

// Waiting is the shell that shows a code. NO_DATA: none does, or it waits no more. REQUEST_LIMIT: too many wrong codes.
func (w Shells) Waiting(ctx context.Context, by Caller, user string) (Shell, error) {
	row, err := w.waiting(ctx, by, user)
	if err != nil {
		return Shell{}, err
	}
	return shellOf(row), nil
}

func shellOf(row identitydb.OperatorShell) Shell {
	return Shell{row.Machine, row.Address, row.MadeAt.Time(), row.EndsAt.Time()}
}

// LetIn lets the shell in that shows a code, as the caller, which has to be confirmed (operator.ConfirmError): for this
// shell, this machine and this address. NO_DATA, REQUEST_LIMIT as Waiting.
func (w Shells) LetIn(ctx context.Context, by Caller, user string) (Shell, error) {
	row, err := w.waiting(ctx, by, user)
	if err != nil {
		return Shell{}, err
	}
	err = w.s.store.Write(ctx, func(tx *store.Tx) error {
		q := identitydb.New(tx)
		key, err := w.s.sureTx(ctx, tx, by, "shell", row.Hash, row.Machine, row.Address)
		if err != nil {
			return err
		}
		p, err := w.s.person(ctx, q, by.Name)
		if err != nil {
			return err
		}
		n, err := q.ApproveShell(ctx, identitydb.ApproveShellParams{
			Operator: by.Name, Stamp: p.Stamp, Now: clock.MicrosOf(tx.Now), Hash: row.Hash,
		})
		if err != nil {
			return fmt.Errorf("identity: a shell: %w", err)
		}
		if n == 0 {
			return noShell()
		}
		return w.s.log.AppendTx(ctx, tx, audit.Entry{
			By: by.Name, Action: "session.shell", Subject: by.Name,
			Reason: fmt.Sprintf("the shell on %s (%s) is signed in", row.Machine, row.Address), Evidence: "confirmed by " + key,
		})
	})
	return shellOf(row), err
}

// Refuse ends the sign-in of the shell that shows a code: it is not the caller's.
func (w Shells) Refuse(ctx context.Context, by Caller, user string) error {
	row, err := w.waiting(ctx, by, user)
	if err != nil {
		return err
	}
	return w.s.store.Write(ctx, func(tx *store.Tx) error {
		n, err := identitydb.New(tx).RefuseShell(ctx, clock.MicrosOf(tx.Now), row.Hash)
		if err != nil {
			return fmt.Errorf("identity: a shell: %w", err)
		}
		if n == 0 {
			return noShell()
		}
		return w.s.log.AppendTx(ctx, tx, audit.Entry{
			By: by.Name, Action: "session.refused", Subject: by.Name,
			Reason: fmt.Sprintf("the shell on %s (%s) is not signed in", row.Machine, row.Address),
		})
	})
}

// waiting finds the shell that shows a code. A wrong code is charged to who types it.
func (w Shells) waiting(ctx context.Context, by Caller, user string) (identitydb.OperatorShell, error) {
	charge := w.s.limits.ShellCode.On(by.Name)
	charged, err := w.s.limiter.Charge(ctx, charge)
	if err != nil {
		return identitydb.OperatorShell{}, err
	}
	row, err := identitydb.New(w.s.store.DB()).WaitingShell(ctx, w.userIndex(typed(user)), clock.MicrosOf(w.s.store.Now()))
	if err != nil {
		return row, orNoShell(err)
	}
	return row, w.s.limiter.Refund(ctx, charged, charge)
}

func noShell() error { return fault.New(fault.NO_DATA, "no shell waits with this code") }

func orNoShell(err error) error {
	if store.NotFound(err) {
		return noShell()
	}
	return fmt.Errorf("identity: a shell: %w", err)
}

// userIndex is how the code is stored that a person types: whoever reads the database doesn't learn it.
func (w Shells) userIndex(user string) string { return w.s.secrets.Index("operator shell", user) }

// userCode makes a code that a person types.
func userCode() string {
	code := make([]byte, userLength)
	for i := range code {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(userLetters))))
		if err != nil {
			panic(err) // crypto/rand never fails since Go 1.24
		}
		code[i] = userLetters[n.Int64()]
	}
	return string(code[:userLength/2]) + "-" + string(code[userLength/2:])
}

// typed is the code that somebody means by what it typed: in any case, with or without its dash.
func typed(code string) string {
	letters := strings.Map(func(r rune) rune {
		if r = unicode.ToUpper(r); strings.ContainsRune(userLetters, r) {
			return r
		}
		return -1
	}, code)
	if len(letters) != userLength {
		return ""
	}
	return letters[:userLength/2] + "-" + letters[userLength/2:]
}

// printable is what a machine is called, without what would not be seen or would break a line.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > mostMachine {
		text = string(runes[:mostMachine])
	}
	if text = strings.TrimSpace(text); text == "" {
		return "?"
	}
	return text
}

// addressOf is where a call came from, as sessions have it.
func addressOf(from Origin) string {
	if from.Node {
		return operator.Node
	}
	return from.Address
}
