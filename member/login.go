package member

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/google/uuid"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/ratelimit"
	"krapao/internal/store"
	"krapao/internal/written"
	"krapao/member/internal/memberdb"
	"krapao/session"
)

// Login is a request to open a session.
type Login struct {
	Username, Password string
	Remember           bool
	// Device is the random UUID that the browser keeps. Address and Agent come from the connection.
	Device, Address, Agent string
	// Proof is the token of a code that was typed for this login, if one was asked for.
	Proof string
}

// deviceLimit bounds wrong logins from a known device. A known device is exempt from the other limits, so that nobody can lock a
// member out of its own browser; this limit keeps it from guessing without end.
var deviceLimit = ratelimit.Limit{Name: "login-device", Count: 20, Per: time.Hour}

// identity is a member whose password was right.
type identity struct {
	member string
	phone  string
	stamp  int64
	device string // hashed; empty for a browser that sent none
	proof  string // the token of the code that let it in, used up by that
}

// Login checks the credentials and opens a session. WRONG_CREDENTIAL: also for an unknown member, with the same answer after the
// same time. INACTIVE_USER: only after a right password. REQUEST_LIMIT: with the token of a code that lets the member in anyway.
// INVALID_IP.
func (s *Service) Login(ctx context.Context, in Login) (token string, err error) {
	who, err := s.authenticate(ctx, in)
	if err != nil {
		return "", err
	}
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		q := memberdb.New(tx)
		if who.proof != "" {
			if err := s.Codes.UseTx(ctx, tx, who.phone, ToLogin, who.proof); err != nil {
				return err
			}
		}
		if err := q.RecordLogin(ctx, clock.MicrosOf(tx.Now), who.member); err != nil {
			return err
		}
		if who.device != "" {
			if err := q.SeeDevice(ctx, who.member, who.device, clock.MicrosOf(tx.Now)); err != nil {
				return err
			}
		}
		token, err = s.Sessions.OpenTx(ctx, tx, session.Opening{
			Audience: session.Member, Subject: who.member, Stamp: who.stamp,
			Remembered: in.Remember, Address: in.Address, Agent: in.Agent,
		})
		return err
	})
	if fault.Is(err, fault.UNVERIFIED_OTP) { // another login used the code at the same moment
		return "", fault.New(fault.REQUEST_LIMIT, "another login has used the code")
	}
	if err != nil {
		return "", fmt.Errorf("member: login: %w", err)
	}
	return token, nil
}

func (s *Service) authenticate(ctx context.Context, in Login) (identity, error) {
	blocked, err := s.Lookup.Blocked(ctx, in.Address)
	if err != nil {
		return identity{}, err
	}
	if blocked {
		return identity{}, fault.New(fault.INVALID_IP, "")
	}
	number, ok := s.phones.Recognise(in.Username)
	if !ok {
		number = in.Username // no member can have this name; it is limited and compared like any other
	}
	// One login for a name at a time: right passwords that arrive together must not use up each other's allowance.
	leave, err := s.turns.take(ctx, number)
	if err != nil {
		return identity{}, err
	}
	defer leave()
	return s.compare(ctx, in, number)
}

// compare charges the attempt before it looks at the password, and refunds it if the password was right. So parallel guesses
// get no extra attempts.
func (s *Service) compare(ctx context.Context, in Login, number string) (identity, error) {
	row, err := memberdb.New(s.Store.DB()).CredentialByPhone(ctx, storableOrNone(number))
	if err != nil && !store.NotFound(err) {
		return identity{}, fmt.Errorf("member: credentials: %w", err)
	}
	charges, err := s.loginCharges(ctx, row.ID, deviceHash(in.Device), number, in.Address)
	if err != nil {
		return identity{}, err
	}
	charged, err := s.Limiter.Charge(ctx, charges...)
	if fault.Is(err, fault.REQUEST_LIMIT) && s.Codes != nil {
		return s.byCode(ctx, in, number, row, err)
	}
	if err != nil {
		return identity{}, err
	}
	right, err := s.matches(ctx, in.Password, row)
	if err != nil {
		return identity{}, err
	}
	if !right {
		return identity{}, fault.New(fault.WRONG_CREDENTIAL, "")
	}
	if err := s.Limiter.Refund(ctx, charged, charges...); err != nil {
		return identity{}, err
	}
	return s.admitted(ctx, in, row)
}

