package httpapi

import (
	"context"
	"net/http"

	"krapao/member"
	"krapao/spin"
)

// Registration is a new member's data. The bank's fields and the currency may be empty for validate.
type Registration struct {
	Name            string `json:"name"`
	Username        string `json:"username" doc:"The phone number"`
	Password        string `json:"password"`
	SourceCode      string `json:"sourceCode"`
	InviteCode      string `json:"inviteCode" doc:"Empty, or PR and the inviter's _id"`
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
	Currency        string `json:"currency" doc:"Empty or BAHT; in Laos LAK or BAHT"`
}

// registrationInput names the proof that the phone is the caller's, of which the exchange knows.
type registrationInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"The otpToken that was verified for this phone; a browser sends its cookie instead"`
	Body     Registration
}

// Profile is the member as the app shows it.
type Profile struct {
	ID          string `json:"_id"`
	Username    string `json:"username"`
	Name        string `json:"name"`
	CreatedAt   Time   `json:"createdAt"`
	Coin        int64  `json:"coin"`
	PendingCoin int64  `json:"pendingCoin"`
}

// BankAccount is where withdrawals go.
type BankAccount struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
	Currency        string `json:"currency" enum:"BAHT,LAK"`
	Bank            Names  `json:"bank"`
}

// ProfileView is the profile page.
type ProfileView struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
}

// ProfileChange is what a member may change of itself.
type ProfileChange struct {
	Name            string `json:"name"`
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
}

// BankAccountName is the holder's name in English letters.
type BankAccountName struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
}

// PasswordChange replaces the password.
type PasswordChange struct {
	OldPassword string `json:"oldPassword"`
	NewPassword string `json:"newPassword"`
}

// Agreement records which text the member agreed to.
type Agreement struct {
	Version string `json:"version" minLength:"1" maxLength:"128"`
}

func (s *Server) accountRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/account/validate", id: "validateAccount",
		summary: "Check a registration before its last step",
	}, s.validateAccount)
	register(s, route{
		method: http.MethodPost, path: "/api/account", id: "createAccount", summary: "Register",
		status: http.StatusCreated, memory: keyed,
	}, s.createAccount)
	register(s, route{
		method: http.MethodGet, path: "/api/account/profile", id: "getProfile", summary: "Profile and bank account", who: members,
	}, s.profile)
	register(s, route{
		method: http.MethodPut, path: "/api/account/profile", id: "updateProfile", summary: "Change name or bank account",
		who: members, memory: keyed,
	}, s.updateProfile)
	register(s, route{
		method: http.MethodPut, path: "/api/account/bankAccountName", id: "setBankAccountName",
		summary: "Give the holder's name in English letters", who: members, memory: keyed,
	}, s.setBankAccountName)
	register(s, route{
		method: http.MethodPut, path: "/api/account/changepwd", id: "changePassword",
		summary: "Change the password; all other sessions end", who: members, memory: keyed,
	}, s.changePassword)
	register(s, route{
		method: http.MethodPost, path: "/api/account/agreement", id: "acceptAgreement",
		summary: "Record that the member accepted the agreements", who: members,
	}, s.acceptAgreement)
}

func (in *registrationInput) registration() member.Registration {
	b := in.Body
	return member.Registration{
		Name: b.Name, Username: b.Username, Password: b.Password, SourceCode: b.SourceCode, InviteCode: b.InviteCode,
		BankCode: b.BankCode, BankAccountName: b.BankAccountName, BankAccountNo: b.BankAccountNo, Currency: b.Currency,
	}
}

func proof(ctx context.Context) member.Proof {
	x := exchangeOf(ctx)
	return member.Proof{Address: x.address, OTPToken: x.proof}
}

func (s *Server) validateAccount(ctx context.Context, in *registrationInput) (*reply[Message], error) {
	return done(s.Members.Validate(ctx, in.registration(), proof(ctx)))
}

func (s *Server) createAccount(ctx context.Context, in *registrationInput) (*reply[Message], error) {
	if _, err := s.Members.Register(ctx, in.registration(), proof(ctx)); err != nil {
		return nil, err
	}
	return &reply[Message]{Status: http.StatusCreated, Body: Message{"SUCCESS"}}, nil
}

func (s *Server) profile(ctx context.Context, _ *empty) (*reply[ProfileView], error) {
	m, err := s.Members.ByID(ctx, exchangeOf(ctx).member)
	if err != nil {
		return nil, err
	}
	coins, err := s.Coins.Coins(ctx, m.ID)
	return answered(ProfileView{profileOf(m, coins), bankAccountOf(m)}, err)
}

func profileOf(m member.Member, c spin.Coins) Profile {
	return Profile{
		ID: m.ID, Username: m.Username, Name: m.Name, CreatedAt: Time(m.CreatedAt), Coin: c.Usable, PendingCoin: c.Pending,
	}
}

func bankAccountOf(m member.Member) BankAccount {
	b := m.Bank
	return BankAccount{
		BankCode: b.Code, BankAccountName: b.AccountName, BankAccountNo: b.AccountNo, Currency: b.Currency,
		Bank: Names{b.Bank.NameTH, b.Bank.NameEN, b.Bank.NameLO},
	}
}

func (s *Server) updateProfile(ctx context.Context, in *body[ProfileChange]) (*reply[Message], error) {
	if err := s.recognised(ctx); err != nil {
		return nil, err
	}
	return done(s.Members.UpdateProfile(ctx, exchangeOf(ctx).member, member.ProfileChange(in.Body)))
}

func (s *Server) setBankAccountName(ctx context.Context, in *body[BankAccountName]) (*reply[Message], error) {
	if err := s.recognised(ctx); err != nil {
		return nil, err
	}
	return done(s.Members.SetBankAccountName(ctx, exchangeOf(ctx).member, in.Body.BankCode, in.Body.BankAccountName))
}

func (s *Server) changePassword(ctx context.Context, in *body[PasswordChange]) (*reply[Message], error) {
	x := exchangeOf(ctx)
	return done(s.Members.ChangePassword(ctx, x.member, x.identity(in.Body.OldPassword), in.Body.NewPassword))
}

func (s *Server) acceptAgreement(ctx context.Context, in *body[Agreement]) (*reply[Message], error) {
	return done(s.Members.AcceptAgreement(ctx, exchangeOf(ctx).member, in.Body.Version))
}