// matches reports whether the password is the member's. Without a member it compares a password that nobody has, which takes
// as long.
func (s *Service) matches(ctx context.Context, password string, row memberdb.CredentialByPhoneRow) (bool, error) {
	phc := s.hasher.dummy
	if row.ID != "" {
		var err error
		if phc, err = s.phc(row.ID, storedPassword{row.PasswordHash, row.PasswordSealed}); err != nil {
			return false, err
		}
	}
	right, err := s.hasher.matches(ctx, password, phc)
	return right && row.ID != "", err
}

// admitted returns the identity of a member that gave the right password.
func (s *Service) admitted(ctx context.Context, in Login, row memberdb.CredentialByPhoneRow) (identity, error) {
	if !row.Active {
		return identity{}, fault.New(fault.INACTIVE_USER, "")
	}
	who := identity{member: row.ID, phone: row.Phone, stamp: row.PasswordVersion, device: deviceHash(in.Device)}
	return who, s.rehash(ctx, row, in.Password)
}

// loginCharges are the limits that a wrong login counts against. They are the same whether or not the account exists.
func (s *Service) loginCharges(ctx context.Context, member, device, number, address string) ([]ratelimit.Charge, error) {
	known, err := memberdb.New(s.Store.DB()).KnowsDevice(ctx, member, device)
	if err != nil {
		return nil, fmt.Errorf("member: device: %w", err)
	}
	if known > 0 && device != "" {
		return []ratelimit.Charge{deviceLimit.On(member, device)}, nil
	}
	return []ratelimit.Charge{
		s.Limits.LoginUsernameAddress.From(address, number),
		s.Limits.LoginUsername.On(number),
		s.Limits.LoginAddress.From(address),
	}, nil
}

// rehash replaces a hash of an older cost, now that the password is known.
func (s *Service) rehash(ctx context.Context, row memberdb.CredentialByPhoneRow, password string) error {
	phc, err := s.phc(row.ID, storedPassword{row.PasswordHash, row.PasswordSealed})
	if err != nil || !s.hasher.outdated(phc) {
		return err
	}
	fresh, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		stored, err := s.passwordToStore(ctx, tx, row.ID, fresh)
		if err != nil {
			return err
		}
		return memberdb.New(tx).Rehash(ctx, memberdb.RehashParams{
			ID: row.ID, PasswordHash: stored.hash, PasswordSealed: stored.sealed,
			FormerHash: row.PasswordHash, FormerSealed: row.PasswordSealed,
		})
	})
}

// Unlock resets a member's login limits, for an operator. addresses: also the limits of the member at these addresses.
func (s *Service) Unlock(ctx context.Context, m Member, addresses ...string) error {
	charges := []ratelimit.Charge{s.Limits.LoginUsername.On(m.Phone)}
	for _, a := range addresses {
		charges = append(charges, s.Limits.LoginUsernameAddress.From(a, m.Phone))
	}
	return s.Limiter.Reset(ctx, charges...)
}

// deviceHash is the stored form of a browser's UUID: it grants something, so it is kept like a token. Anything else is no device.
func deviceHash(device string) string {
	if len(device) != 36 || uuid.Validate(device) != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(device))
	return hex.EncodeToString(sum[:])
}

// storableOrNone returns "" for a name that no database accepts.
func storableOrNone(name string) string {
	if !written.Line(name) {
		return ""
	}
	return name
}

// turns lets one login at a time work on a name.
type turns []chan struct{}

func newTurns() turns {
	t := make(turns, 256)
	for i := range t {
		t[i] = make(chan struct{}, 1)
	}
	return t
}

func (t turns) take(ctx context.Context, name string) (leave func(), err error) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	turn := t[h.Sum32()%uint32(len(t))]
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
